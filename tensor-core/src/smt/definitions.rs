//! Variables whose values follow from those of others.

use super::knowledge::{definitions, is_short};
use crate::types::{Dim, DimVar, Formula, Pred};
use num_bigint::BigInt;
use std::collections::{BTreeMap, BTreeSet};

/// The equations among facts that give a variable in terms of others.
pub(super) struct Definitions(Vec<(DimVar, Dim, BTreeSet<DimVar>)>);

impl Definitions {
    /// Those that `facts` state.
    pub(super) fn of(facts: &[&Pred]) -> Definitions {
        let mut found = Vec::new();
        for formula in facts.iter().flat_map(|fact| fact.normalise().conjuncts()) {
            let Formula::Zero(dim) = formula else { continue };
            found.extend(definitions(&dim).map(|(var, value)| {
                let vars = value.vars();
                (var, value, vars)
            }));
        }
        Definitions(found)
    }

    /// The variables that follow from `roots`, with their values, each after those that it is made of.
    pub(super) fn following(&self, roots: &BTreeSet<DimVar>) -> Vec<(DimVar, Dim)> {
        let mut known = roots.clone();
        let mut following = Vec::new();
        while let Some((var, value, _)) =
            self.0.iter().find(|(var, _, vars)| !known.contains(var) && vars.is_subset(&known))
        {
            known.insert(var.clone());
            following.push((var.clone(), value.clone()));
        }
        following
    }
}

/// `values` and the values of what follows from them; `None` where one is no extent any more.
pub(super) fn complete(
    mut values: BTreeMap<DimVar, BigInt>,
    following: &[(DimVar, Dim)],
) -> Option<BTreeMap<DimVar, BigInt>> {
    for (var, value) in following {
        let value = value.eval(&|var| values.get(var).cloned()).filter(is_short)?;
        values.insert(var.clone(), value);
    }
    Some(values)
}
