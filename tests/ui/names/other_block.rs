//! A function of another block cannot be called: a kernel is compiled from one block.
use tensor_runtime::{Error, Tensor, tensor_fn};

tensor_fn! {
    pub fn inner<N>(x: Tensor[F32, [N]]) -> Tensor[F32, [N]] {
        relu(x)
    }
}

tensor_fn! {
    pub fn outer<N>(x: Tensor[F32, [N]]) -> Tensor[F32, [N]] {
        inner(x)
    }
}

fn main() -> Result<(), Error> {
    println!("{:?}", outer(&Tensor::zeros([2]))?);
    Ok(())
}
