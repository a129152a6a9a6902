//! What calls do with memory: nothing is left behind, whether they succeed, fail or find no memory; results are nobody
//! else's; and the stack does not grow with the dims.
#![allow(unsafe_code)]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::fmt::Debug;
use std::ops::Range;
use tensor_runtime::{Error, Tensor, TensorRef, tensor_fn};

/// Counts what this thread has. It refuses more than [`REFUSED`] bytes, so that what no machine has fails on every one,
/// and on demand one of the larger pieces.
struct Counting;

/// 16 GiB.
const REFUSED: usize = 1 << 34;
/// Tensors and scratch memory of these tests are at least so large, and messages are not.
const LARGE: usize = 1 << 12;

thread_local! {
    static HELD: Cell<isize> = const { Cell::new(0) };
    static PEAK: Cell<isize> = const { Cell::new(0) };
    static PIECES: Cell<u64> = const { Cell::new(0) };
    /// How many large pieces there still are until one is refused.
    static LARGE_PIECES: Cell<Option<u32>> = const { Cell::new(None) };
}

fn count(change: isize) {
    HELD.set(HELD.get() + change);
    PEAK.set(PEAK.get().max(HELD.get()));
}

/// Whether to give `size` bytes.
fn admits(size: usize) -> bool {
    PIECES.set(PIECES.get() + 1);
    match LARGE_PIECES.get() {
        Some(left) if size >= LARGE => {
            LARGE_PIECES.set(left.checked_sub(1));
            left != 0
        }
        _ => size < REFUSED,
    }
}

// SAFETY: every piece of memory comes from the system's allocator and goes back to it under the same layout.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if !admits(layout.size()) {
            return std::ptr::null_mut();
        }
        count(layout.size() as isize);
        // SAFETY: the caller promises that the layout is not empty.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        if !admits(layout.size()) {
            return std::ptr::null_mut();
        }
        count(layout.size() as isize);
        // SAFETY: the caller promises that the layout is not empty.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        count(-(layout.size() as isize));
        // SAFETY: the caller gives back what one of the functions above gave, with its layout.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

tensor_fn! {
    /// Temporaries of several sizes and dtypes, some of which can share memory.
    fn busy<B, S, D>(x: Tensor[F32, [B, S, D]], w: Tensor[F32, [D, D]]) -> (Tensor[F32, [B, S, D]], Tensor[I64, [B, S]]) {
        let w = broadcast[B, D, D](w);
        let q = matmul(x, w);
        let scores = matmul(q, transpose[0, 2, 1](x));
        let e = exp(scores - broadcast[B, S, S](reduce_keep[max, axis = 2](scores)));
        let p = e / broadcast[B, S, S](reduce_keep[sum, axis = 2](e));
        let y = matmul(p, matmul(x, w)) + x;
        (y, reduce[argmax, axis = 2](y * cast[F32](cast[I16](q))))
    }
    fn same<N>(x: Tensor[F32, [N]]) -> (Tensor[F32, [N]], Tensor[F32, [N]]) { (x, x) }
    fn plus<N>(x: Tensor[F32, [N]], y: Tensor[F32, [N]]) -> Tensor[F32, [N]] { x + y }
    fn quotient<N>(x: Tensor[I64, [N]], y: Tensor[I64, [N]]) -> Tensor[I64, []] {
        reduce[sum, axis = 0](div(reduce_keep[sum, axis = 0](x), reduce_keep[min, axis = 0](y)))
    }
    /// The sum of an outer product, which is a temporary.
    fn outer<A, B>(x: Tensor[F32, [A]], y: Tensor[F32, [B]]) -> Tensor[F32, []] {
        reduce[sum, axes = [0, 1]](matmul(reshape[A, 1](x), reshape[1, B](y)))
    }
    fn repeated<C>(x: Tensor[F32, [C]], rows: dim) -> Tensor[F32, [rows, C]] { broadcast[rows, C](x) }
}

/// How many calls are made one after the other.
const CALLS: u64 = 1_000_000;

#[track_caller]
fn message<T: Debug>(result: Result<T, Error>) -> String {
    result.expect_err("the call fails").to_string()
}

#[test]
fn a_million_calls_leave_nothing() {
    let x = Tensor::from_shape_fn([1, 2, 3], |[_, row, column]| (row + column) as f32);
    let w = Tensor::from_elem([3, 3], 0.5_f32);
    let first = busy(&x, &w).unwrap();
    let (held, pieces) = (HELD.get(), PIECES.get());
    PEAK.set(held);
    for _ in 0..CALLS / 2 {
        let _ = busy(&x, &w).unwrap();
    }
    assert_eq!(HELD.get(), held);
    let (each, peak) = ((PIECES.get() - pieces) / (CALLS / 2), PEAK.get() - held);
    assert_eq!(each, 3, "two results, and all temporaries together");
    assert!(peak < 2048, "{peak} bytes at once");

    let (mut y, mut best) = (Tensor::zeros([1, 2, 3]), Tensor::zeros([1, 2]));
    let (held, pieces) = (HELD.get(), PIECES.get());
    for _ in 0..CALLS / 2 {
        busy_into(&x, &w, &mut y, &mut best).unwrap();
    }
    assert_eq!(HELD.get(), held);
    assert_eq!(PIECES.get() - pieces, CALLS / 2, "all temporaries together");
    assert_eq!((y, best), first);
}

