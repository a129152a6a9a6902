//! Types as they are written: of parameters, results and annotations, and whether values have them.

use super::body::OperandSite;
use super::resolve::{Origins, Resolver, Step};
use super::scope::Value;
use super::wording;
use crate::diag::{Fix, Region};
use crate::ir::{FuncResult, Inst, Param, ParamKind, ValueId};
use crate::logic::{FactScope, Obligation, Reason};
use crate::ops::Op;
use crate::syntax::ast;
use crate::types::{DimVar, Pred, TensorType};
use std::collections::BTreeSet;
use std::rc::Rc;

/// A type as written and as resolved.
pub(super) struct Promise<'t> {
    /// Whose type it is: a parameter's name, `result`, `result 2`, `annotation`.
    pub(super) name: String,
    pub(super) written: &'t ast::Type,
    pub(super) ty: TensorType,
    /// `ty.refinements` in the order in which they are written.
    pub(super) preds: Vec<Pred>,
}

impl Resolver<'_> {
    /// Declares the tensor parameters: the type of each, `None` for one with an error and for a `dim`.
    pub(super) fn param_types<'t>(&mut self, params: &'t [ast::Param]) -> Vec<Option<Promise<'t>>> {
        let mut types = Vec::new();
        for (position, param) in params.iter().enumerate() {
            let ast::ParamKind::Tensor(written) = &param.kind else {
                types.push(None);
                continue;
            };
            let promise = self.tensor_type(param.name.to_string(), written);
            let value = match &promise {
                Some(Promise { ty, name, .. }) => Value::Tensor(self.push(
                    Inst { op: Op::Param(position), args: Vec::new(), ty: ty.clone() },
                    Origins { name: name.clone(), at: (&param.name).into() },
                )),
                None => Value::Poisoned,
            };
            let value = if self.is_reserved(&param.name) { Value::Poisoned } else { value };
            if self.scope.has_value(&param.name) || !self.scope.declare_value(&param.name, value) {
                self.sink.report(wording::declared_twice(&param.name));
            }
            types.push(promise);
        }
        types
    }

    /// The type that was written; `None` where an error was reported.
    pub(super) fn tensor_type<'t>(&mut self, name: String, written: &'t ast::Type) -> Option<Promise<'t>> {
        let dtype = self.dtype(&written.dtype);
        let shape = self.shape(&written.shape);
        let preds: Vec<Option<Pred>> = written.refinements.iter().map(|pred| self.pred(pred)).collect();
        let preds: Vec<Pred> = preds.into_iter().collect::<Option<_>>()?;
        let ty = TensorType { dtype: dtype?, shape: shape?, refinements: preds.iter().cloned().collect() };
        Some(Promise { name, written, ty, preds })
    }

    /// An annotated `let`: the value must have the annotation's type, and has it from here on.
    pub(super) fn annotate(&mut self, value: Value, written: &ast::Type, expr: &ast::Expr) -> Value {
        let Some(promise) = self.tensor_type("annotation".to_owned(), written) else { return Value::Poisoned };
        self.well_formed(&promise.ty.shape, &written.shape, &promise.name);
        match value {
            Value::Tensor(value) => {
                let same = promise.ty == *self.ty(value);
                match self.promised(&promise, value, expr, &Rc::default()) {
                    Some(()) if same => Value::Tensor(value),
                    Some(()) => {
                        let at = expr.at;
                        let inst = Inst { op: Op::Annotate, args: vec![value], ty: promise.ty };
                        Value::Tensor(self.push(inst, Origins { name: "let".to_owned(), at }))
                    }
                    None => Value::Poisoned,
                }
            }
            Value::Tuple(values) => {
                self.sink.report(wording::tuple_for_tensor(values.len(), expr.at));
                Value::Poisoned
            }
            Value::Poisoned => Value::Poisoned,
        }
    }

    /// The function's results; `None` if one has an error.
    pub(super) fn results(
        &mut self,
        promises: &[Option<Promise<'_>>],
        value: Value,
        tail: &ast::Expr,
    ) -> Option<Vec<FuncResult>> {
        let values = match value {
            Value::Poisoned => return None,
            Value::Tensor(value) => vec![Value::Tensor(value)],
            Value::Tuple(values) => values,
        };
        if values.len() != promises.len() {
            return self.fail(wording::result_count(promises.len(), values.len(), tail.at));
        }
        let elements: Vec<&ast::Expr> = match &tail.kind {
            ast::ExprKind::Tuple(elements) => elements.iter().collect(),
            _ => promises.iter().map(|_| tail).collect(),
        };
        let swaps = self.result_swaps(promises, &values, tail);
        let mut results = Vec::new();
        for ((promise, value), expr) in promises.iter().zip(values).zip(elements) {
            results.push(match (promise, value) {
                (Some(promise), Value::Tensor(value)) => {
                    let ty = promise.ty.clone();
                    self.promised(promise, value, expr, &swaps).map(|()| FuncResult { value, ty })
                }
                (_, Value::Tuple(inner)) => self.fail(wording::tuple_for_tensor(inner.len(), expr.at)),
                (None, _) | (_, Value::Poisoned) => None,
            });
        }
        results.into_iter().collect()
    }

    /// Subtyping (§18): the dtype, the rank and each dim of `value` are as promised, and its refinements imply the
    /// promised ones.
    fn promised(&mut self, promise: &Promise<'_>, value: ValueId, expr: &ast::Expr, swaps: &Rc<[Fix]>) -> Option<()> {
        let found = self.ty(value).clone();
        let Promise { name, written, ty, preds } = promise;
        let mut subject = self.subject(name.clone(), written.at, &[OperandSite::of(expr, "the value")], &[value]);
        subject.swaps = Rc::clone(swaps);
        if found.dtype != ty.dtype {
            return self.fail(wording::promised_dtype(&subject, ty.dtype, found.dtype, (&written.dtype).into()));
        }
        if found.rank() != ty.rank() {
            return self.fail(wording::promised_rank(&subject, &ty.shape, written.shape_at));
        }
        for (axis, (expected, found)) in ty.shape.iter().zip(&found.shape).enumerate() {
            self.steps.push(Step::Prove(Obligation {
                goal: crate::logic::equal(expected, found),
                reason: Reason::PromisedDim {
                    promise: name.clone(),
                    axis,
                    expected: expected.clone(),
                    found: found.clone(),
                    promised: ty.shape.clone(),
                    promised_at: written.shape_at,
                },
                subject: subject.clone(),
                at: written.shape[axis].at,
                scope: FactScope::All,
                keep: false,
            }));
        }
        for (pred, goal) in written.refinements.iter().zip(preds) {
            let dropped_by = self.dropped_by(value, goal, &mut BTreeSet::new());
            self.steps.push(Step::Prove(Obligation {
                goal: goal.clone(),
                reason: Reason::PromisedRefinement { promise: name.clone(), written: pred.to_string(), dropped_by },
                subject: subject.clone(),
                at: pred.at,
                scope: FactScope::Subtyping(found.refinements.clone()),
                keep: true,
            }));
        }
        Some(())
    }

    /// The operation on the way to `value` whose operand still had the refinement and whose result has not.
    pub(super) fn dropped_by(
        &self,
        value: ValueId,
        refinement: &Pred,
        seen: &mut BTreeSet<ValueId>,
    ) -> Option<(String, Region)> {
        let inst = &self.insts[value.0];
        if inst.ty.refinements.contains(refinement) || !seen.insert(value) {
            return None;
        }
        if inst.args.iter().any(|&arg| self.ty(arg).refinements.contains(refinement)) {
            let origins = &self.origins[value.0];
            return Some((origins.name.clone(), origins.at));
        }
        inst.args.iter().find_map(|&arg| self.dropped_by(arg, refinement, seen))
    }
}

/// The parameters; `None` if one has an error.
pub(super) fn params_of(params: &[ast::Param], types: &[Option<Promise<'_>>]) -> Option<Vec<Param>> {
    params
        .iter()
        .zip(types)
        .map(|(param, promise)| {
            let name = param.name.to_string();
            let kind = match param.kind {
                ast::ParamKind::Dim => ParamKind::Dim(DimVar::new(&name)),
                ast::ParamKind::Tensor(_) => ParamKind::Tensor(promise.as_ref()?.ty.clone()),
            };
            Some(Param { name, kind })
        })
        .collect()
}
