//! Expansions as a user reads them with `cargo expand`.

mod nonsense;

use crate::expand::Link;
use expect_test::{Expect, expect};
use proc_macro2::{LineColumn, TokenStream, TokenTree};
use quote::quote;
use std::path::PathBuf;
use tensor_core::check::CheckedFn;
use tensor_core::diag::Diagnostic;
use tensor_core::syntax::ast;

/// A package all of whose kernels are in one place, or nowhere.
struct Linked(Option<Link>);

impl crate::Surroundings for Linked {
    fn is_active(&self, _: &[syn::Attribute]) -> bool {
        true
    }

    fn link(&self, _: &ast::Fn, _: &CheckedFn) -> Result<Option<Link>, Diagnostic> {
        Ok(self.0.clone())
    }

    fn dump(&self, function: &str, obligation: &str) -> Option<PathBuf> {
        Some(PathBuf::from(format!("dump/{function}/{obligation}.smt2")))
    }
}

fn check(tokens: TokenStream, expected: Expect) {
    let link = Link { library: "tensor_kernels_demo".to_string(), symbol: "kernel_symbol".to_string() };
    check_linked(tokens, Some(link), expected);
}

fn check_linked(tokens: TokenStream, link: Option<Link>, expected: Expect) {
    let expansion = crate::expand_block(tokens, &Linked(link));
    let file = syn::parse2(expansion).expect("the expansion is Rust");
    expected.assert_eq(&prettyplease::unparse(&file));
}

