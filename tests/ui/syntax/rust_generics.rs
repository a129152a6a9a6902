//! Types in angle brackets, as Rust has them.
use tensor_runtime::{Error, Tensor, tensor_fn};

tensor_fn! {
    /// Twice the input.
    pub fn twice<N>(x: Tensor<F32, [N]>) -> Tensor[F32, [N]] {
        x + x
    }
}

fn main() -> Result<(), Error> {
    let x = Tensor::from_shape_vec([2], vec![1.0, 2.0])?;
    println!("{:?}", twice(&x)?);
    Ok(())
}
