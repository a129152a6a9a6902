//! From the surface tree to the typed IR, one function at a time.
//!
//! Names are looked up, sugar is replaced, and the rule of each operation is applied as soon as its operands are known.
//! Premises are collected in program order among the facts that may prove them; nothing here asks the solver.

use super::Binding;
use super::body::OperandSite;
use super::bounds;
use super::calls::Callees;
use super::dims::Products;
use super::promises::{Promise, params_of};
use super::scope::{Part, Scope};
use super::wording;
use crate::diag::{Diagnostic, Region, Sink};
use crate::ir::{Func, Inst, ValueId};
use crate::logic::{Check, FactScope, Obligation, Origin, Reason, Subject};
use crate::syntax::ast;
use crate::types::{DType, Dim, DimVar, Pred, TensorType};
use proc_macro2::Ident;
use std::collections::BTreeSet;
use std::rc::Rc;

/// What happens to Γ, in program order.
pub(super) enum Step {
    /// A fact that the wrapper checks.
    Assume(Check, Region),
    /// A fact that the wrapper checks unless it can be proved.
    AssumeUnlessProved(Check, Region, AssumedBy),
    /// A premise.
    Prove(Obligation),
}

/// What assumes a fact, for messages.
pub(super) enum AssumedBy {
    /// A clause or statement.
    Function,
    /// A `reshape` of the operand to this shape.
    Reshape(Subject, Vec<Dim>),
    /// A call of the function with this name.
    Call(String),
}

/// A function after resolution.
pub(super) struct Resolved {
    /// `None` where an error was reported.
    pub(super) func: Option<Func>,
    pub(super) vars: Vec<DimVar>,
    pub(super) bindings: Vec<Binding>,
    pub(super) definitions: Vec<(DimVar, Dim)>,
    pub(super) steps: Vec<Step>,
}

/// Where an instruction was written: the side table beside `Func::insts`.
pub(super) struct Origins {
    /// As written: `add`, `+`, `matmul`.
    pub(super) name: String,
    /// The operation's name, or the whole expression.
    pub(super) at: Region,
}

/// The state while one function is resolved.
pub(super) struct Resolver<'a> {
    /// The name of the function.
    pub(super) name: String,
    /// The functions of the block that were checked before.
    pub(super) callees: &'a Callees<'a>,
    pub(super) sink: &'a mut Sink,
    pub(super) scope: Scope<'a>,
    pub(super) insts: Vec<Inst>,
    pub(super) origins: Vec<Origins>,
    pub(super) steps: Vec<Step>,
    pub(super) vars: Vec<DimVar>,
    pub(super) definitions: Vec<(DimVar, Dim)>,
    /// Variables that may be zero.
    zero: BTreeSet<DimVar>,
    /// Dtypes that were reported as not compiled.
    not_compiled: BTreeSet<DType>,
}

/// Resolves `surface`, which has the body `body`.
pub(super) fn resolve<'a>(
    block: &'a ast::Block,
    surface: &'a ast::Fn,
    body: &'a ast::Body,
    callees: &'a Callees<'a>,
    sink: &'a mut Sink,
) -> Resolved {
    let resolver = Resolver {
        name: surface.name.to_string(),
        callees,
        sink,
        scope: Scope::new(block, surface, body),
        insts: Vec::new(),
        origins: Vec::new(),
        steps: Vec::new(),
        vars: Vec::new(),
        definitions: Vec::new(),
        zero: BTreeSet::new(),
        not_compiled: BTreeSet::new(),
    };
    resolver.function(surface, body)
}

