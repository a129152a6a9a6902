//! What the wrapper of a tensor function does before and after its kernel runs. The macro's expansion spells out which
//! axes, conditions and sizes to look at; how to look, and what to say, is here.

#[cfg(feature = "ndarray")]
use crate::abi;
use crate::int::{Int, Truth};
use crate::view::ElementsMut;
use crate::{Element, Error, Origin, Tensor, TensorMut, TensorRef, Values};
use std::borrow::Cow;

/// A kernel's status: all done.
const DONE: i32 = 0;
/// A kernel's status: a temporary could not be allocated.
const OUT_OF_MEMORY: i32 = 1;
/// A kernel's status: this, or so much more, is the number of the instruction that met a fault.
const FIRST_FAULT: i32 = 2;

/// Names of shape variables with their values, as far as these are known.
type Given<'a> = &'a [(&'static str, Int)];

fn known(given: Given<'_>) -> Values {
    given.iter().filter_map(|(name, value)| Some((*name, value.value()?))).collect()
}

/// A tensor function, as its wrapper sees it.
#[derive(Clone, Copy, Debug)]
pub struct Function {
    name: &'static str,
}

impl Function {
    /// The function called `name`.
    pub const fn new(name: &'static str) -> Function {
        Function { name }
    }

    /// An axis of an argument, and how long it is.
    pub fn axis(self, parameter: &'static str, axis: usize, length: usize) -> Axis {
        Axis { function: self.name, parameter, axis, length }
    }

    /// A variable defined as `definition` says, such as `N = H * E`.
    pub fn define(self, definition: &'static str, value: Int, given: Given<'_>) -> Result<Int, Error> {
        match value.value() {
            Some(_) => Ok(value),
            None => Err(self.overflow(definition, given)),
        }
    }

    /// The condition holds.
    pub fn check(self, condition: &'static str, origin: Origin, holds: Truth, given: Given<'_>) -> Result<(), Error> {
        match holds.value() {
            Some(true) => Ok(()),
            Some(false) => Err(Error::Condition { function: self.name, condition, origin, values: known(given) }),
            None => Err(self.overflow(condition, given)),
        }
    }

    /// The shape of a tensor, written `tensor`, whose elements have `bits` bits: no dim is negative, and it fits in the
    /// address space.
    pub fn shape<const R: usize>(self, tensor: &'static str, bits: u8, shape: [Int; R]) -> Result<[usize; R], Error> {
        let mut lengths = [0; R];
        let mut count: u128 = 1;
        for (length, dim) in lengths.iter_mut().zip(shape) {
            let value = dim.value().and_then(|value| isize::try_from(value).ok()).filter(|value| *value >= 0);
            let Some(value) = value else { return Err(self.size(tensor, &shape)) };
            *length = value as usize;
            // An empty axis does not hide an absurd one.
            count = count.saturating_mul(value.max(1) as u128);
        }
        let limit = 8 * isize::MAX as u128;
        if count.saturating_mul(bits.into()) <= limit { Ok(lengths) } else { Err(self.size(tensor, &shape)) }
    }

    /// The values of all shape variables, as a kernel takes them.
    pub fn dims<const N: usize>(self, dims: [(&'static str, Int); N]) -> Result<[i64; N], Error> {
        let mut values = [0; N];
        for (value, (name, dim)) in values.iter_mut().zip(dims) {
            let known = dim.value().and_then(|dim| i64::try_from(dim).ok());
            *value = known.ok_or_else(|| self.overflow(name, &[(name, dim)]))?;
        }
        Ok(values)
    }

    /// `value`, which is written `expression`, is one that the kernel can compute with.
    pub fn number(self, expression: &'static str, value: Int, given: Given<'_>) -> Result<(), Error> {
        match value.value().is_some_and(|value| i64::try_from(value).is_ok()) {
            true => Ok(()),
            false => Err(self.overflow(expression, given)),
        }
    }

    /// A fresh tensor for a result: zeros, so that it is initialised also where the kernel stops at a fault.
    pub fn zeros<T: Element, const R: usize>(self, shape: [usize; R]) -> Result<Tensor<T, R>, Error> {
        Tensor::try_zeros(self.name, shape)
    }

    /// An output has the shape of the result, whose dims are written `dims`.
    pub fn output_shape<const R: usize>(
        self,
        output: &'static str,
        dims: [&'static str; R],
        expected: [usize; R],
        found: [usize; R],
    ) -> Result<(), Error> {
        match (0..R).find(|&axis| expected[axis] != found[axis]) {
            None => Ok(()),
            Some(axis) => Err(Error::OutputAxis {
                function: self.name,
                output,
                axis,
                dim: dims[axis],
                expected: expected[axis],
                found: found[axis],
            }),
        }
    }

    /// The elements of an argument, contiguous and row-major.
    pub fn input<'a, T: Element, const R: usize>(
        self,
        tensor: &TensorRef<'a, T, R>,
    ) -> Result<Cow<'a, [T::Storage]>, Error> {
        tensor.contiguous().ok_or_else(|| self.out_of_memory(tensor.len().checked_mul(size_of::<T::Storage>())))
    }

    /// Contiguous, row-major memory for an output; [`Output::commit`] brings it to its place.
    pub fn output<T: Element, const R: usize>(self, tensor: TensorMut<'_, T, R>) -> Result<Output<'_, T>, Error> {
        match tensor.into_elements() {
            ElementsMut::Contiguous(memory) => Ok(Output::InPlace(memory)),
            #[cfg(feature = "ndarray")]
            ElementsMut::Strided(target) => match abi::zeroed::<T>(target.len()) {
                Some((mut buffer, offset)) => {
                    buffer.drain(..offset);
                    buffer.truncate(target.len());
                    Ok(Output::Elsewhere { buffer, target })
                }
                None => Err(self.out_of_memory(target.len().checked_mul(size_of::<T::Storage>()))),
            },
        }
    }

    /// What a kernel's status means. `faults` says for each instruction that may meet a fault which.
    pub fn outcome(self, status: i32, faults: &[(i32, &'static str)]) -> Result<(), Error> {
        match status {
            DONE => Ok(()),
            OUT_OF_MEMORY => Err(self.out_of_memory(None)),
            _ => {
                let met = faults.iter().find(|(instruction, _)| status - FIRST_FAULT == *instruction);
                let fault = met.map_or("an operation met an operand for which it has no result", |(_, fault)| fault);
                Err(Error::Fault { function: self.name, fault })
            }
        }
    }

    #[cold]
    fn out_of_memory(self, bytes: Option<usize>) -> Error {
        Error::OutOfMemory { function: self.name, bytes }
    }

    #[cold]
    fn overflow(self, expression: &'static str, given: Given<'_>) -> Error {
        Error::Overflow { function: self.name, expression, values: known(given) }
    }

    #[cold]
    fn size(self, tensor: &'static str, shape: &[Int]) -> Error {
        let dims: Vec<String> = shape
            .iter()
            .map(|dim| dim.value().map_or_else(|| "too large".to_string(), |dim| dim.to_string()))
            .collect();
        Error::Size { function: self.name, tensor, shape: format!("[{}]", dims.join(", ")) }
    }
}

/// An axis of an argument.
#[derive(Clone, Copy, Debug)]
pub struct Axis {
    function: &'static str,
    parameter: &'static str,
    axis: usize,
    length: usize,
}

impl Axis {
    /// The axis is as long as its dim, written `dim`, says.
    pub fn must_be(self, dim: &'static str, expected: Int, given: Given<'_>) -> Result<(), Error> {
        let Axis { function, parameter, axis, length } = self;
        match expected.value() {
            Some(expected) if expected == length as i128 => Ok(()),
            Some(expected) => {
                Err(Error::Axis { function, parameter, axis, dim, expected, found: length, values: known(given) })
            }
            None => Err(Error::Overflow { function, expression: dim, values: known(given) }),
        }
    }

    /// The `variable` with which the axis is as long as its dim, written `dim`, says: `coefficient * variable + rest`.
    pub fn solve(
        self,
        variable: &'static str,
        dim: &'static str,
        coefficient: Int,
        rest: Int,
        given: Given<'_>,
    ) -> Result<Int, Error> {
        let Axis { function, parameter, axis, length: found } = self;
        let (Some(rest), Some(coefficient)) = (rest.value(), coefficient.value()) else {
            return Err(Error::Overflow { function, expression: dim, values: known(given) });
        };
        let multiple = (found as i128).checked_sub(rest);
        let solution = multiple.and_then(|multiple| Some((multiple.checked_div(coefficient)?, multiple % coefficient)));
        match solution {
            Some((value, 0)) if value >= 0 => Ok(Int::new(value)),
            Some((value, 0)) => {
                let values = std::iter::once((variable, value)).chain(known(given)).collect();
                Err(Error::NegativeSolution { function, parameter, axis, dim, variable, found, values })
            }
            _ => Err(Error::NoSolution { function, parameter, axis, dim, variable, found, values: known(given) }),
        }
    }
}

/// Where a kernel writes an output.
#[derive(Debug)]
pub enum Output<'a, T: Element> {
    /// In the output itself.
    InPlace(&'a mut [T::Storage]),
    /// In a buffer, because the output is not contiguous.
    #[cfg(feature = "ndarray")]
    Elsewhere {
        /// As many elements as the output has.
        buffer: Vec<T::Storage>,
        /// The output.
        target: crate::view::StridedMut<'a, T::Storage>,
    },
}

impl<T: Element> Output<'_, T> {
    /// Where the elements begin.
    pub fn as_mut_ptr(&mut self) -> *mut T::Storage {
        match self {
            Output::InPlace(memory) => memory.as_mut_ptr(),
            #[cfg(feature = "ndarray")]
            Output::Elsewhere { buffer, .. } => buffer.as_mut_ptr(),
        }
    }

    /// Copies the elements to where they belong, if they are elsewhere.
    pub fn commit(self) {
        match self {
            Output::InPlace(_) => {}
            #[cfg(feature = "ndarray")]
            Output::Elsewhere { buffer, mut target } => {
                target.iter_mut().zip(buffer).for_each(|(place, element)| *place = element);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::int::{dim, int};

    const F: Function = Function::new("f");

    fn message<T: std::fmt::Debug>(result: Result<T, Error>) -> String {
        result.unwrap_err().to_string()
    }

    #[test]
    fn an_axis_of_another_length() {
        let gamma = F.axis("gamma", 0, 6);
        assert_eq!(gamma.must_be("D", int(6), &[("D", int(6))]), Ok(()));
        assert_eq!(
            message(gamma.must_be("D", int(8), &[("D", int(8))])),
            "f: parameter `gamma`, axis 0: expected D = 8, found 6"
        );
        assert_eq!(message(gamma.must_be("10", int(10), &[])), "f: parameter `gamma`, axis 0: expected 10, found 6");
        assert_eq!(
            message(gamma.must_be("H + 2 * E", int(11), &[("H", int(3)), ("E", int(4))])),
            "f: parameter `gamma`, axis 0: expected H + 2 * E = 11 with H = 3, E = 4, found 6"
        );
        assert_eq!(
            message(gamma.must_be("H * E", Int::UNKNOWN, &[("H", int(3)), ("E", Int::UNKNOWN)])),
            "f: the numbers in `H * E` are too large: H = 3"
        );
    }

    /// `x: [2 * S + 1]`
    #[test]
    fn a_variable_is_solved_for_exactly() {
        let solve = |length| F.axis("x", 0, length).solve("S", "2 * S + 1", int(2), int(1), &[]);
        assert_eq!((solve(1), solve(5)), (Ok(int(0)), Ok(int(2))));
        assert_eq!(message(solve(0)), "f: parameter `x`, axis 0: 2 * S + 1 = 0 has no whole solution for S");
        assert_eq!(message(solve(4)), "f: parameter `x`, axis 0: 2 * S + 1 = 4 has no whole solution for S");
        // `[A - S]`, where A is known.
        let solve = |length| F.axis("x", 1, length).solve("S", "A - S", int(-1), int(7), &[("A", int(7))]);
        assert_eq!(solve(3), Ok(int(4)));
        assert_eq!(message(solve(9)), "f: parameter `x`, axis 1: A - S = 9 holds for a negative S only: S = -2, A = 7");
    }

    #[test]
    fn a_condition_that_does_not_hold() {
        let d = int(6);
        let check = |origin| F.check("D % 8 == 0", origin, d.floor_mod(int(8)).equal(int(0)), &[("D", d)]);
        assert_eq!(message(check(Origin::Refinement("x"))), "f: `D % 8 == 0` (refinement of `x`) does not hold: D = 6");
        assert_eq!(message(check(Origin::Requires)), "f: `D % 8 == 0` (from `requires`) does not hold: D = 6");
        assert_eq!(message(check(Origin::Reshape("g"))), "f: `D % 8 == 0` (reshape in `g`) does not hold: D = 6");
        let bound = F.check("S >= 1", Origin::DefaultBound, int(0).at_least(int(1)), &[("S", int(0))]);
        assert_eq!(message(bound), "f: `S >= 1` (default bound) does not hold: S = 0");
        assert_eq!(F.check("S >= 1", Origin::DefaultBound, int(1).at_least(int(1)), &[("S", int(1))]), Ok(()));
        let undecided = F.check("a", Origin::Assume, Int::UNKNOWN.equal(int(1)), &[("N", int(3))]);
        assert_eq!(message(undecided), "f: the numbers in `a` are too large: N = 3");
    }

    #[test]
    fn shapes_that_do_not_fit() {
        assert_eq!(F.shape("F32[B, 2]", 32, [int(3), int(2)]), Ok([3, 2]));
        assert_eq!(F.shape("F32[]", 32, []), Ok([]));
        assert_eq!(F.shape("F32[B, 2]", 32, [int(0), int(2)]), Ok([0, 2]));
        let limit = isize::MAX as i128;
        assert!(F.shape("I8[N]", 8, [int(limit)]).is_ok() && F.shape("I4[N]", 4, [int(limit)]).is_ok());
        assert_eq!(
            message(F.shape("F32[N]", 32, [int(limit / 4 + 1)])),
            "f: `F32[N]` = [2305843009213693952] does not fit in the address space"
        );
        assert_eq!(
            message(F.shape("F32[Z, N, N]", 32, [int(0), int(1 << 40), int(1 << 40)])),
            "f: `F32[Z, N, N]` = [0, 1099511627776, 1099511627776] does not fit in the address space"
        );
        assert_eq!(message(F.shape("I8[S - T]", 8, [int(-1)])), "f: `I8[S - T]` = [-1] has a negative dim");
        assert_eq!(
            message(F.shape("I8[N]", 8, [Int::UNKNOWN])),
            "f: `I8[N]` = [too large] does not fit in the address space"
        );
    }

    #[test]
    fn variables_that_no_kernel_could_take() {
        assert_eq!(F.dims([("B", int(3)), ("S", int(0))]), Ok([3, 0]));
        assert_eq!(
            message(F.dims([("heads", dim(usize::MAX))])),
            "f: the numbers in `heads` are too large: heads = 18446744073709551615"
        );
        assert_eq!(
            message(F.define("N = H * E", Int::UNKNOWN, &[("H", int(2)), ("E", int(3))])),
            "f: the numbers in `N = H * E` are too large: H = 2, E = 3"
        );
    }

    #[test]
    fn outputs_of_another_shape() {
        let check = |found| F.output_shape("out", ["B", "10"], [3, 10], found);
        assert_eq!(check([3, 10]), Ok(()));
        assert_eq!(message(check([4, 10])), "f: output `out`, axis 0: expected B = 3, found 4");
        assert_eq!(message(check([3, 9])), "f: output `out`, axis 1: expected 10, found 9");
    }

    #[test]
    fn what_a_status_means() {
        let faults = [(3, "div: a divisor is zero"), (5, "pow: a negative exponent")];
        assert_eq!(F.outcome(0, &faults), Ok(()));
        assert_eq!(message(F.outcome(1, &faults)), "f: out of memory");
        assert_eq!(message(F.outcome(5, &faults)), "f: div: a divisor is zero");
        assert_eq!(message(F.outcome(7, &faults)), "f: pow: a negative exponent");
        assert_eq!(message(F.outcome(2, &faults)), "f: an operation met an operand for which it has no result");
    }

    #[test]
    fn memory_that_cannot_be_had() {
        let result = F.zeros::<f64, 1>([1 << 58]);
        assert_eq!(message(result), "f: out of memory: could not allocate 2305843009213693952 bytes");
    }

    #[cfg(feature = "ndarray")]
    #[test]
    fn scattered_outputs_are_written_on_success_only() {
        let mut array = ndarray::array![[1, 2, 3], [4, 5, 6]];
        let write = |array: &mut ndarray::Array2<i32>, commit: bool| {
            let mut output = F.output(TensorMut::from(array.view_mut().reversed_axes())).unwrap();
            let Output::Elsewhere { buffer, .. } = &mut output else { unreachable!("the view is transposed") };
            buffer.copy_from_slice(&[10, 20, 30, 40, 50, 60]);
            if commit {
                output.commit();
            }
        };
        write(&mut array, false);
        assert_eq!(array, ndarray::array![[1, 2, 3], [4, 5, 6]]);
        write(&mut array, true);
        assert_eq!(array, ndarray::array![[10, 30, 50], [20, 40, 60]]);
    }
}
