//! Tensors of the interpreter.

use super::EvalError;
use super::error::Stop;
use crate::types::{DType, Element};

/// A tensor: its elements in row-major order, each held exactly.
#[derive(Clone, Debug, PartialEq)]
pub struct Value {
    dtype: DType,
    shape: Vec<usize>,
    /// As many as the shape says, each a value of the dtype.
    elements: Vec<Element>,
}

impl Value {
    /// The tensor of these elements in row-major order; an error if their number is not the shape's or if one is not a
    /// value of `dtype`. Values of F16 and BF16 are written as F64 or F32, those of I4 as any integer.
    pub fn new<E: Into<Element>>(
        dtype: DType,
        shape: &[usize],
        elements: impl IntoIterator<Item = E>,
    ) -> Result<Value, EvalError> {
        let elements: Vec<Element> = elements.into_iter().map(Into::into).collect();
        let volume = shape.iter().try_fold(1usize, |product, &extent| product.checked_mul(extent));
        if volume != Some(elements.len()) {
            return Err(EvalError::Arguments(format!("{} elements for the shape {shape:?}", elements.len())));
        }
        if let Some(element) = elements.iter().find(|element| !element.is_of(dtype)) {
            return Err(EvalError::Arguments(format!("{element} is no value of {dtype}")));
        }
        Ok(Value { dtype, shape: shape.to_vec(), elements })
    }

    /// The element type.
    pub fn dtype(&self) -> DType {
        self.dtype
    }

    /// The extents.
    pub fn shape(&self) -> &[usize] {
        &self.shape
    }

    /// All elements in row-major order.
    pub fn elements(&self) -> &[Element] {
        &self.elements
    }

    pub(super) fn rank(&self) -> usize {
        self.shape.len()
    }

    /// The element at `index`, which lies within the shape.
    pub(super) fn at(&self, index: &[usize]) -> Element {
        let offset = self.shape.iter().zip(index).fold(0, |offset, (extent, position)| offset * extent + position);
        self.elements[offset]
    }

    /// The tensor whose element at each index is what `element` gives; it is asked in row-major order.
    pub(super) fn build(
        dtype: DType,
        shape: &[usize],
        mut element: impl FnMut(&[usize]) -> Result<Element, Stop>,
    ) -> Result<Value, Stop> {
        let volume = shape.iter().try_fold(1usize, |product, &extent| product.checked_mul(extent));
        let volume = volume.ok_or(Stop::Memory)?;
        let mut elements = Vec::new();
        elements.try_reserve_exact(volume).map_err(|_| Stop::Memory)?;
        let mut index = vec![0; shape.len()];
        for _ in 0..volume {
            elements.push(element(&index)?);
            for axis in (0..shape.len()).rev() {
                index[axis] += 1;
                if index[axis] < shape[axis] {
                    break;
                }
                index[axis] = 0;
            }
        }
        Ok(Value { dtype, shape: shape.to_vec(), elements })
    }

    /// The same elements under another shape of as many.
    pub(super) fn reshaped(&self, shape: &[usize]) -> Value {
        Value { shape: shape.to_vec(), ..self.clone() }
    }
}
