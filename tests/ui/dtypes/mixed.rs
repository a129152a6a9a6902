//! Numbers and counts do not mix without a cast.
use tensor_runtime::{Error, Tensor, tensor_fn};

tensor_fn! {
    pub fn per_count<N>(totals: Tensor[F32, [N]], counts: Tensor[I64, [N]]) -> Tensor[F32, [N]] {
        totals / counts
    }

    pub fn masked<N>(x: Tensor[F32, [N]], limit: Tensor[F32, [N]]) -> Tensor[F32, [N]] {
        mul(x, lt(x, limit))
    }
}

fn main() -> Result<(), Error> {
    let x = Tensor::zeros([3]);
    println!("{:?} {:?}", per_count(&x, &Tensor::from_elem([3], 1))?, masked(&x, &x)?);
    Ok(())
}
