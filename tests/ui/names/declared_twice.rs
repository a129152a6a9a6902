//! Names that are taken already.
use tensor_runtime::{Error, Tensor, tensor_fn};

tensor_fn! {
    pub fn relu<N>(x: Tensor[F32, [N]]) -> Tensor[F32, [N]] {
        max(x, 0)
    }

    pub fn total<N>(x: Tensor[F32, [N]]) -> Tensor[F32, []] {
        let N = reduce[sum, axis = 0](x);
        N
    }
}

fn main() -> Result<(), Error> {
    println!("{:?} {:?}", relu(&Tensor::zeros([3]))?, total(&Tensor::zeros([3]))?);
    Ok(())
}
