//! What else may be wrong where an argument or a result does not fit: its place, or the argument beside it.

use super::CheckedFn;
use super::body::{OperandSite, Site};
use super::calls::Argument;
use super::promises::Promise;
use super::resolve::Resolver;
use super::scope::Value;
use super::wording;
use crate::diag::{Fix, Region};
use crate::ir::{ParamKind, ValueId};
use crate::logic::Solved;
use crate::syntax::ast;
use crate::types::{Dim, TensorType};
use std::rc::Rc;

/// Each two of `count` positions.
fn pairs(count: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..count).flat_map(move |other| (0..other).map(move |one| (one, other)))
}

impl Resolver<'_> {
    /// Whether the dtype and the rank of `value` are those of `expected`.
    fn has_form(&self, value: ValueId, expected: &TensorType) -> bool {
        let found = self.ty(value);
        (found.dtype, found.rank()) == (expected.dtype, expected.rank())
    }

    /// The call with two arguments exchanged, each of which has the dtype and rank of the other's parameter.
    pub(super) fn swaps(&self, call: &ast::Call, checked: &CheckedFn, arguments: &[Option<Argument>]) -> Rc<[Fix]> {
        let fits = |argument: usize, param: usize| match (&arguments[argument], &checked.func.params[param].kind) {
            (Some(Argument::Tensor(value)), ParamKind::Tensor(ty)) => self.has_form(*value, ty),
            _ => false,
        };
        let written: Vec<String> = call.args.iter().map(ToString::to_string).collect();
        let at = Region::between((&call.name).into(), call.args_at);
        let swap = |(one, other)| wording::fixes::swap("arguments", &call.name.to_string(), at, &written, one, other);
        pairs(written.len()).filter(|&(one, other)| fits(one, other) && fits(other, one)).map(swap).collect()
    }

    /// Reports an argument of another dtype or rank than its parameter.
    pub(super) fn tensor_argument(
        &mut self,
        call: &ast::Call,
        arg: &ast::Expr,
        value: ValueId,
        param: &str,
        expected: &TensorType,
        swaps: &Rc<[Fix]>,
    ) -> Option<()> {
        let found = self.ty(value).clone();
        let operand = OperandSite::of(arg, "the argument");
        let mut subject = self.subject(call.name.to_string(), arg.at, &[operand], &[value]);
        subject.swaps = Rc::clone(swaps);
        if found.dtype != expected.dtype {
            return self.fail(wording::argument_dtype(&subject, param, expected.dtype, found.dtype, arg.at));
        }
        if found.rank() != expected.rank() {
            return self.fail(wording::argument_rank(&subject, param, &expected.shape, arg.at));
        }
        Some(())
    }

    /// The tuple with two results exchanged, each of which has the dtype and rank that is promised of the other.
    pub(super) fn result_swaps(
        &self,
        promises: &[Option<Promise<'_>>],
        values: &[Value],
        tail: &ast::Expr,
    ) -> Rc<[Fix]> {
        let ast::ExprKind::Tuple(elements) = &tail.kind else { return Rc::default() };
        let fits = |value: usize, promise: usize| match (&values[value], &promises[promise]) {
            (Value::Tensor(value), Some(Promise { ty, .. })) => self.has_form(*value, ty),
            _ => false,
        };
        let written: Vec<String> = elements.iter().map(ToString::to_string).collect();
        let swap = |(one, other)| wording::fixes::swap("results", "", tail.at, &written, one, other);
        pairs(written.len()).filter(|&(one, other)| fits(one, other) && fits(other, one)).map(swap).collect()
    }

    /// What a variable of the callee was solved from, if `dim` is one and was solved from an axis of an argument.
    pub(super) fn solved(
        &self,
        site: &Site,
        checked: &CheckedFn,
        arguments: &[Argument],
        dim: &Dim,
    ) -> Option<Box<Solved>> {
        let var = dim.as_var()?;
        let binding = checked.bindings.iter().find(|binding| binding.var == *var)?;
        let Argument::Tensor(value) = &arguments[binding.param] else { return None };
        let operand = &site.operands[binding.param..=binding.param];
        let operand = self.subject(site.name.clone(), site.whole, operand, &[*value]).operands.remove(0);
        let param = checked.func.params[binding.param].name.clone();
        Some(Box::new(Solved { var: var.name().to_owned(), param, axis: binding.axis, operand }))
    }
}
