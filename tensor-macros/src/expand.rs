//! From a checked function to Rust: two functions with the user's names, and a module with what they share.
//!
//! The module has no names of the user's in scope, and what the expansion declares there has another hygiene than the
//! user's names, so neither can get in the way of the other. All generated tokens carry a span of the macro: lints of
//! the user's package, `unsafe_code` among them, do not look at them.

mod arithmetic;
mod signature;

pub use signature::{Signature, cfgs};

use self::arithmetic::Vars;
use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::ToTokens;
use std::collections::BTreeSet;
use tensor_core::check::{Binding, CheckedFn};
use tensor_core::ir::{Func, ParamKind};
use tensor_core::logic::{Check, Origin};
use tensor_core::ops::{Op, Prim, Scalar};
use tensor_core::syntax::ast;
use tensor_core::types::{DType, Dim, Kind, TensorType, fmt_shape};

/// `quote!` whose local variables neither see the user's names nor are seen by them.
macro_rules! code {
    ($($tokens:tt)*) => {
        ::quote::quote_spanned! { ::proc_macro2::Span::mixed_site()=> $($tokens)* }
    };
}
pub(crate) use code;

/// Where the kernel of a function is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Link {
    /// The name of the static library.
    pub library: String,
    /// The full symbol, without the level.
    pub symbol: String,
}

/// What a kernel is called where there is no build step: if the package is linked after all, the linker's message says
/// what is missing.
const NO_BUILD_STEP: &str = "tensor_fn_needs_build_rs_calling_tensor_build_compile";

