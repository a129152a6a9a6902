//! A place in the source: a run of tokens, kept as its first and last span.

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::ToTokens;

/// From the first to the last token of something that was written.
#[derive(Clone, Copy, Debug)]
pub struct Region {
    start: Span,
    end: Span,
}

impl Region {
    /// The tokens of `first` up to those of `last`.
    pub fn between(first: Region, last: Region) -> Region {
        Region { start: first.start, end: last.end }
    }

    /// All tokens of `tokens`; the macro call if there are none.
    pub fn of(tokens: impl ToTokens) -> Region {
        let mut trees = tokens.into_token_stream().into_iter();
        let Some(first) = trees.next() else { return Span::call_site().into() };
        let start = match &first {
            TokenTree::Group(group) => group.span_open(),
            tree => tree.span(),
        };
        let end = match trees.last().unwrap_or(first) {
            TokenTree::Group(group) => group.span_close(),
            tree => tree.span(),
        };
        Region { start, end }
    }

    /// Two tokens that carry the region to `syn::Error::new_spanned`, which is how a message covers several tokens
    /// on stable Rust.
    pub fn to_tokens(self) -> TokenStream {
        let (first, last) = (Ident::new("start", self.start), Ident::new("end", self.end));
        quote::quote!(#first #last)
    }

    /// The span of the first token.
    pub fn start(self) -> Span {
        self.start
    }

    /// The span of the last token.
    pub fn end(self) -> Span {
        self.end
    }
}

impl From<Span> for Region {
    fn from(span: Span) -> Region {
        Region { start: span, end: span }
    }
}

impl From<&Ident> for Region {
    fn from(ident: &Ident) -> Region {
        ident.span().into()
    }
}
