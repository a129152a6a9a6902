//! Two comparisons in one, as mathematics has them.
use tensor_runtime::{Error, Tensor, tensor_fn};

tensor_fn! {
    pub fn short_rows<B, S>(x: Tensor[F32, [B, S]]) -> Tensor[F32, [B]]
    requires 1 < S <= 4096
    {
        reduce[sum, axis = 1](x)
    }
}

fn main() -> Result<(), Error> {
    println!("{:?}", short_rows(&Tensor::zeros([2, 3]))?);
    Ok(())
}
