//! The guilty operand stands on several lines.
use tensor_runtime::{Error, Tensor, tensor_fn};

tensor_fn! {
    pub fn normed<B, S, D>(x: Tensor[F32, [B, S, D]], gamma: Tensor[F32, [D]]) -> Tensor[F32, [B, S, D]] {
        let centred = x - broadcast[B, S, D](reduce_keep[mean, axis = 2](x));
        matmul(
            centred,
            transpose[0, 2, 1](
                centred
                    * broadcast[B, S, D](gamma)
                    + 1,
            ),
        )
    }

    pub fn scores<B, C, S, D>(q: Tensor[F32, [B, S, D]], k: Tensor[F32, [C, S, D]]) -> Tensor[F32, [B, S, S]] {
        matmul(
            q,
            transpose[0, 2, 1](
                k * 0.125,
            ),
        )
    }
}

fn main() -> Result<(), Error> {
    let x = Tensor::zeros([2, 3, 4]);
    println!("{:?} {:?}", normed(&x, &Tensor::zeros([4]))?, scores(&x, &x)?);
    Ok(())
}
