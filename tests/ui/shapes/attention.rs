//! Attention without the transpose of the keys.
use tensor_runtime::{Error, Tensor, tensor_fn};

tensor_fn! {
    pub fn softmax<B, S, T>(x: Tensor[F32, [B, S, T]]) -> Tensor[F32, [B, S, T]] {
        let exps = exp(x - broadcast[B, S, T](reduce_keep[max, axis = 2](x)));
        exps / broadcast[B, S, T](reduce_keep[sum, axis = 2](exps))
    }

    pub fn attention<B, S, T, D>(
        q: Tensor[F32, [B, S, D]],
        k: Tensor[F32, [B, T, D]],
        v: Tensor[F32, [B, T, D]],
    ) -> Tensor[F32, [B, S, D]] {
        let scores = matmul(q, k) * 0.125;
        matmul(softmax(scores), v)
    }
}

fn main() -> Result<(), Error> {
    let (q, k) = (Tensor::zeros([1, 2, 4]), Tensor::zeros([1, 3, 4]));
    println!("{:?}", attention(&q, &k, &k)?);
    Ok(())
}
