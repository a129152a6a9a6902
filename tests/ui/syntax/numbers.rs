//! Numbers with a suffix or without end, and things that are no numbers.
use tensor_runtime::{Error, Tensor, tensor_fn};

tensor_fn! {
    pub fn suffixed<N>(x: Tensor[F32, [N]]) -> Tensor[F32, [N]] {
        x * 2f32
    }

    pub fn long(x: Tensor[F32, [9223372036854775808]]) -> Tensor[F32, [9223372036854775808]] {
        x
    }

    pub fn text<N>(x: Tensor[F32, [N]]) -> Tensor[F32, [N]] {
        x + "1"
    }

    pub fn letter<N>(x: Tensor[F32, [N]]) -> Tensor[F32, [N]] {
        x + 'a'
    }
}

fn main() -> Result<(), Error> {
    let x = Tensor::zeros([2]);
    println!("{:?} {:?} {:?}", suffixed(&x)?, text(&x)?, letter(&x)?);
    Ok(())
}
