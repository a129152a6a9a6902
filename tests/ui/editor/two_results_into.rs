//! A function with two results keeps its `_into` function when its body has an error.
use tensor_runtime::{Error, Tensor, tensor_fn};

tensor_fn! {
    pub fn extremes<M, K>(a: Tensor[F32, [M, K]]) -> (Tensor[F32, [M]], Tensor[I64, [M]]) {
        (reduce[max, axis = 1](a), reduce[argmax, axis = 0](a))
    }
}

fn main() -> Result<(), Error> {
    let a = Tensor::zeros([2, 3]);
    let (mut largest, mut places) = (Tensor::zeros([2]), Tensor::zeros([2]));
    extremes_into(&a, &mut largest, &mut places)?;
    println!("{largest:?} {places:?}");
    Ok(())
}
