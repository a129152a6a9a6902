//! The generated wrapper around a kernel written by hand: what it checks, what it passes on, what it allocates.
//!
//! This package has no build step, so the kernel of every function here goes by the one name that tells a linker so.

#![cfg(feature = "ndarray")]

use ndarray::{Array2, array, s};
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use tensor_runtime::{Error, Origin, Tensor, TensorMut, TensorRef};

/// A user's crate at its strictest. Names of its own are in the way wherever they can be.
#[forbid(unsafe_code)]
#[deny(missing_docs, warnings, clippy::all, clippy::pedantic)]
#[no_implicit_prelude]
#[allow(dead_code, reason = "they are only in the way")]
pub mod user {
    use ::tensor_runtime::tensor_fn;

    /// In the way.
    pub struct Tensor;
    /// In the way.
    pub enum Result {}
    /// In the way.
    pub fn out() {}
    /// In the way.
    #[expect(non_camel_case_types)]
    pub struct f32;

    tensor_fn! {
        /// The rows of `x` scaled by `gamma`.
        pub fn scale<N, D>(
            x: Tensor[F32, [N, D], D % 2 == 0],
            gamma: Tensor[F32, [D]],
        ) -> Tensor[F32, [N, D]]
        requires N <= 100, D >= 0
        {
            x * broadcast[N, D](gamma)
        }

        pub(crate) fn names<Result, Tensor, Some>(
            out: Tensor[F32, [Result, Tensor]],
            hooks: Tensor[Bool, [Some]],
            dims: Tensor[F32, []],
            function: dim,
            Ok: dim,
        ) -> (Tensor[F32, [Ok, Result, Tensor]], Tensor[Bool, [Some]], Tensor[I64, [function]])
        {
            (broadcast[Ok, Result, Tensor](out), hooks, broadcast[function](cast[I64](dims)))
        }

        #[must_use]
        #[deprecated = "only to see that it may be"]
        #[inline]
        pub fn attributes<None>(x: Tensor[I64, [None]]) -> Tensor[I64, []] {
            reduce[sum, axis = 0](div(x, x))
        }

        #[cfg(target_pointer_width = "64")]
        fn alternative<N>(x: Tensor[F32, [N]]) -> Tensor[F32, [N]] { neg(x) }

        #[cfg(not(target_pointer_width = "64"))]
        fn alternative<N>(x: Tensor[F32, [N]]) -> Tensor[F32, []] { reduce[sum, axis = 0](x) }

        fn no_tensor(length: dim) -> Tensor[F32, [length]] { broadcast[length](scalar[F32](1.5)) }
    }

    /// A block in a function.
    ///
    /// # Errors
    /// Those of the function in it.
    pub fn within() -> ::core::result::Result<(), ::tensor_runtime::Error> {
        tensor_fn! {
            fn inner<N>(x: Tensor[F32, [N]]) -> Tensor[F32, [N]] { neg(x) }
        }
        let empty = ::tensor_runtime::Tensor::zeros([0]);
        inner(&empty).map(|_| ())
    }
}

use user::{scale, scale_into};

mod kernel {
    /// `scale`, and a fault at its multiplication where an element of `gamma` is NaN.
    #[unsafe(export_name = "tensor_fn_needs_build_rs_calling_tensor_build_compile")]
    unsafe extern "C" fn scale(_: *const u8, x: *const f32, gamma: *const f32, out: *mut f32, n: i64, d: i64) -> i32 {
        let (n, d) = (n as usize, d as usize);
        // SAFETY: the wrapper passes as many elements as the shapes have.
        let (x, gamma, out) = unsafe {
            (
                std::slice::from_raw_parts(x, n * d),
                std::slice::from_raw_parts(gamma, d),
                std::slice::from_raw_parts_mut(out, n * d),
            )
        };
        if gamma.iter().any(|value| value.is_nan()) {
            return 1;
        }
        for (position, (out, x)) in out.iter_mut().zip(x).enumerate() {
            *out = x * gamma[position % d];
        }
        0
    }
}

fn x() -> Tensor<f32, 2> {
    Tensor::from_shape_vec([3, 2], vec![1.0, 2.0, 3.0, 4.0, 5.0, 6.0]).unwrap()
}

fn gamma() -> Tensor<f32, 1> {
    Tensor::from_shape_vec([2], vec![10.0, 100.0]).unwrap()
}

const SCALED: [f32; 6] = [10.0, 200.0, 30.0, 400.0, 50.0, 600.0];

