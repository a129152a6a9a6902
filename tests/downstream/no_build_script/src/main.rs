//! A package without build script: it checks, and cannot be linked.

use tensor_runtime::{Tensor, tensor_fn};

tensor_fn! {
    fn alone<N>(x: Tensor[F32, [N]]) -> Tensor[F32, [N]] { x * 2 }
}

fn main() {
    println!("{:?}", alone(&Tensor::zeros([1])));
}