impl Resolver<'_> {
    /// Reports a diagnostic where a value was expected.
    pub(super) fn fail<T>(&mut self, diagnostic: Diagnostic) -> Option<T> {
        self.sink.report(diagnostic);
        None
    }

    fn function(mut self, surface: &ast::Fn, body: &ast::Body) -> Resolved {
        for name in &surface.generics {
            self.declare_var(name);
        }
        for param in &surface.params {
            if let ast::ParamKind::Dim = param.kind {
                self.declare_var(&param.name);
            }
        }
        let types = self.param_types(&surface.params);
        let declared = self.vars.clone();
        self.entry_facts(surface, &types);

        let params = params_of(&surface.params, &types);
        self.scope.part = Part::Results;
        let promises: Vec<Option<Promise<'_>>> = surface
            .results
            .iter()
            .enumerate()
            .map(|(position, written)| {
                let several = surface.results.len() > 1;
                let name = if several { format!("result {}", position + 1) } else { "result".to_owned() };
                self.tensor_type(name, written)
            })
            .collect();

        self.scope.part = Part::Body;
        for stmt in &body.stmts {
            self.stmt(stmt);
        }
        let value = self.expr(&body.tail);
        let mut bindings = Vec::new();
        if let Some(params) = &params {
            let (solved, undetermined) = bounds::solve(params, &declared);
            bindings = solved;
            for var in undetermined {
                let name = surface.generics.iter().find(|name| *name == var.name());
                let name = name.expect("`dim` parameters are determined");
                // The message about a refused dim tells how to determine its variables.
                if !self.scope.is_in_refused(name) {
                    self.sink.report(wording::not_inferable(name, params));
                }
            }
        }
        // What the body assumes holds before any work, so the results' shapes may rely on it.
        for promise in promises.iter().flatten() {
            self.well_formed(&promise.ty.shape, &promise.written.shape, &promise.name);
        }
        let results = self.results(&promises, value, &body.tail);
        let vars = self.vars.clone();
        let func = match (params, results) {
            (Some(params), Some(results)) => Some(Func {
                name: surface.name.to_string(),
                vars: self.vars.clone(),
                params,
                insts: self.insts,
                results,
            }),
            _ => None,
        };
        Resolved { func, vars, bindings, definitions: self.definitions, steps: self.steps }
    }

    fn declare_var(&mut self, name: &Ident) {
        let var = DimVar::new(&name.to_string());
        if self.is_reserved(name) {
            self.scope.declare_dim(name, None);
        } else if self.scope.declare_dim(name, Some(Dim::var(var.clone()))) {
            self.vars.push(var);
        } else {
            self.sink.report(wording::declared_twice(name));
        }
    }

    /// Reports a name that only operations have.
    pub(super) fn is_reserved(&mut self, name: &Ident) -> bool {
        let reserved = super::is_operation(&name.to_string());
        if reserved {
            self.sink.report(wording::reserved(name));
        }
        reserved
    }

    /// The facts at entry: default bounds, then refinements, then `requires`; and what they must imply: that the
    /// parameters' shapes are shapes.
    fn entry_facts(&mut self, surface: &ast::Fn, types: &[Option<Promise<'_>>]) {
        self.scope.part = Part::Clauses;
        let mut facts: Vec<(Check, Region)> = Vec::new();
        for promise in types.iter().flatten() {
            for (written, pred) in promise.written.refinements.iter().zip(&promise.preds) {
                let origin = Origin::Refinement(promise.name.clone());
                facts.push((Check { pred: pred.clone(), written: written.to_string(), origin }, written.at));
            }
        }
        // Which variables may be zero is known when all clauses are read; the bounds of a `dim` clause depend on it.
        let mut definitions: Vec<(usize, DimVar, Dim, Region)> = Vec::new();
        for clause in &surface.clauses {
            match clause {
                ast::Clause::Requires(preds) => {
                    for written in preds {
                        if let Some(pred) = self.pred(written) {
                            let check = Check { pred, written: written.to_string(), origin: Origin::Requires };
                            facts.push((check, written.at));
                        }
                    }
                }
                ast::Clause::Assume(equations) => {
                    facts.extend(equations.iter().filter_map(|equation| self.assumption(equation)));
                }
                ast::Clause::Dim(definition) => {
                    if let Some((var, product)) = self.define(definition) {
                        definitions.push((facts.len(), var, product, (&definition.name).into()));
                    }
                }
            }
        }

        self.zero = bounds::opted_in_to_zero(facts.iter().map(|(check, _)| &check.pred));
        let declared = surface.generics.iter().chain(surface.params.iter().map(|param| &param.name));
        for name in declared {
            let var = DimVar::new(&name.to_string());
            if self.vars.contains(&var) {
                self.steps.push(Step::Assume(self.default_bound(&var), name.into()));
            }
        }
        let mut definitions = definitions.into_iter().peekable();
        for (position, (check, at)) in facts.into_iter().enumerate() {
            while let Some((_, var, product, at)) = definitions.next_if(|(before, ..)| *before <= position) {
                self.defined(var, product, at);
            }
            self.steps.push(Step::Assume(check, at));
        }
        for (_, var, product, at) in definitions {
            self.defined(var, product, at);
        }
        for promise in types.iter().flatten() {
            self.well_formed(&promise.ty.shape, &promise.written.shape, &format!("`{}`", promise.name));
        }
    }

    fn default_bound(&self, var: &DimVar) -> Check {
        let least = if self.zero.contains(var) { 0 } else { 1 };
        let pred = Pred::at_least(Dim::var(var.clone()), least);
        Check { written: pred.to_string(), pred, origin: Origin::DefaultBound(var.clone()) }
    }

    /// A `dim` clause or statement: a linear one is an abbreviation, another one a variable with its value.
    fn define(&mut self, definition: &ast::DimDef) -> Option<(DimVar, Dim)> {
        let value = self.dim(&definition.value, Products::Allowed);
        let var = DimVar::new(&definition.name.to_string());
        let linear = value.as_ref().is_some_and(Dim::is_linear);
        if self.is_reserved(&definition.name) {
            self.scope.declare_dim(&definition.name, None);
            return None;
        }
        let dim = if linear { value.clone() } else { value.as_ref().map(|_| Dim::var(var.clone())) };
        if !self.scope.declare_dim(&definition.name, dim) {
            return self.fail(wording::declared_twice(&definition.name));
        }
        value.filter(|_| !linear).map(|product| (var, product))
    }

    /// A `dim` statement.
    pub(super) fn dim_statement(&mut self, definition: &ast::DimDef) {
        if let Some((var, product)) = self.define(definition) {
            self.defined(var, product, (&definition.name).into());
        }
    }

    /// What is known of a variable that is defined as a product: its value, and that it is at least 0, and at least 1
    /// unless a variable of the product may be zero.
    fn defined(&mut self, var: DimVar, product: Dim, at: Region) {
        self.vars.push(var.clone());
        if product.vars().iter().any(|factor| self.zero.contains(factor)) {
            self.zero.insert(var.clone());
        }
        let pred = Pred::eq(Dim::var(var.clone()), product.clone());
        let value = Check { written: pred.to_string(), pred, origin: Origin::Dim };
        let bound = Check { origin: Origin::Dim, ..self.default_bound(&var) };
        self.definitions.push((var, product));
        self.steps.push(Step::Assume(value, at));
        self.steps.push(Step::AssumeUnlessProved(bound, at, AssumedBy::Function));
    }

    /// What an `assume` clause or statement assumes.
    pub(super) fn assumption(&mut self, equation: &ast::Equation) -> Option<(Check, Region)> {
        let lhs = self.dim(&equation.lhs, Products::Allowed);
        let rhs = self.dim(&equation.rhs, Products::Allowed);
        let written = format!("{} == {}", equation.lhs, equation.rhs);
        Some((Check { pred: Pred::eq(lhs?, rhs?), written, origin: Origin::Assume }, equation.at))
    }

    /// Demands that each dim of a written shape is at least 0.
    pub(super) fn well_formed(&mut self, shape: &[Dim], written: &[ast::Expr], owner: &str) {
        for (dim, expr) in shape.iter().zip(written) {
            // A variable is at least 0 by its default bound or its opt-in.
            if dim.as_var().is_some() {
                continue;
            }
            self.steps.push(Step::Prove(Obligation {
                goal: crate::logic::non_negative(dim),
                reason: Reason::NonNegativeDim { dim: dim.clone() },
                subject: Subject {
                    name: owner.to_owned(),
                    operands: Vec::new(),
                    at: expr.at,
                    call: None,
                    swaps: Rc::default(),
                },
                at: expr.at,
                scope: FactScope::All,
                keep: false,
            }));
        }
    }

    /// The dtype that `name` writes. One that this version does not compile is reported, once, and checked all the same.
    pub(super) fn dtype(&mut self, name: &Ident) -> Option<DType> {
        let Some(dtype) = DType::from_name(&name.to_string()) else {
            // A dim has no such name, so nothing else is silenced.
            let first = self.scope.first_report(&format!("dtype {name}"));
            return if first { self.fail(wording::unknown_dtype(name)) } else { None };
        };
        if !super::lowered::dtype(dtype) && self.not_compiled.insert(dtype) {
            self.sink.report(wording::not_compiled(&format!("the dtype `{dtype}`"), name.into()));
        }
        Some(dtype)
    }

    pub(super) fn push(&mut self, inst: Inst, origins: Origins) -> ValueId {
        self.insts.push(inst);
        self.origins.push(origins);
        ValueId(self.insts.len() - 1)
    }

    pub(super) fn ty(&self, value: ValueId) -> &TensorType {
        &self.insts[value.0].ty
    }

    /// What a rule is applied to, for messages.
    pub(super) fn subject(&self, name: String, at: Region, sites: &[OperandSite], values: &[ValueId]) -> Subject {
        let operands = values
            .iter()
            .zip(sites)
            .map(|(value, site)| crate::logic::Operand {
                label: site.label.clone(),
                written: site.written.clone(),
                ty: self.ty(*value).clone(),
                at: site.at,
                call: site.call.clone().or_else(|| self.scope.call_bound_to(&site.written).cloned()),
            })
            .collect();
        Subject { name, operands, at, call: None, swaps: Rc::default() }
    }
}