/// The items that a function becomes. Without a link it can be checked by rustc but not be linked.
pub fn expand(surface: &ast::Fn, checked: &CheckedFn, link: Option<&Link>) -> TokenStream {
    let signature = Signature::of(surface);
    let module = &signature.module;
    let arguments = signature.arguments();
    let outputs = signature.outputs();
    let functions = signature.functions(
        code! { #module::call(#(#arguments),*) },
        code! { #module::call_into(#(#arguments,)* #(::core::convert::Into::into(#outputs)),*) },
    );
    let wrapper = Wrapper::new(surface, checked, outputs).module(module, link);
    let cfgs = cfgs(surface);
    code! {
        #functions

        #(#cfgs)*
        #wrapper
    }
}

/// The module of a function.
struct Wrapper<'a> {
    surface: &'a ast::Fn,
    checked: &'a CheckedFn,
    vars: Vars<'a>,
    /// Beside the parameters: the tensor or the `usize`.
    params: Vec<Ident>,
    outputs: Vec<Ident>,
}

impl<'a> Wrapper<'a> {
    fn new(surface: &'a ast::Fn, checked: &'a CheckedFn, outputs: Vec<Ident>) -> Wrapper<'a> {
        let mut vars = Vars::default();
        for var in &checked.func.vars {
            vars.add(var);
        }
        let mut params = Vec::new();
        for param in &checked.func.params {
            params.push(match &param.kind {
                ParamKind::Tensor(_) => vars.fresh(&param.name),
                ParamKind::Dim(var) => vars.ident(var).clone(),
            });
        }
        Wrapper { surface, checked, vars, params, outputs }
    }

    fn func(&self) -> &'a Func {
        &self.checked.func
    }

    fn module(&self, module: &Ident, link: Option<&Link>) -> TokenStream {
        let abi = Literal::u32_unsuffixed(tensor_core::ABI_VERSION);
        let (bind, call, call_into, run) = (self.bind(), self.call(), self.call_into(), self.run(link));
        code! {
            #[allow(non_snake_case, dead_code, clashing_extern_declarations, clippy::all, clippy::pedantic)]
            #[no_implicit_prelude]
            mod #module {
                use ::tensor_runtime::__private::*;

                const _: () = assert_abi(#abi);

                #bind
                #call
                #call_into
                #run
            }
        }
    }

    /// `let function = ..;`
    fn function(&self) -> TokenStream {
        let name = &self.func().name;
        code! { let function = Function::new(#name); }
    }

    /// The parameters of the generated functions but `bind`.
    fn parameters(&self) -> Vec<TokenStream> {
        let params = self.params.iter().zip(&self.func().params);
        params
            .map(|(ident, param)| match &param.kind {
                ParamKind::Tensor(ty) => {
                    let (element, rank) = (element_type(ty.dtype), rank(ty));
                    code! { #ident: TensorRef<'_, #element, #rank> }
                }
                ParamKind::Dim(_) => code! { #ident: usize },
            })
            .collect()
    }

    /// The parameters that are tensors.
    fn tensors(&self) -> impl Iterator<Item = (&Ident, &'a TensorType)> {
        self.params.iter().zip(&self.func().params).filter_map(|(ident, param)| match &param.kind {
            ParamKind::Tensor(ty) => Some((ident, ty)),
            ParamKind::Dim(_) => None,
        })
    }

    fn results(&self) -> impl Iterator<Item = &'a TensorType> {
        self.func().results.iter().map(|result| &result.ty)
    }

    /// Values of the shape variables and shapes of the results, or what is wrong with the arguments.
    fn bind(&self) -> TokenStream {
        let (func, function) = (self.func(), self.function());
        let params = self.params.iter().zip(&func.params).map(|(ident, param)| match &param.kind {
            ParamKind::Tensor(ty) => {
                let rank = rank(ty);
                code! { #ident: [usize; #rank] }
            }
            ParamKind::Dim(_) => code! { #ident: usize },
        });
        let dim_params = func.params.iter().filter_map(|param| match &param.kind {
            ParamKind::Tensor(_) => None,
            ParamKind::Dim(var) => {
                let ident = self.vars.ident(var);
                Some(code! { let #ident = dim(#ident); })
            }
        });
        let bindings = self.checked.bindings.iter().map(|binding| self.binding(binding));
        let definitions = self.checked.definitions.iter().map(|(var, value)| {
            let (ident, text) = (self.vars.ident(var), format!("{var} = {value}"));
            let (given, value) = (self.vars.given(value.vars()), self.vars.dim(value));
            code! { let #ident = function.define(#text, #value, #given)?; }
        });
        let axes = self.axes();
        let checks = self.checked.checks.iter().map(|check| self.check(check));
        let numbers = func.numbers();
        let numbers = numbers.iter().map(|number| self.number(number));
        let sizes = self.sizes();
        let (outputs, result_shapes) = (&self.outputs, self.results().map(|ty| self.shape(ty)));
        let count = Literal::usize_unsuffixed(func.vars.len());
        let names = func.vars.iter().map(|var| var.name());
        let vars: Vec<&Ident> = func.vars.iter().map(|var| self.vars.ident(var)).collect();
        let ranks = self.results().map(rank).map(|rank| code! { [usize; #rank] });
        let (shape_types, shapes) = (tuple(ranks), tuple(outputs));
        code! {
            /// Finds the values of the shape variables and the shapes of the results, and evaluates every condition.
            fn bind(#(#params),*) -> Result<([i64; #count], #shape_types), Error> {
                #function
                #(#dim_params)*
                #(#bindings)*
                #(#definitions)*
                #(#axes)*
                #(#checks)*
                #(#numbers)*
                #(#sizes)*
                #(let #outputs = #result_shapes;)*
                let dims = function.dims([#((#names, #vars)),*])?;
                Result::Ok((dims, #shapes))
            }
        }
    }

    fn binding(&self, binding: &Binding) -> TokenStream {
        let var = self.vars.ident(&binding.var);
        let coefficient = Dim::constant(binding.coefficient.clone());
        let axis = Literal::usize_unsuffixed(binding.axis);
        if coefficient.is_constant(1) && binding.rest.is_constant(0) {
            let param = &self.params[binding.param];
            return code! { let #var = dim(#param[#axis]); };
        }
        let (place, name, text) = (
            self.axis(binding.param, binding.axis),
            binding.var.name(),
            self.written(&self.surface.params[binding.param], binding.axis),
        );
        let (given, coefficient, rest) =
            (self.vars.given(binding.rest.vars()), self.vars.dim(&coefficient), self.vars.dim(&binding.rest));
        code! { let #var = #place.solve(#name, #text, #coefficient, #rest, #given)?; }
    }

    /// Every axis of every parameter that did not determine a variable, compared with its dim.
    fn axes(&self) -> Vec<TokenStream> {
        let binds =
            |param, axis| self.checked.bindings.iter().any(|binding| (binding.param, binding.axis) == (param, axis));
        let mut axes = Vec::new();
        for (param, (written, typed)) in self.surface.params.iter().zip(&self.func().params).enumerate() {
            let ParamKind::Tensor(ty) = &typed.kind else { continue };
            for (axis, dim) in ty.shape.iter().enumerate().filter(|(axis, _)| !binds(param, *axis)) {
                let (place, text) = (self.axis(param, axis), self.written(written, axis));
                let (given, dim) = (self.vars.given(dim.vars()), self.vars.dim(dim));
                axes.push(code! { #place.must_be(#text, #dim, #given)?; });
            }
        }
        axes
    }

    fn axis(&self, param: usize, axis: usize) -> TokenStream {
        let (name, ident, axis) =
            (&self.func().params[param].name, &self.params[param], Literal::usize_unsuffixed(axis));
        code! { function.axis(#name, #axis, #ident[#axis]) }
    }

    /// The dim of an axis as the program writes it.
    fn written(&self, param: &ast::Param, axis: usize) -> String {
        match &param.kind {
            ast::ParamKind::Tensor(ty) => ty.shape[axis].to_string(),
            ast::ParamKind::Dim => unreachable!("only tensors have axes"),
        }
    }

    fn check(&self, check: &Check) -> TokenStream {
        let (given, holds, text) = (self.vars.given(check.pred.vars()), self.vars.pred(&check.pred), &check.written);
        let origin = match &check.origin {
            Origin::DefaultBound(_) => code! { Origin::DefaultBound },
            Origin::Refinement(param) => code! { Origin::Refinement(#param) },
            Origin::Requires => code! { Origin::Requires },
            Origin::Assume => code! { Origin::Assume },
            Origin::Dim => code! { Origin::Dim },
            Origin::Reshape(function) => code! { Origin::Reshape(#function) },
            Origin::Undecided => code! { Origin::Undecided },
        };
        code! { function.check(#text, #origin, #holds, #given)?; }
    }

    /// Every value that is no result, each shape and width once, fits in the address space.
    fn sizes(&self) -> Vec<TokenStream> {
        let key = |ty: &'a TensorType| (&ty.shape, ty.dtype.bits());
        let mut seen: BTreeSet<_> = self.results().map(key).collect();
        let values = self.func().insts.iter().map(|inst| &inst.ty);
        values
            .filter(|ty| ty.rank() > 0 && seen.insert(key(ty)))
            .map(|ty| self.shape(ty))
            .map(|shape| code! { #shape; })
            .collect()
    }

    /// What the kernel computes in 64 bits fits in them.
    fn number(&self, dim: &Dim) -> TokenStream {
        let (text, given, dim) = (dim.to_string(), self.vars.given(dim.vars()), self.vars.dim(dim));
        code! { function.number(#text, #dim, #given)?; }
    }

    fn shape(&self, ty: &TensorType) -> TokenStream {
        let (text, bits) = (format!("{}{}", ty.dtype, fmt_shape(&ty.shape)), Literal::u32_unsuffixed(ty.dtype.bits()));
        let dims = ty.shape.iter().map(|dim| self.vars.dim(dim));
        code! { function.shape(#text, #bits, [#(#dims),*])? }
    }

    /// `bind` on the arguments.
    fn bound(&self) -> TokenStream {
        let arguments = self.params.iter().zip(&self.func().params).map(|(ident, param)| match &param.kind {
            ParamKind::Tensor(_) => code! { #ident.shape() },
            ParamKind::Dim(_) => ident.to_token_stream(),
        });
        code! { bind(#(#arguments),*)? }
    }

    /// Allocates the results.
    fn call(&self) -> TokenStream {
        let (parameters, function, bound, outputs) = (self.parameters(), self.function(), self.bound(), &self.outputs);
        let inputs = self.tensors().map(|(ident, _)| ident);
        let types: Vec<TokenStream> = self.results().map(owned_type).collect();
        let (result, shapes, results) = (tuple(&types), tuple(outputs), tuple(outputs));
        code! {
            pub(super) fn call(#(#parameters),*) -> Result<#result, Error> {
                #function
                let (dims, #shapes) = #bound;
                #(let mut #outputs: #types = function.zeros(#outputs)?;)*
                run(#(#inputs,)* #(#outputs.view_mut(),)* dims)?;
                Result::Ok(#results)
            }
        }
    }

    /// Checks the outputs.
    fn call_into(&self) -> TokenStream {
        let (parameters, function, bound, outputs) = (self.parameters(), self.function(), self.bound(), &self.outputs);
        let inputs = self.tensors().map(|(ident, _)| ident);
        let types = self.results().map(output_type);
        let shapes: Vec<Ident> = (0..outputs.len()).map(|position| internal(&format!("shape{position}"))).collect();
        let names = outputs.iter().map(Ident::to_string);
        let written = self.surface.results.iter().map(|ty| {
            let dims = ty.shape.iter().map(ast::Expr::to_string);
            code! { [#(#dims),*] }
        });
        let pattern = tuple(&shapes);
        code! {
            pub(super) fn call_into(#(#parameters,)* #(#outputs: #types),*) -> Result<(), Error> {
                #function
                let (dims, #pattern) = #bound;
                #(function.output_shape(#names, #written, #shapes, #outputs.shape())?;)*
                run(#(#inputs,)* #(#outputs,)* dims)
            }
        }
    }

    /// Calls the kernel.
    fn run(&self, link: Option<&Link>) -> TokenStream {
        let (function, outputs) = (self.function(), &self.outputs);
        let (inputs, input_types): (Vec<&Ident>, Vec<&TensorType>) = self.tensors().unzip();
        let views = input_types.iter().map(|ty| {
            let (element, rank) = (element_type(ty.dtype), rank(ty));
            code! { TensorRef<'_, #element, #rank> }
        });
        let output_types = self.results().map(output_type);
        let input_storage = input_types.iter().map(|ty| storage_type(ty.dtype));
        let output_storage = self.results().map(|ty| storage_type(ty.dtype));
        let vars: Vec<&Ident> = self.func().vars.iter().map(|var| self.vars.ident(var)).collect();
        let count = Literal::usize_unsuffixed(vars.len());
        let faults = faults(self.func());
        let (library, symbol) = match link {
            Some(Link { library, symbol }) => {
                (Some(code! { #[link(name = #library, kind = "static")] }), format!("{symbol}_base"))
            }
            None => (None, NO_BUILD_STEP.to_string()),
        };
        code! {
            /// Calls the kernel.
            ///
            /// SAFETY: `bind` has compared every shape with what the kernel was compiled for, and the kernel has the
            /// signature declared here, for both come from the same checked function: its symbol is a hash of it. It
            /// reads and writes the elements of its arguments only. Outputs are borrowed mutably, so nothing aliases
            /// them.
            fn run(
                #(#inputs: #views,)*
                #(#outputs: #output_types,)*
                dims: [i64; #count],
            ) -> Result<(), Error> {
                #library
                unsafe extern "C" {
                    #[link_name = #symbol]
                    fn kernel(
                        hooks: *const Hooks,
                        #(#inputs: *const #input_storage,)*
                        #(#outputs: *mut #output_storage,)*
                        #(#vars: i64,)*
                    ) -> i32;
                }
                #function
                #(let #inputs = function.input(&#inputs)?;)*
                #(let mut #outputs = function.output(#outputs)?;)*
                let [#(#vars),*] = dims;
                let status = unsafe {
                    kernel(hooks(), #(#inputs.as_ptr(),)* #(#outputs.as_mut_ptr(),)* #(#vars),*)
                };
                function.outcome(status, &[#(#faults),*])?;
                #(#outputs.commit();)*
                Result::Ok(())
            }
        }
    }
}

/// `(instruction, "operation: what it met")` for each instruction that may meet a fault at run time.
fn faults(func: &Func) -> Vec<TokenStream> {
    let mut faults = Vec::new();
    for (position, inst) in func.insts.iter().enumerate() {
        let Op::Elementwise(row) = inst.op else { continue };
        // Only integers fault.
        if !inst.args.first().is_some_and(|arg| func.ty(*arg).dtype.kind() == Kind::SignedInt) {
            continue;
        }
        let fault = if applies(&row.meaning, Prim::Div) {
            "a divisor is zero"
        } else if applies(&row.meaning, Prim::Pow) {
            "an exponent is negative and its base is neither 1 nor -1"
        } else {
            continue;
        };
        let (position, text) = (Literal::usize_unsuffixed(position), format!("{}: {fault}", row.name));
        faults.push(code! { (#position, #text) });
    }
    faults
}

fn applies(meaning: &Scalar, wanted: Prim) -> bool {
    match meaning {
        Scalar::Arg(_) | Scalar::Const(_) => false,
        Scalar::Apply(prim, operands) => *prim == wanted || operands.iter().any(|operand| applies(operand, wanted)),
    }
}

/// An identifier of the expansion's own.
fn internal(name: &str) -> Ident {
    Ident::new(name, Span::mixed_site())
}

/// The one, or a tuple of several.
fn tuple(items: impl IntoIterator<Item = impl ToTokens>) -> TokenStream {
    let items: Vec<_> = items.into_iter().collect();
    match items.as_slice() {
        [item] => item.to_token_stream(),
        _ => code! { (#(#items),*) },
    }
}

fn rank(ty: &TensorType) -> Literal {
    Literal::usize_unsuffixed(ty.rank())
}

fn owned_type(ty: &TensorType) -> TokenStream {
    let (element, rank) = (element_type(ty.dtype), rank(ty));
    code! { Tensor<#element, #rank> }
}

fn output_type(ty: &TensorType) -> TokenStream {
    let (element, rank) = (element_type(ty.dtype), rank(ty));
    code! { TensorMut<'_, #element, #rank> }
}

/// The Rust type of a dtype's elements, in the module.
fn element_type(dtype: DType) -> Ident {
    internal(match dtype {
        DType::F64 => "f64",
        DType::F32 => "f32",
        DType::F16 => "f16",
        DType::BF16 => "bf16",
        DType::I64 => "i64",
        DType::I32 => "i32",
        DType::I16 => "i16",
        DType::I8 => "i8",
        DType::I4 => "I4",
        DType::Bool => "bool",
    })
}

/// What memory of a dtype consists of.
fn storage_type(dtype: DType) -> Ident {
    match dtype {
        DType::I4 => internal("u8"),
        _ => element_type(dtype),
    }
}
