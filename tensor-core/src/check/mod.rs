//! From the surface tree to checked functions: resolve, infer, discharge.

use crate::diag::Diagnostic;
use crate::ir::Func;
use crate::logic::Check;
use crate::syntax::ast;
use crate::types::{Dim, DimVar};
use num_bigint::BigInt;

/// A function without errors: all that the macro expands and the build step lowers.
#[derive(Clone, Debug)]
pub struct CheckedFn {
    /// The typed function.
    pub func: Func,
    /// How the wrapper finds the value of each variable of `func.vars` that has to be solved for, in an order in which
    /// each needs only earlier ones. Variables of `dim` parameters come first and are not listed; variables that are
    /// defined by `dim` statements are in `definitions`.
    pub bindings: Vec<Binding>,
    /// Variables defined as products, evaluated after the bindings, in order.
    pub definitions: Vec<(DimVar, Dim)>,
    /// What the wrapper evaluates before any work, in order, after binding all variables and comparing each parameter's
    /// shape with its type.
    pub checks: Vec<Check>,
}

/// `var = (shape of parameter `param` at `axis` - rest) / coefficient`, exact division.
#[derive(Clone, Debug, PartialEq)]
pub struct Binding {
    /// The variable.
    pub var: DimVar,
    /// Position among all parameters.
    pub param: usize,
    /// Axis of that parameter's shape.
    pub axis: usize,
    /// Not zero.
    pub coefficient: BigInt,
    /// Over variables that are bound earlier.
    pub rest: Dim,
}

/// One obligation with its answer, for dumps.
#[derive(Clone, Debug)]
pub struct Discharged {
    /// Short name of the premise, unique within the function: `03-matmul-inner`.
    pub name: String,
    /// SMT-LIB text that reproduces the verdict with the `z3` program.
    pub smt2: String,
    /// `proved`, `refuted` or `unknown`.
    pub verdict: &'static str,
}

/// What became of one function of a block.
pub struct FnOutcome<'a> {
    /// The function as written.
    pub surface: &'a ast::Fn,
    /// The checked function, or its errors (none where only a callee has errors).
    pub result: Result<CheckedFn, Vec<Diagnostic>>,
    /// Its obligations.
    pub discharged: Vec<Discharged>,
}
