//! A tensor where a `dim` parameter takes a dim, and the other way round.
use tensor_runtime::{Error, Tensor, tensor_fn};

tensor_fn! {
    fn tiled<N>(x: Tensor[F32, [N]], rows: dim) -> Tensor[F32, [rows, N]] {
        broadcast[rows, N](x)
    }

    pub fn swapped<N>(x: Tensor[F32, [N]]) -> Tensor[F32, [3, N]] {
        tiled(3, x)
    }
}

fn main() -> Result<(), Error> {
    println!("{:?}", swapped(&Tensor::zeros([2]))?);
    Ok(())
}
