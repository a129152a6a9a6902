//! The hook by which a kernel may run a loop on several threads. It is part of the kernel interface; the kernels of this
//! version do not call it yet, and run on the caller's thread.
//!
//! The parts are the same whether threads run them or not, so a kernel's result does not depend on their number.

use crate::abi::Body;

/// See [`Hooks::parallel_for`](crate::abi::Hooks).
///
/// A panic cannot leave it: a kernel's `body` does not panic, and the thread pool reports failure as a value. Should
/// one happen all the same, `extern "C"` ends the process instead of unwinding into the kernel.
pub(crate) extern "C" fn parallel_for(ctx: *const u8, body: Body, n: i64, grain: i64) {
    let grain = grain.max(1);
    let parts = if n > 0 { (n - 1) / grain + 1 } else { 0 };
    let context = Context(ctx);
    run(parts, |part| {
        let begin = part * grain;
        body(context.pointer(), begin, begin + grain.min(n - begin));
    });
}

/// The kernel's data for its loop body.
#[derive(Clone, Copy)]
struct Context(*const u8);

// SAFETY: a kernel that calls the hook must hand over a loop body that only reads what the context points to, and only
// writes elements of its own iterations.
unsafe impl Send for Context {}
// SAFETY: as above.
unsafe impl Sync for Context {}

impl Context {
    /// Taking `self` makes a closure capture the whole, which may be sent, and not the pointer, which may not.
    fn pointer(self) -> *const u8 {
        self.0
    }
}

#[cfg(feature = "parallel")]
fn run(parts: i64, body: impl Fn(i64) + Send + Sync) {
    use rayon::iter::{IntoParallelIterator, ParallelIterator};
    if parts > 1 && threads_available() {
        (0..parts).into_par_iter().for_each(body);
    } else {
        (0..parts).for_each(body);
    }
}

#[cfg(not(feature = "parallel"))]
fn run(parts: i64, body: impl Fn(i64)) {
    (0..parts).for_each(body);
}

/// Whether there is a pool. Starting it here, rather than by its first use, tells failure without a panic: a process
/// that may not start threads runs its loops on the caller's.
#[cfg(feature = "parallel")]
fn threads_available() -> bool {
    use once_cell::sync::OnceCell;
    static AVAILABLE: OnceCell<bool> = OnceCell::new();
    *AVAILABLE.get_or_init(|| match rayon::ThreadPoolBuilder::new().build_global() {
        Ok(()) => true,
        // Only a pool that could not start its threads has a cause; otherwise one was running already.
        Err(error) => std::error::Error::source(&error).is_none(),
    })
}

#[cfg(test)]
mod tests {
    use super::parallel_for;
    use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

    /// Counts how often each of 100 iterations runs and that no part is longer than the grain of 7.
    extern "C" fn count(ctx: *const u8, begin: i64, end: i64) {
        assert!(begin < end && end - begin <= 7 && begin % 7 == 0);
        // SAFETY: the test passes 100 counters.
        let counters = unsafe { &*ctx.cast::<[AtomicU32; 100]>() };
        for counter in &counters[begin as usize..end as usize] {
            counter.fetch_add(1, Relaxed);
        }
    }

    #[test]
    fn every_iteration_runs_once() {
        for n in [0, 1, 6, 7, 8, 99, 100] {
            let counters = [const { AtomicU32::new(0) }; 100];
            parallel_for(counters.as_ptr().cast(), count, n as i64, 7);
            let counts: Vec<u32> = counters.iter().map(|counter| counter.load(Relaxed)).collect();
            assert!(counts[..n].iter().all(|&count| count == 1) && counts[n..].iter().all(|&count| count == 0));
        }
    }

    #[test]
    fn odd_requests_do_nothing_or_all() {
        extern "C" fn one_at_a_time(ctx: *const u8, begin: i64, end: i64) {
            assert_eq!(begin + 1, end);
            // SAFETY: the test passes one counter.
            unsafe { &*ctx.cast::<AtomicU32>() }.fetch_add(1, Relaxed);
        }
        for (n, grain, expected) in [(-5, 1, 0), (0, 0, 0), (5, 0, 5), (5, -1, 5)] {
            let counter = AtomicU32::new(0);
            parallel_for((&raw const counter).cast(), one_at_a_time, n, grain);
            assert_eq!(counter.load(Relaxed), expected);
        }
    }
}
