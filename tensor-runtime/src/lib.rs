//! Tensors for functions that are written with [`tensor_fn!`], and what those functions need when they run.
//!
//! ```no_run
//! use tensor_runtime::{Error, Tensor, tensor_fn};
//!
//! tensor_fn! {
//!     /// One layer of a network.
//!     pub fn dense<N, I, O>(
//!         x: Tensor[F32, [N, I]],
//!         weight: Tensor[F32, [I, O]],
//!         bias: Tensor[F32, [O]],
//!     ) -> Tensor[F32, [N, O]] {
//!         relu(matmul(x, weight) + broadcast[N, O](bias))
//!     }
//! }
//!
//! # fn main() -> Result<(), Error> {
//! let x = Tensor::from_shape_vec([1, 2], vec![1.0, 2.0])?;
//! let weight = Tensor::from_shape_vec([2, 3], vec![0.5, -1.0, 2.0, 0.25, 3.0, -4.0])?;
//! let y = dense(&x, &weight, &Tensor::zeros([3]))?;
//! println!("{y}");
//!
//! let error = dense(&x, &weight, &Tensor::zeros([4])).unwrap_err();
//! assert_eq!(error.to_string(), "dense: parameter `bias`, axis 0: expected O = 3, found 4");
//! # Ok(())
//! # }
//! ```
//!
//! Each function of a `tensor_fn!` becomes two Rust functions. `dense` takes anything that converts to a
//! [`TensorRef`] (a `&Tensor`, a reference to an `ndarray` array or one of its views) and a `usize` for each `dim`
//! parameter, and returns a fresh [`Tensor`], or a tuple of them. `dense_into` takes anything that converts to a
//! [`TensorMut`] for each result after these, and allocates no result. Both check everything that the function's
//! signature promises before any work, and return an [`Error`] if it does not hold.
//!
//! The kernels are compiled by the package's build script, which calls `tensor_build::compile()`. The expansion names
//! this crate as `::tensor_runtime`: a package that gives the dependency another name adds
//! `extern crate other_name as tensor_runtime;` to its root.
//!
//! A package may forbid `unsafe_code`: the one unsafe call of an expansion is the macro's, not the package's. A parameter
//! cannot have the name of a constant, static, unit or tuple struct in scope, and if one of these is called `out`, the
//! `_into` functions do not compile: rustc takes a name in a parameter's place for it.
//!
//! A mistake in a `tensor_fn!` is an error at the guilty tokens, which starts with a code such as `T0302`. The page of
//! [`errors`] explains each code, the reference of the [`language`] the rest; `cargo doc --no-deps -p tensor-runtime
//! --open` shows both, also where the package itself does not compile. In an editor every name of a block leads to its
//! definition and to its uses.
//!
//! # Features
//!
//! * `ndarray` (default): conversions from and to arrays.
//! * `parallel` (default): the loops that a kernel hands to the runtime run on the threads of `rayon`'s pool. Kernels hand
//!   over none yet and run on the caller's thread. Results are the same bits with and without.
//!
//! # What may panic
//!
//! Tensor functions do not. Indexing out of bounds and making a tensor that fits in no memory panic or end the process,
//! as those of a `Vec` do, where their documentation says so.

#[doc = include_str!("../../tensor-core/docs/errors.md")]
// So that a search for a code finds the page.
#[doc(alias(
    "T0101", "T0102", "T0103", "T0104", "T0105", "T0106", "T0107", "T0108", "T0109", "T0110", "T0111", "T0201",
    "T0202", "T0203", "T0204", "T0205", "T0206", "T0207", "T0208", "T0209", "T0210", "T0211", "T0212", "T0301",
    "T0302", "T0303", "T0304", "T0305", "T0306", "T0307", "T0308", "T0309", "T0310", "T0311", "T0312", "T0401",
    "T0402", "T0403", "T0501", "T0502", "T0601", "T0701", "T0801", "T0802",
))]
pub mod errors {}

#[doc = include_str!("../../tensor-core/docs/language.md")]
pub mod language {}

mod abi;
mod call;
mod display;
mod element;
mod error;
mod int;
mod int4;
#[cfg(feature = "ndarray")]
mod nd;
mod parallel;
mod shape;
mod tensor;
mod view;

pub use element::Element;
pub use error::{Error, Origin, Values};
pub use half::{bf16, f16};
pub use int4::I4;
pub use tensor::Tensor;
pub use tensor_macros::tensor_fn;
pub use view::{TensorMut, TensorRef};

/// What the expansion of `tensor_fn!` is made of. Not for use by hand: it changes without notice.
#[doc(hidden)]
pub mod __private {
    pub use crate::abi::{Hooks, hooks};
    pub use crate::call::{Axis, Function, Output};
    pub use crate::int::{Int, Truth, dim, int};
    pub use crate::{Error, I4, Origin, Tensor, TensorMut, TensorRef, bf16, f16};
    pub use core::result::Result;

    /// Stops the build where macro and runtime speak different versions of the kernel interface.
    pub const fn assert_abi(version: u32) {
        assert!(version == crate::abi::ABI_VERSION, "tensor-macros and tensor-runtime are of different versions");
        const { assert!(usize::BITS == 64, "tensor_fn! compiles for targets with 64-bit pointers only") };
    }
}
