//! Dtypes that are known, but not compiled yet.
use tensor_runtime::{Error, I4, Tensor, bf16, f16, tensor_fn};

tensor_fn! {
    pub fn twice<N>(x: Tensor[BF16, [N]]) -> Tensor[BF16, [N]] {
        x + x
    }

    pub fn half<N>(x: Tensor[F32, [N]]) -> Tensor[F16, [N]] {
        cast[F16](x * 0.5)
    }

    pub fn unpacked<N>(x: Tensor[I4, [N]]) -> Tensor[I64, [N]] {
        cast[I64](x)
    }
}

fn main() -> Result<(), Error> {
    let x = Tensor::from_elem([3], bf16::from_f32(1.0));
    let halves: Tensor<f16, 1> = half(&Tensor::from_elem([3], 1.0))?;
    println!("{:?} {halves:?} {:?}", twice(&x)?, unpacked(&Tensor::<I4, 1>::zeros([3]))?);
    Ok(())
}
