//! Arguments of another rank, dtype, shape and number than the parameters.
use tensor_runtime::{Error, Tensor, tensor_fn};

tensor_fn! {
    fn sum_rows<A, B>(x: Tensor[F32, [A, B]], y: Tensor[F32, [A, B]]) -> Tensor[F32, [A]] {
        reduce[sum, axis = 1](x + y)
    }

    pub fn rank<N>(x: Tensor[F32, [N]]) -> Tensor[F32, [N]] {
        sum_rows(x, x)
    }

    pub fn dtype<A, B>(x: Tensor[F32, [A, B]], n: Tensor[I64, [A, B]]) -> Tensor[F32, [A]] {
        sum_rows(x, n)
    }

    pub fn shape<A, B>(x: Tensor[F32, [A, B]], y: Tensor[F32, [B, A]]) -> Tensor[F32, [A]] {
        sum_rows(x, y)
    }

    pub fn number<A, B>(x: Tensor[F32, [A, B]]) -> Tensor[F32, [A]] {
        sum_rows(x)
    }
}

fn main() -> Result<(), Error> {
    let x = Tensor::zeros([2, 2]);
    println!("{:?} {:?}", rank(&Tensor::zeros([2]))?, dtype(&x, &Tensor::zeros([2, 2]))?);
    println!("{:?} {:?}", shape(&x, &x)?, number(&x)?);
    Ok(())
}
