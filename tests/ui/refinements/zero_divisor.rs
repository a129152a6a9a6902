//! Division of dims by zero and by a variable.
use tensor_runtime::{Error, Tensor, tensor_fn};

tensor_fn! {
    pub fn none<N>(x: Tensor[F32, [N]]) -> Tensor[F32, [N]]
    requires N / 0 == 1
    {
        relu(x)
    }

    pub fn some<N, M>(x: Tensor[F32, [N]], y: Tensor[F32, [M]]) -> Tensor[F32, [N / M]] {
        reshape[N / M](x)
    }
}

fn main() -> Result<(), Error> {
    let x = Tensor::zeros([2]);
    println!("{:?} {:?}", none(&x)?, some(&x, &x)?);
    Ok(())
}
