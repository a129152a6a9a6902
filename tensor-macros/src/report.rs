//! Errors as rustc shows them, and what stands in for a function that has some.

use crate::expand::{Signature, code};
use proc_macro2::TokenStream;
use tensor_core::diag::Diagnostic;
use tensor_core::syntax::ast;

/// An error at the guilty tokens for each diagnostic.
pub fn errors(diagnostics: &[Diagnostic]) -> TokenStream {
    let error = |diagnostic: &Diagnostic| {
        syn::Error::new_spanned(diagnostic.at.to_tokens(), diagnostic.render()).to_compile_error()
    };
    diagnostics.iter().map(error).collect()
}

/// The functions that `surface` promises, so that code that calls them has no further errors. They never run: the error
/// that was reported stops the build.
pub fn stub(surface: &ast::Fn) -> TokenStream {
    let signature = Signature::of(surface);
    let (params, outputs) = (signature.params(), signature.outputs());
    let body = code! {
        let _ = (#(&#params,)*);
        ::core::unimplemented!()
    };
    let body_into = code! {
        let _ = (#(&#params,)* #(&#outputs,)*);
        ::core::unimplemented!()
    };
    signature.functions(body, body_into)
}
