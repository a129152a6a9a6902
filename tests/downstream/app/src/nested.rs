//! A kernel in a module of the binary.

use tensor_runtime::tensor_fn;

tensor_fn! {
    pub(crate) fn in_module<N>(x: Tensor[F32, [N]]) -> Tensor[F32, [N]] { x * 6 }
}
