//! Tensors that cannot be joined: other lengths beside the axis, and another rank.
use tensor_runtime::{Error, Tensor, tensor_fn};

tensor_fn! {
    pub fn stacked<A, B, C>(x: Tensor[F32, [A, B]], y: Tensor[F32, [A, C]]) -> Tensor[F32, [A + A, B]] {
        concat[axis = 0](x, y)
    }

    pub fn appended<A, B>(x: Tensor[F32, [A, B]], y: Tensor[F32, [B]]) -> Tensor[F32, [A + 1, B]] {
        concat[axis = 0](x, y)
    }
}

fn main() -> Result<(), Error> {
    let x = Tensor::zeros([2, 3]);
    println!("{:?} {:?}", stacked(&x, &x)?, appended(&x, &Tensor::zeros([3]))?);
    Ok(())
}
