//! Where a function's kernel is, or why there is none: what the build step left, in the words that a user reads.

use crate::Surroundings;
use crate::expand::Link;
use crate::manifest::{BuildStep, Kernel, NoManifest};
use std::path::PathBuf;
use tensor_core::check::{CheckedFn, Package, kernel_name};
use tensor_core::diag::{Code, Diagnostic, codes};
use tensor_core::syntax::ast;

/// The package that is being compiled.
pub(crate) struct Built<'a> {
    pub(crate) build_step: BuildStep,
    pub(crate) package: Package<'a>,
}

impl Surroundings for Built<'_> {
    fn is_active(&self, attrs: &[syn::Attribute]) -> bool {
        self.build_step.is_active(attrs)
    }

    fn link(&self, surface: &ast::Fn, checked: &CheckedFn) -> Result<Option<Link>, Diagnostic> {
        match self.build_step.kernel(&kernel_name(checked, self.package)) {
            Kernel::Lowered { symbol, archive } => Ok(Some(Link { library: archive, symbol: symbol.to_owned() })),
            Kernel::CheckOnly => Ok(None),
            Kernel::NotSeen { unread } => Err(not_seen(surface, &unread)),
            Kernel::NoManifest(reason) => Err(no_build_step(surface, reason)),
        }
    }

    fn dump(&self, function: &str, obligation: &str) -> Option<PathBuf> {
        self.build_step.smt2(function, obligation)
    }
}

fn diagnostic(code: Code, surface: &ast::Fn, message: String, notes: &[&str]) -> Diagnostic {
    let notes = notes.iter().map(|note| (*note).to_owned()).collect();
    Diagnostic { notes, ..Diagnostic::new(code, message, &surface.name) }
}

fn not_seen(surface: &ast::Fn, unread: &[(&str, &str)]) -> Diagnostic {
    let unread: Vec<String> =
        unread.iter().map(|(path, reason)| format!("it could not read {path}: {reason}")).collect();
    let mut notes = vec![
        "it looks for `tensor_fn!`, under that name and not inside other macros, in src, tests, examples and benches",
    ];
    notes.extend(unread.iter().map(String::as_str));
    notes.extend([
        "help: for a block that another macro writes or a macro of another name, write `tensor_fn! { .. }` itself",
        "help: after a first file in a new folder, `touch build.rs`",
        "help: for a file elsewhere, name it in build.rs: `tensor_build::Builder::new().source(\"..\").compile()`",
    ]);
    let message = format!("the build step has not seen this kernel: `{}`", surface.name);
    diagnostic(codes::NOT_SEEN, surface, message, &notes)
}

fn no_build_step(surface: &ast::Fn, reason: &NoManifest) -> Diagnostic {
    let found = reason.to_string();
    diagnostic(
        codes::NO_BUILD_STEP,
        surface,
        format!("build.rs does not compile this package's kernels: `{}`", surface.name),
        &[
            &found,
            "help: add to Cargo.toml, under [build-dependencies]: `tensor-build = \"0.1\"`",
            "help: add to `main` in build.rs: `tensor_build::compile();`",
        ],
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use tensor_core::syntax::parse_block;

    /// The page of errors quotes both messages.
    #[test]
    fn the_page_of_errors_quotes_them() {
        let page = include_str!("../../tensor-core/docs/errors.md");
        let source = quote::quote!(fn f<N>(x: Tensor[F32, [N]]) -> Tensor[F32, [N]] { relu(x) });
        let block = parse_block(source).block;
        let no_file = NoManifest::NoFile("OUT_DIR/tensor/manifest".into());
        for diagnostic in [not_seen(&block.fns[0], &[]), no_build_step(&block.fns[0], &no_file)] {
            let quoted = format!("\n{}\n", diagnostic.render());
            assert!(page.contains(&quoted), "{quoted}");
        }
    }

    /// A file that rustc reads and the build step does not is named with the reason.
    #[test]
    fn files_that_could_not_be_read_are_named() {
        let source = quote::quote!(fn f<N>(x: Tensor[F32, [N]]) -> Tensor[F32, [N]] { relu(x) });
        let block = parse_block(source).block;
        let text = not_seen(&block.fns[0], &[("src/new.rs", "line 2: expected `(`")]).render();
        assert!(text.contains("\n  it could not read src/new.rs: line 2: expected `(`\n"), "{text}");
    }
}
