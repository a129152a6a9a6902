//! The `tensor_fn!` language: from the tokens of a block to checked functions. This page is its architecture;
//! `docs/language.md` is the reference of the language, `docs/errors.md` that of its messages.
//!
//! Two drivers use this crate alike: the macro, which expands each checked function to Rust, and the build step, which
//! lowers it to a native object. Neither may decide anything of the language itself, so that they cannot disagree. Here is
//! no MLIR, and no input or output.
//!
//! # Stages
//!
//! Each stage is a function of values, and has one verb:
//!
//! | stage | verb | from | to |
//! | --- | --- | --- | --- |
//! | [`syntax`] | parse | tokens | [`ast::Block`](syntax::ast::Block), and errors that belong to no function |
//! | [`check`] | resolve | [`ast::Fn`](syntax::ast::Fn) | dims, shapes and operations in place of names |
//! | [`ops`] | infer | an operation and its operands' types | the result's type, under premises |
//! | [`logic`], [`smt`] | discharge | a premise and Γ | proved, refuted with a counterexample, or unknown |
//! | [`check`] | check | a block | for each function a [`CheckedFn`](check::CheckedFn) or its errors |
//!
//! Of a [`CheckedFn`](check::CheckedFn) tensor-macros makes the wrapper, tensor-build the kernel, and [`eval`], the
//! interpreter, the values that both are tested against.
//!
//! Entry points, in the order in which a driver calls them: [`syntax::parse_block`], [`check::check_consts`],
//! [`check::check_block`], [`check::kernel_name`]. The name of a kernel holds a hash of its canonical text, the `Display` of
//! [`ir::Func`]: macro and build step find each other by it. [`syntax::scan_file`] finds the blocks in a Rust file,
//! [`cfg`](mod@cfg) decides which items are active, and [`manifest`] is what the build step leaves for the macro.
//!
//! # Layers
//!
//! Each module uses only modules that stand before it in this list; `tests/layers.rs` has the exact table and checks it.
//!
//! 1. [`types`]: dims, predicates, dtypes, tensor types. [`diag`]: messages and places. [`cfg`](mod@cfg), [`manifest`].
//! 2. [`syntax`]: tokens to tree. [`logic`]: Γ, obligations, the interface of a prover.
//! 3. [`ops`]: operations and their rules. [`smt`]: the prover, which is Z3.
//! 4. [`ir`]: typed functions.
//! 5. [`check`]: joins the above.
//! 6. [`eval`]: what a function means. `generate`: random programs, for tests.
//!
//! # Invariants
//!
//! * A fact enters Γ only through [`logic::Context::admit`], with a [`logic::Warrant`]: it was proved, the call checks it,
//!   or its refusal has been reported. So a kernel never runs on an unchecked assumption.
//! * [`ops::infer`] never asks the solver. What it cannot see it returns as a premise.
//! * [`ir`] has no spans, and neither have the types: equal functions have equal text and so one kernel. Places are in the
//!   surface tree and in obligations.
//! * Sentences of the checker are in `check::wording`, those of the parser in `syntax::errors`; elsewhere there are only
//!   reasons. Each message has a [`diag::Code`], which `docs/errors.md` explains, the page `errors` of `tensor_runtime`.
//! * What cannot be compiled yet is refused by `check::lowered`, for macro and build step at once.
//! * Nothing panics on what a user writes, however deep or long it is.
//!
//! An operation is added in [`ops`], whose page says how.

pub mod cfg;
pub mod check;
pub mod diag;
pub mod eval;
#[cfg(any(test, feature = "testing"))]
pub mod generate;
pub mod ir;
pub mod logic;
pub mod manifest;
pub mod ops;
pub mod smt;
pub mod syntax;
pub mod types;

/// Version of the interface between a kernel and the code that calls it.
pub const ABI_VERSION: u32 = 1;
