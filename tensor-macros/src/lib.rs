//! The `tensor_fn!` macro: parse, check, then expand or report.
//!
//! The language is in `tensor-core`, and so is every rule; kernels are compiled by the package's build script. This crate
//! only turns what the checker found into Rust or into errors.

mod expand;
mod link;
mod manifest;
mod names;
mod report;
#[cfg(test)]
mod tests;

use crate::expand::Link;
use crate::manifest::BuildStep;
use proc_macro2::TokenStream;
use std::collections::BTreeSet;
use std::path::PathBuf;
use tensor_core::check::{CheckedFn, Package, Record, check_block, check_consts};
use tensor_core::diag::Diagnostic;
use tensor_core::smt::Z3;
use tensor_core::syntax::{ast, parse_block};

/// Tensor functions, checked where they are written and compiled by the package's build script.
///
/// See the crate `tensor-runtime`, which exports this macro with the types that its expansion uses.
#[proc_macro]
pub fn tensor_fn(tokens: proc_macro::TokenStream) -> proc_macro::TokenStream {
    let var = |name| std::env::var(name).unwrap_or_default();
    let (name, version) = (var("CARGO_PKG_NAME"), var("CARGO_PKG_VERSION"));
    let package = Package { name: &name, version: &version };
    expand_block(tokens.into(), &link::Built { build_step: BuildStep::read(), package }).into()
}

/// What is known of the package that a block belongs to.
trait Surroundings {
    /// Whether the package's configuration keeps an item with these attributes.
    fn is_active(&self, attrs: &[syn::Attribute]) -> bool;

    /// Where the kernel of a function is, `None` where it is only checked, or why that cannot be said.
    fn link(&self, surface: &ast::Fn, checked: &CheckedFn) -> Result<Option<Link>, Diagnostic>;

    /// The file with an obligation of a function, if dumps were asked for.
    fn dump(&self, function: &str, obligation: &str) -> Option<PathBuf>;
}

/// The items of a block.
fn expand_block(tokens: TokenStream, package: &dyn Surroundings) -> TokenStream {
    let mut parsed = parse_block(tokens);
    parsed.block.fns.retain(|function| package.is_active(&function.attrs));
    let mut errors = parsed.errors;
    errors.extend(check_consts(&parsed.block));
    let mut faultless = errors.is_empty();
    let mut expansion = report::errors(&errors);
    let prover = Z3::new(&parsed.block.flags);
    let mut outcomes = check_block(&parsed.block, &prover, Record::Nothing);
    // A name that is declared twice has been reported. Whoever has it by right goes first.
    outcomes.sort_by_key(|outcome| outcome.result.is_err());
    let mut taken = BTreeSet::new();
    for outcome in outcomes {
        let name = outcome.surface.name.to_string();
        let free = [format!("{name}_into"), name].map(|name| taken.insert(name)) == [true, true];
        let linked = outcome.result.and_then(|checked| match package.link(outcome.surface, &checked) {
            Ok(link) => Ok((checked, link)),
            Err(diagnostic) => Err(vec![diagnostic]),
        });
        match linked {
            Ok((checked, link)) => expansion.extend(expand::expand(outcome.surface, &checked, link.as_ref())),
            Err(mut diagnostics) => {
                faultless = false;
                let function = outcome.surface.name.to_string();
                for diagnostic in &mut diagnostics {
                    let obligation = diagnostic.obligation.as_ref();
                    let dump = obligation.and_then(|obligation| package.dump(&function, obligation));
                    diagnostic.notes.extend(dump.map(|path| format!("obligation: {}", path.display())));
                }
                expansion.extend(report::errors(&diagnostics));
                let alternative = !expand::cfgs(outcome.surface).is_empty();
                if free || alternative {
                    expansion.extend(report::stub(outcome.surface));
                }
            }
        }
    }
    expansion.extend(names::names(&parsed.block, faultless));
    expansion
}
