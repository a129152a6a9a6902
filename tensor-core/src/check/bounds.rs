//! Which variables may be zero, and how the wrapper finds each variable's value.

use super::Binding;
use crate::ir::{Param, ParamKind};
use crate::types::{Cmp, Dim, DimVar, Pred};
use num_bigint::BigInt;
use num_integer::Integer;
use num_traits::{Signed, Zero};
use std::collections::BTreeSet;

/// The variables that `preds` opt in to zero: those of a top-level conjunct that says `var >= c` with c ≤ 0, however it
/// is written. Nothing else opts in.
pub(super) fn opted_in_to_zero<'p>(preds: impl Iterator<Item = &'p Pred>) -> BTreeSet<DimVar> {
    let mut vars = BTreeSet::new();
    for pred in preds {
        collect_opt_ins(pred, &mut vars);
    }
    vars
}

fn collect_opt_ins(pred: &Pred, vars: &mut BTreeSet<DimVar>) {
    match pred {
        Pred::And(a, b) => {
            collect_opt_ins(a, vars);
            collect_opt_ins(b, vars);
        }
        Pred::Compare(cmp, lhs, rhs) => {
            if let Some((var, bound)) = lower_bound(*cmp, lhs, rhs)
                && !bound.is_positive()
            {
                vars.insert(var);
            }
        }
        Pred::Not(inner) => {
            if let Pred::Compare(cmp, lhs, rhs) = &**inner {
                let negated = match cmp {
                    Cmp::Lt => Cmp::Ge,
                    Cmp::Le => Cmp::Gt,
                    Cmp::Gt => Cmp::Le,
                    Cmp::Ge => Cmp::Lt,
                    Cmp::Eq => Cmp::Ne,
                    Cmp::Ne => Cmp::Eq,
                };
                collect_opt_ins(&Pred::Compare(negated, lhs.clone(), rhs.clone()), vars);
            }
        }
        Pred::Or(..) => {}
    }
}

/// `(var, c)` if the comparison says just `var >= c`.
fn lower_bound(cmp: Cmp, lhs: &Dim, rhs: &Dim) -> Option<(DimVar, BigInt)> {
    // The comparison as `difference >= 0`.
    let difference = match cmp {
        Cmp::Ge => lhs.clone() - rhs.clone(),
        Cmp::Gt => lhs.clone() - rhs.clone() - Dim::constant(1),
        Cmp::Le => rhs.clone() - lhs.clone(),
        Cmp::Lt => rhs.clone() - lhs.clone() - Dim::constant(1),
        Cmp::Eq | Cmp::Ne => return None,
    };
    let vars = difference.vars();
    let (var, None) = (vars.first()?, vars.iter().nth(1)) else { return None };
    let (coefficient, rest) = difference.split_linear(var);
    let constant = rest.as_constant()?;
    coefficient.is_positive().then(|| (var.clone(), (-constant).div_ceil(&coefficient)))
}

/// How to find the values of all variables that `dim` parameters do not give: again and again, a parameter's dim with
/// exactly one undetermined variable, linear and outside `/` and `%`, determines it. Returns also what must be given for
/// the rest to be determined: of the two variables of `[A + B]` only the first.
pub(super) fn solve(params: &[Param], vars: &[DimVar]) -> (Vec<Binding>, Vec<DimVar>) {
    let mut open: BTreeSet<DimVar> = vars.iter().cloned().collect();
    for param in params {
        if let ParamKind::Dim(var) = &param.kind {
            open.remove(var);
        }
    }
    let mut bindings = Vec::new();
    let mut undetermined = Vec::new();
    loop {
        while let Some(binding) = next_binding(params, &open) {
            open.remove(&binding.var);
            bindings.push(binding);
        }
        match vars.iter().find(|var| open.contains(var)) {
            Some(var) => {
                open.remove(var);
                undetermined.push(var.clone());
            }
            None => return (bindings, undetermined),
        }
    }
}

fn next_binding(params: &[Param], open: &BTreeSet<DimVar>) -> Option<Binding> {
    for (position, param) in params.iter().enumerate() {
        let ParamKind::Tensor(ty) = &param.kind else { continue };
        for (axis, dim) in ty.shape.iter().enumerate() {
            let vars = dim.vars();
            let mut undetermined = vars.intersection(open);
            let (Some(var), None) = (undetermined.next(), undetermined.next()) else { continue };
            let (coefficient, rest) = dim.split_linear(var);
            if !coefficient.is_zero() && !rest.vars().contains(var) {
                return Some(Binding { var: var.clone(), param: position, axis, coefficient, rest });
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    fn var(name: &str) -> Dim {
        Dim::var(DimVar::new(name))
    }

    fn opts_in(pred: Pred) -> bool {
        opted_in_to_zero([pred].iter()).contains(&DimVar::new("S"))
    }

    #[test]
    fn a_bound_at_or_below_zero_opts_in_however_it_is_written() {
        let s = || var("S");
        let c = |value: i64| Dim::constant(value);
        assert!(opts_in(Pred::compare(Cmp::Ge, s(), c(0))));
        assert!(opts_in(Pred::compare(Cmp::Gt, s(), c(-1))));
        assert!(opts_in(Pred::compare(Cmp::Le, c(0), s())));
        assert!(opts_in(Pred::compare(Cmp::Ge, s() + c(3), c(1))));
        assert!(opts_in(Pred::compare(Cmp::Ge, c(2) * s(), c(-1))));
        assert!(opts_in(Pred::Not(Box::new(Pred::compare(Cmp::Lt, s(), c(0))))));
    }

    #[test]
    fn nothing_else_opts_in() {
        let (s, t) = (|| var("S"), || var("T"));
        let c = |value: i64| Dim::constant(value);
        assert!(!opts_in(Pred::compare(Cmp::Ge, s(), c(1))));
        assert!(!opts_in(Pred::compare(Cmp::Ge, c(2) * s(), c(1))));
        assert!(!opts_in(Pred::compare(Cmp::Le, s(), c(4))));
        assert!(!opts_in(Pred::compare(Cmp::Ge, s() - t(), c(0))));
        assert!(!opts_in(Pred::compare(Cmp::Eq, s(), c(0))));
        assert!(!opts_in(Pred::compare(Cmp::Ge, s(), c(0)).or(Pred::compare(Cmp::Ge, t(), c(0)))));
        assert!(!opts_in(Pred::compare(Cmp::Ge, s().floor_div(&2.into()), c(0))));
    }
}
