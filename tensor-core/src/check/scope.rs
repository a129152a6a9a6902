//! What the names of a function mean, and which known name an unknown one was probably meant to be.

use crate::ir::ValueId;
use crate::syntax::ast;
use crate::types::{Dim, Literal};
use proc_macro2::Ident;
use std::collections::BTreeMap;

/// A value of the surface language. Nothing is known of a poisoned one, and nothing is reported about it again.
#[derive(Clone, Debug)]
pub(super) enum Value {
    /// A tensor.
    Tensor(ValueId),
    /// Several values.
    Tuple(Vec<Value>),
    /// Its definition has an error that was reported.
    Poisoned,
}

/// Names that are visible at a point of a function.
#[derive(Default)]
pub(super) struct Scope<'a> {
    consts: BTreeMap<String, &'a ast::Const>,
    dims: BTreeMap<String, Option<Dim>>,
    values: BTreeMap<String, Value>,
}

/// What a name means where it is used.
pub(super) enum Meaning<'s> {
    Value(&'s Value),
    /// `None`: its declaration has an error that was reported.
    Dim(Option<&'s Dim>),
    Const(&'s Literal),
}

impl<'a> Scope<'a> {
    pub(super) fn new(block: &'a ast::Block) -> Scope<'a> {
        let consts = block.consts.iter().map(|item| (item.name.to_string(), item)).collect();
        // Nothing is said about the use of a constant whose own error was reported.
        let dims = block.broken.iter().map(|name| (name.to_string(), None)).collect();
        Scope { consts, dims, ..Scope::default() }
    }

    /// Declares a dim; says whether the name was free. Dims may not shadow nor be shadowed.
    pub(super) fn declare_dim(&mut self, name: &Ident, dim: Option<Dim>) -> bool {
        let key = name.to_string();
        let free = !self.values.contains_key(&key) && !self.dims.contains_key(&key);
        self.dims.entry(key).or_insert(dim);
        free
    }

    /// Declares a value; says whether the name may be used: values may shadow values, not dims. A name that may not be
    /// used is poisoned.
    pub(super) fn declare_value(&mut self, name: &Ident, value: Value) -> bool {
        let key = name.to_string();
        let free = !self.dims.contains_key(&key);
        self.values.insert(key, if free { value } else { Value::Poisoned });
        free
    }

    pub(super) fn has_value(&self, name: &Ident) -> bool {
        self.values.contains_key(&name.to_string())
    }

    pub(super) fn lookup(&self, name: &Ident) -> Option<Meaning<'_>> {
        let key = name.to_string();
        if let Some(value) = self.values.get(&key) {
            return Some(Meaning::Value(value));
        }
        if let Some(dim) = self.dims.get(&key) {
            return Some(Meaning::Dim(dim.as_ref()));
        }
        self.consts.get(&key).map(|item| Meaning::Const(&item.value))
    }

    pub(super) fn value_like(&self, name: &Ident) -> Option<String> {
        closest(&name.to_string(), self.values.keys().chain(self.consts.keys()).map(String::as_str))
    }

    pub(super) fn dim_like(&self, name: &Ident) -> Option<String> {
        closest(&name.to_string(), self.dims.keys().map(String::as_str))
    }
}

/// The candidate that `name` was probably meant to be: at most one edit apart, or one for each three letters, and with
/// something left in common.
pub(super) fn closest<'n>(name: &str, candidates: impl IntoIterator<Item = &'n str>) -> Option<String> {
    let budget = (name.chars().count() / 3).max(1);
    candidates
        .into_iter()
        .map(|candidate| (strsim::damerau_levenshtein(name, candidate), candidate))
        .filter(|&(distance, candidate)| {
            distance <= budget && distance < name.chars().count().min(candidate.chars().count())
        })
        .min()
        .map(|(_, candidate)| candidate.to_owned())
}
