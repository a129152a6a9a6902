//! The name of the function that is generated beside another.
use tensor_runtime::{Error, Tensor, tensor_fn};

tensor_fn! {
    pub fn scaled<N>(x: Tensor[F32, [N]]) -> Tensor[F32, [N]] {
        x * 2
    }

    pub fn scaled_into<N>(x: Tensor[F32, [N]]) -> Tensor[F32, [N]] {
        x * 3
    }
}

fn main() -> Result<(), Error> {
    println!("{:?}", Tensor::<f32, 1>::zeros([2]));
    Ok(())
}
