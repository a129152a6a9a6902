//! Callers of a function with an error are not errors as well.
use tensor_runtime::{Error, Tensor, tensor_fn};

tensor_fn! {
    fn broken<N, M>(x: Tensor[F32, [N]], y: Tensor[F32, [M]]) -> Tensor[F32, [N]] {
        x + y
    }

    pub fn caller<N>(x: Tensor[F32, [N]]) -> Tensor[F32, [N]] {
        broken(x, x) * 2
    }

    pub fn caller_of_caller<N>(x: Tensor[F32, [N]]) -> Tensor[F32, [N]] {
        caller(x)
    }
}

fn main() -> Result<(), Error> {
    let x = Tensor::zeros([2]);
    println!("{:?} {:?}", caller(&x)?, caller_of_caller(&x)?);
    Ok(())
}
