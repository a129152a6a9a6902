//! Shape variables that no argument gives a value.
use tensor_runtime::{Error, Tensor, tensor_fn};

tensor_fn! {
    pub fn tiled<C, ROWS>(x: Tensor[F32, [C]]) -> Tensor[F32, [ROWS, C]] {
        broadcast[ROWS, C](x)
    }

    pub fn joined<A, B>(x: Tensor[F32, [A + B]]) -> Tensor[F32, [A + B]] {
        relu(x)
    }
}

fn main() -> Result<(), Error> {
    println!("{:?}", tiled(&Tensor::zeros([3]))?);
    println!("{:?}", joined(&Tensor::zeros([3]))?);
    Ok(())
}
