//! No comma between dtype and shape.
use tensor_runtime::{Error, Tensor, tensor_fn};

tensor_fn! {
    pub fn twice<N>(x: Tensor[F32 [N]]) -> Tensor[F32, [N]] {
        x + x
    }

    pub fn thrice<N>(x: Tensor[F32, [N]]) -> Tensor[F32, [N]] {
        x + x + x
    }
}

fn main() -> Result<(), Error> {
    println!("{:?}", thrice(&Tensor::zeros([2]))?);
    Ok(())
}
