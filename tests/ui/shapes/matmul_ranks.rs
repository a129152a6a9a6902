//! A matrix times a vector, and a batch times a matrix.
use tensor_runtime::{Error, Tensor, tensor_fn};

tensor_fn! {
    pub fn applied<M, K>(a: Tensor[F32, [M, K]], x: Tensor[F32, [K]]) -> Tensor[F32, [M]] {
        matmul(a, x)
    }

    pub fn batched<B, M, K, N>(a: Tensor[F32, [B, M, K]], w: Tensor[F32, [K, N]]) -> Tensor[F32, [B, M, N]] {
        matmul(a, w)
    }
}

fn main() -> Result<(), Error> {
    let w = Tensor::zeros([3, 4]);
    println!("{:?} {:?}", applied(&w, &Tensor::zeros([4]))?, batched(&Tensor::zeros([1, 2, 3]), &w)?);
    Ok(())
}
