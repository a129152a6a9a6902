//! A promise about D that nothing makes good.
use tensor_runtime::{Error, Tensor, tensor_fn};

tensor_fn! {
    pub fn doubled<D>(x: Tensor[F32, [D], D % 2 == 0]) -> Tensor[F32, [D], D % 8 == 0] {
        x * 2
    }
}

fn main() -> Result<(), Error> {
    println!("{:?}", doubled(&Tensor::zeros([8]))?);
    Ok(())
}
