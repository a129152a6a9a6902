//! An example with a kernel of its own, inside a function.

use tensor_runtime::tensor_fn;

fn main() {
    tensor_fn! {
        fn in_example<N>(x: Tensor[F32, [N]]) -> Tensor[F32, [N]] { x * 8 }
    }
    println!("example {}", downstream_app::on(3.0, |x| in_example(x)));
}
