//! A flag that does not exist; the block is checked all the same.
use tensor_runtime::{Error, Tensor, tensor_fn};

tensor_fn! {
    #![smt(timeout = 500)]

    pub fn twice<N>(x: Tensor[F32, [N]]) -> Tensor[F32, [N]] {
        x + x
    }
}

fn main() -> Result<(), Error> {
    println!("{:?}", twice(&Tensor::zeros([2]))?);
    Ok(())
}