#[test]
fn calls_that_fail_leave_nothing() {
    let (x, short) = (Tensor::from_elem([5], 1_i64), Tensor::from_elem([4], 1_i64));
    let mut divisor = x.clone();
    divisor.as_mut_slice()[3] = 0;
    let held = HELD.get();
    for _ in 0..1000 {
        assert_eq!(message(quotient(&x, &divisor)), "quotient: div: a divisor is zero");
        assert_eq!(message(quotient(&x, &short)), "quotient: parameter `y`, axis 0: expected N = 5, found 4");
    }
    assert_eq!(HELD.get(), held);
}

#[test]
fn no_memory_is_an_error() {
    let x = Tensor::from_elem([1 << 20], 1.0_f32);
    // 2⁴² bytes.
    assert_eq!(message(outer(&x, &x)), "outer: out of memory");
    let held = HELD.get();
    let one = Tensor::from_elem([3], 1.0_f32);
    assert_eq!(message(repeated(&one, 1 << 50)), "repeated: out of memory: could not allocate 13510798882111488 bytes");
    assert_eq!(HELD.get() - held, 3 * 4 + 60, "the input");
}

#[test]
fn each_piece_of_memory_may_be_missing() {
    let x = Tensor::from_elem([4, 32, 32], 0.25_f32);
    let w = Tensor::from_elem([32, 32], 0.5_f32);
    // Read by columns: the wrapper copies it.
    let array = x.clone().into_ndarray();
    let strided = array.view().permuted_axes([0, 2, 1]);
    let held = HELD.get();
    let mut failures = 0;
    for number in 0.. {
        LARGE_PIECES.set(Some(number));
        let result = busy(strided, &w);
        LARGE_PIECES.set(None);
        let Err(error) = result else { break };
        assert!(matches!(error, Error::OutOfMemory { function: "busy", .. }), "{error}");
        drop(error);
        assert_eq!(HELD.get(), held, "piece {number} was missing");
        failures += 1;
    }
    assert_eq!(failures, 3, "the copy of `x`, the larger result, and all temporaries; the smaller result is not large");
}

fn addresses<const R: usize>(tensor: &Tensor<f32, R>) -> Range<usize> {
    let range = tensor.as_slice().as_ptr_range();
    range.start as usize..range.end as usize
}

#[test]
fn results_share_memory_with_nothing() {
    let x = Tensor::from_shape_fn([100], |[index]| index as f32);
    let before = x.clone();
    let (mut first, mut second) = same(&x).unwrap();
    let pieces = [addresses(&x), addresses(&first), addresses(&second)];
    for (number, one) in pieces.iter().enumerate() {
        for other in &pieces[number + 1..] {
            assert!(one.end <= other.start || other.end <= one.start, "{pieces:?}");
        }
    }
    first.as_mut_slice().fill(-1.0);
    assert_eq!((&x, &second), (&before, &before));

    // One tensor for two parameters, and two views that overlap.
    second.as_mut_slice().fill(-2.0);
    assert_eq!(plus(&x, &x).unwrap().as_slice()[99], 198.0);
    let view = |range: Range<usize>| TensorRef::from_shape([60], &x.as_slice()[range]).unwrap();
    let sum = plus(view(0..60), view(40..100)).unwrap();
    assert_eq!((sum.as_slice()[0], sum.as_slice()[59]), (40.0, 158.0));
    assert_eq!(x, before);

    // Results are read back as operands, and written again.
    let mut out = plus(&first, &sum_of_two(&x)).unwrap();
    let read = out.clone();
    plus_into(&read, &read, &mut out).unwrap();
    assert_eq!((out.as_slice()[1], read.as_slice()[1]), (2.0, 1.0));
}

/// 2·x, from a result that is gone when this returns.
fn sum_of_two(x: &Tensor<f32, 1>) -> Tensor<f32, 1> {
    let (copy, _) = same(x).unwrap();
    plus(&copy, x).unwrap()
}

#[test]
fn the_stack_does_not_grow_with_the_dims() {
    let work = || {
        let x = Tensor::from_elem([2, 600, 64], 0.01_f32);
        let w = Tensor::from_elem([64, 64], 0.01_f32);
        let (y, best) = busy(&x, &w).unwrap();
        // All rows are equal, so each is the mean of all, which is their product with `w`: 64 · 0.01 · 0.01, and `x`.
        assert!(y.iter().all(|y| (y - 0.0164).abs() < 1e-5));
        assert!(best.iter().all(|best| *best == 0));
        let long = Tensor::from_elem([3_000_000], 1.0_f32);
        assert_eq!(plus(&long, &long).unwrap().as_slice()[2_999_999], 2.0);
        assert_eq!(outer(&Tensor::from_elem([2000], 1.0_f32), &Tensor::from_elem([500], 1.0_f32)).unwrap().item(), 1e6);
    };
    let thread = std::thread::Builder::new().stack_size(256 << 10).spawn(work).expect("there is a thread");
    thread.join().expect("256 KiB suffice");
}
