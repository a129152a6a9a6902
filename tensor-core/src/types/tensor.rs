//! Tensor types.

use super::{DType, Dim, DimVar, Refinements};
use std::fmt;

/// A shape: one dim per axis, outermost first.
pub type Shape = Vec<Dim>;

/// `Tensor[dtype, [shape], refinements]`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TensorType {
    /// The element type.
    pub dtype: DType,
    /// One dim per axis.
    pub shape: Shape,
    /// What is known of the shape's variables.
    pub refinements: Refinements,
}

impl TensorType {
    /// The number of axes.
    pub fn rank(&self) -> usize {
        self.shape.len()
    }

    /// Replaces variables, all at once.
    pub fn substitute(&self, replacement: &dyn Fn(&DimVar) -> Option<Dim>) -> TensorType {
        TensorType {
            dtype: self.dtype,
            shape: self.shape.iter().map(|dim| dim.substitute(replacement)).collect(),
            refinements: self.refinements.iter().map(|pred| pred.substitute(replacement)).collect(),
        }
    }
}

/// `[B, 2 * S, 4]`.
pub fn fmt_shape(shape: &[Dim]) -> String {
    let dims: Vec<String> = shape.iter().map(Dim::to_string).collect();
    format!("[{}]", dims.join(", "))
}

/// `F32[B, S] where D % 8 == 0, S >= 2`.
impl fmt::Display for TensorType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.dtype, fmt_shape(&self.shape))?;
        for (position, pred) in self.refinements.iter().enumerate() {
            write!(f, "{}{pred}", if position == 0 { " where " } else { ", " })?;
        }
        Ok(())
    }
}
