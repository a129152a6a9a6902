//! A second package whose kernels have the same names.

use tensor_runtime::tensor_fn;

tensor_fn! {
    pub fn scaled<N>(x: Tensor[F32, [N]]) -> Tensor[F32, [N]] { x * 3 }
    pub fn shifted<N>(x: Tensor[F32, [N]]) -> Tensor[F32, [N]] { x + 1 }
}
