//! A library with kernels, one of them in two variants.

use tensor_runtime::tensor_fn;

tensor_fn! {
    /// `other` has a function of this name that computes something else.
    pub fn scaled<N>(x: Tensor[F32, [N]]) -> Tensor[F32, [N]] { x * 2 }

    /// `other` has the same function.
    pub fn shifted<N>(x: Tensor[F32, [N]]) -> Tensor[F32, [N]] { x + 1 }

    #[cfg(not(feature = "halve"))]
    pub fn variant<N>(x: Tensor[F32, [N]]) -> Tensor[F32, [N]] { x * 10 }

    #[cfg(feature = "halve")]
    pub fn variant<N>(x: Tensor[F32, [N]]) -> Tensor[F32, [N]] { x / 2 }

    /// Has transcendental functions, so that whatever they need must link.
    pub fn softmax<B, S>(x: Tensor[F32, [B, S]]) -> Tensor[F32, [B, S]] {
        let e = exp(x - broadcast[B, S](reduce_keep[max, axis = 1](x)));
        e / broadcast[B, S](reduce_keep[sum, axis = 1](e))
    }
}

/// Runs a kernel of rank 1 on one number.
pub fn on(x: f32, kernel: impl Fn(&tensor_runtime::Tensor<f32, 1>) -> Result<tensor_runtime::Tensor<f32, 1>, tensor_runtime::Error>) -> f32 {
    kernel(&tensor_runtime::Tensor::from_elem([1], x)).unwrap()[[0]]
}

#[cfg(test)]
mod tests {
    use super::{on, tensor_fn};

    tensor_fn! {
        fn in_unit_test<N>(x: Tensor[F32, [N]]) -> Tensor[F32, [N]] { x * 4 }
    }

    #[test]
    fn kernels_of_a_unit_test() {
        assert_eq!(on(3.0, |x| in_unit_test(x)), 12.0);
    }
}
