//! No rows have no largest element.
use tensor_runtime::{Error, Tensor, tensor_fn};

tensor_fn! {
    pub fn largest<S, D>(x: Tensor[F32, [S, D]]) -> Tensor[F32, [D]]
    requires S >= 0
    {
        reduce[max, axis = 0](x)
    }
}

fn main() -> Result<(), Error> {
    println!("{:?}", largest(&Tensor::zeros([0, 3]))?);
    Ok(())
}
