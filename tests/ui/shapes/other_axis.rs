//! The axis exists, but it is the wrong one: the result has the other length.
use tensor_runtime::{Error, Tensor, tensor_fn};

tensor_fn! {
    /// The class with the largest score, for each row.
    pub fn classes<Batch, Classes>(scores: Tensor[F32, [Batch, Classes]]) -> Tensor[I64, [Batch]] {
        reduce[argmax, axis = 0](scores)
    }
}

fn main() -> Result<(), Error> {
    println!("{:?}", classes(&Tensor::zeros([2, 10]))?);
    Ok(())
}
