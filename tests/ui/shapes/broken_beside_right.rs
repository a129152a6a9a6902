//! A function with an error keeps its signature: nothing that uses it, and nothing beside it, is an error too.
use tensor_runtime::{Error, Tensor, tensor_fn};

tensor_fn! {
    pub fn right<N>(x: Tensor[F32, [N]]) -> Tensor[F32, [N]] {
        x * 2
    }

    pub fn broken<N, M>(x: Tensor[F32, [N]], y: Tensor[F32, [M]], extra: dim) -> (Tensor[F32, [N]], Tensor[I64, []]) {
        (x + y, scalar[I64](extra))
    }
}

fn main() -> Result<(), Error> {
    let x = Tensor::from_shape_vec([2], vec![1.0, 2.0])?;
    let (sum, extra) = broken(&x, &x, 3)?;
    let doubled: Tensor<f32, 1> = right(&sum)?;
    println!("{} {}", doubled[[0]], extra.item() + 1);
    let (mut sum, mut extra) = (Tensor::zeros([2]), Tensor::zeros([]));
    broken_into(&x, &x, 3, &mut sum, &mut extra)?;
    right_into(&x, &mut sum)
}
