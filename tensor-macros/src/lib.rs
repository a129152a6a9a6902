//! The `tensor_fn!` macro: parse, check, then expand or report.
//!
//! The language is in `tensor-core`, and so is every rule; kernels are compiled by the package's build script. This crate
//! only turns what the checker found into Rust or into errors.

mod expand;
mod link;
mod manifest;
mod report;
#[cfg(test)]
mod tests;

use crate::expand::Link;
use crate::manifest::BuildStep;
use proc_macro2::TokenStream;
use tensor_core::check::{CheckedFn, Package, Record, check_block, check_consts};
use tensor_core::diag::Diagnostic;
use tensor_core::smt::Z3;
use tensor_core::syntax::{ast, parse_block};

/// Tensor functions, checked where they are written and compiled by the package's build script.
///
/// See the crate `tensor-runtime`, which exports this macro with the types that its expansion uses.
#[proc_macro]
pub fn tensor_fn(tokens: proc_macro::TokenStream) -> proc_macro::TokenStream {
    let build_step = BuildStep::read();
    let var = |name| std::env::var(name).unwrap_or_default();
    let (name, version) = (var("CARGO_PKG_NAME"), var("CARGO_PKG_VERSION"));
    let package = Package { name: &name, version: &version };
    let is_active = |attrs: &[syn::Attribute]| build_step.is_active(attrs);
    let link = |surface: &ast::Fn, checked: &CheckedFn| link::link(&build_step, package, surface, checked);
    expand_block(tokens.into(), &is_active, &link).into()
}

type FindKernel<'a> = dyn Fn(&ast::Fn, &CheckedFn) -> Result<Option<Link>, Diagnostic> + 'a;

/// The items of a block. `is_active` tells which functions the package's configuration keeps, `link` where a function's
/// kernel is, or why that cannot be said.
fn expand_block(
    tokens: TokenStream,
    is_active: &dyn Fn(&[syn::Attribute]) -> bool,
    link: &FindKernel<'_>,
) -> TokenStream {
    let mut parsed = parse_block(tokens);
    parsed.block.fns.retain(|function| is_active(&function.attrs));
    let mut expansion = report::errors(&parsed.errors);
    expansion.extend(report::errors(&check_consts(&parsed.block)));
    let prover = Z3::new(&parsed.block.flags);
    for outcome in check_block(&parsed.block, &prover, Record::Nothing) {
        let linked = outcome.result.and_then(|checked| match link(outcome.surface, &checked) {
            Ok(link) => Ok((checked, link)),
            Err(diagnostic) => Err(vec![diagnostic]),
        });
        match linked {
            Ok((checked, link)) => expansion.extend(expand::expand(outcome.surface, &checked, link.as_ref())),
            Err(diagnostics) => {
                expansion.extend(report::errors(&diagnostics));
                expansion.extend(report::stub(outcome.surface));
            }
        }
    }
    expansion
}
