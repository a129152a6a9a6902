//! Expansions as a user reads them with `cargo expand`.

use crate::expand::Link;
use expect_test::{Expect, expect};
use quote::quote;

fn check(tokens: proc_macro2::TokenStream, expected: Expect) {
    let link = Link { library: "tensor_kernels_demo".to_string(), symbol: "kernel_symbol".to_string() };
    let expansion = crate::expand_block(tokens, &|_| true, &|_, _| Ok(Some(link.clone())));
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
            ///```text
            /// fn scale<B, D>(x: Tensor[F32, [B, D], D % 8 == 0], gamma: Tensor[F32, [D]]) -> Tensor[F32, [B, D]]
            /// requires B <= 4096
            /// ```
            ///
            /// # Errors
            /// If the arguments do not have the shapes that the signature demands or a condition in it does not hold, which is
            /// found before any work, if memory runs out, or if an integer operation has no result.
            #[inline]
            #[allow(dead_code, non_snake_case, clippy::too_many_arguments, clippy::double_must_use)]
            pub fn scale(
                x: impl ::core::convert::Into<
                    ::tensor_runtime::TensorRef<'_, ::core::primitive::f32, 2>,
                >,
                gamma: impl ::core::convert::Into<
                    ::tensor_runtime::TensorRef<'_, ::core::primitive::f32, 1>,
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
            ///```text
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
            pub fn scale_into(
                x: impl ::core::convert::Into<
                    ::tensor_runtime::TensorRef<'_, ::core::primitive::f32, 2>,
                >,
                gamma: impl ::core::convert::Into<
                    ::tensor_runtime::TensorRef<'_, ::core::primitive::f32, 1>,
                >,
                out: impl ::core::convert::Into<
                    ::tensor_runtime::TensorMut<'_, ::core::primitive::f32, 2>,
                >,
            ) -> ::core::result::Result<(), ::tensor_runtime::Error> {
                __tensor_fn_scale::call_into(
                    ::core::convert::Into::into(x),
                    ::core::convert::Into::into(gamma),
                    ::core::convert::Into::into(out),
                )
            }
            #[allow(non_snake_case, dead_code, clashing_extern_declarations)]
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
                            (D.floor_mod(int(8))).equal(int(0)),
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
                    [B,
                    D,
                    ]: [i64; 2],
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
                    let status = unsafe {
                        kernel(hooks(), x.as_ptr(), gamma.as_ptr(), out.as_mut_ptr(), B, D)
                    };
                    function.outcome(status, &[])?;
                    out.commit();
                    Result::Ok(())
                }
            }
        "#]],
    );
}