#[test]
fn a_function() {
    check(
        quote! {
            /// Rows of `x` scaled.
            #[inline]
            pub fn scale<B, D>(x: Tensor[F32, [B, D], D % 8 == 0], gamma: Tensor[F32, [D]]) -> Tensor[F32, [B, D]]
            requires B <= 4096
            {
                relu(x * broadcast[B, D](gamma))
            }
        },
        expect![[r#"
            /// Rows of `x` scaled.
            ///
            /// ```text
            /// fn scale<B, D>(x: Tensor[F32, [B, D], D % 8 == 0], gamma: Tensor[F32, [D]]) -> Tensor[F32, [B, D]]
            /// requires B <= 4096
            /// ```
            ///
            /// # Errors
            /// If the arguments do not have the shapes that the signature demands or a condition in it does not hold, which is
            /// found before any work, if memory runs out, or if an integer operation has no result.
            #[inline]
            #[allow(dead_code, non_snake_case, clippy::too_many_arguments, clippy::double_must_use)]
            pub fn scale<'a, 'b>(
                x: impl ::core::convert::Into<
                    ::tensor_runtime::TensorRef<'a, ::core::primitive::f32, 2>,
                >,
                gamma: impl ::core::convert::Into<
                    ::tensor_runtime::TensorRef<'b, ::core::primitive::f32, 1>,
                >,
            ) -> ::core::result::Result<
                ::tensor_runtime::Tensor<::core::primitive::f32, 2>,
                ::tensor_runtime::Error,
            > {
                __tensor_fn_scale::call(
                    ::core::convert::Into::into(x),
                    ::core::convert::Into::into(gamma),
                )
            }
            /// [`scale`] with its result written into the tensor given last, which must have its shape.
            ///
            /// ```text
            /// fn scale<B, D>(x: Tensor[F32, [B, D], D % 8 == 0], gamma: Tensor[F32, [D]]) -> Tensor[F32, [B, D]]
            /// requires B <= 4096
            /// ```
            ///
            /// # Errors
            /// If the arguments do not have the shapes that the signature demands or a condition in it does not hold, which is
            /// found before any work, if memory runs out, or if an integer operation has no result.
            /// What the outputs hold after an error is not specified.
            #[inline]
            #[allow(dead_code, non_snake_case, clippy::too_many_arguments, clippy::double_must_use)]
            pub fn scale_into<'a, 'b, 'c>(
                x: impl ::core::convert::Into<
                    ::tensor_runtime::TensorRef<'a, ::core::primitive::f32, 2>,
                >,
                gamma: impl ::core::convert::Into<
                    ::tensor_runtime::TensorRef<'b, ::core::primitive::f32, 1>,
                >,
                out: impl ::core::convert::Into<
                    ::tensor_runtime::TensorMut<'c, ::core::primitive::f32, 2>,
                >,
            ) -> ::core::result::Result<(), ::tensor_runtime::Error> {
                __tensor_fn_scale::call_into(
                    ::core::convert::Into::into(x),
                    ::core::convert::Into::into(gamma),
                    ::core::convert::Into::into(out),
                )
            }
            #[allow(
                non_snake_case,
                dead_code,
                clashing_extern_declarations,
                clippy::all,
                clippy::pedantic
            )]
            #[no_implicit_prelude]
            mod __tensor_fn_scale {
                use ::tensor_runtime::__private::*;
                const _: () = assert_abi(1);
                /// Finds the values of the shape variables and the shapes of the results, and evaluates every condition.
                fn bind(x: [usize; 2], gamma: [usize; 1]) -> Result<([i64; 2], [usize; 2]), Error> {
                    let function = Function::new("scale");
                    let B = dim(x[0]);
                    let D = dim(x[1]);
                    function.axis("gamma", 0, gamma[0]).must_be("D", D, &[("D", D)])?;
                    function.check("B >= 1", Origin::DefaultBound, B.at_least(int(1)), &[("B", B)])?;
                    function.check("D >= 1", Origin::DefaultBound, D.at_least(int(1)), &[("D", D)])?;
                    function
                        .check(
                            "D % 8 == 0",
                            Origin::Refinement("x"),
                            D.floor_mod(int(8)).equal(int(0)),
                            &[("D", D)],
                        )?;
                    function
                        .check("B <= 4096", Origin::Requires, B.at_most(int(4096)), &[("B", B)])?;
                    function.shape("F32[D]", 32, [D])?;
                    let out = function.shape("F32[B, D]", 32, [B, D])?;
                    let dims = function.dims([("B", B), ("D", D)])?;
                    Result::Ok((dims, out))
                }
                pub(super) fn call(
                    x: TensorRef<'_, f32, 2>,
                    gamma: TensorRef<'_, f32, 1>,
                ) -> Result<Tensor<f32, 2>, Error> {
                    let function = Function::new("scale");
                    let (dims, out) = bind(x.shape(), gamma.shape())?;
                    let mut out: Tensor<f32, 2> = function.zeros(out)?;
                    run(x, gamma, out.view_mut(), dims)?;
                    Result::Ok(out)
                }
                pub(super) fn call_into(
                    x: TensorRef<'_, f32, 2>,
                    gamma: TensorRef<'_, f32, 1>,
                    out: TensorMut<'_, f32, 2>,
                ) -> Result<(), Error> {
                    let function = Function::new("scale");
                    let (dims, shape0) = bind(x.shape(), gamma.shape())?;
                    function.output_shape("out", ["B", "D"], shape0, out.shape())?;
                    run(x, gamma, out, dims)
                }
                /// Calls the kernel.
                ///
                /// SAFETY: `bind` has compared every shape with what the kernel was compiled for, and the kernel has the
                /// signature declared here, for both come from the same checked function: its symbol is a hash of it. It
                /// reads and writes the elements of its arguments only. Outputs are borrowed mutably, so nothing aliases
                /// them.
                fn run(
                    x: TensorRef<'_, f32, 2>,
                    gamma: TensorRef<'_, f32, 1>,
                    out: TensorMut<'_, f32, 2>,
                    dims: [i64; 2],
                ) -> Result<(), Error> {
                    #[link(name = "tensor_kernels_demo", kind = "static")]
                    unsafe extern "C" {
                        #[link_name = "kernel_symbol_base"]
                        fn kernel(
                            hooks: *const Hooks,
                            x: *const f32,
                            gamma: *const f32,
                            out: *mut f32,
                            B: i64,
                            D: i64,
                        ) -> i32;
                    }
                    let function = Function::new("scale");
                    let x = function.input(&x)?;
                    let gamma = function.input(&gamma)?;
                    let mut out = function.output(out)?;
                    let [B, D] = dims;
                    let status = unsafe {
                        kernel(hooks(), x.as_ptr(), gamma.as_ptr(), out.as_mut_ptr(), B, D)
                    };
                    function.outcome(status, &[])?;
                    out.commit();
                    Result::Ok(())
                }
            }
            #[allow(
                dead_code,
                unused_imports,
                nonstandard_style,
                deprecated,
                clippy::all,
                clippy::pedantic
            )]
            const _: () = {
                #[no_implicit_prelude]
                mod names {
                    struct dim {}
                    struct number {}
                    struct tensor {}
                    fn function0() {
                        #[allow(unused_variables)]
                        let B = dim {};
                        #[allow(unused_variables)]
                        let D = dim {};
                        #[allow(unused_variables)]
                        let x = tensor {};
                        #[allow(unused_variables)]
                        let gamma = tensor {};
                        let _ = B;
                        let _ = D;
                        let _ = D;
                        let _ = D;
                        let _ = B;
                        let _ = D;
                        let _ = B;
                        let _ = x;
                        let _ = B;
                        let _ = D;
                        let _ = gamma;
                    }
                }
            };
        "#]],
    );
}

