//! An operation that is misspelt, one that the language does not have, and one that is no operation at all.
use tensor_runtime::{Error, Tensor, tensor_fn};

tensor_fn! {
    pub fn activation<N>(x: Tensor[F32, [N]]) -> Tensor[F32, [N]] {
        sigmiod(x)
    }

    pub fn probabilities<B, S>(x: Tensor[F32, [B, S]]) -> Tensor[F32, [B, S]] {
        softmax(x)
    }

    pub fn chosen<N>(x: Tensor[F32, [N]], y: Tensor[F32, [N]]) -> Tensor[F32, [N]] {
        select(lt(x, y), x, y)
    }
}

fn main() -> Result<(), Error> {
    let x = Tensor::zeros([4]);
    println!("{:?} {:?}", activation(&x)?, chosen(&x, &x)?);
    println!("{:?}", probabilities(&Tensor::zeros([2, 2]))?);
    Ok(())
}
