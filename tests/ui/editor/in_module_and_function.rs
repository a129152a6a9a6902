//! Blocks in a module and in the body of a function.
use tensor_runtime::{Error, Tensor};

mod layers {
    use tensor_runtime::tensor_fn;

    tensor_fn! {
        pub fn scaled<N, M>(x: Tensor[F32, [N]], y: Tensor[F32, [M]]) -> Tensor[F32, [N]] {
            x * y
        }
    }
}

fn local(x: &Tensor<f32, 1>) -> Result<Tensor<f32, 1>, Error> {
    tensor_runtime::tensor_fn! {
        fn shifted<N>(x: Tensor[F32, [N]]) -> Tensor[F32, [N]] {
            x + one
        }
    }
    shifted(x)
}

fn main() -> Result<(), Error> {
    let x = Tensor::zeros([2]);
    println!("{:?} {:?}", layers::scaled(&x, &x)?, local(&x)?);
    Ok(())
}
