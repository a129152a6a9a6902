//! A shape that could be negative.
use tensor_runtime::{Error, Tensor, tensor_fn};

tensor_fn! {
    pub fn rest<S, T>(x: Tensor[F32, [S]], tail: Tensor[F32, [S - T]], t: Tensor[F32, [T]]) -> Tensor[F32, [S - T]] {
        tail * 2
    }
}

fn main() -> Result<(), Error> {
    println!("{:?}", rest(&Tensor::zeros([3]), &Tensor::zeros([1]), &Tensor::zeros([2]))?);
    Ok(())
}
