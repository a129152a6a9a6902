//! The interface between compiled kernels and the runtime: hooks that a kernel calls, and memory.
//!
//! A kernel is `extern "C" fn(hooks, inputs.., outputs.., dims..) -> status`. It gets no global symbols of ours: two
//! versions of the runtime may live in one program.

use std::alloc::{Layout, alloc, alloc_zeroed, dealloc};
use std::ptr;

/// Version of the interface. The macro's expansion asserts that it was generated for this one.
pub const ABI_VERSION: u32 = 1;

/// Fresh tensors start at a multiple of this many bytes.
pub(crate) const ALIGNMENT: usize = 64;

/// A part of a parallel loop: the iterations `begin..end`.
pub type Body = extern "C" fn(ctx: *const u8, begin: i64, end: i64);

/// What a kernel may ask of the runtime.
#[repr(C)]
pub struct Hooks {
    /// The version that the runtime speaks.
    pub abi_version: u32,
    /// Memory of `size` bytes at a multiple of `align`; null if there is none.
    pub alloc: extern "C" fn(size: usize, align: usize) -> *mut u8,
    /// Gives back what `alloc` gave for the same `size` and `align`.
    pub free: extern "C" fn(ptr: *mut u8, size: usize, align: usize),
    /// Runs `body` on parts of `0..n` that together are all of it, each but the last `grain` long, in any order and
    /// on any thread, and returns when all are done.
    pub parallel_for: extern "C" fn(ctx: *const u8, body: Body, n: i64, grain: i64),
}

/// The hooks that every call passes.
pub fn hooks() -> &'static Hooks {
    &HOOKS
}

static HOOKS: Hooks =
    Hooks { abi_version: ABI_VERSION, alloc: hook_alloc, free: hook_free, parallel_for: crate::parallel::parallel_for };

/// An empty request takes one byte, so that null always means failure.
fn layout(size: usize, align: usize) -> Option<Layout> {
    Layout::from_size_align(size.max(1), align).ok()
}

extern "C" fn hook_alloc(size: usize, align: usize) -> *mut u8 {
    match layout(size, align) {
        // SAFETY: `layout` gives no layout of size 0.
        Some(layout) => unsafe { alloc(layout) },
        None => ptr::null_mut(),
    }
}

extern "C" fn hook_free(ptr: *mut u8, size: usize, align: usize) {
    if let (false, Some(layout)) = (ptr.is_null(), layout(size, align)) {
        // SAFETY: the kernel passes what `hook_alloc` gave it for this size and alignment, once; the lowering
        // guarantees it.
        unsafe { dealloc(ptr, layout) }
    }
}

/// Memory for `units` values, all zero, and the position of the first that is aligned to [`ALIGNMENT`]; the vector is
/// longer by as many as that takes. `None` if there is no memory.
pub(crate) fn zeroed<T: crate::Element>(units: usize) -> Option<(Vec<T::Storage>, usize)> {
    if units == 0 {
        return Some((Vec::new(), 0));
    }
    let size = size_of::<T::Storage>();
    let length = units.checked_add(ALIGNMENT / size - 1)?;
    let layout = Layout::array::<T::Storage>(length).ok()?;
    // SAFETY: neither `length` nor the size of a storage unit is 0.
    let start = unsafe { alloc_zeroed(layout) }.cast::<T::Storage>();
    if start.is_null() {
        return None;
    }
    // SAFETY: the memory comes from the global allocator with the layout of `length` units, all of them zero, which
    // `Element` promises to be a value of every storage type.
    let storage = unsafe { Vec::from_raw_parts(start, length, length) };
    let offset = storage.as_ptr().align_offset(ALIGNMENT);
    // The spare units suffice wherever the allocation starts; `align_offset` may in theory decline to answer.
    Some((storage, if offset < ALIGNMENT / size { offset } else { 0 }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn hooks_give_aligned_memory_or_null() {
        for (size, align) in [(0, 1), (1, 64), (1000, 8), (4096, 4096)] {
            let memory = (HOOKS.alloc)(size, align);
            assert!(!memory.is_null());
            assert_eq!(memory.align_offset(align), 0);
            (HOOKS.free)(memory, size, align);
        }
        assert!((HOOKS.alloc)(isize::MAX as usize, 64).is_null());
        assert!((HOOKS.alloc)(usize::MAX, 64).is_null());
        assert!((HOOKS.alloc)(8, 3).is_null(), "3 is no alignment");
        (HOOKS.free)(ptr::null_mut(), 8, 8);
    }
}
