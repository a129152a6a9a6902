//! A function that calls itself, and two that call each other.
use tensor_runtime::{Error, Tensor, tensor_fn};

tensor_fn! {
    pub fn repeated<N>(x: Tensor[F32, [N]]) -> Tensor[F32, [N]] {
        repeated(relu(x))
    }

    pub fn even<N>(x: Tensor[F32, [N]]) -> Tensor[F32, [N]] {
        odd(x)
    }

    pub fn odd<N>(x: Tensor[F32, [N]]) -> Tensor[F32, [N]] {
        even(x)
    }
}

fn main() -> Result<(), Error> {
    let x = Tensor::zeros([2]);
    println!("{:?} {:?} {:?}", repeated(&x)?, even(&x)?, odd(&x)?);
    Ok(())
}
