//! Statements of Rust that the language does without.
use tensor_runtime::{Error, Tensor, tensor_fn};

tensor_fn! {
    pub fn summed<N>(x: Tensor[F32, [N]]) -> Tensor[F32, [N]] {
        let mut y = x;
        y += x;
        y
    }

    pub fn early<N>(x: Tensor[F32, [N]]) -> Tensor[F32, [N]] {
        return relu(x);
    }

    pub fn repeated<N>(x: Tensor[F32, [N]]) -> Tensor[F32, [N]] {
        for _ in 0..3 { relu(x); }
        x
    }
}

fn main() -> Result<(), Error> {
    let x = Tensor::zeros([2]);
    println!("{:?} {:?} {:?}", summed(&x)?, early(&x)?, repeated(&x)?);
    Ok(())
}
