//! Keywords as names of values.
use tensor_runtime::{Error, Tensor, tensor_fn};

tensor_fn! {
    pub fn looped<N>(x: Tensor[F32, [N]]) -> Tensor[F32, [N]] {
        let loop = relu(x);
        loop
    }

    pub fn matched<N>(match: Tensor[F32, [N]]) -> Tensor[F32, [N]] {
        relu(match)
    }
}

fn main() -> Result<(), Error> {
    let x = Tensor::zeros([2]);
    println!("{:?}", looped(&x)?);
    Ok(())
}
