//! Heads and sequence are swapped once too often.
use tensor_runtime::{Error, Tensor, tensor_fn};

tensor_fn! {
    pub fn heads_first<B, S, H, D>(
        x: Tensor[F32, [B, S, H, D]],
        mask: Tensor[F32, [B, H, S, D]],
    ) -> Tensor[F32, [B, H, S, D]] {
        transpose[0, 1, 2, 3](x) * mask
    }
}

fn main() -> Result<(), Error> {
    println!("{:?}", heads_first(&Tensor::zeros([1, 2, 3, 4]), &Tensor::zeros([1, 3, 2, 4]))?);
    Ok(())
}
