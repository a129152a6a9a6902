//! What the names of a function mean, and which known name an unknown one was probably meant to be.

use crate::ir::ValueId;
use crate::logic::WrittenCall;
use crate::syntax::ast;
use crate::syntax::habits::Seen;
use crate::types::{DType, Dim, Literal};
use proc_macro2::Ident;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

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

/// The part of a function that is looked at: each sees other names, and has another way to name a dim.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Part {
    /// The types of parameters.
    #[default]
    Params,
    /// Clauses.
    Clauses,
    /// The types of results.
    Results,
    /// The body.
    Body,
}

/// Names that are visible at a point of a function.
#[derive(Default)]
pub(super) struct Scope<'a> {
    pub(super) part: Part,
    /// The dtype and shape that what is looked at should have, from the operand beside it, for messages.
    pub(super) beside: Option<(DType, Vec<Dim>)>,
    /// The function's name and generics, and names in its parameters' shapes that nothing declares.
    pub(super) undeclared: Option<Undeclared<'a>>,
    consts: BTreeMap<String, &'a ast::Const>,
    dims: BTreeMap<String, Option<Dim>>,
    values: BTreeMap<String, Value>,
    /// What names were bound to, where that was a call.
    calls: BTreeMap<String, Rc<WrittenCall>>,
    /// What clauses and statements define, whether or not it is visible yet.
    definitions: Vec<(Part, &'a ast::DimDef)>,
    /// Unknown names and refused dims: one message for each.
    reported: BTreeSet<String>,
    /// Names in refused dims: what determines them is not known.
    in_refused: BTreeSet<String>,
}

/// Several names in the shapes of parameters that nothing declares: one message tells of all.
#[derive(Clone)]
pub(crate) struct Undeclared<'a> {
    pub(crate) function: &'a ast::Fn,
    pub(crate) names: Vec<&'a Ident>,
}

