//! The weights are stored as [Out, In], but multiplied as if they were [In, Out].
use tensor_runtime::{Error, Tensor, tensor_fn};

tensor_fn! {
    /// A linear layer.
    pub fn linear<Batch, In, Out>(
        x: Tensor[F32, [Batch, In]],
        weights: Tensor[F32, [Out, In]],
        bias: Tensor[F32, [Out]],
    ) -> Tensor[F32, [Batch, Out]] {
        matmul(x, weights) + broadcast[Batch, Out](bias)
    }
}

fn main() -> Result<(), Error> {
    let y = linear(&Tensor::zeros([4, 3]), &Tensor::zeros([2, 3]), &Tensor::zeros([2]))?;
    println!("{y:?}");
    Ok(())
}
