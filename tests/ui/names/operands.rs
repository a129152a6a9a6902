//! The wrong number of operands, attributes where none belong, and none where some do.
use tensor_runtime::{Error, Tensor, tensor_fn};

tensor_fn! {
    pub fn product<M, K, N>(a: Tensor[F32, [M, K]], b: Tensor[F32, [K, N]]) -> Tensor[F32, [M, N]] {
        matmul(a, b, a)
    }

    pub fn activation<N>(x: Tensor[F32, [N]]) -> Tensor[F32, [N]] {
        gelu[tanh](x)
    }

    pub fn total<A, B>(x: Tensor[F32, [A, B]]) -> Tensor[F32, [A]] {
        reduce[sum](x)
    }

    pub fn number() -> Tensor[F32, []] {
        1.5
    }
}

fn main() -> Result<(), Error> {
    let x = Tensor::zeros([2, 2]);
    println!("{:?} {:?}", product(&x, &x)?, total(&x)?);
    println!("{:?} {:?}", activation(&Tensor::zeros([2]))?, number()?);
    Ok(())
}
