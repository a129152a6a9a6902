//! A package whose build script has never heard of kernels.

use tensor_runtime::{Tensor, tensor_fn};

tensor_fn! {
    fn alone<N>(x: Tensor[F32, [N]]) -> Tensor[F32, [N]] { x * 2 }
}

fn main() {
    println!("{:?}", alone(&Tensor::zeros([1])));
}
