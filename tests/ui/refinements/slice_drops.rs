//! A slice keeps no refinement of the axis that it cuts.
use tensor_runtime::{Error, Tensor, tensor_fn};

tensor_fn! {
    pub fn tail<D>(x: Tensor[F32, [D], D % 8 == 0]) -> Tensor[F32, [D - 1], D % 8 == 0] {
        slice[axis = 0, start = 1, stop = D](x)
    }
}

fn main() -> Result<(), Error> {
    println!("{:?}", tail(&Tensor::zeros([8]))?);
    Ok(())
}
