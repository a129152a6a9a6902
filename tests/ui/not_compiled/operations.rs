//! Operations that are checked, but not compiled yet.
use tensor_runtime::{Error, Tensor, tensor_fn};

tensor_fn! {
    pub fn first_rows<S, D>(x: Tensor[F32, [S, D]]) -> Tensor[F32, [2, D]]
    requires S >= 2
    {
        slice[axis = 0, start = 0, stop = 2](x)
    }

    pub fn stacked<A, B, D>(x: Tensor[F32, [A, D]], y: Tensor[F32, [B, D]]) -> Tensor[F32, [A + B, D]] {
        concat[axis = 0](x, y)
    }

    pub fn smallest<N>(x: Tensor[F32, [N]]) -> Tensor[F32, []] {
        reduce[min, axis = 0](x)
    }
}

fn main() -> Result<(), Error> {
    let x = Tensor::zeros([2, 3]);
    println!("{:?} {:?}", first_rows(&x)?, stacked(&x, &x)?);
    println!("{:?}", smallest(&Tensor::zeros([3]))?);
    Ok(())
}