impl<'a> Undeclared<'a> {
    fn of(block: &ast::Block, function: &'a ast::Fn) -> Undeclared<'a> {
        let declared = block.consts.iter().map(|item| &item.name).chain(&block.broken).chain(&function.generics);
        let declared: Vec<String> =
            declared.chain(function.params.iter().map(|param| &param.name)).map(ToString::to_string).collect();
        let mut names: Vec<&Ident> = Vec::new();
        for param in &function.params {
            let ast::ParamKind::Tensor(ty) = &param.kind else { continue };
            for dim in &ty.shape {
                // A product of them has its own message.
                let ast::ExprKind::Name(name) = &dim.kind else { continue };
                let is_new = !names.contains(&name) && !declared.contains(&name.to_string());
                if is_new && closest(&name.to_string(), declared.iter().map(String::as_str)).is_none() {
                    names.push(name);
                }
            }
        }
        Undeclared { function, names }
    }
}

/// What a name means where it is used.
pub(super) enum Meaning<'s> {
    Value(&'s Value),
    /// `None`: its declaration has an error that was reported.
    Dim(Option<&'s Dim>),
    Const(&'s Literal),
}

impl<'a> Scope<'a> {
    pub(super) fn new(block: &'a ast::Block, surface: &'a ast::Fn, body: &'a ast::Body) -> Scope<'a> {
        let consts = block.consts.iter().map(|item| (item.name.to_string(), item)).collect();
        // Nothing is said about the use of a constant whose own error was reported.
        let dims = block.broken.iter().map(|name| (name.to_string(), None)).collect();
        let clauses = surface.clauses.iter().filter_map(|clause| match clause {
            ast::Clause::Dim(definition) => Some((Part::Clauses, definition)),
            ast::Clause::Requires(_) | ast::Clause::Assume(_) => None,
        });
        let stmts = body.stmts.iter().filter_map(|stmt| match stmt {
            ast::Stmt::Dim(definition) => Some((Part::Body, definition)),
            ast::Stmt::Let { .. } | ast::Stmt::Assume(_) => None,
        });
        let definitions: Vec<_> = clauses.chain(stmts).collect();
        let mut undeclared = Undeclared::of(block, surface);
        undeclared.names.retain(|name| definitions.iter().all(|(_, definition)| definition.name != **name));
        let undeclared = Some(undeclared).filter(|undeclared| undeclared.names.len() > 1);
        Scope { consts, dims, definitions, undeclared, ..Scope::default() }
    }

    /// The clause or statement that defines `name` somewhere in the function.
    pub(super) fn definition(&self, name: &Ident) -> Option<(Part, &'a ast::DimDef)> {
        self.definitions.iter().find(|(_, definition)| definition.name == *name).copied()
    }

    /// Notes that a message about this name or dim was given; says whether it is the first.
    pub(super) fn first_report(&mut self, written: &impl ToString) -> bool {
        self.reported.insert(written.to_string())
    }

    /// Notes that `expr` was refused as a dim; says whether it is the first time.
    pub(super) fn refuse(&mut self, expr: &ast::Expr) -> bool {
        expr.names(&mut |name| _ = self.in_refused.insert(name.to_string()));
        self.first_report(expr)
    }

    pub(super) fn is_in_refused(&self, name: &Ident) -> bool {
        self.in_refused.contains(&name.to_string())
    }

    /// What is in sight, for the helps of foreign calls.
    pub(super) fn seen(&self) -> Seen {
        let mut seen = Seen::default();
        seen.taken.extend(self.dims.keys().chain(self.values.keys()).chain(self.consts.keys()).cloned());
        for (_, definition) in &self.definitions {
            let name = definition.name.to_string();
            if self.dims.contains_key(&name) {
                seen.products.push((definition.value.to_string(), name.clone()));
            }
            seen.taken.insert(name);
        }
        let special =
            |literal: &Literal| matches!(literal, Literal::Float(text) if text.ends_with("inf") || text == "nan");
        seen.infinite.extend(self.consts.iter().filter(|(_, item)| special(&item.value)).map(|(name, _)| name.clone()));
        seen
    }

    /// The first of some names for a new dim that nothing has yet.
    pub(super) fn free_name(&self, wanted: &str) -> String {
        let taken = |name: &str| {
            self.dims.contains_key(name)
                || self.values.contains_key(name)
                || self.consts.contains_key(name)
                || self.definitions.iter().any(|(_, definition)| definition.name == name)
        };
        let more = (2..).map(|number| format!("{wanted}{number}"));
        [wanted, "P", "Q", "K"].map(str::to_owned).into_iter().chain(more).find(|name| !taken(name)).expect("endless")
    }

    /// Declares a dim; says whether the name was free. Dims may not shadow nor be shadowed.
    pub(super) fn declare_dim(&mut self, name: &Ident, dim: Option<Dim>) -> bool {
        let key = name.to_string();
        let is_const = self.consts.contains_key(&key);
        let free = !is_const && !self.values.contains_key(&key) && !self.dims.contains_key(&key);
        self.dims.entry(key).or_insert(dim.filter(|_| !is_const));
        free
    }

    /// Declares a value; says whether the name may be used: values may shadow values, not dims. A name that may not be
    /// used is poisoned.
    pub(super) fn declare_value(&mut self, name: &Ident, value: Value) -> bool {
        let key = name.to_string();
        let free = !self.dims.contains_key(&key);
        self.calls.remove(&key);
        self.values.insert(key, if free { value } else { Value::Poisoned });
        free
    }

    /// Notes the call that a `let` binds `name` to.
    pub(super) fn bind_call(&mut self, name: &Ident, call: Rc<WrittenCall>) {
        self.calls.insert(name.to_string(), call);
    }

    /// The call that `name` is bound to.
    pub(super) fn call_bound_to(&self, name: &str) -> Option<&Rc<WrittenCall>> {
        self.calls.get(name)
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
        if let Some(item) = self.consts.get(&key) {
            return Some(Meaning::Const(&item.value));
        }
        self.reported.contains(&key).then_some(Meaning::Dim(None))
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