#[test]
fn every_kind_of_argument() {
    let expected = Tensor::from_shape_vec([3, 2], SCALED.to_vec()).unwrap();
    let (array, gammas) = (array![[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]], [10.0, 100.0]);
    let gamma = TensorRef::from_shape([2], &gammas).unwrap();
    assert_eq!(scale(&x(), &gamma).unwrap(), expected);
    assert_eq!(scale(x().view(), gamma.clone()).unwrap(), expected);
    assert_eq!(scale(&array, &gamma).unwrap(), expected);
    // Column-major, backwards, with gaps.
    let transposed: Array2<f32> = array![[1.0, 3.0, 5.0], [2.0, 4.0, 6.0]];
    assert_eq!(scale(transposed.t(), &gamma).unwrap(), expected);
    let wide = array![[6.0, 0.0, 5.0], [4.0, 0.0, 3.0], [2.0, 0.0, 1.0]];
    assert_eq!(scale(wide.slice(s![..;-1, ..;-2]), &gamma).unwrap(), expected);
    assert!(scale(&array, &gamma).unwrap().into_ndarray() == expected.into_ndarray());
}

#[test]
fn every_kind_of_output() {
    let mut tensor = Tensor::zeros([3, 2]);
    scale_into(&x(), &gamma(), &mut tensor).unwrap();
    assert_eq!(tensor.as_slice(), SCALED);
    let mut slice = [0.0; 6];
    scale_into(&x(), &gamma(), TensorMut::from_shape([3, 2], &mut slice).unwrap()).unwrap();
    assert_eq!(slice, SCALED);
    let mut array = Array2::zeros((3, 2));
    scale_into(&x(), &gamma(), &mut array).unwrap();
    assert_eq!(array.as_slice().unwrap(), SCALED);
    let mut columns = Array2::zeros((2, 3));
    scale_into(&x(), &gamma(), columns.view_mut().reversed_axes()).unwrap();
    assert_eq!(columns, array![[10.0, 30.0, 50.0], [200.0, 400.0, 600.0]]);
}

#[test]
fn what_does_not_fit_is_told_before_any_work() {
    let odd = Tensor::<f32, 2>::zeros([3, 5]);
    let many = Tensor::<f32, 2>::zeros([101, 2]);
    let none = Tensor::<f32, 2>::zeros([0, 2]);
    let told = |x: &Tensor<f32, 2>, gamma: &Tensor<f32, 1>| scale(x, gamma).unwrap_err().to_string();
    assert_eq!(told(&x(), &Tensor::zeros([6])), "scale: parameter `gamma`, axis 0: expected D = 2, found 6");
    assert_eq!(told(&odd, &Tensor::zeros([5])), "scale: `D % 2 == 0` (refinement of `x`) does not hold: D = 5");
    assert_eq!(told(&many, &gamma()), "scale: `N <= 100` (from `requires`) does not hold: N = 101");
    assert_eq!(told(&none, &gamma()), "scale: `N >= 1` (default bound) does not hold: N = 0");
    let error = scale(&many, &gamma()).unwrap_err();
    let (function, condition, values) = ("scale", "N <= 100", vec![("N", 101)]);
    assert_eq!(error, Error::Condition { function, condition, origin: Origin::Requires, values });

    let mut out = Tensor::from_elem([3, 3], 7.0);
    let error = scale_into(&x(), &gamma(), &mut out).unwrap_err();
    assert_eq!(error.to_string(), "scale: output `out`, axis 1: expected D = 2, found 3");
    assert_eq!(out, Tensor::from_elem([3, 3], 7.0));
}

#[test]
fn a_block_may_stand_in_a_function() {
    let told = user::within().unwrap_err().to_string();
    assert_eq!(told, "inner: `N >= 1` (default bound) does not hold: N = 0");
}

#[test]
fn an_axis_that_opts_in_may_be_empty() {
    let result = scale(&Tensor::zeros([3, 0]), &Tensor::zeros([0])).unwrap();
    assert_eq!(result.shape(), [3, 0]);
}

#[test]
fn a_kernel_that_stops_is_an_error() {
    let error = scale(&x(), &Tensor::from_elem([2], f32::NAN)).unwrap_err();
    assert_eq!(error, Error::OutOfMemory { function: "scale", bytes: None });
}

#[test]
fn results_are_aligned_and_all_that_a_call_allocates() {
    let (x, gamma) = (x(), gamma());
    let mut out = Tensor::zeros([3, 2]);
    let before = allocations();
    let result = scale(&x, &gamma).unwrap();
    assert_eq!(allocations() - before, 1);
    assert_eq!(result.as_slice().as_ptr().align_offset(64), 0);
    let before = allocations();
    scale_into(&x, &gamma, &mut out).unwrap();
    assert_eq!(allocations() - before, 0);
}

/// Counts the allocations of each thread.
struct Counting;

thread_local! {
    static COUNT: Cell<usize> = const { Cell::new(0) };
}

fn allocations() -> usize {
    COUNT.get()
}

// SAFETY: it hands everything on to the system's allocator.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        COUNT.set(COUNT.get() + 1);
        // SAFETY: the caller's promises are passed on.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, ptr: *mut u8, layout: Layout) {
        // SAFETY: as above.
        unsafe { System.dealloc(ptr, layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        COUNT.set(COUNT.get() + 1);
        // SAFETY: as above.
        unsafe { System.alloc_zeroed(layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;
