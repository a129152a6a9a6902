//! Tuples of the wrong length, in a result and in a pattern.
use tensor_runtime::{Error, Tensor, tensor_fn};

tensor_fn! {
    pub fn both<N>(x: Tensor[F32, [N]]) -> (Tensor[F32, [N]], Tensor[Bool, [N]]) {
        (relu(x), gt(x, 0), x)
    }

    pub fn first<N>(x: Tensor[F32, [N]]) -> Tensor[F32, [N]] {
        let (y, z) = relu(x);
        y
    }
}

fn main() -> Result<(), Error> {
    let x = Tensor::zeros([2]);
    let (_, positive) = both(&x)?;
    println!("{positive:?} {:?}", first(&x)?);
    Ok(())
}
