//! A flag with a value that it does not take.
use tensor_runtime::{Error, Tensor, tensor_fn};

tensor_fn! {
    #![smt(timeout_ms = 500, on_unknown = ignore)]

    pub fn twice<N>(x: Tensor[F32, [N]]) -> Tensor[F32, [N]] {
        x + x
    }
}

fn main() -> Result<(), Error> {
    println!("{:?}", twice(&Tensor::zeros([2]))?);
    Ok(())
}
