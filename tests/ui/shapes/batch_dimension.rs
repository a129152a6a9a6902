//! Queries and keys of different batches.
use tensor_runtime::{Error, Tensor, tensor_fn};

tensor_fn! {
    pub fn scores<B, C, S, D>(
        queries: Tensor[F32, [B, S, D]],
        keys: Tensor[F32, [C, S, D]],
    ) -> Tensor[F32, [B, S, S]]
    requires B <= 16, C <= 8
    {
        matmul(queries, transpose[0, 2, 1](keys))
    }
}

fn main() -> Result<(), Error> {
    println!("{:?}", scores(&Tensor::zeros([2, 3, 4]), &Tensor::zeros([2, 3, 4]))?);
    Ok(())
}
