//! Statements and expressions.

use super::dims::MOST_TERMS;
use super::resolve::{AssumedBy, Origins, Resolver, Step};
use super::scope::{Meaning, Value, closest};
use super::wording;
use crate::diag::Region;
use crate::ir::{Inst, ValueId};
use crate::logic::{Check, FactScope, Obligation, Origin, WrittenCall};
use crate::ops::{Blame, Elementwise, Misfit, Op, infer, volume};
use crate::syntax::ast::{self, BinaryOp, ExprKind, Pattern, Stmt};
use crate::types::{DType, Dim, Kind, Literal, Pred};
use num_traits::Signed;
use std::collections::BTreeSet;
use std::rc::Rc;

/// Where the parts of an operation were written.
pub(super) struct Site {
    /// As written.
    pub(super) name: String,
    /// The name, or the whole expression of an operator.
    pub(super) at: Region,
    /// The whole expression.
    pub(super) whole: Region,
    /// Each operand.
    pub(super) operands: Vec<OperandSite>,
    /// Each attribute.
    pub(super) attrs: Vec<Region>,
    /// What is written, if it is a call.
    pub(super) call: Option<Rc<WrittenCall>>,
}

/// Where an operand was written, and how messages speak of it.
#[derive(Clone)]
pub(super) struct OperandSite {
    pub(super) at: Region,
    pub(super) label: String,
    pub(super) written: String,
    pub(super) call: Option<Rc<WrittenCall>>,
}

impl OperandSite {
    pub(super) fn of(expr: &ast::Expr, fallback: &str) -> OperandSite {
        OperandSite { at: expr.at, label: expr.label(fallback), written: expr.to_string(), call: expr.written_call() }
    }
}

impl Site {
    pub(super) fn of_call(call: &ast::Call) -> Site {
        Site {
            name: call.name.to_string(),
            at: (&call.name).into(),
            whole: Region::between((&call.name).into(), call.args_at),
            operands: operand_sites(call.args.iter()),
            attrs: call.attrs.iter().flatten().map(|attr| attr.at).collect(),
            call: Some(Rc::new(call.written())),
        }
    }

    fn of_operator(symbol: &str, expr: &ast::Expr, operands: &[&ast::Expr]) -> Site {
        Site {
            name: format!("`{symbol}`"),
            at: expr.at,
            whole: expr.at,
            operands: operand_sites(operands.iter().copied()),
            attrs: Vec::new(),
            call: None,
        }
    }

    pub(super) fn operand_at(&self, position: usize) -> Region {
        self.blamed(Blame::Operand(position))
    }

    fn blamed(&self, blame: Blame) -> Region {
        match blame {
            Blame::Name => self.at,
            Blame::Operand(position) => self.operands.get(position).map_or(self.at, |operand| operand.at),
            Blame::Attr(position) => self.attrs.get(position).copied().unwrap_or(self.at),
        }
    }
}

fn operand_sites<'e>(operands: impl ExactSizeIterator<Item = &'e ast::Expr>) -> Vec<OperandSite> {
    let count = operands.len();
    operands
        .enumerate()
        .map(|(position, expr)| {
            let fallback = match (count, position) {
                (1, _) => "the operand".to_owned(),
                (2, 0) => "the left operand".to_owned(),
                (2, 1) => "the right operand".to_owned(),
                (_, position) => format!("operand {}", position + 1),
            };
            OperandSite::of(expr, &fallback)
        })
        .collect()
}

impl ast::Expr {
    /// What a message calls the value: its name in backticks if it has one, else `fallback`.
    pub(super) fn label(&self, fallback: &str) -> String {
        match &self.kind {
            ExprKind::Name(name) => format!("`{name}`"),
            ExprKind::Paren(inner) => inner.label(fallback),
            _ => fallback.to_owned(),
        }
    }

    /// The call that it is, in parentheses or not.
    fn written_call(&self) -> Option<Rc<WrittenCall>> {
        match &self.kind {
            ExprKind::Call(call) => Some(Rc::new(call.written())),
            ExprKind::Paren(inner) => inner.written_call(),
            _ => None,
        }
    }
}

