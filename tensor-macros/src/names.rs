//! What lets an editor jump from a use to its definition, find all uses and rename: Rust code that is never run, in which
//! each name of a block stands with its own place and means what it means in the block.
//!
//! Shape variables, parameters, constants and `let`s become local variables of a function. It stands in a module of its
//! own without a prelude: elsewhere a constant or a unit struct of the user's that is called `N` would be taken for a
//! pattern. Called functions are imported, so that uses in Rust code and in the block are uses of the same function.
//!
//! Names that nothing declares are left out; they have been reported.
//!
//! It is also how rustc warns of a `let` that nothing uses, as everywhere.

use crate::expand::{cfgs, code};
use proc_macro2::{Ident, TokenStream};
use quote::format_ident;
use std::collections::BTreeSet;
use tensor_core::syntax::ast::{
    AttrValue, Block, Call, Clause, DimDef, Equation, Expr, ExprKind, Fn, ParamKind, Pattern, Pred, PredKind, Stmt,
    Type,
};

/// Items for the names of `block`. In a block with errors nothing is said of what is unused.
pub fn names(block: &Block, faultless: bool) -> TokenStream {
    if block.fns.is_empty() {
        return TokenStream::new();
    }
    let mut calls = Vec::new();
    let mut functions = Vec::new();
    for (position, function) in block.fns.iter().enumerate() {
        let mut names = Names { block, scope: BTreeSet::new(), code: TokenStream::new(), calls: &mut calls };
        names.function(function);
        let (cfgs, name, code) = (cfgs(function), format_ident!("function{position}"), names.code);
        functions.push(code! { #(#cfgs)* fn #name() { #code } });
    }
    let imports = calls.iter().enumerate().map(|(position, (cfgs, name))| {
        let alias = format_ident!("call{position}");
        code! { #(#cfgs)* use #name as #alias; }
    });
    // The names of the types are what an editor shows of a name. Were one `Tensor`, rustc would write out the path of the
    // true one in its messages.
    let unused = if faultless {
        code! {}
    } else {
        code! { unused_variables, }
    };
    code! {
        #[allow(#unused dead_code, unused_imports, nonstandard_style, deprecated, clippy::all, clippy::pedantic)]
        const _: () = {
            #(#imports)*
            #[no_implicit_prelude]
            mod names {
                struct dim {}
                struct number {}
                struct tensor {}
                #(#functions)*
            }
        };
    }
}

/// The names of one function so far.
struct Names<'a, 'c> {
    block: &'a Block,
    /// The variables that can be used now.
    scope: BTreeSet<&'a Ident>,
    code: TokenStream,
    /// The functions that are called, with the conditions under which they exist.
    calls: &'c mut Vec<(Vec<&'a syn::Attribute>, &'a Ident)>,
}

impl<'a> Names<'a, '_> {
    fn function(&mut self, function: &'a Fn) {
        for constant in &self.block.consts {
            self.define(&constant.name, code! { number });
        }
        for variable in &function.generics {
            self.define(variable, code! { dim });
        }
        for param in &function.params {
            match param.kind {
                ParamKind::Dim => self.define(&param.name, code! { dim }),
                ParamKind::Tensor(_) => self.define(&param.name, code! { tensor }),
            }
        }
        // A clause may use a dim that a later one names.
        for clause in &function.clauses {
            if let Clause::Dim(DimDef { name, .. }) = clause {
                self.define(name, code! { dim });
            }
        }
        for param in &function.params {
            if let ParamKind::Tensor(ty) = &param.kind {
                self.ty(ty);
            }
        }
        function.results.iter().for_each(|ty| self.ty(ty));
        for clause in &function.clauses {
            match clause {
                Clause::Requires(preds) => preds.iter().for_each(|pred| self.pred(pred)),
                Clause::Assume(equations) => equations.iter().for_each(|equation| self.equation(equation)),
                Clause::Dim(DimDef { value, .. }) => self.expr(value),
            }
        }
        let Ok(body) = &function.body else { return };
        for stmt in &body.stmts {
            match stmt {
                Stmt::Let { pattern, ty, value } => {
                    ty.iter().for_each(|ty| self.ty(ty));
                    self.expr(value);
                    self.pattern(pattern);
                }
                Stmt::Dim(DimDef { name, value }) => {
                    self.expr(value);
                    self.define(name, code! { dim });
                }
                Stmt::Assume(equation) => self.equation(equation),
            }
        }
        self.expr(&body.tail);
    }

    /// A name that need not be used.
    fn define(&mut self, name: &'a Ident, ty: TokenStream) {
        self.scope.insert(name);
        self.code.extend(code! {
            #[allow(unused_variables)]
            let #name = #ty {};
        });
    }

    fn pattern(&mut self, pattern: &'a Pattern) {
        match pattern {
            Pattern::Name(name) => {
                self.scope.insert(name);
                self.code.extend(code! { let #name = tensor {}; });
            }
            Pattern::Ignore(_) => {}
            Pattern::Tuple(patterns, _) => patterns.iter().for_each(|pattern| self.pattern(pattern)),
        }
    }

    fn ty(&mut self, ty: &'a Type) {
        ty.shape.iter().for_each(|dim| self.expr(dim));
        ty.refinements.iter().for_each(|pred| self.pred(pred));
    }

    fn pred(&mut self, pred: &'a Pred) {
        match &pred.kind {
            PredKind::Compare(_, left, right) => {
                self.expr(left);
                self.expr(right);
            }
            PredKind::And(left, right) | PredKind::Or(left, right) => {
                self.pred(left);
                self.pred(right);
            }
            PredKind::Not(inner) | PredKind::Paren(inner) => self.pred(inner),
        }
    }

    fn equation(&mut self, equation: &'a Equation) {
        self.expr(&equation.lhs);
        self.expr(&equation.rhs);
    }

    fn expr(&mut self, expr: &'a Expr) {
        match &expr.kind {
            ExprKind::Name(name) => {
                if self.scope.contains(name) {
                    self.code.extend(code! { let _ = #name; });
                }
            }
            ExprKind::Literal(_) => {}
            ExprKind::Neg(inner) | ExprKind::Paren(inner) => self.expr(inner),
            ExprKind::Binary(_, left, right) => {
                self.expr(left);
                self.expr(right);
            }
            ExprKind::Tuple(elements) => elements.iter().for_each(|element| self.expr(element)),
            ExprKind::Call(call) => self.call(call),
        }
    }

    fn call(&mut self, call: &'a Call) {
        let callees = self.block.fns.iter().filter(|function| function.name == call.name);
        self.calls.extend(callees.map(|callee| (cfgs(callee), &call.name)));
        // Operators and dtypes stand here, which may have the name of a variable too.
        let named_only = ["cast", "scalar", "reduce", "reduce_keep"].iter().any(|operation| call.name == operation);
        for attr in call.attrs.iter().flatten().filter(|attr| attr.name.is_some() || !named_only) {
            match &attr.value {
                AttrValue::Expr(value) => self.expr(value),
                AttrValue::List(values, _) => values.iter().for_each(|value| self.expr(value)),
            }
        }
        call.args.iter().for_each(|arg| self.expr(arg));
    }
}
