//! A value, a shape variable and a reduction that are misspelt.
use tensor_runtime::{Error, Tensor, tensor_fn};

tensor_fn! {
    pub fn scaled<Batch, Width>(
        input: Tensor[F32, [Batch, Width]],
        gamma: Tensor[F32, [Width]],
    ) -> Tensor[F32, [Batch, Width]] {
        inptu * broadcast[Batch, Width](gamma)
    }

    pub fn shifted<Batch, Width>(
        input: Tensor[F32, [Batch, Width]],
        beta: Tensor[F32, [Width]],
    ) -> Tensor[F32, [Batch, Width]] {
        input + broadcast[Batch, Widht](beta)
    }

    pub fn total<Batch, Width>(input: Tensor[F32, [Batch, Width]]) -> Tensor[F32, [Batch]] {
        reduce[summ, axis = 1](input)
    }
}

fn main() -> Result<(), Error> {
    let input = Tensor::zeros([2, 3]);
    let vector = Tensor::zeros([3]);
    println!("{:?} {:?}", scaled(&input, &vector)?, shifted(&input, &vector)?);
    println!("{:?}", total(&input)?);
    Ok(())
}
