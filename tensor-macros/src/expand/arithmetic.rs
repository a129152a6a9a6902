//! Dims and predicates as Rust expressions over the runtime's exact integers.

use super::code;
use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::ToTokens;
use std::collections::BTreeSet;
use tensor_core::types::{Atom, Cmp, Dim, DimVar, Monomial, Pred};

/// Identifiers of the shape variables and of what else stands beside them.
#[derive(Default)]
pub(super) struct Vars<'a> {
    vars: Vec<(&'a DimVar, Ident)>,
    others: Vec<Ident>,
}

impl<'a> Vars<'a> {
    /// Gives `var` an identifier: its name, as far as that is one.
    pub(super) fn add(&mut self, var: &'a DimVar) {
        let ident = self.unused(var.name());
        self.vars.push((var, ident));
    }

    /// An identifier that nothing else has, like `name`.
    pub(super) fn fresh(&mut self, name: &str) -> Ident {
        let ident = self.unused(name);
        self.others.push(ident.clone());
        ident
    }

    /// Variables of inlined functions are called `g.N`. A name that is taken gets underscores.
    fn unused(&self, name: &str) -> Ident {
        let mut name = name.replace('.', "_");
        // A name in the user's edition, but not in the one of this crate, whose tokens these are.
        if name == "gen" {
            name.push('_');
        }
        while self.vars.iter().map(|(_, ident)| ident).chain(&self.others).any(|ident| *ident == name) {
            name.push('_');
        }
        // Another hygiene than that of the expansion's own variables: the two never meet.
        Ident::new(&name, Span::call_site())
    }

    /// The identifier of `var`.
    pub(super) fn ident(&self, var: &DimVar) -> &Ident {
        let found = self.vars.iter().find(|(other, _)| *other == var);
        &found.expect("a checked function declares all its shape variables").1
    }

