//! Dtypes that are known, but not compiled yet.
use tensor_runtime::{Error, Tensor, bf16, tensor_fn};

tensor_fn! {
    pub fn twice<N>(x: Tensor[BF16, [N]]) -> Tensor[BF16, [N]] {
        x + x
    }
}

fn main() -> Result<(), Error> {
    let x = Tensor::from_elem([3], bf16::from_f32(1.0));
    println!("{:?}", twice(&x)?);
    Ok(())
}