/// Variables that are solved for, given and defined; names that could clash; several results; faults; no build step.
#[test]
fn everything_at_once() {
    check_linked(
        quote! {
            #[cfg(feature = "f")]
            #[expect(missing_docs)]
            fn f<S, T>(out0: Tensor[I64, [2 * S + 1, S - T]], Ok: dim, function: dim) -> (Tensor[I64, [Ok, S - T, 2 * S + 1]], Tensor[Bool, [2 * S + 1]])
            requires S > T && !(S / 2 == 3 || -S >= function), T >= 0
            dim N = S * T
            assume S == Ok * function
            {
                let q = div(out0, out0);
                (broadcast[Ok, S - T, 2 * S + 1](transpose[1, 0](q)), eq(reduce[sum, axis = 1](q), reduce[max, axis = 1](q)))
            }
        },
        None,
        expect![[r#"
            /// ```text
            /// fn f<S, T>(
            ///     out0: Tensor[I64, [2 * S + 1, S - T]],
            ///     Ok: dim,
            ///     function: dim,
            /// ) -> (Tensor[I64, [Ok, S - T, 2 * S + 1]], Tensor[Bool, [2 * S + 1]])
            /// requires S > T && !(S / 2 == 3 || -S >= function), T >= 0
            /// dim N = S * T
            /// assume S == Ok * function
            /// ```
            ///
            /// # Errors
            /// If the arguments do not have the shapes that the signature demands or a condition in it does not hold, which is
            /// found before any work, if memory runs out, or if an integer operation has no result.
            #[expect(missing_docs)]
            #[cfg(feature = "f")]
            #[allow(dead_code, non_snake_case, clippy::too_many_arguments, clippy::double_must_use)]
            fn f<'a>(
                out0: impl ::core::convert::Into<
                    ::tensor_runtime::TensorRef<'a, ::core::primitive::i64, 2>,
                >,
                Ok_: ::core::primitive::usize,
                function: ::core::primitive::usize,
            ) -> ::core::result::Result<
                (
                    ::tensor_runtime::Tensor<::core::primitive::i64, 3>,
                    ::tensor_runtime::Tensor<::core::primitive::bool, 1>,
                ),
                ::tensor_runtime::Error,
            > {
                __tensor_fn_f::call(::core::convert::Into::into(out0), Ok_, function)
            }
            /// [`f`] with its results written into the tensors given last, which must have their shapes.
            ///
            /// ```text
            /// fn f<S, T>(
            ///     out0: Tensor[I64, [2 * S + 1, S - T]],
            ///     Ok: dim,
            ///     function: dim,
            /// ) -> (Tensor[I64, [Ok, S - T, 2 * S + 1]], Tensor[Bool, [2 * S + 1]])
            /// requires S > T && !(S / 2 == 3 || -S >= function), T >= 0
            /// dim N = S * T
            /// assume S == Ok * function
            /// ```
            ///
            /// # Errors
            /// If the arguments do not have the shapes that the signature demands or a condition in it does not hold, which is
            /// found before any work, if memory runs out, or if an integer operation has no result.
            /// What the outputs hold after an error is not specified.
            #[cfg(feature = "f")]
            #[allow(dead_code, non_snake_case, clippy::too_many_arguments, clippy::double_must_use)]
            fn f_into<'a, 'b, 'c>(
                out0: impl ::core::convert::Into<
                    ::tensor_runtime::TensorRef<'a, ::core::primitive::i64, 2>,
                >,
                Ok_: ::core::primitive::usize,
                function: ::core::primitive::usize,
                out0_: impl ::core::convert::Into<
                    ::tensor_runtime::TensorMut<'b, ::core::primitive::i64, 3>,
                >,
                out1: impl ::core::convert::Into<
                    ::tensor_runtime::TensorMut<'c, ::core::primitive::bool, 1>,
                >,
            ) -> ::core::result::Result<(), ::tensor_runtime::Error> {
                __tensor_fn_f::call_into(
                    ::core::convert::Into::into(out0),
                    Ok_,
                    function,
                    ::core::convert::Into::into(out0_),
                    ::core::convert::Into::into(out1),
                )
            }
            #[cfg(feature = "f")]
            #[allow(
                non_snake_case,
                dead_code,
                clashing_extern_declarations,
                clippy::all,
                clippy::pedantic
            )]
            #[no_implicit_prelude]
            mod __tensor_fn_f {
                use ::tensor_runtime::__private::*;
                const _: () = assert_abi(1);
                /// Finds the values of the shape variables and the shapes of the results, and evaluates every condition.
                fn bind(
                    out0: [usize; 2],
                    Ok: usize,
                    function: usize,
                ) -> Result<([i64; 5], ([usize; 3], [usize; 1])), Error> {
                    let function = Function::new("f");
                    let Ok = dim(Ok);
                    let function = dim(function);
                    let S = function
                        .axis("out0", 0, out0[0])
                        .solve("S", "2 * S + 1", int(2), int(1), &[])?;
                    let T = function
                        .axis("out0", 1, out0[1])
                        .solve("T", "S - T", -int(1), S, &[("S", S)])?;
                    let N = function.define("N = S * T", S * T, &[("S", S), ("T", T)])?;
                    function.check("S >= 1", Origin::DefaultBound, S.at_least(int(1)), &[("S", S)])?;
                    function.check("T >= 0", Origin::DefaultBound, T.at_least(int(0)), &[("T", T)])?;
                    function
                        .check("Ok >= 1", Origin::DefaultBound, Ok.at_least(int(1)), &[("Ok", Ok)])?;
                    function
                        .check(
                            "function >= 1",
                            Origin::DefaultBound,
                            function.at_least(int(1)),
                            &[("function", function)],
                        )?;
                    function
                        .check(
                            "S > T && !(S / 2 == 3 || -S >= function)",
                            Origin::Requires,
                            S.greater(T)
                                & (!(S.floor_div(int(2)).equal(int(3)) | (-S).at_least(function))),
                            &[("S", S), ("T", T), ("function", function)],
                        )?;
                    function.check("T >= 0", Origin::Requires, T.at_least(int(0)), &[("T", T)])?;
                    function
                        .check(
                            "N == S * T",
                            Origin::Dim,
                            N.equal(S * T),
                            &[("S", S), ("T", T), ("N", N)],
                        )?;
                    function
                        .check(
                            "S == Ok * function",
                            Origin::Assume,
                            S.equal(Ok * function),
                            &[("S", S), ("Ok", Ok), ("function", function)],
                        )?;
                    function.shape("I64[2 * S + 1, S - T]", 64, [int(2) * S + int(1), S - T])?;
                    function.shape("I64[S - T, 2 * S + 1]", 64, [S - T, int(2) * S + int(1)])?;
                    function.shape("I64[2 * S + 1]", 64, [int(2) * S + int(1)])?;
                    let out0_ = function
                        .shape("I64[Ok, S - T, 2 * S + 1]", 64, [Ok, S - T, int(2) * S + int(1)])?;
                    let out1 = function.shape("Bool[2 * S + 1]", 8, [int(2) * S + int(1)])?;
                    let dims = function
                        .dims([("S", S), ("T", T), ("Ok", Ok), ("function", function), ("N", N)])?;
                    Result::Ok((dims, (out0_, out1)))
                }
                pub(super) fn call(
                    out0: TensorRef<'_, i64, 2>,
                    Ok: usize,
                    function: usize,
                ) -> Result<(Tensor<i64, 3>, Tensor<bool, 1>), Error> {
                    let function = Function::new("f");
                    let (dims, (out0_, out1)) = bind(out0.shape(), Ok, function)?;
                    let mut out0_: Tensor<i64, 3> = function.zeros(out0_)?;
                    let mut out1: Tensor<bool, 1> = function.zeros(out1)?;
                    run(out0, out0_.view_mut(), out1.view_mut(), dims)?;
                    Result::Ok((out0_, out1))
                }
                pub(super) fn call_into(
                    out0: TensorRef<'_, i64, 2>,
                    Ok: usize,
                    function: usize,
                    out0_: TensorMut<'_, i64, 3>,
                    out1: TensorMut<'_, bool, 1>,
                ) -> Result<(), Error> {
                    let function = Function::new("f");
                    let (dims, (shape0, shape1)) = bind(out0.shape(), Ok, function)?;
                    function
                        .output_shape("out0_", ["Ok", "S - T", "2 * S + 1"], shape0, out0_.shape())?;
                    function.output_shape("out1", ["2 * S + 1"], shape1, out1.shape())?;
                    run(out0, out0_, out1, dims)
                }
                /// Calls the kernel.
                ///
                /// SAFETY: `bind` has compared every shape with what the kernel was compiled for, and the kernel has the
                /// signature declared here, for both come from the same checked function: its symbol is a hash of it. It
                /// reads and writes the elements of its arguments only. Outputs are borrowed mutably, so nothing aliases
                /// them.
                fn run(
                    out0: TensorRef<'_, i64, 2>,
                    out0_: TensorMut<'_, i64, 3>,
                    out1: TensorMut<'_, bool, 1>,
                    dims: [i64; 5],
                ) -> Result<(), Error> {
                    unsafe extern "C" {
                        #[link_name = "tensor_fn_needs_build_rs_calling_tensor_build_compile"]
                        fn kernel(
                            hooks: *const Hooks,
                            out0: *const i64,
                            out0_: *mut i64,
                            out1: *mut bool,
                            S: i64,
                            T: i64,
                            Ok: i64,
                            function: i64,
                            N: i64,
                        ) -> i32;
                    }
                    let function = Function::new("f");
                    let out0 = function.input(&out0)?;
                    let mut out0_ = function.output(out0_)?;
                    let mut out1 = function.output(out1)?;
                    let [S, T, Ok, function, N] = dims;
                    let status = unsafe {
                        kernel(
                            hooks(),
                            out0.as_ptr(),
                            out0_.as_mut_ptr(),
                            out1.as_mut_ptr(),
                            S,
                            T,
                            Ok,
                            function,
                            N,
                        )
                    };
                    function.outcome(status, &[(1, "div: a divisor is zero")])?;
                    out0_.commit();
                    out1.commit();
                    Result::Ok(())
                }
            }
            #[allow(
                dead_code,
                unused_imports,
                nonstandard_style,
                deprecated,
                clippy::all,
                clippy::pedantic
            )]
            const _: () = {
                #[no_implicit_prelude]
                mod names {
                    struct dim {}
                    struct number {}
                    struct tensor {}
                    #[cfg(feature = "f")]
                    fn function0() {
                        #[allow(unused_variables)]
                        let S = dim {};
                        #[allow(unused_variables)]
                        let T = dim {};
                        #[allow(unused_variables)]
                        let out0 = tensor {};
                        #[allow(unused_variables)]
                        let Ok = dim {};
                        #[allow(unused_variables)]
                        let function = dim {};
                        #[allow(unused_variables)]
                        let N = dim {};
                        let _ = S;
                        let _ = S;
                        let _ = T;
                        let _ = Ok;
                        let _ = S;
                        let _ = T;
                        let _ = S;
                        let _ = S;
                        let _ = S;
                        let _ = T;
                        let _ = S;
                        let _ = S;
                        let _ = function;
                        let _ = T;
                        let _ = S;
                        let _ = T;
                        let _ = S;
                        let _ = Ok;
                        let _ = function;
                        let _ = out0;
                        let _ = out0;
                        let q = tensor {};
                        let _ = Ok;
                        let _ = S;
                        let _ = T;
                        let _ = S;
                        let _ = q;
                        let _ = q;
                        let _ = q;
                    }
                }
            };
        "#]],
    );
}

