//! Shapes with variables that stand in no generics.
use tensor_runtime::{Error, Tensor, tensor_fn};

tensor_fn! {
    pub fn twice(x: Tensor[F32, [N]]) -> Tensor[F32, [N]] {
        x + x
    }

    pub fn tiled<N>(x: Tensor[F32, [N]]) -> Tensor[F32, [ROWS, N]] {
        broadcast[ROWS, N](x)
    }
}

fn main() -> Result<(), Error> {
    let x = Tensor::zeros([2]);
    println!("{:?} {:?}", twice(&x)?, tiled(&x)?);
    Ok(())
}
