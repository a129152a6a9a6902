//! The broadcast stretches D, so what was known of D is not known of the result.
use tensor_runtime::{Error, Tensor, tensor_fn};

tensor_fn! {
    pub fn row_totals<B, D>(x: Tensor[F32, [B, D], D % 8 == 0]) -> Tensor[F32, [B, 8], D % 8 == 0] {
        let totals = reduce_keep[sum, axis = 1](x);
        broadcast[B, 8](totals)
    }
}

fn main() -> Result<(), Error> {
    println!("{:?}", row_totals(&Tensor::zeros([2, 8]))?);
    Ok(())
}