#[test]
fn errors_leave_a_stub() {
    check(
        quote! {
            pub fn f<K, J>(x: Tensor[f32, [K]], y: Tensor[BF16, [J]], n: dim) -> Tensor[F32, [K]] { add(x, y) }
        },
        expect![[r#"
            ::core::compile_error! {
                "[T0208] no dtype is called `f32`\n  help: did you mean `F32`?\n  for more: T0208 in `tensor_core::errors` (cargo doc)"
            }
            ::core::compile_error! {
                "[T0701] the dtype `BF16` is part of the language, but this version does not compile it yet\n  for more: T0701 in `tensor_core::errors` (cargo doc)"
            }
            /// ```text
            /// fn f<K, J>(x: Tensor[f32, [K]], y: Tensor[BF16, [J]], n: dim) -> Tensor[F32, [K]]
            /// ```
            ///
            /// # Errors
            /// If the arguments do not have the shapes that the signature demands or a condition in it does not hold, which is
            /// found before any work, if memory runs out, or if an integer operation has no result.
            #[allow(dead_code, non_snake_case, clippy::too_many_arguments, clippy::double_must_use)]
            pub fn f<'a, 'b>(
                x: impl ::core::convert::Into<
                    ::tensor_runtime::TensorRef<'a, ::core::primitive::f32, 1>,
                >,
                y: impl ::core::convert::Into<
                    ::tensor_runtime::TensorRef<'b, ::tensor_runtime::bf16, 1>,
                >,
                n: ::core::primitive::usize,
            ) -> ::core::result::Result<
                ::tensor_runtime::Tensor<::core::primitive::f32, 1>,
                ::tensor_runtime::Error,
            > {
                let _ = (&x, &y, &n);
                ::core::unimplemented!()
            }
            /// [`f`] with its result written into the tensor given last, which must have its shape.
            ///
            /// ```text
            /// fn f<K, J>(x: Tensor[f32, [K]], y: Tensor[BF16, [J]], n: dim) -> Tensor[F32, [K]]
            /// ```
            ///
            /// # Errors
            /// If the arguments do not have the shapes that the signature demands or a condition in it does not hold, which is
            /// found before any work, if memory runs out, or if an integer operation has no result.
            /// What the outputs hold after an error is not specified.
            #[allow(dead_code, non_snake_case, clippy::too_many_arguments, clippy::double_must_use)]
            pub fn f_into<'a, 'b, 'c>(
                x: impl ::core::convert::Into<
                    ::tensor_runtime::TensorRef<'a, ::core::primitive::f32, 1>,
                >,
                y: impl ::core::convert::Into<
                    ::tensor_runtime::TensorRef<'b, ::tensor_runtime::bf16, 1>,
                >,
                n: ::core::primitive::usize,
                out: impl ::core::convert::Into<
                    ::tensor_runtime::TensorMut<'c, ::core::primitive::f32, 1>,
                >,
            ) -> ::core::result::Result<(), ::tensor_runtime::Error> {
                let _ = (&x, &y, &n, &out);
                ::core::unimplemented!()
            }
            #[allow(
                unused_variables,
                dead_code,
                unused_imports,
                nonstandard_style,
                deprecated,
                clippy::all,
                clippy::pedantic
            )]
            const _: () = {
                #[no_implicit_prelude]
                mod names {
                    struct dim {}
                    struct number {}
                    struct tensor {}
                    fn function0() {
                        #[allow(unused_variables)]
                        let K = dim {};
                        #[allow(unused_variables)]
                        let J = dim {};
                        #[allow(unused_variables)]
                        let x = tensor {};
                        #[allow(unused_variables)]
                        let y = tensor {};
                        #[allow(unused_variables)]
                        let n = dim {};
                        let _ = K;
                        let _ = J;
                        let _ = K;
                        let _ = x;
                        let _ = y;
                    }
                }
            };
        "#]],
    );
}

