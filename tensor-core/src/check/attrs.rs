//! Operations with attributes: what stands between the brackets.

use super::body::{OperandSite, Site};
use super::dims::Products;
use super::resolve::Resolver;
use super::scope::{Meaning, Value};
use super::wording;
use crate::diag::Region;
use crate::ir::ValueId;
use crate::ops::{Op, Reduction, ReductionKind, elementwise, reduction};
use crate::syntax::ast::{self, AttrValue, ExprKind};
use crate::types::{Dim, Literal};
use num_traits::{Signed, ToPrimitive};

/// Operations that are no table rows, with the form of their calls.
const STRUCTURAL: [(&str, &str); 10] = [
    ("cast", "cast[DTYPE](x)"),
    ("scalar", "scalar[DTYPE](value)"),
    ("matmul", "matmul(a, b)"),
    ("reduce", "reduce[OPERATOR, axis = i](x)"),
    ("reduce_keep", "reduce_keep[OPERATOR, axis = i](x)"),
    ("transpose", "transpose[p0, p1, ..](x)"),
    ("reshape", "reshape[d0, d1, ..](x)"),
    ("broadcast", "broadcast[d0, d1, ..](x)"),
    ("slice", "slice[axis = i, start = a, stop = b](x)"),
    ("concat", "concat[axis = i](x, y, ..)"),
];

/// Names that functions and constants may not have.
pub(super) fn operation_names() -> impl Iterator<Item = &'static str> {
    elementwise::ALL.iter().map(|row| row.name).chain(STRUCTURAL.iter().map(|(name, _)| *name))
}

/// How the operation `name` is called; `None` if there is none.
pub(super) fn call_form(name: &str) -> Option<String> {
    let structural = STRUCTURAL.iter().find(|(known, _)| *known == name).map(|(_, form)| (*form).to_owned());
    structural.or_else(|| {
        let row = elementwise::ALL.iter().find(|row| row.name == name)?;
        Some(format!("{name}({})", if row.arity == 1 { "x" } else { "x, y" }))
    })
}

fn form(call: &ast::Call) -> &'static str {
    let name = call.name.to_string();
    STRUCTURAL.iter().find(|(known, _)| *known == name).map_or("", |(_, form)| form)
}

