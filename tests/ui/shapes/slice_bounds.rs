//! Ranges that may leave the axis, or end before they start.
use tensor_runtime::{Error, Tensor, tensor_fn};

tensor_fn! {
    pub fn head<S>(x: Tensor[F32, [S]]) -> Tensor[F32, [16]] {
        slice[axis = 0, start = 0, stop = 16](x)
    }

    pub fn backwards<S>(x: Tensor[F32, [S]]) -> Tensor[F32, [S]] {
        slice[axis = 0, start = 2, stop = 1](x)
    }

    pub fn before<S>(x: Tensor[F32, [S]]) -> Tensor[F32, [S]] {
        slice[axis = 0, start = -1, stop = S](x)
    }
}

fn main() -> Result<(), Error> {
    let x = Tensor::zeros([16]);
    println!("{:?} {:?} {:?}", head(&x)?, backwards(&x)?, before(&x)?);
    Ok(())
}
