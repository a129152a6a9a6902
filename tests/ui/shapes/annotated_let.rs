//! A `let` that promises another shape and another dtype than its value has.
use tensor_runtime::{Error, Tensor, tensor_fn};

tensor_fn! {
    pub fn totals<B, D>(x: Tensor[F32, [B, D]]) -> Tensor[F32, [B]] {
        let rows: Tensor[F32, [D]] = reduce[sum, axis = 1](x);
        let counts: Tensor[I64, [B]] = reduce[sum, axis = 1](x);
        rows + cast[F32](counts)
    }
}

fn main() -> Result<(), Error> {
    println!("{:?}", totals(&Tensor::zeros([2, 3]))?);
    Ok(())
}