/// The identifiers of `tokens` that are called `names`, with their places.
fn places(tokens: TokenStream, names: &[&str], found: &mut Vec<(String, LineColumn)>) {
    for token in tokens {
        match token {
            TokenTree::Group(group) => places(group.stream(), names, found),
            TokenTree::Ident(ident) if names.iter().any(|name| ident == name) => {
                found.push((ident.to_string(), ident.span().start()));
            }
            TokenTree::Ident(_) | TokenTree::Punct(_) | TokenTree::Literal(_) => {}
        }
    }
}

/// Editors find what stands under the cursor by its place in the expansion: there each name of a program must stand,
/// wherever the program uses it, also where it has errors.
fn check_places(program: &str, names: &[&str]) {
    let tokens: TokenStream = program.parse().unwrap();
    let (mut written, mut expanded) = (Vec::new(), Vec::new());
    places(tokens.clone(), names, &mut written);
    assert!(names.iter().all(|name| written.iter().any(|(found, _)| found == name)), "{written:?}");
    places(crate::expand_block(tokens, &Linked(None)), names, &mut expanded);
    for place in written {
        assert!(expanded.contains(&place), "{place:?} of\n{program}\nis missing");
    }
}

#[test]
fn every_name_stands_in_the_expansion_at_its_place() {
    check_places(
        "const EPS = 0.5;
        fn f<B, S, D>(x: Tensor[F32, [B, S, D], D % 8 == 0], count: dim) -> (Tensor[F32, [B, S]], Tensor[F32, [T]])
        requires B <= 4 && !(S < count) || (count == 1), S - 1 >= 0
        assume count == B * S
        dim T = B * S
        {
            let (total, rest) = g(x, 2 * count);
            let x = slice[axis = 1, start = 0, stop = S](-x + EPS);
            dim Q = S * D;
            assume Q == S * D;
            let flat: Tensor[F32, [B, Q], Q > 1] = reshape[B, Q](x);
            (reduce[sum, axes = [1]](total * (rest)), broadcast[T](scalar[F32](count)))
        }
        fn g<N>(y: Tensor[F32, [N]], m: dim) -> Tensor[F32, [N]] { g(f(y)) }",
        &["EPS", "f", "B", "S", "D", "x", "count", "T", "total", "rest", "Q", "g", "N", "y", "m"],
    );
    check_places(
        "fn f<B, D>(x: Tensor[F32, [B, D]], y: Tensor[F32, [D, B]]) -> Tensor[F32, [B, D]] {
            let z = relu(x);
            h(z + y) - unknown
        }
        fn h<N>(q: Tensor[F32, [N]]) -> Tensor[F32, [N]] { q + }",
        &["f", "B", "D", "x", "y", "z", "h", "N"],
    );
}

/// Operators and dtypes are no variables, whatever variables are called.
#[test]
fn an_operator_is_no_use_of_a_variable() {
    let program = "fn f<N>(sum: Tensor[F32, [N]]) -> Tensor[F32, []] { reduce[sum, axis = 0](sum) }";
    let tokens: TokenStream = program.parse().unwrap();
    let mut expanded = Vec::new();
    places(crate::expand_block(tokens, &Linked(None)), &["sum"], &mut expanded);
    let column = |needle: &str| program.find(needle).unwrap();
    let used: Vec<usize> = expanded.iter().map(|(_, place)| place.column).collect();
    assert!(used.contains(&(column("](sum)") + 2)), "{used:?}");
    assert!(!used.contains(&(column("[sum,") + 1)), "{used:?}");
}
