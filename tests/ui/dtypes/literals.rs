//! Literals that the dtype beside them cannot hold.
use tensor_runtime::{Error, Tensor, tensor_fn};

tensor_fn! {
    const HALF = 0.5;

    pub fn halved<N>(x: Tensor[I64, [N]]) -> Tensor[I64, [N]] {
        x * HALF
    }

    pub fn capped<N>(x: Tensor[F32, [N]]) -> Tensor[F32, [N]] {
        min(x, 1e39)
    }

    pub fn same<N>(x: Tensor[F32, [N]]) -> Tensor[Bool, [N]] {
        eq(x, true)
    }
}

fn main() -> Result<(), Error> {
    let x = Tensor::zeros([3]);
    println!("{:?} {:?} {:?}", halved(&Tensor::zeros([3]))?, capped(&x)?, same(&x)?);
    Ok(())
}
