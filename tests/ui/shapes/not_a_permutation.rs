//! A transpose that loses an axis.
use tensor_runtime::{Error, Tensor, tensor_fn};

tensor_fn! {
    pub fn rotated<A, B, C>(x: Tensor[F32, [A, B, C]]) -> Tensor[F32, [B, C, A]] {
        transpose[1, 2, 2](x)
    }
}

fn main() -> Result<(), Error> {
    println!("{:?}", rotated(&Tensor::zeros([1, 2, 3]))?);
    Ok(())
}
