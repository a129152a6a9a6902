//! A statement that does not end; the function after it is fine.
use tensor_runtime::{Error, Tensor, tensor_fn};

tensor_fn! {
    pub fn centred<B, S>(x: Tensor[F32, [B, S]]) -> Tensor[F32, [B, S]] {
        let mean = reduce_keep[mean, axis = 1](x)
        x - broadcast[B, S](mean)
    }

    pub fn doubled<N>(x: Tensor[F32, [N]]) -> Tensor[F32, [N]] {
        x * 2
    }
}

fn main() -> Result<(), Error> {
    println!("{:?}", centred(&Tensor::zeros([2, 3]))?);
    println!("{:?}", doubled(&Tensor::zeros([2]))?);
    Ok(())
}
