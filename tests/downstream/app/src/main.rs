//! A binary with a kernel of its own.

use downstream_app::{on, scaled, shifted, softmax, variant};
use tensor_runtime::{Tensor, tensor_fn};

mod nested;

tensor_fn! {
    fn in_binary<N>(x: Tensor[F32, [N]]) -> Tensor[F32, [N]] { x * 5 }
}

fn main() {
    let rows = softmax(&Tensor::zeros([1, 2])).unwrap();
    println!("scaled {} {}", on(3.0, |x| scaled(x)), on(3.0, |x| downstream_other::scaled(x)));
    println!("shifted {} {}", on(3.0, |x| shifted(x)), on(3.0, |x| downstream_other::shifted(x)));
    println!("variant {}", on(3.0, |x| variant(x)));
    println!("binary {} {}", on(3.0, |x| in_binary(x)), on(3.0, |x| nested::in_module(x)));
    println!("softmax {:?}", rows.as_slice());
}
