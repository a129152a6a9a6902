//! A dim that is left to be found out.
use tensor_runtime::{Error, Tensor, tensor_fn};

tensor_fn! {
    pub fn flat<B, H, E>(x: Tensor[F32, [B, H, E]]) -> Tensor[F32, [B]] {
        reduce[sum, axis = 1](reshape[B, _](x))
    }

    pub fn folded<B, H, E>(x: Tensor[F32, [B, H, E]]) -> Tensor[F32, [B]] {
        reduce[sum, axis = 1](reshape[B, -1](x))
    }
}

fn main() -> Result<(), Error> {
    let x = Tensor::zeros([1, 2, 3]);
    println!("{:?} {:?}", flat(&x)?, folded(&x)?);
    Ok(())
}
