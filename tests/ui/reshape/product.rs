//! A product of variables has to have a name before it can be a dim.
use tensor_runtime::{Error, Tensor, tensor_fn};

tensor_fn! {
    pub fn joined<B, H, E>(x: Tensor[F32, [B, H, E]]) -> Tensor[F32, [B]] {
        reduce[sum, axis = 1](reshape[B, H * E](x))
    }
}

fn main() -> Result<(), Error> {
    println!("{:?}", joined(&Tensor::zeros([1, 2, 3]))?);
    Ok(())
}
