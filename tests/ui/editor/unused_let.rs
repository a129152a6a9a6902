// rustc warns of a `let` that nothing uses, as of any other.
#![deny(unused_variables)]
use tensor_runtime::tensor_fn;

tensor_fn! {
    fn f<N>(x: Tensor[F32, [N]], unused: Tensor[F32, [N]]) -> Tensor[F32, [N]] {
        let y = relu(x);
        let (a, b) = (x + 1, x - 1);
        let z = exp(a);
        let _kept = exp(a);
        y * y
    }
}

fn main() {}
