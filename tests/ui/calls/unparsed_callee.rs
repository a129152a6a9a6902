//! Callers of a function that does not parse are not errors as well.
use tensor_runtime::{Error, Tensor, tensor_fn};

tensor_fn! {
    fn broken<N>(x: Tensor[F32, [N]]) -> Tensor[F32, [N]] {
        x + * 2
    }

    pub fn caller<N>(x: Tensor[F32, [N]]) -> Tensor[F32, [N]] {
        broken(x)
    }
}

fn main() -> Result<(), Error> {
    println!("{:?}", caller(&Tensor::zeros([2]))?);
    Ok(())
}
