//! The conditions of the called function do not follow where it is called.
use tensor_runtime::{Error, Tensor, tensor_fn};

tensor_fn! {
    pub fn blocks<T>(x: Tensor[F32, [T]]) -> Tensor[F32, [T]]
    requires T % 8 == 0
    {
        relu(x)
    }

    pub fn caller<S>(x: Tensor[F32, [S]]) -> Tensor[F32, [S]] {
        blocks(x)
    }

    pub fn largest<T>(x: Tensor[F32, [T]]) -> Tensor[F32, []] {
        reduce[max, axis = 0](x)
    }

    pub fn maybe_empty<S>(x: Tensor[F32, [S]]) -> Tensor[F32, []]
    requires S >= 0
    {
        largest(x)
    }
}

fn main() -> Result<(), Error> {
    let x = Tensor::zeros([8]);
    println!("{:?} {:?}", caller(&x)?, maybe_empty(&x)?);
    Ok(())
}
