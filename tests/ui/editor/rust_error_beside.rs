//! Mistakes of the Rust code around are told with those of the block.
use tensor_runtime::{Error, Tensor, tensor_fn};

tensor_fn! {
    pub fn twice<N>(x: Tensor[F32, [N]]) -> Tensor[F32, [N]] {
        x + y
    }
}

fn main() -> Result<(), Error> {
    let x = Tensor::zeros([2]);
    let twice: Tensor<f64, 1> = twice(&x)?;
    println!("{twice:?}");
    Ok(())
}
