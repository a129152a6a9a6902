//! An integration test with a kernel of its own.

use downstream_app::{on, scaled};
use tensor_runtime::tensor_fn;

tensor_fn! {
    fn in_test<N>(x: Tensor[F32, [N]]) -> Tensor[F32, [N]] { x * 7 }
}

#[test]
fn kernels_of_an_integration_test() {
    assert_eq!((on(3.0, |x| in_test(x)), on(3.0, |x| scaled(x))), (21.0, 6.0));
}
