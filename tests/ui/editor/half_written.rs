//! Functions in the middle of being written.
use tensor_runtime::{Error, Tensor, tensor_fn};

tensor_fn! {
    pub fn named<N>(x: Tensor[F32, [N]]) -> Tensor[F32, [N]] {
        let y =
    }

    pub fn called<N>(x: Tensor[F32, [N]]) -> Tensor[F32, [N]] {
        relu(x) +
    }

    pub fn finished<N>(x: Tensor[F32, [N]]) -> Tensor[F32, [N]] {
        relu(x)
    }
}

fn main() -> Result<(), Error> {
    let x = Tensor::zeros([2]);
    println!("{:?} {:?} {:?}", named(&x)?, called(&x)?, finished(&x)?);
    Ok(())
}
