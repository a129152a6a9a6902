//! Calls between the functions of a block.
//!
//! The callee's variables are solved from the arguments' dims. What it relies on is demanded here, what it assumes is
//! assumed here and so checked by the caller's wrapper, what it promises is a fact here, and its instructions become
//! instructions of the caller.

use super::body::Site;
use super::dims::Products;
use super::resolve::{AssumedBy, Origins, Resolver, Step};
use super::scope::Value;
use super::wording;
use super::{Binding, CheckedFn};
use crate::diag::{Fix, Region};
use crate::ir::{Inst, ParamKind, ValueId};
use crate::logic::{Check, FactScope, Obligation, Origin, Reason, equal};
use crate::ops::Op;
use crate::syntax::ast;
use crate::types::{Cmp, Dim, DimVar, Pred};
use num_traits::Signed;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// A function with its callees inlined has no more instructions, so that calls of calls cannot use up all memory.
const MOST_INSTRUCTIONS: usize = 10_000;

/// What a call can find.
#[derive(Default)]
pub(super) struct Callees<'a> {
    functions: BTreeMap<String, Callee<'a>>,
}

/// A function of the block, as its callers see it.
#[derive(Clone, Copy)]
pub(super) enum Callee<'a> {
    /// It has no errors; with what was written.
    Checked(&'a CheckedFn, &'a ast::Fn),
    /// It has errors that were reported: its callers stay silent.
    Broken,
    /// It calls the caller, directly or not.
    Recursive,
    /// There are several under `cfg`, and which of them the build keeps is not known here.
    Ambiguous,
}

impl<'a> Callees<'a> {
    pub(super) fn insert(&mut self, name: String, callee: Callee<'a>) {
        let several = |other: &mut Callee<'a>| {
            let broken = matches!(other, Callee::Broken) || matches!(callee, Callee::Broken);
            *other = if broken { Callee::Broken } else { Callee::Ambiguous };
        };
        self.functions.entry(name).and_modify(several).or_insert(callee);
    }

    pub(super) fn get(&self, name: &str) -> Option<Callee<'a>> {
        self.functions.get(name).copied()
    }

    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.functions.keys().map(String::as_str)
    }
}

/// Calls `visit` with each call in `expr`, of an operation or of a function, in order.
pub(super) fn called<'e>(expr: &'e ast::Expr, visit: &mut dyn FnMut(&'e ast::Call)) {
    match &expr.kind {
        ast::ExprKind::Name(_) | ast::ExprKind::Literal(_) => {}
        ast::ExprKind::Neg(inner) | ast::ExprKind::Paren(inner) => called(inner, visit),
        ast::ExprKind::Binary(_, lhs, rhs) => {
            called(lhs, visit);
            called(rhs, visit);
        }
        ast::ExprKind::Tuple(elements) => elements.iter().for_each(|element| called(element, visit)),
        ast::ExprKind::Call(call) => {
            visit(call);
            call.args.iter().for_each(|arg| called(arg, visit));
        }
    }
}

/// Where a function says that it relies on `check`.
fn demanded_at(surface: &ast::Fn, check: &Check) -> Option<Region> {
    let is_it = |pred: &&ast::Pred| pred.to_string() == check.written;
    match &check.origin {
        Origin::Requires => surface.clauses.iter().find_map(|clause| match clause {
            ast::Clause::Requires(preds) => preds.iter().find(is_it).map(|pred| pred.at),
            ast::Clause::Assume(_) | ast::Clause::Dim(_) => None,
        }),
        Origin::Refinement(name) => surface.params.iter().find_map(|param| match &param.kind {
            ast::ParamKind::Tensor(ty) if param.name == name => ty.refinements.iter().find(is_it).map(|pred| pred.at),
            ast::ParamKind::Tensor(_) | ast::ParamKind::Dim => None,
        }),
        Origin::DefaultBound(var) => {
            let declared = surface.generics.iter().chain(surface.params.iter().map(|param| &param.name));
            declared.into_iter().find(|name| *name == var.name()).map(Region::from)
        }
        Origin::Assume | Origin::Dim | Origin::Reshape(_) | Origin::Undecided => None,
    }
}

