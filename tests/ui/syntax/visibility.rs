//! A visibility and an attribute where none can stand.
use tensor_runtime::{Error, Tensor, tensor_fn};

tensor_fn! {
    pub const SCALE = 0.5;

    pub fn scaled<N>(x: Tensor[F32, [N]]) -> Tensor[F32, [N]] {
        x * SCALE
    }

    pub fn shifted<N>(x: Tensor[F32, [N]]) -> Tensor[F32, [N]] {
        #[inline]
        let y = x + 1;
        y
    }
}

fn main() -> Result<(), Error> {
    let x = Tensor::zeros([2]);
    println!("{:?} {:?}", scaled(&x)?, shifted(&x)?);
    Ok(())
}
