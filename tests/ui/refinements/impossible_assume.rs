//! An assumption that contradicts what is required.
use tensor_runtime::{Error, Tensor, tensor_fn};

tensor_fn! {
    pub fn halves<N>(x: Tensor[F32, [N]], A: dim) -> Tensor[F32, [N]]
    requires N < A
    assume N == 2 * A
    {
        relu(x)
    }
}

fn main() -> Result<(), Error> {
    println!("{:?}", halves(&Tensor::zeros([4]), 2)?);
    Ok(())
}
