//! Variables may not be multiplied or divided by each other in a shape.
use tensor_runtime::{Error, Tensor, tensor_fn};

tensor_fn! {
    pub fn flat<H, E>(x: Tensor[F32, [H, E]], y: Tensor[F32, [H * E]]) -> Tensor[F32, [H * E]] {
        y + y
    }

    pub fn heads<D, H>(x: Tensor[F32, [D]], y: Tensor[F32, [H]]) -> Tensor[F32, [D]]
    requires D % H == 0
    {
        x + x
    }
}

fn main() -> Result<(), Error> {
    println!("{:?}", flat(&Tensor::zeros([2, 3]), &Tensor::zeros([6]))?);
    println!("{:?}", heads(&Tensor::zeros([6]), &Tensor::zeros([2]))?);
    Ok(())
}