    /// `&[("B", B), ("S", S)]`: the variables in `among`, in order of declaration.
    pub(super) fn given(&self, among: BTreeSet<DimVar>) -> TokenStream {
        let given = self.vars.iter().filter(|(var, _)| among.contains(var)).map(|(var, ident)| {
            let name = var.name();
            code! { (#name, #ident) }
        });
        code! { &[#(#given),*] }
    }

    /// `int(2) * S + int(1)`, in the order in which the dim is printed.
    pub(super) fn dim(&self, dim: &Dim) -> TokenStream {
        let mut terms: Vec<_> =
            dim.terms().map(|(monomial, coefficient)| (monomial, i128::try_from(coefficient))).collect();
        terms.sort_by_key(|(monomial, coefficient)| (matches!(coefficient, Ok(..0)), monomial.is_one()));
        let mut sum = TokenStream::new();
        for (monomial, coefficient) in terms {
            // A coefficient that is too large makes the dim too large.
            let (negative, magnitude) = match coefficient.map(|value| (value < 0, value.checked_abs())) {
                Ok((negative, Some(magnitude))) => (negative, Some(magnitude)),
                _ => (false, None),
            };
            let operator = match (sum.is_empty(), negative) {
                (true, false) => code! {},
                (true, true) | (false, true) => code! { - },
                (false, false) => code! { + },
            };
            let term = self.term(magnitude, monomial);
            sum.extend(code! { #operator #term });
        }
        if sum.is_empty() {
            code! { int(0) }
        } else {
            sum
        }
    }

    fn term(&self, coefficient: Option<i128>, monomial: &Monomial) -> TokenStream {
        let factors = monomial.factors().iter().map(|atom| match atom {
            Atom::Var(var) => self.ident(var).to_token_stream(),
            Atom::Div(inner, divisor) => self.quotient(inner, code! { floor_div }, &Dim::constant(divisor.clone())),
            Atom::Mod(inner, divisor) => self.quotient(inner, code! { floor_mod }, &Dim::constant(divisor.clone())),
        });
        let number = match coefficient {
            Some(1) if !monomial.is_one() => None,
            Some(value) => {
                let literal = Literal::i128_unsuffixed(value);
                Some(code! { int(#literal) })
            }
            None => Some(code! { Int::UNKNOWN }),
        };
        let mut product = TokenStream::new();
        for factor in number.into_iter().chain(factors) {
            let operator = if product.is_empty() {
                code! {}
            } else {
                code! { * }
            };
            product.extend(code! { #operator #factor });
        }
        product
    }

    fn quotient(&self, inner: &Dim, method: TokenStream, divisor: &Dim) -> TokenStream {
        let (receiver, divisor) = (self.receiver(inner), self.dim(divisor));
        code! { #receiver.#method(#divisor) }
    }

    /// The dim as something that a method can be called on.
    fn receiver(&self, dim: &Dim) -> TokenStream {
        let tokens = self.dim(dim);
        let mut terms =
            dim.terms().map(|(monomial, coefficient)| monomial.factors().len() == 1 && *coefficient == 1.into());
        if let (Some(true), None) = (terms.next(), terms.next()) {
            tokens
        } else {
            code! { (#tokens) }
        }
    }

    /// `D.floor_mod(int(8)).equal(int(0)) & S.at_most(int(4096))`
    pub(super) fn pred(&self, pred: &Pred) -> TokenStream {
        match pred {
            Pred::Compare(cmp, lhs, rhs) => {
                let method = match cmp {
                    Cmp::Eq => code! { equal },
                    Cmp::Ne => code! { not_equal },
                    Cmp::Lt => code! { less },
                    Cmp::Le => code! { at_most },
                    Cmp::Gt => code! { greater },
                    Cmp::Ge => code! { at_least },
                };
                let (lhs, rhs) = (self.receiver(lhs), self.dim(rhs));
                code! { #lhs.#method(#rhs) }
            }
            Pred::And(a, b) => {
                let (a, b) = (self.operand(a), self.operand(b));
                code! { #a & #b }
            }
            Pred::Or(a, b) => {
                let (a, b) = (self.operand(a), self.operand(b));
                code! { #a | #b }
            }
            Pred::Not(a) => {
                let a = self.operand(a);
                code! { !#a }
            }
        }
    }

    fn operand(&self, pred: &Pred) -> TokenStream {
        let tokens = self.pred(pred);
        match pred {
            Pred::Compare(..) => tokens,
            Pred::And(..) | Pred::Or(..) | Pred::Not(_) => code! { (#tokens) },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(dim: Dim, expected: &str) {
        let (s, t) = (DimVar::new("S"), DimVar::new("g.T"));
        let mut vars = Vars::default();
        vars.add(&s);
        vars.add(&t);
        let expected: TokenStream = expected.parse().unwrap();
        assert_eq!(vars.dim(&dim).to_string(), expected.to_string());
    }

    #[test]
    fn dims() {
        let (s, t) = (|| Dim::var(DimVar::new("S")), || Dim::var(DimVar::new("g.T")));
        let c = |value: i128| Dim::constant(value);
        check(c(0), "int(0)");
        check(c(-3), "-int(3)");
        check(s() - t() - c(1), "S - g_T - int(1)");
        check(-s(), "-S");
        check(c(2) * s() * t() + c(7), "int(2) * S * g_T + int(7)");
        check((s() + t()).floor_div(&8.into()), "(S + g_T).floor_div(int(8))");
        check(c(3) * s().floor_mod(&4.into()), "int(3) * S.floor_mod(int(4))");
        check(c(i128::MAX) * c(2) * s() + t(), "Int::UNKNOWN * S + g_T");
        check(c(i128::MIN) * s(), "Int::UNKNOWN * S");
    }

    #[test]
    fn identifiers_are_distinct_and_no_keywords() {
        let names = ["g.N", "g_N", "gen"].map(DimVar::new);
        let mut vars = Vars::default();
        names.iter().for_each(|name| vars.add(name));
        let idents: Vec<String> = names.iter().map(|name| vars.ident(name).to_string()).collect();
        assert_eq!(idents, ["g_N", "g_N_", "gen_"]);
        assert_eq!(vars.fresh("gen").to_string(), "gen__");
    }
}
