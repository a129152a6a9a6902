//! Reshapes that no values of the variables make right.
use tensor_runtime::{Error, Tensor, tensor_fn};

tensor_fn! {
    pub fn folded(x: Tensor[F32, [4, 6]]) -> Tensor[F32, [3, 9]] {
        reshape[3, 9](x)
    }

    pub fn doubled<N>(x: Tensor[F32, [N]]) -> Tensor[F32, [2, N]] {
        reshape[2, N](x)
    }
}

fn main() -> Result<(), Error> {
    println!("{:?} {:?}", folded(&Tensor::zeros([4, 6]))?, doubled(&Tensor::zeros([3]))?);
    Ok(())
}
