//! Conditions that no call can meet.
use tensor_runtime::{Error, Tensor, tensor_fn};

tensor_fn! {
    pub fn windowed<S>(x: Tensor[F32, [S]]) -> Tensor[F32, [S]]
    requires S <= 4, S >= 5
    {
        x * 2
    }

    pub fn aligned<D>(x: Tensor[F32, [D], D % 8 == 0]) -> Tensor[F32, [D]]
    requires D < 8
    {
        x * 2
    }
}

fn main() -> Result<(), Error> {
    println!("{:?} {:?}", windowed(&Tensor::zeros([4]))?, aligned(&Tensor::zeros([8]))?);
    Ok(())
}
