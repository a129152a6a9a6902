//! The target has the new axis in the wrong place.
use tensor_runtime::{Error, Tensor, tensor_fn};

tensor_fn! {
    /// Each row times its weight.
    pub fn weighted<B, D>(x: Tensor[F32, [B, D]], weights: Tensor[F32, [B]]) -> Tensor[F32, [B, D]] {
        x * broadcast[B, D](weights)
    }
}

fn main() -> Result<(), Error> {
    println!("{:?}", weighted(&Tensor::zeros([2, 3]), &Tensor::zeros([2]))?);
    Ok(())
}
