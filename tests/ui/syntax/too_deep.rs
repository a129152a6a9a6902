//! An expression nested deeper than the language allows.
use tensor_runtime::{Error, Tensor, tensor_fn};

tensor_fn! {
    pub fn negated<N>(x: Tensor[F32, [N]]) -> Tensor[F32, [N]] {
        ----------------------------------------------------------------------x
    }
}

fn main() -> Result<(), Error> {
    println!("{:?}", negated(&Tensor::zeros([2]))?);
    Ok(())
}
