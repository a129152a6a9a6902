use tensor_runtime::tensor_fn;

tensor_fn! {
    fn centred<B, S, D>(x: Tensor[F32, [B, S, D]]) -> Tensor[F32, [B, S, D]] {
        x - reduce_keep[mean, axis = 2](x)
    }
}

fn main() {}
