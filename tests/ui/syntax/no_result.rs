//! Bodies that end with a semicolon, and a signature without a result.
use tensor_runtime::{Error, Tensor, tensor_fn};

tensor_fn! {
    pub fn scaled<N>(x: Tensor[F32, [N]]) -> Tensor[F32, [N]] {
        let y = relu(x);
        y * 2;
    }

    pub fn empty<N>(x: Tensor[F32, [N]]) -> Tensor[F32, [N]] {
    }

    pub fn unit<N>(x: Tensor[F32, [N]]) {
        relu(x)
    }
}

fn main() -> Result<(), Error> {
    println!("{:?} {:?}", scaled(&Tensor::zeros([2]))?, empty(&Tensor::zeros([2]))?);
    Ok(())
}
