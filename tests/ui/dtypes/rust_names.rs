//! Rust's names of the types, and one that nobody knows.
use tensor_runtime::{Error, Tensor, tensor_fn};

tensor_fn! {
    pub fn twice<N>(x: Tensor[f32, [N]]) -> Tensor[F32, [N]] {
        x + x
    }

    pub fn truth<N>(x: Tensor[F32, [N]]) -> Tensor[Bool, [N]] {
        cast[bool](x)
    }

    pub fn precise<N>(x: Tensor[F32, [N]]) -> Tensor[F32, [N]] {
        cast[F32](cast[Double](x))
    }
}

fn main() -> Result<(), Error> {
    let x = Tensor::from_elem([3], 1.0_f32);
    println!("{:?} {:?} {:?}", twice(&x)?, truth(&x)?, precise(&x)?);
    Ok(())
}
