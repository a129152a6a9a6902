//! Generics of Rust.
use tensor_runtime::{Error, Tensor, tensor_fn};

tensor_fn! {
    pub fn constant<const N: usize>(x: Tensor[F32, [N]]) -> Tensor[F32, [N]] {
        relu(x)
    }

    pub fn bounded<N: Dim>(x: Tensor[F32, [N]]) -> Tensor[F32, [N]] {
        relu(x)
    }
}

fn main() -> Result<(), Error> {
    println!("{:?}", Tensor::<f32, 1>::zeros([2]));
    Ok(())
}
