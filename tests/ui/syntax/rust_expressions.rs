//! Expressions of Rust that the language writes as calls.
use tensor_runtime::{Error, Tensor, tensor_fn};

tensor_fn! {
    pub fn less<N>(x: Tensor[F32, [N]], y: Tensor[F32, [N]]) -> Tensor[Bool, [N]] {
        x < y
    }

    pub fn method<N>(x: Tensor[F32, [N]]) -> Tensor[F32, [N]] {
        x.relu()
    }

    pub fn chosen<N>(x: Tensor[F32, [N]]) -> Tensor[F32, [N]] {
        if true { x } else { relu(x) }
    }

    pub fn first<N>(x: Tensor[F32, [N]]) -> Tensor[F32, []] {
        x[0]
    }
}

fn main() -> Result<(), Error> {
    let x = Tensor::zeros([2]);
    println!("{:?} {:?}", less(&x, &x)?, method(&x)?);
    println!("{:?} {:?}", chosen(&x)?, first(&x)?);
    Ok(())
}
