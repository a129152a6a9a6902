//! Independent mistakes in one function are all told at once, and what follows from one of them is not.
use tensor_runtime::{Error, Tensor, tensor_fn};

tensor_fn! {
    pub fn block<B, I, H, O>(
        x: Tensor[F32, [B, I]],
        w1: Tensor[F32, [H, I]],
        b1: Tensor[F32, [H]],
        w2: Tensor[F32, [H, O]],
        b2: Tensor[F32, [O]],
    ) -> Tensor[F32, [B, O]] {
        let h = relu(matmul(x, w1) + broadcast[B, H](b1));
        let scale = reduce_keep[mean, axis = 3](h);
        let y = matmul(h * broadcast[B, H](scale), w2);
        y + broadcast[O, B](b2)
    }
}

fn main() -> Result<(), Error> {
    let y = block(
        &Tensor::zeros([4, 3]),
        &Tensor::zeros([5, 3]),
        &Tensor::zeros([5]),
        &Tensor::zeros([5, 2]),
        &Tensor::zeros([2]),
    )?;
    println!("{y:?}");
    Ok(())
}