/// An argument after resolution.
pub(super) enum Argument {
    Tensor(ValueId),
    Dim(Dim),
}

impl Resolver<'_> {
    pub(super) fn call_function(&mut self, call: &ast::Call, callee: Callee<'_>) -> Value {
        if !self.no_attrs(call) {
            return Value::Poisoned;
        }
        match callee {
            Callee::Broken => Value::Poisoned,
            Callee::Ambiguous => self.poison(wording::ambiguous(&call.name)),
            Callee::Recursive => self.poison(wording::recursion(&call.name)),
            Callee::Checked(checked, surface) => self.call_checked(call, checked, surface).unwrap_or(Value::Poisoned),
        }
    }

    fn call_checked(&mut self, call: &ast::Call, checked: &CheckedFn, surface: &ast::Fn) -> Option<Value> {
        let func = &checked.func;
        if call.args.len() != func.params.len() {
            let name = call.name.to_string();
            return self.fail(wording::argument_count(&name, func.params.len(), call.args.len(), call.args_at));
        }
        let arguments: Vec<Option<Argument>> = call
            .args
            .iter()
            .zip(&func.params)
            .map(|(arg, param)| match &param.kind {
                ParamKind::Tensor(_) => self.operand(arg).map(Argument::Tensor),
                ParamKind::Dim(_) => self.dim(arg, Products::Refused).map(Argument::Dim),
            })
            .collect();
        let swaps = self.swaps(call, checked, &arguments);
        let mut fits = true;
        for (position, argument) in arguments.iter().enumerate() {
            if let (Some(Argument::Tensor(value)), ParamKind::Tensor(ty)) = (argument, &func.params[position].kind) {
                let param = &func.params[position].name;
                fits &= self.tensor_argument(call, &call.args[position], *value, param, ty, &swaps).is_some();
            }
        }
        let arguments: Vec<Argument> = arguments.into_iter().collect::<Option<_>>()?;
        if !fits {
            return None;
        }
        if self.insts.len() + func.insts.len() > MOST_INSTRUCTIONS {
            return self.fail(wording::too_large(&call.name, MOST_INSTRUCTIONS));
        }
        let site = Site::of_call(call);
        let vars = self.solve_callee(&site, checked, surface, &arguments);
        let replacement = |var: &DimVar| vars.get(var).cloned();
        self.demand_shapes(&site, checked, surface, &arguments, &replacement, &swaps);
        self.demand_conditions(&site, checked, surface, &arguments, &replacement);
        Some(self.inline(&site, checked, &arguments, &replacement))
    }

    /// The callee's variables in the caller's terms.
    fn solve_callee(
        &mut self,
        site: &Site,
        checked: &CheckedFn,
        surface: &ast::Fn,
        arguments: &[Argument],
    ) -> BTreeMap<DimVar, Dim> {
        let mut vars: BTreeMap<DimVar, Dim> = BTreeMap::new();
        for (param, argument) in checked.func.params.iter().zip(arguments) {
            if let (ParamKind::Dim(var), Argument::Dim(dim)) = (&param.kind, argument) {
                vars.insert(var.clone(), dim.clone());
            }
        }
        for binding in &checked.bindings {
            let Argument::Tensor(value) = &arguments[binding.param] else {
                unreachable!("a variable is solved from a tensor's shape")
            };
            let actual = self.ty(*value).shape[binding.axis].clone();
            let mut multiple = actual - binding.rest.substitute(&|var| vars.get(var).cloned());
            if binding.coefficient.is_negative() {
                multiple = -multiple;
            }
            let divisor = binding.coefficient.abs();
            let remainder = multiple.floor_mod(&divisor);
            if !remainder.is_constant(0) {
                self.demand_divisible(site, surface, binding, *value, &remainder);
            }
            vars.insert(binding.var.clone(), multiple.floor_div(&divisor));
        }
        for (var, product) in &checked.definitions {
            let product = product.substitute(&|var| vars.get(var).cloned());
            if product.is_linear() {
                vars.insert(var.clone(), product);
                continue;
            }
            let name = self.fresh(&format!("{}.{var}", site.name));
            self.vars.push(name.clone());
            self.definitions.push((name.clone(), product));
            vars.insert(var.clone(), Dim::var(name));
        }
        vars
    }

    /// The axis that `binding` solves leaves no remainder.
    fn demand_divisible(&mut self, site: &Site, surface: &ast::Fn, binding: &Binding, value: ValueId, remainder: &Dim) {
        let Binding { var, param, axis, coefficient, rest } = binding;
        let written = match &surface.params[*param].kind {
            ast::ParamKind::Tensor(ty) => &ty.shape[*axis],
            ast::ParamKind::Dim => unreachable!("a variable is solved from a tensor's shape"),
        };
        let goal = equal(remainder, &Dim::constant(0));
        let reason = match remainder.as_constant() {
            // It holds nowhere: then the dims say more than what is left of the condition.
            Some(_) => {
                let expected = Dim::constant(coefficient.clone()) * Dim::var(var.clone()) + rest.clone();
                let mut shape = self.ty(value).shape.clone();
                let found = std::mem::replace(&mut shape[*axis], expected.clone());
                let param = surface.params[*param].name.to_string();
                Reason::ArgumentDim {
                    param,
                    axis: *axis,
                    expected,
                    found,
                    shape,
                    demanded_at: written.at,
                    solved: None,
                }
            }
            None => {
                Reason::CallCondition { written: goal.to_string(), demanded_at: Some(written.at), dropped_by: None }
            }
        };
        let subject = self.subject(site.name.clone(), site.whole, &site.operands[*param..=*param], &[value]);
        let at = site.operand_at(*param);
        self.steps.push(Step::Prove(Obligation { goal, reason, subject, at, scope: FactScope::All, keep: true }));
    }

    /// A variable that no other has the name of.
    fn fresh(&self, name: &str) -> DimVar {
        let taken = |name: &str| self.vars.iter().any(|var| var.name() == name);
        if !taken(name) {
            return DimVar::new(name);
        }
        let mut number = 2;
        while taken(&format!("{name}.{number}")) {
            number += 1;
        }
        DimVar::new(&format!("{name}.{number}"))
    }

    fn demand(&mut self, site: &Site, at: Region, goal: Pred, reason: Reason, scope: FactScope) {
        let subject = self.subject(site.name.clone(), site.whole, &[], &[]);
        self.steps.push(Step::Prove(Obligation { goal, reason, subject, at, scope, keep: true }));
    }

    /// Each argument has the shape that the parameter's type gives it.
    fn demand_shapes(
        &mut self,
        site: &Site,
        checked: &CheckedFn,
        surface: &ast::Fn,
        arguments: &[Argument],
        replacement: &dyn Fn(&DimVar) -> Option<Dim>,
        swaps: &Rc<[Fix]>,
    ) {
        for (position, (param, argument)) in checked.func.params.iter().zip(arguments).enumerate() {
            let (ParamKind::Tensor(ty), Argument::Tensor(value)) = (&param.kind, argument) else { continue };
            let ast::ParamKind::Tensor(written) = &surface.params[position].kind else { continue };
            let found = self.ty(*value).shape.clone();
            let shape: Vec<Dim> = ty.shape.iter().map(|dim| dim.substitute(replacement)).collect();
            for (axis, (expected, found)) in shape.iter().cloned().zip(found).enumerate() {
                // Where a variable was solved from the axis, only a remainder could be left, which was demanded to be 0.
                let solved = checked.bindings.iter().any(|binding| (binding.param, binding.axis) == (position, axis));
                if solved || expected == found {
                    continue;
                }
                let operand = &site.operands[position..=position];
                let mut subject = self.subject(site.name.clone(), site.whole, operand, &[*value]);
                subject.swaps = Rc::clone(swaps);
                let solved = self.solved(site, checked, arguments, &ty.shape[axis]);
                self.steps.push(Step::Prove(Obligation {
                    goal: equal(&expected, &found),
                    reason: Reason::ArgumentDim {
                        param: param.name.clone(),
                        axis,
                        expected,
                        found,
                        shape: shape.clone(),
                        demanded_at: written.shape[axis].at,
                        solved,
                    },
                    subject,
                    at: site.operand_at(position),
                    scope: FactScope::All,
                    keep: true,
                }));
            }
        }
    }

    /// What the callee's wrapper would check: its conditions must follow, its assumptions are assumed here.
    fn demand_conditions(
        &mut self,
        site: &Site,
        checked: &CheckedFn,
        surface: &ast::Fn,
        arguments: &[Argument],
        replacement: &dyn Fn(&DimVar) -> Option<Dim>,
    ) {
        for check in &checked.checks {
            let pred = check.pred.substitute(replacement);
            if matches!(&pred, Pred::Compare(Cmp::Eq, lhs, rhs) if lhs == rhs) {
                continue;
            }
            match &check.origin {
                Origin::DefaultBound(_) | Origin::Refinement(_) | Origin::Requires => {
                    let demanded_at = demanded_at(surface, check);
                    let reason =
                        |dropped_by| Reason::CallCondition { written: check.written.clone(), demanded_at, dropped_by };
                    let refined = match &check.origin {
                        Origin::Refinement(name) => checked.func.params.iter().position(|param| param.name == *name),
                        _ => None,
                    };
                    match refined.map(|position| (site.operand_at(position), &arguments[position])) {
                        Some((at, Argument::Tensor(value))) => {
                            let own = self.ty(*value).refinements.clone();
                            let reason = reason(self.dropped_by(*value, &pred, &mut BTreeSet::new()));
                            self.demand(site, at, pred, reason, FactScope::Subtyping(own));
                        }
                        _ => self.demand(site, site.at, pred, reason(None), FactScope::All),
                    }
                }
                Origin::Assume | Origin::Dim | Origin::Reshape(_) | Origin::Undecided => {
                    let written = pred.to_string();
                    let defines = matches!(&check.pred, Pred::Compare(Cmp::Eq, var, _)
                        if var.as_var().is_some_and(|var| checked.definitions.iter().any(|(name, _)| name == var)));
                    let check = Check { pred, written, origin: check.origin.clone() };
                    // The value of a new variable follows from nothing.
                    self.steps.push(match defines {
                        true => Step::Assume(check, site.at),
                        false => Step::AssumeUnlessProved(check, site.at, AssumedBy::Call(site.name.clone())),
                    });
                }
            }
        }
    }

    /// The callee's instructions, and its results under the types that it promises.
    fn inline(
        &mut self,
        site: &Site,
        checked: &CheckedFn,
        arguments: &[Argument],
        replacement: &dyn Fn(&DimVar) -> Option<Dim>,
    ) -> Value {
        let mut values: Vec<ValueId> = Vec::new();
        for inst in &checked.func.insts {
            let value = match &inst.op {
                Op::Param(position) => match &arguments[*position] {
                    Argument::Tensor(value) => *value,
                    Argument::Dim(_) => unreachable!("a dim parameter has no instruction"),
                },
                op => {
                    let args = inst.args.iter().map(|arg| values[arg.0]).collect();
                    let inlined = Inst { op: op.substitute(replacement), args, ty: inst.ty.substitute(replacement) };
                    self.push(inlined, Origins { name: site.name.clone(), at: site.at })
                }
            };
            values.push(value);
        }
        let mut results: Vec<Value> = Vec::new();
        for result in &checked.func.results {
            let value = values[result.value.0];
            let ty = result.ty.substitute(replacement);
            for refinement in &ty.refinements {
                let written = refinement.to_string();
                let reason = Reason::CallCondition { written, demanded_at: None, dropped_by: None };
                self.demand(site, site.at, refinement.clone(), reason, FactScope::All);
            }
            let value = if ty == *self.ty(value) {
                value
            } else {
                let inst = Inst { op: Op::Annotate, args: vec![value], ty };
                self.push(inst, Origins { name: site.name.clone(), at: site.at })
            };
            results.push(Value::Tensor(value));
        }
        match results.len() {
            1 => results.remove(0),
            _ => Value::Tuple(results),
        }
    }
}
