//! Literals, constants of the block, and dims as values.

use crate::close::assert_same;
use crate::samples::vector;
use tensor_runtime::tensor_fn;

tensor_fn! {
    const HALF = 0.5;
    const FAR = -7;
    const YES = true;

    fn sums<N>(x: Tensor[F32, [N]]) -> (Tensor[F32, [N]], Tensor[F32, [N]], Tensor[F32, [N]]) {
        (x + 2, 2 - x, x * HALF)
    }

    /// Each rounds once from what is written: the nearest F32, not by way of F64.
    fn roundings<N>(x: Tensor[F32, [N]]) -> (Tensor[F32, [N]], Tensor[F32, [N]], Tensor[F32, [N]]) {
        (x + 0.1, x + 16_777_217, x + 1.000_000_059_604_644_775_390_626)
    }

    fn special<N>(x: Tensor[F32, [N]]) -> (Tensor[F32, [N]], Tensor[F32, [N]], Tensor[F32, [N]], Tensor[F32, [N]]) {
        (min(x, -inf), max(x, nan), x + 1e-45, x * -0.0)
    }

    fn integers<N>(x: Tensor[I64, [N]]) -> (Tensor[I64, [N]], Tensor[I64, [N]], Tensor[I64, [N]]) {
        (x + FAR, x + 9_223_372_036_854_775_807, max(x, -9_223_372_036_854_775_808))
    }

    fn truths<N>(x: Tensor[Bool, [N]]) -> (Tensor[Bool, [N]], Tensor[Bool, [N]]) {
        (bitwise_and(x, false), bitwise_or(x, YES))
    }

    fn alone() -> (Tensor[F32, []], Tensor[I64, []], Tensor[Bool, []], Tensor[F32, []]) {
        (scalar[F32](-1.5), scalar[I64](FAR), scalar[Bool](true), scalar[F32](inf))
    }

    /// Floor division and remainder, also of negative dims.
    fn dims<S>(x: Tensor[F32, [S]], T: dim) -> (Tensor[I64, []], Tensor[I64, []], Tensor[I64, []], Tensor[F32, []]) {
        (scalar[I64](2 * S + 1), scalar[I64]((S - T) / 2), scalar[I64]((S - T) % 3), scalar[F32](S - T))
    }

    fn mean_by_hand<S>(x: Tensor[F32, [S]]) -> Tensor[F32, []] { reduce[sum, axis = 0](x) / scalar[F32](S) }
}

#[test]
fn a_literal_takes_the_other_operands_type() {
    let (plus, minus, half) = sums(&vector(&[1.0_f32, -4.0])).unwrap();
    assert_eq!(plus.as_slice(), [3.0, -2.0]);
    assert_eq!(minus.as_slice(), [1.0, 6.0]);
    assert_eq!(half.as_slice(), [0.5, -2.0]);
    let (plus, wrapped, same) = integers(&vector(&[1_i64, -4])).unwrap();
    assert_eq!(plus.as_slice(), [-6, -11]);
    assert_eq!(wrapped.as_slice(), [i64::MIN, i64::MAX - 4]);
    assert_eq!(same.as_slice(), [1, -4]);
    let (no, yes) = truths(&vector(&[true, false])).unwrap();
    assert_eq!((no.as_slice(), yes.as_slice()), (&[false, false][..], &[true, true][..]));
}

#[test]
fn a_literal_rounds_once() {
    let (tenth, even, above) = roundings(&vector(&[0.0_f32])).unwrap();
    assert_eq!(tenth.as_slice(), [0.1_f32]);
    assert_eq!(even.as_slice(), [16_777_216.0]);
    // A hair above the middle between 1 and the next F32; F64 cannot tell it from the middle, which goes to 1.
    assert_eq!(above.as_slice(), [1.0 + f32::EPSILON]);
}

#[test]
fn special_numbers() {
    let (low, nan, tiny, zero) = special(&vector(&[0.0_f32])).unwrap();
    assert_same("min(0, -inf)", low.as_slice()[0], f32::NEG_INFINITY);
    assert_same("max(0, nan)", nan.as_slice()[0], f32::NAN);
    assert_same("0 + 1e-45", tiny.as_slice()[0], f32::from_bits(1));
    assert_same("0 * -0.0", zero.as_slice()[0], -0.0);
}

#[test]
fn scalars() {
    let (float, integer, truth, infinity) = alone().unwrap();
    assert_eq!((float.item(), integer.item(), truth.item(), infinity.item()), (-1.5, -7, true, f32::INFINITY));
    let (linear, quotient, remainder, difference) = dims(&vector(&[0.0_f32; 3]), 8).unwrap();
    assert_eq!((linear.item(), quotient.item(), remainder.item(), difference.item()), (7, -3, 1, -5.0));
    assert_eq!(mean_by_hand(&vector(&[1.0_f32, 2.0, 6.0])).unwrap().item(), 3.0);
}
