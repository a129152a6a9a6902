//! From the surface tree to checked functions: resolve, infer, discharge.

mod attrs;
mod beside;
mod body;
mod bounds;
mod calls;
mod dims;
mod discharge;
mod fixes;
mod kernel;
mod kinds;
mod lowered;
mod order;
mod promises;
mod resolve;
mod scope;
mod wording;
mod written;

pub use kernel::{Package, kernel_name};

use self::calls::{Callee, Callees};
use self::discharge::Setting;
use crate::diag::{Diagnostic, Sink};
use crate::ir::Func;
use crate::logic::{Check, Prover};
use crate::syntax::ast;
use crate::types::{Dim, DimVar};
use num_bigint::BigInt;
use std::collections::BTreeMap;

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

/// Whether obligations are kept with their SMT-LIB text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Record {
    /// For dumps.
    Obligations,
    /// For speed.
    Nothing,
}

/// Checks each function of `block`; outcomes are in the order of the functions.
pub fn check_block<'a>(block: &'a ast::Block, prover: &dyn Prover, record: Record) -> Vec<FnOutcome<'a>> {
    let mut misnamed = misnamed(block);
    let mut outcomes: BTreeMap<usize, FnOutcome<'a>> = BTreeMap::new();
    let setting = Setting { prover, record, flags: &block.flags };
    for position in order::callees_first(block) {
        let surface = &block.fns[position];
        let callees = visible_callees(block, &outcomes);
        let misnamed = misnamed.remove(&position).unwrap_or_default();
        let outcome = check_fn(setting, block, surface, &callees, misnamed);
        outcomes.insert(position, outcome);
    }
    outcomes.into_values().collect()
}

/// What a function may call when the functions of `outcomes` have been checked: callees are checked first, so one that
/// has not been checked calls the caller.
fn visible_callees<'c>(block: &'c ast::Block, outcomes: &'c BTreeMap<usize, FnOutcome<'_>>) -> Callees<'c> {
    let mut callees = Callees::default();
    for (position, function) in block.fns.iter().enumerate().rev() {
        let callee = match outcomes.get(&position).map(|outcome| &outcome.result) {
            Some(Ok(checked)) => Callee::Checked(checked, function),
            Some(Err(_)) => Callee::Broken,
            None => Callee::Recursive,
        };
        callees.insert(function.name.to_string(), callee);
    }
    for name in &block.broken {
        callees.insert(name.to_string(), Callee::Broken);
    }
    callees
}

fn check_fn<'a>(
    setting: Setting<'_>,
    block: &'a ast::Block,
    surface: &'a ast::Fn,
    callees: &Callees<'_>,
    misnamed: Vec<Diagnostic>,
) -> FnOutcome<'a> {
    let (checked, diagnostics, discharged) = check_surface(setting, block, surface, callees);
    let mut errors = misnamed;
    let result = match checked {
        Ok(checked) if errors.is_empty() => Ok(checked),
        Ok(_) => Err(errors),
        Err(effort) => {
            errors.extend(fixes::keep_proved(setting, block, surface, callees, effort, diagnostics));
            Err(errors)
        }
    };
    FnOutcome { surface, result, discharged }
}

/// The checked function, or what effort it was to look at it; the errors, with ways out that were not tried; the
/// obligations.
fn check_surface(
    setting: Setting<'_>,
    block: &ast::Block,
    surface: &ast::Fn,
    callees: &Callees<'_>,
) -> (Result<CheckedFn, usize>, Vec<Diagnostic>, Vec<Discharged>) {
    let mut sink = Sink::default();
    let body = match &surface.body {
        Ok(body) => body,
        Err(diagnostic) => {
            sink.report(diagnostic.clone());
            return (Err(0), sink.into_diagnostics(), Vec::new());
        }
    };
    let resolved = resolve::resolve(block, surface, body, callees, &mut sink);
    let (checks, discharged, effort) =
        discharge::discharge(setting, resolved.steps, &resolved.vars, &resolved.definitions, &mut sink);
    let diagnostics = sink.into_diagnostics();
    let checked = match resolved.func {
        Some(func) if diagnostics.is_empty() => {
            Ok(CheckedFn { func, bindings: resolved.bindings, definitions: resolved.definitions, checks })
        }
        _ => Err(effort),
    };
    (checked, diagnostics, discharged)
}

/// Errors in the names of constants, which belong to no function.
pub fn check_consts(block: &ast::Block) -> Vec<Diagnostic> {
    let mut errors = Vec::new();
    for (position, item) in block.consts.iter().enumerate() {
        let name = item.name.to_string();
        if is_operation(&name) {
            errors.push(wording::reserved(&item.name));
        } else if block.consts[..position].iter().any(|other| other.name == name) {
            errors.push(wording::declared_twice(&item.name));
        }
    }
    errors
}

fn is_operation(name: &str) -> bool {
    attrs::operation_names().any(|operation| operation == name)
}

/// Errors in the names of functions, by position.
fn misnamed(block: &ast::Block) -> BTreeMap<usize, Vec<Diagnostic>> {
    let mut errors: BTreeMap<usize, Vec<Diagnostic>> = BTreeMap::new();
    for (position, function) in block.fns.iter().enumerate() {
        let name = function.name.to_string();
        let own = errors.entry(position).or_default();
        if is_operation(&name) {
            own.push(wording::reserved(&function.name));
        }
        // Functions of one name under different `cfg`s are alternatives; rustc sees to it that only one remains.
        let has_cfg = |function: &ast::Fn| function.attrs.iter().any(|attr| attr.path().is_ident("cfg"));
        if block.fns[..position].iter().any(|other| other.name == name && !(has_cfg(other) && has_cfg(function))) {
            own.push(wording::declared_twice(&function.name));
        }
        if let Some(base) = name.strip_suffix("_into")
            && block.fns.iter().any(|other| other.name == base)
        {
            own.push(wording::clashes_with_into(&function.name, base));
        }
    }
    errors
}