impl ast::Call {
    fn written(&self) -> WrittenCall {
        let attr = |attr: &ast::Attr| (attr.name.as_ref().map(ToString::to_string), attr.value.to_string());
        WrittenCall {
            name: self.name.to_string(),
            attrs: self.attrs.as_ref().map(|attrs| attrs.iter().map(attr).collect()),
            args: self.args.iter().map(ToString::to_string).collect(),
            at: Region::between((&self.name).into(), self.args_at),
        }
    }
}

impl Resolver<'_> {
    pub(super) fn stmt(&mut self, stmt: &Stmt) {
        match stmt {
            Stmt::Let { pattern: Pattern::Name(name), value, .. } if self.is_dim(value) => {
                self.sink.report(wording::dim_bound_by_let(name, value));
                self.scope.declare_value(name, Value::Poisoned);
            }
            Stmt::Let { pattern, ty, value } => {
                let mut bound = self.expr(value);
                if let Some(ty) = ty {
                    bound = self.annotate(bound, ty, value);
                }
                if let (Pattern::Tuple(names, at), Value::Tuple(values)) = (pattern, &bound)
                    && names.len() != values.len()
                {
                    self.sink.report(wording::pattern_count(names, value, values.len(), *at));
                    bound = Value::Poisoned;
                }
                self.bind(pattern, bound, &mut BTreeSet::new());
                if let (Pattern::Name(name), Some(call)) = (pattern, value.written_call()) {
                    self.scope.bind_call(name, call);
                }
            }
            Stmt::Dim(definition) => self.dim_statement(definition),
            Stmt::Assume(equation) => {
                if let Some((check, at)) = self.assumption(equation) {
                    self.steps.push(Step::Assume(check, at));
                }
            }
        }
    }

    /// `bound` holds the names of the whole pattern so far.
    fn bind(&mut self, pattern: &Pattern, value: Value, bound: &mut BTreeSet<String>) {
        match pattern {
            Pattern::Name(name) => {
                if !bound.insert(name.to_string()) {
                    self.sink.report(wording::bound_twice(name));
                    return;
                }
                let value = if self.is_reserved(name) { Value::Poisoned } else { value };
                if !self.scope.declare_value(name, value) {
                    self.sink.report(wording::dim_shadowed(name));
                }
            }
            Pattern::Ignore(_) => {}
            Pattern::Tuple(patterns, at) => {
                let values = match value {
                    Value::Tuple(values) if values.len() == patterns.len() => values,
                    Value::Tuple(values) => {
                        self.sink.report(wording::inner_pattern_count(patterns.len(), values.len(), *at));
                        vec![Value::Poisoned; patterns.len()]
                    }
                    Value::Tensor(_) => {
                        self.sink.report(wording::tensor_for_tuple(patterns.len(), *at));
                        vec![Value::Poisoned; patterns.len()]
                    }
                    Value::Poisoned => vec![Value::Poisoned; patterns.len()],
                };
                for (pattern, value) in patterns.iter().zip(values) {
                    self.bind(pattern, value, bound);
                }
            }
        }
    }

    /// The value of `expr`.
    pub(super) fn expr(&mut self, expr: &ast::Expr) -> Value {
        match &expr.kind {
            ExprKind::Name(name) => match self.scope.lookup(name) {
                Some(Meaning::Value(value)) => value.clone(),
                Some(Meaning::Dim(None)) => Value::Poisoned,
                Some(Meaning::Dim(Some(_))) => {
                    let beside = self.scope.beside.clone().filter(|(dtype, _)| dtype.kind() != Kind::Bool);
                    let (dtype, shape) = beside.unwrap_or((DType::F32, Vec::new()));
                    self.poison(wording::dim_is_no_tensor(name, dtype, &shape))
                }
                Some(Meaning::Const(_)) => self.poison(wording::literal_alone(expr)),
                None if is_special_number(name) => self.poison(wording::literal_alone(expr)),
                None => {
                    let like = self.scope.value_like(name);
                    self.scope.first_report(name);
                    self.poison(wording::unknown_name(name, like))
                }
            },
            ExprKind::Literal(_) => self.poison(wording::literal_alone(expr)),
            ExprKind::Paren(inner) => self.expr(inner),
            ExprKind::Tuple(elements) => Value::Tuple(elements.iter().map(|element| self.expr(element)).collect()),
            ExprKind::Neg(_) if self.literal(expr).is_some() => self.poison(wording::literal_alone(expr)),
            ExprKind::Neg(operand) => {
                let row = Elementwise::from_name("neg").expect("neg is a row");
                self.elementwise(row, &[operand], Site::of_operator("-", expr, &[operand]))
            }
            ExprKind::Binary(op, lhs, rhs) => {
                let name = match op {
                    BinaryOp::Add => "add",
                    BinaryOp::Sub => "sub",
                    BinaryOp::Mul => "mul",
                    BinaryOp::Div => "div",
                    BinaryOp::Rem => return self.remainder(lhs, rhs, expr.at),
                };
                let row = Elementwise::from_name(name).expect("every operator is a row");
                self.elementwise(row, &[lhs, rhs], Site::of_operator(op.symbol(), expr, &[lhs, rhs]))
            }
            ExprKind::Call(call) => self.call(call),
        }
    }

    /// Of tensors, which have none.
    fn remainder(&mut self, lhs: &ast::Expr, rhs: &ast::Expr, at: Region) -> Value {
        let is_integer = self.is_tensor(lhs) && self.literal(lhs).is_none() && {
            let lhs = self.expr(lhs);
            matches!(lhs, Value::Tensor(value) if self.ty(value).dtype.kind() == Kind::SignedInt)
        };
        self.poison(wording::remainder_of_tensors(lhs, rhs, is_integer, at))
    }

    pub(super) fn poison(&mut self, diagnostic: crate::diag::Diagnostic) -> Value {
        self.sink.report(diagnostic);
        Value::Poisoned
    }

    /// The literal that `expr` writes, directly or by the name of a constant.
    pub(super) fn literal(&self, expr: &ast::Expr) -> Option<Literal> {
        match &expr.kind {
            ExprKind::Literal(literal) => Some(literal.clone()),
            ExprKind::Name(name) => match self.scope.lookup(name) {
                Some(Meaning::Const(literal)) => Some(literal.clone()),
                Some(_) => None,
                None => is_special_number(name).then(|| Literal::Float(name.to_string())),
            },
            ExprKind::Paren(inner) => self.literal(inner),
            ExprKind::Neg(inner) => self.literal(inner)?.negated(),
            ExprKind::Tuple(_) | ExprKind::Binary(..) | ExprKind::Call(_) => None,
        }
    }

    /// One tensor where the rule wants one.
    pub(super) fn operand(&mut self, expr: &ast::Expr) -> Option<ValueId> {
        match self.expr(expr) {
            Value::Tensor(value) => Some(value),
            Value::Tuple(values) => self.fail(wording::tuple_for_operand(expr, values.len())),
            Value::Poisoned => None,
        }
    }

    /// An elementwise operation; a literal operand takes the other operand's dtype and shape.
    pub(super) fn elementwise(&mut self, row: &'static Elementwise, operands: &[&ast::Expr], site: Site) -> Value {
        let literals: Vec<Option<Literal>> = operands.iter().map(|operand| self.literal(operand)).collect();
        if literals.iter().all(Option::is_some) {
            let written: Vec<String> = site.operands.iter().map(|operand| operand.written.clone()).collect();
            return self.poison(wording::only_literals(&site.name, &written, site.at));
        }
        let outside = self.scope.beside.clone();
        // A dim before its tensor has no value, so the order is free.
        let dim_first = matches!(operands, [first, second] if self.is_dim(first) && !self.is_dim(second));
        let mut values: Vec<Option<ValueId>> = vec![None; operands.len()];
        for step in 0..operands.len() {
            let position = if dim_first { operands.len() - 1 - step } else { step };
            if literals[position].is_none() {
                values[position] = self.operand(operands[position]);
            }
            if let Some(value) = values[position] {
                let ty = self.ty(value);
                self.scope.beside = Some((ty.dtype, ty.shape.clone()));
            }
        }
        self.scope.beside = outside;
        let Some(like) = values.iter().flatten().next().copied() else { return Value::Poisoned };
        let mut args = Vec::new();
        for ((value, literal), operand) in values.into_iter().zip(literals).zip(&site.operands) {
            let arg = match literal {
                None => value,
                Some(literal) => {
                    let name = literal.to_string();
                    let operands = vec![operand.clone()];
                    let fill =
                        Site { name, at: operand.at, whole: operand.at, operands, attrs: Vec::new(), call: None };
                    self.apply(Op::FillLike(literal), vec![like], &fill)
                }
            };
            match arg {
                Some(arg) => args.push(arg),
                None => return Value::Poisoned,
            }
        }
        self.applied(Op::Elementwise(row), args, &site)
    }

    /// Applies the rule of `op`: its result as a value.
    pub(super) fn applied(&mut self, op: Op, args: Vec<ValueId>, site: &Site) -> Value {
        self.apply(op, args, site).map_or(Value::Poisoned, Value::Tensor)
    }

    /// Applies the rule of `op`.
    pub(super) fn apply(&mut self, op: Op, args: Vec<ValueId>, site: &Site) -> Option<ValueId> {
        let mut subject = self.subject(site.name.clone(), site.whole, &site.operands, &args);
        subject.call.clone_from(&site.call);
        if let Op::Reshape(target) = &op {
            let terms = |shape: &[Dim]| {
                shape.iter().fold(1usize, |terms, dim| terms.saturating_mul(dim.terms().count().max(1)))
            };
            if terms(&self.ty(args[0]).shape).max(terms(target)) > MOST_TERMS {
                return self.fail(wording::too_many_terms(site.at, MOST_TERMS));
            }
        }
        let types: Vec<_> = args.iter().map(|&arg| self.ty(arg)).collect();
        let inferred = match infer(&op, &types) {
            Ok(inferred) => inferred,
            Err(Misfit { kind, blame }) => {
                let name = match &op {
                    Op::Reduce { reduction, .. } => format!("{}[{}]", site.name, reduction.name),
                    _ => subject.name.clone(),
                };
                let subject = crate::logic::Subject { name, ..subject };
                return self.fail(wording::misfit(&kind, &subject, site.blamed(blame)));
            }
        };
        for premise in inferred.premises {
            self.steps.push(Step::Prove(Obligation {
                goal: premise.goal,
                reason: premise.reason,
                subject: subject.clone(),
                at: site.blamed(premise.blame),
                scope: FactScope::All,
                keep: false,
            }));
        }
        if let Op::Reshape(target) = &op {
            let pred = Pred::eq(volume(&self.ty(args[0]).shape), volume(target));
            let origin = Origin::Reshape(self.name.clone());
            let check = Check { written: pred.to_string(), pred, origin };
            self.steps.push(Step::AssumeUnlessProved(check, site.at, AssumedBy::Reshape(subject, target.clone())));
        }
        // A premise says so: what the operation would give is no value.
        if inferred.ty.shape.iter().any(|dim| dim.as_constant().is_some_and(|dim| dim.is_negative())) {
            return None;
        }
        let origins = Origins { name: site.name.clone(), at: site.at };
        Some(self.push(Inst { op, args, ty: inferred.ty }, origins))
    }

    /// `name[..](..)`
    fn call(&mut self, call: &ast::Call) -> Value {
        let name = call.name.to_string();
        if let Some(row) = Elementwise::from_name(&name) {
            let no_attrs = self.no_attrs(call);
            if call.args.len() != row.arity {
                let seen = self.seen_in(call);
                return self.poison(wording::elementwise_count(call, row.arity, seen));
            }
            let value = self.elementwise(row, &call.args.iter().collect::<Vec<_>>(), Site::of_call(call));
            return if no_attrs { value } else { Value::Poisoned };
        }
        // Its operands may have another shape than the value.
        let outside = self.scope.beside.clone();
        if let Some((_, shape)) = &mut self.scope.beside {
            shape.clear();
        }
        let value = self.structural(call);
        self.scope.beside = outside;
        if let Some(value) = value {
            return value;
        }
        if let Some(callee) = self.callees.get(&name) {
            return self.call_function(call, callee);
        }
        let seen = self.seen_in(call);
        // Another number of operands, and another function is meant.
        let fits = |name: &&str| Elementwise::from_name(name).is_none_or(|row| row.arity == call.args.len());
        let like = closest(&name, super::attrs::operation_names().filter(fits));
        let like = like.or_else(|| closest(&name, self.callees.names()));
        self.poison(wording::unknown_operation(call, like, seen))
    }
}

fn is_special_number(name: &proc_macro2::Ident) -> bool {
    name == "inf" || name == "nan"
}
