//! The two Rust functions that a tensor function becomes: names, attributes, parameters, documentation. Made from what
//! was written, so that a function with errors has them too.

use super::{code, internal};
use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{ToTokens, format_ident};
use syn::Lifetime;
use tensor_core::syntax::ast;
use tensor_core::types::DType;

/// A tensor function as Rust sees it.
pub struct Signature<'a> {
    surface: &'a ast::Fn,
    /// Beside the parameters of `surface`.
    params: Vec<Ident>,
    /// Beside the results of `surface`: what the outputs of the `_into` function are called.
    outputs: Vec<Ident>,
    /// The module with what both functions share.
    pub(super) module: Ident,
}

impl<'a> Signature<'a> {
    /// The signature of `surface`.
    pub fn of(surface: &'a ast::Fn) -> Signature<'a> {
        let params = surface.params.iter().map(|param| parameter_name(&param.name)).collect();
        let taken = |name: &str| surface.params.iter().any(|param| param.name == name);
        let name_output = |position: usize| {
            let mut name = if surface.results.len() == 1 { "out".to_string() } else { format!("out{position}") };
            while taken(&name) {
                name.push('_');
            }
            internal(&name)
        };
        let outputs = (0..surface.results.len()).map(name_output).collect();
        let module = format_ident!("__tensor_fn_{}", surface.name, span = Span::mixed_site());
        Signature { surface, params, outputs, module }
    }

    /// What the outputs of the `_into` function are called.
    pub fn outputs(&self) -> Vec<Ident> {
        self.outputs.clone()
    }

    /// The arguments, converted to views.
    pub(super) fn arguments(&self) -> Vec<TokenStream> {
        let params = self.params.iter().zip(&self.surface.params);
        let argument = |(ident, param): (&Ident, &ast::Param)| match &param.kind {
            ast::ParamKind::Tensor(_) => code! { ::core::convert::Into::into(#ident) },
            ast::ParamKind::Dim => ident.to_token_stream(),
        };
        params.map(argument).collect()
    }

    /// The parameters.
    pub fn params(&self) -> &[Ident] {
        &self.params
    }

    /// Both functions, with these bodies.
    pub fn functions(&self, body: TokenStream, body_into: TokenStream) -> TokenStream {
        let ast::Fn { vis, name, .. } = self.surface;
        let (docs, docs_into) = self.docs();
        // The `_into` function has documentation of its own; an `expect` would have to be met in both.
        let (own, both): (Vec<_>, Vec<_>) = self.surface.attrs.iter().partition(|attr| attr.path().is_ident("expect"));
        let both: Vec<_> = both.into_iter().filter(|attr| !attr.path().is_ident("doc")).collect();
        let name_into = format_ident!("{}_into", name, span = name.span());
        // Each view has a lifetime of its own: with one for all, an argument that is generic in its lifetime would have
        // to outlive none of the others. Rust has no anonymous lifetimes here.
        let mut lifetimes = Vec::new();
        let params = self.params.iter().zip(&self.surface.params).map(|(ident, param)| match &param.kind {
            ast::ParamKind::Tensor(ty) => {
                let (element, rank, lifetime) = (public_type(&ty.dtype), rank(ty), next_lifetime(&mut lifetimes));
                code! { #ident: impl ::core::convert::Into<::tensor_runtime::TensorRef<#lifetime, #element, #rank>> }
            }
            ast::ParamKind::Dim => code! { #ident: ::core::primitive::usize },
        });
        let params: Vec<TokenStream> = params.collect();
        let mut lifetimes_into = lifetimes.clone();
        let outputs = self.outputs.iter().zip(&self.surface.results).map(|(ident, ty)| {
            let (element, rank, lifetime) = (public_type(&ty.dtype), rank(ty), next_lifetime(&mut lifetimes_into));
            code! { #ident: impl ::core::convert::Into<::tensor_runtime::TensorMut<#lifetime, #element, #rank>> }
        });
        let outputs: Vec<TokenStream> = outputs.collect();
        let lifetimes = (!lifetimes.is_empty()).then(|| code! { <#(#lifetimes),*> });
        let results = super::tuple(self.surface.results.iter().map(|ty| {
            let (element, rank) = (public_type(&ty.dtype), rank(ty));
            code! { ::tensor_runtime::Tensor<#element, #rank> }
        }));
        // A function that only others of its block call is used, but not by Rust code.
        let quiet = code! { #[allow(dead_code, non_snake_case, clippy::too_many_arguments, clippy::double_must_use)] };
        code! {
            #docs
            #(#own)*
            #(#both)*
            #quiet
            #vis fn #name #lifetimes(#(#params),*) -> ::core::result::Result<#results, ::tensor_runtime::Error> {
                #body
            }

            #docs_into
            #(#both)*
            #quiet
            #vis fn #name_into<#(#lifetimes_into),*>(#(#params,)* #(#outputs),*) -> ::core::result::Result<(), ::tensor_runtime::Error> {
                #body_into
            }
        }
    }

    /// The documentation of both functions.
    fn docs(&self) -> (TokenStream, TokenStream) {
        let written: Vec<_> = self.surface.attrs.iter().filter(|attr| attr.path().is_ident("doc")).collect();
        let name = self.surface.name.to_string();
        let mut generated = Vec::new();
        if !written.is_empty() {
            generated.push(String::new());
        }
        generated.push(" ```text".to_string());
        generated.extend(self.written().lines().map(|line| format!(" {line}")));
        generated.push(" ```".to_string());
        let mut lines = generated.clone();
        let says_errors = written.iter().any(|attr| attr.to_token_stream().to_string().contains("# Errors"));
        let errors = [
            "",
            " # Errors",
            " If the arguments do not have the shapes that the signature demands or a condition in it does not hold, which is",
            " found before any work, if memory runs out, or if an integer operation has no result.",
        ];
        if !says_errors {
            lines.extend(errors.map(str::to_string));
        }
        let mut lines_into = vec![
            match self.outputs.as_slice() {
                [_] => format!(
                    " [`{name}`] with its result written into the tensor given last, which must have its shape."
                ),
                _ => format!(
                    " [`{name}`] with its results written into the tensors given last, which must have their shapes."
                ),
            },
            String::new(),
        ];
        generated.retain(|line| !line.is_empty());
        lines_into.extend(generated);
        lines_into.extend(errors.map(str::to_string));
        lines_into.push(" What the outputs hold after an error is not specified.".to_string());
        (code! { #(#written)* #(#[doc = #lines])* }, code! { #(#[doc = #lines_into])* })
    }

    /// The signature as written, on one line or one parameter to a line.
    fn written(&self) -> String {
        let surface = self.surface;
        let generics: Vec<String> = surface.generics.iter().map(Ident::to_string).collect();
        let generics = if generics.is_empty() { String::new() } else { format!("<{}>", generics.join(", ")) };
        let params: Vec<String> = surface.params.iter().map(written_param).collect();
        let results: Vec<String> = surface.results.iter().map(written_type).collect();
        let results = if results.len() == 1 { results.concat() } else { format!("({})", results.join(", ")) };
        let head = format!("fn {}{generics}", surface.name);
        let one_line = format!("{head}({}) -> {results}", params.join(", "));
        let mut text = if one_line.len() <= 100 {
            one_line
        } else {
            format!("{head}(\n    {},\n) -> {results}", params.join(",\n    "))
        };
        for clause in &surface.clauses {
            text.push('\n');
            text.push_str(&written_clause(clause));
        }
        text
    }
}

/// The `cfg` attributes of a function.
pub fn cfgs(surface: &ast::Fn) -> Vec<&syn::Attribute> {
    surface.attrs.iter().filter(|attr| attr.path().is_ident("cfg")).collect()
}

fn written_param(param: &ast::Param) -> String {
    match &param.kind {
        ast::ParamKind::Tensor(ty) => format!("{}: {}", param.name, written_type(ty)),
        ast::ParamKind::Dim => format!("{}: dim", param.name),
    }
}

fn written_type(ty: &ast::Type) -> String {
    let dims: Vec<String> = ty.shape.iter().map(ast::Expr::to_string).collect();
    let refinements: String = ty.refinements.iter().map(|pred| format!(", {pred}")).collect();
    format!("Tensor[{}, [{}]{refinements}]", ty.dtype, dims.join(", "))
}

fn written_clause(clause: &ast::Clause) -> String {
    match clause {
        ast::Clause::Requires(preds) => {
            let preds: Vec<String> = preds.iter().map(ast::Pred::to_string).collect();
            format!("requires {}", preds.join(", "))
        }
        ast::Clause::Assume(equations) => {
            let equation = |equation: &ast::Equation| format!("{} == {}", equation.lhs, equation.rhs);
            let equations: Vec<String> = equations.iter().map(equation).collect();
            format!("assume {}", equations.join(", "))
        }
        ast::Clause::Dim(definition) => format!("dim {} = {}", definition.name, definition.value),
    }
}

/// The parameter's own identifier, so that an editor finds it. A parameter of Rust cannot have the name of a variant
/// that is always in scope.
fn parameter_name(name: &Ident) -> Ident {
    if ["Ok", "Err", "Some", "None"].iter().any(|variant| name == variant) {
        format_ident!("{name}_", span = name.span())
    } else {
        name.clone()
    }
}

/// `'a` to `'z`, then `'a1` and so on; added to those given.
fn next_lifetime(lifetimes: &mut Vec<Lifetime>) -> Lifetime {
    let letter = char::from(b'a' + (lifetimes.len() % 26) as u8);
    let round = match lifetimes.len() / 26 {
        0 => String::new(),
        round => round.to_string(),
    };
    let lifetime = Lifetime::new(&format!("'{letter}{round}"), Span::mixed_site());
    lifetimes.push(lifetime.clone());
    lifetime
}

fn rank(ty: &ast::Type) -> Literal {
    Literal::usize_unsuffixed(ty.shape.len())
}

/// The element type, named so that nothing in the user's scope can be meant. A dtype that does not exist has been
/// reported; its nearest neighbour gives the fewest further errors.
fn public_type(dtype: &Ident) -> TokenStream {
    let name = dtype.to_string();
    let similar = |dtype: &DType| dtype.name().eq_ignore_ascii_case(&name);
    let dtype = DType::ALL.into_iter().find(similar).unwrap_or(DType::F32);
    let element = super::element_type(dtype);
    match dtype {
        DType::F16 | DType::BF16 | DType::I4 => code! { ::tensor_runtime::#element },
        DType::F64 | DType::F32 | DType::I64 | DType::I32 | DType::I16 | DType::I8 | DType::Bool => {
            code! { ::core::primitive::#element }
        }
    }
}
