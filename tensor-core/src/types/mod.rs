//! What a program's values are described with: dtypes, dims, predicates, tensor types.

mod dim;
mod dtype;
mod element;
mod formula;
mod literal;
mod pred;
mod tensor;
#[cfg(test)]
pub(crate) mod testing;

pub use dim::{Atom, Dim, DimVar, Monomial};
pub use dtype::{Admits, DType, Kind};
pub use element::{Element, round, wrap};
pub use formula::Formula;
pub use literal::Literal;
pub use pred::{Cmp, Pred, Refinements};
pub use tensor::{Shape, TensorType, fmt_shape};
