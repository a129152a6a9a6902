//! Operations that have no meaning for the dtype.
use tensor_runtime::{Error, Tensor, tensor_fn};

tensor_fn! {
    pub fn powers<N>(x: Tensor[I64, [N]]) -> Tensor[I64, [N]] {
        exp(x)
    }

    pub fn average<N>(x: Tensor[I64, [N]]) -> Tensor[I64, []] {
        reduce[mean, axis = 0](x)
    }

    pub fn inverted<N>(x: Tensor[Bool, [N]]) -> Tensor[Bool, [N]] {
        bitwise_not(x)
    }
}

fn main() -> Result<(), Error> {
    let x = Tensor::from_elem([3], 1);
    println!("{:?} {:?} {:?}", powers(&x)?, average(&x)?, inverted(&Tensor::from_elem([3], true))?);
    Ok(())
}
