//! NumPy would stretch the operands by itself.
use tensor_runtime::{Error, Tensor, tensor_fn};

tensor_fn! {
    pub fn with_bias<B, D>(x: Tensor[F32, [B, D]], bias: Tensor[F32, [D]]) -> Tensor[F32, [B, D]] {
        x + bias
    }

    pub fn centred<B, D>(x: Tensor[F32, [B, D]]) -> Tensor[F32, [B, D]] {
        x - reduce_keep[mean, axis = 1](x)
    }
}

fn main() -> Result<(), Error> {
    let x = Tensor::zeros([2, 3]);
    println!("{:?} {:?}", with_bias(&x, &Tensor::zeros([3]))?, centred(&x)?);
    Ok(())
}
