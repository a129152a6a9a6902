//! Mistakes in several functions of one block, all told in one build; the function between them is fine.
use tensor_runtime::{Error, Tensor, tensor_fn};

tensor_fn! {
    pub fn first<N, M>(x: Tensor[F32, [N]], y: Tensor[F32, [M]]) -> Tensor[F32, [N]] {
        x * y
    }

    pub fn second<N>(x: Tensor[F32, [N]]) -> Tensor[F32, [N]] {
        relu(x)
    }

    pub fn third<N>(x: Tensor[F32, [N]]) -> Tensor[F32, [N]] {
        relu(z)
    }

    pub fn fourth<N>(x: Tensor[F32, [N]]) -> Tensor[Bool, [N]] {
        relu(x)
    }
}

fn main() -> Result<(), Error> {
    let x = Tensor::zeros([2]);
    println!("{:?} {:?} {:?} {:?}", first(&x, &x)?, second(&x)?, third(&x)?, fourth(&x)?);
    Ok(())
}
