//! The signature promises another shape, rank, dtype and number of results than the body has.
use tensor_runtime::{Error, Tensor, tensor_fn};

tensor_fn! {
    pub fn gram<M, K>(a: Tensor[F32, [M, K]]) -> Tensor[F32, [K, K]] {
        matmul(a, transpose[1, 0](a))
    }

    pub fn totals<M, K>(a: Tensor[F32, [M, K]]) -> Tensor[F32, [M]] {
        reduce_keep[sum, axis = 1](a)
    }

    pub fn classes<M, K>(a: Tensor[F32, [M, K]]) -> Tensor[F32, [M]] {
        reduce[argmax, axis = 1](a)
    }

    pub fn extremes<M, K>(a: Tensor[F32, [M, K]]) -> (Tensor[F32, [M]], Tensor[I64, [M]]) {
        reduce[max, axis = 1](a)
    }
}

fn main() -> Result<(), Error> {
    let a = Tensor::zeros([2, 3]);
    println!("{:?} {:?} {:?}", gram(&a)?, totals(&a)?, classes(&a)?);
    let (largest, places) = extremes(&a)?;
    println!("{largest:?} {places:?}");
    Ok(())
}
