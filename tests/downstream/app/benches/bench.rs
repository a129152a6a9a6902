//! A bench with a kernel of its own.

use tensor_runtime::tensor_fn;

tensor_fn! {
    fn in_bench<N>(x: Tensor[F32, [N]]) -> Tensor[F32, [N]] { x * 9 }
}

fn main() {
    println!("bench {}", downstream_app::on(3.0, |x| in_bench(x)));
}
