//! Which variables may be zero, and how the wrapper finds each variable's value.

use super::Binding;
use crate::ir::{Param, ParamKind};
use crate::types::{DimVar, Formula, Pred};
use num_traits::{Signed, Zero};
use std::collections::BTreeSet;

/// The variables that `preds` opt in to zero: those of a top-level conjunct whose normal form is `var >= c` with c ≤ 0.
/// Nothing else opts in.
pub(super) fn opted_in_to_zero<'p>(preds: impl Iterator<Item = &'p Pred>) -> BTreeSet<DimVar> {
    preds.flat_map(|pred| pred.normalise().conjuncts()).filter_map(opts_in).collect()
}

fn opts_in(conjunct: Formula) -> Option<DimVar> {
    let Formula::NonNegative(dim) = conjunct else { return None };
    let least = -dim.constant_term();
    if least.is_positive() { None } else { dim.without_constant().as_var().cloned() }
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
    use crate::types::{Cmp, Dim};

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
        let not = |pred| Pred::Not(Box::new(pred));
        assert!(opts_in(not(Pred::compare(Cmp::Lt, s(), c(0)))));
        assert!(opts_in(not(not(Pred::compare(Cmp::Ge, s(), c(0))))));
        assert!(opts_in(not(Pred::compare(Cmp::Lt, s(), c(0)).or(Pred::compare(Cmp::Gt, s(), c(9))))));
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
