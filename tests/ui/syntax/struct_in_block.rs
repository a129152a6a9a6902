//! Items that do not belong into a block; the function beside them does.
use tensor_runtime::{Error, Tensor, tensor_fn};

tensor_fn! {
    struct Layer;

    use std::fmt;

    pub fn twice<N>(x: Tensor[F32, [N]]) -> Tensor[F32, [N]] {
        x + x
    }
}

fn main() -> Result<(), Error> {
    println!("{:?}", twice(&Tensor::zeros([2]))?);
    Ok(())
}
