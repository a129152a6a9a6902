//! Axes count from 0, so a matrix has no axis 2.
use tensor_runtime::{Error, Tensor, tensor_fn};

tensor_fn! {
    pub fn row_sums<B, S>(x: Tensor[F32, [B, S]]) -> Tensor[F32, [B]] {
        reduce[sum, axis = 2](x)
    }
}

fn main() -> Result<(), Error> {
    println!("{:?}", row_sums(&Tensor::zeros([2, 3]))?);
    Ok(())
}
