//! A dim and a function where a tensor is demanded.
use tensor_runtime::{Error, Tensor, tensor_fn};

tensor_fn! {
    pub fn average<N>(x: Tensor[F32, [N]]) -> Tensor[F32, []] {
        reduce[sum, axis = 0](x) / N
    }

    pub fn twice<N>(x: Tensor[F32, [N]], count: dim) -> Tensor[F32, [N]] {
        x * count
    }
}

fn main() -> Result<(), Error> {
    let x = Tensor::zeros([2]);
    println!("{:?} {:?}", average(&x)?, twice(&x, 3)?);
    Ok(())
}
