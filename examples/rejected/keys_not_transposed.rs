use tensor_runtime::tensor_fn;

tensor_fn! {
    fn attention<G, S, T, E>(
        q: Tensor[F32, [G, S, E]],
        k: Tensor[F32, [G, T, E]],
        v: Tensor[F32, [G, T, E]],
    ) -> Tensor[F32, [G, S, E]] {
        let scores = matmul(q, k);
        matmul(scores, v)
    }
}

fn main() {}