impl Resolver<'_> {
    /// Reports brackets where an operation takes none.
    pub(super) fn no_attrs(&mut self, call: &ast::Call) -> bool {
        match call.attrs_at {
            Some(at) => {
                self.sink.report(wording::no_attributes(&call.name, at));
                false
            }
            None => true,
        }
    }

    /// A structural operation; `None` if `call` names none.
    pub(super) fn structural(&mut self, call: &ast::Call) -> Option<Value> {
        let name = call.name.to_string();
        let value = match name.as_str() {
            "cast" => self.cast(call),
            "scalar" => self.scalar(call),
            "matmul" => self.matmul(call),
            "reduce" => self.reduce(call, false),
            "reduce_keep" => self.reduce(call, true),
            "transpose" => self.transpose(call),
            "reshape" | "broadcast" => self.reshape_or_broadcast(call),
            "slice" => self.slice(call),
            "concat" => self.concat(call),
            _ => return None,
        };
        Some(value.unwrap_or(Value::Poisoned))
    }

    /// The operands, `count` of them; each is looked at, whatever is wrong with the others.
    fn operands(&mut self, call: &ast::Call, count: usize) -> Option<Vec<ValueId>> {
        let operands: Vec<Option<ValueId>> = call.args.iter().map(|arg| self.operand(arg)).collect();
        if operands.len() != count {
            return self.fail(wording::operand_count(&call.name.to_string(), count, operands.len(), call.args_at));
        }
        operands.into_iter().collect()
    }

    /// Reports a call of another form, and what is wrong with its operands.
    fn wrong_form<T>(&mut self, call: &ast::Call, at: Region) -> Option<T> {
        let seen = self.seen_in(call);
        // `broadcast(y, x)`: to the shape of `x`.
        if call.name == "broadcast"
            && let [operand, ast::Expr { kind: ExprKind::Name(model), .. }] = call.args.as_slice()
            && let Some(Meaning::Value(Value::Tensor(model))) = self.scope.lookup(model)
        {
            let target = self.ty(*model).shape.clone();
            return self.fail(wording::broadcast_like(operand, form(call), &target, at));
        }
        self.fail(wording::attributes(call, form(call), at, seen))
    }

    /// The attributes, positional ones as `names` entries that are `None`; reports any other form,
    /// with the operands' mistakes.
    fn attrs<'c>(&mut self, call: &'c ast::Call, names: &[Option<&str>]) -> Option<Vec<&'c ast::Expr>> {
        let Some(attrs) = &call.attrs else {
            return self.wrong_form(call, (&call.name).into());
        };
        for (position, attr) in attrs.iter().enumerate() {
            let fits = names.get(position).is_some_and(|name| match (&attr.name, name) {
                (Some(written), Some(name)) => written == name,
                (None, None) => true,
                _ => false,
            });
            if !fits {
                return self.wrong_form(call, attr.at);
            }
        }
        if attrs.len() != names.len() {
            return self.wrong_form(call, call.attrs_at.unwrap_or((&call.name).into()));
        }
        let mut exprs = Vec::new();
        for attr in attrs {
            match &attr.value {
                AttrValue::Expr(expr) => exprs.push(expr),
                AttrValue::List(_, at) => return self.wrong_form(call, *at),
            }
        }
        Some(exprs)
    }

    /// Positional attributes, any number of them.
    fn list<'c>(&mut self, call: &'c ast::Call) -> Option<Vec<&'c ast::Expr>> {
        let count = call.attrs.as_ref().map_or(0, Vec::len);
        self.attrs(call, &vec![None; count])
    }

    fn name_attr<'e>(&mut self, call: &ast::Call, expr: &'e ast::Expr) -> Option<&'e proc_macro2::Ident> {
        match &expr.kind {
            ExprKind::Name(name) => Some(name),
            _ => self.wrong_form(call, expr.at),
        }
    }

    /// An axis of `value`; negative ones count from the end.
    fn axis(&mut self, expr: &ast::Expr, value: ValueId) -> Option<usize> {
        let Some(Literal::Int(written)) = self.literal(expr) else {
            return self.fail(wording::axis_not_constant(expr.at));
        };
        let shape = self.ty(value).shape.clone();
        let rank = shape.len();
        let axis = written.to_i64().and_then(|value| {
            let counted = if value < 0 { value.checked_add_unsigned(rank as u64)? } else { value };
            usize::try_from(counted).ok().filter(|&axis| axis < rank)
        });
        match axis {
            Some(axis) => Some(axis),
            None => self.fail(wording::no_such_axis(&written, &shape, expr.at)),
        }
    }

    fn cast(&mut self, call: &ast::Call) -> Option<Value> {
        let attrs = self.attrs(call, &[None])?;
        let name = self.name_attr(call, attrs[0])?;
        let dtype = self.dtype(name);
        let operands = self.operands(call, 1);
        Some(self.applied(Op::Cast(dtype?), operands?, &Site::of_call(call)))
    }

    fn scalar(&mut self, call: &ast::Call) -> Option<Value> {
        let attrs = self.attrs(call, &[None])?;
        let name = self.name_attr(call, attrs[0])?;
        let dtype = self.dtype(name)?;
        let [arg] = call.args.as_slice() else {
            return self.fail(wording::operand_count("scalar", 1, call.args.len(), call.args_at));
        };
        let op = match self.literal(arg) {
            Some(literal) => Op::Scalar(dtype, literal),
            None => Op::ScalarDim(dtype, self.kernel_dim(arg, Products::Allowed)?),
        };
        Some(self.applied(op, Vec::new(), &Site::of_call(call)))
    }

    fn matmul(&mut self, call: &ast::Call) -> Option<Value> {
        let no_attrs = self.no_attrs(call);
        let operands = self.operands(call, 2)?;
        no_attrs.then(|| self.applied(Op::Matmul, operands, &Site::of_call(call)))
    }

    fn reduce(&mut self, call: &ast::Call, keep: bool) -> Option<Value> {
        let attrs = call.attrs.as_deref().unwrap_or_default();
        let several = attrs.get(1).is_some_and(|attr| attr.name.as_ref().is_some_and(|name| name == "axes"));
        let (operator, axes) = if several {
            self.multi_axis_attrs(call, attrs)?
        } else {
            let attrs = self.attrs(call, &[None, Some("axis")])?;
            (attrs[0], vec![attrs[1]])
        };
        let name = self.name_attr(call, operator)?;
        let operands = self.operands(call, 1);
        let Some(row) = Reduction::from_name(&name.to_string()) else {
            return self.fail(wording::unknown_reduction(
                name,
                super::scope::closest(&name.to_string(), reduction::ALL.iter().map(|row| row.name)),
            ));
        };
        if several && matches!(row.kind, ReductionKind::ArgMax | ReductionKind::ArgMin) {
            return self.fail(wording::several_axes(row.name, attrs[1].at));
        }
        let mut value = operands?[0];
        let mut resolved: Vec<(usize, Region)> = Vec::new();
        for expr in axes {
            let axis = self.axis(expr, value)?;
            if resolved.iter().any(|(other, _)| *other == axis) {
                return self.fail(wording::axis_twice(axis, expr.at));
            }
            resolved.push((axis, expr.at));
        }
        // Largest axis first, so that the others keep their numbers (§8).
        resolved.sort_by_key(|(axis, _)| std::cmp::Reverse(*axis));
        for (axis, at) in resolved {
            let mut site = Site::of_call(call);
            site.attrs[1] = at;
            value = self.apply(Op::Reduce { reduction: row, axis, keep }, vec![value], &site)?;
        }
        Some(Value::Tensor(value))
    }

    fn multi_axis_attrs<'c>(
        &mut self,
        call: &ast::Call,
        attrs: &'c [ast::Attr],
    ) -> Option<(&'c ast::Expr, Vec<&'c ast::Expr>)> {
        let [ast::Attr { name: None, value: AttrValue::Expr(operator), .. }, axes] = attrs else {
            return self.wrong_form(call, call.attrs_at.unwrap_or((&call.name).into()));
        };
        match &axes.value {
            AttrValue::List(list, _) if !list.is_empty() => Some((operator, list.iter().collect())),
            _ => {
                self.seen_in(call);
                self.fail(wording::axes_list(axes))
            }
        }
    }

    fn transpose(&mut self, call: &ast::Call) -> Option<Value> {
        let attrs = self.list(call)?;
        let operands = self.operands(call, 1)?;
        let mut permutation = Vec::new();
        for expr in attrs {
            permutation.push(self.axis(expr, operands[0])?);
        }
        let mut site = Site::of_call(call);
        site.attrs = vec![call.attrs_at.unwrap_or(site.at)];
        Some(self.applied(Op::Transpose(permutation), operands, &site))
    }

    fn reshape_or_broadcast(&mut self, call: &ast::Call) -> Option<Value> {
        let attrs = self.list(call)?;
        if let Some(inferred) = attrs.iter().find(|expr| self.is_negative(expr)) {
            let seen = self.seen_in(call);
            return self.fail(wording::inferred_dim(call, inferred, seen));
        }
        let operands = self.operands(call, 1);
        let target: Vec<Option<Dim>> = attrs.iter().map(|expr| self.kernel_dim(expr, Products::Refused)).collect();
        let target: Vec<Dim> = target.into_iter().collect::<Option<_>>()?;
        for (dim, expr) in target.iter().zip(&attrs) {
            self.well_formed(std::slice::from_ref(dim), std::slice::from_ref(*expr), &format!("`{}`", call.name));
        }
        let op = if call.name == "reshape" { Op::Reshape(target) } else { Op::Broadcast(target) };
        Some(self.applied(op, operands?, &Site::of_call(call)))
    }

    /// Whether `expr` is a negative number, as other libraries count from the end or leave a dim to be worked out.
    fn is_negative(&self, expr: &ast::Expr) -> bool {
        matches!(self.literal(expr), Some(Literal::Int(value)) if value.is_negative())
    }

    fn slice(&mut self, call: &ast::Call) -> Option<Value> {
        let attrs = self.attrs(call, &[Some("axis"), Some("start"), Some("stop")])?;
        let operands = self.operands(call, 1);
        if let Some(position) = [1, 2].into_iter().find(|&position| self.is_negative(attrs[position])) {
            let operand = operands?[0];
            let axis = self.axis(attrs[0], operand)?;
            let length = self.ty(operand).shape[axis].clone();
            return self.fail(wording::from_the_end(["start", "stop"][position - 1], attrs[position], &length));
        }
        let start = self.kernel_dim(attrs[1], Products::Refused);
        let stop = self.kernel_dim(attrs[2], Products::Refused);
        let operands = operands?;
        let axis = self.axis(attrs[0], operands[0])?;
        let mut site = Site::of_call(call);
        site.attrs = attrs.iter().map(|expr| expr.at).collect();
        Some(self.applied(Op::Slice { axis, start: start?, stop: stop? }, operands, &site))
    }

    fn concat(&mut self, call: &ast::Call) -> Option<Value> {
        let attrs = self.attrs(call, &[Some("axis")])?;
        if call.args.len() < 2 {
            return self.fail(wording::concat_count(call.args.len(), call.args_at));
        }
        let operands = self.operands(call, call.args.len())?;
        let axis = self.axis(attrs[0], operands[0])?;
        let whole = Site::of_call(call);
        let mut joined = operands[0];
        for (position, &operand) in operands.iter().enumerate().skip(1) {
            let first = match position {
                1 => whole.operands[0].clone(),
                _ => {
                    let label = "what is joined before it".to_owned();
                    OperandSite { label, written: "..".to_owned(), at: whole.at, call: None }
                }
            };
            let operands = vec![first, whole.operands[position].clone()];
            let (name, attrs, call) = (whole.name.clone(), whole.attrs.clone(), whole.call.clone());
            let site = Site { name, attrs, operands, call, ..whole };
            joined = self.apply(Op::Concat { axis }, vec![joined, operand], &site)?;
        }
        Some(Value::Tensor(joined))
    }
}
