use tensor_runtime::tensor_fn;

tensor_fn! {
    fn with_positions<B, S, D, P>(
        x: Tensor[F32, [B, S, D]],
        table: Tensor[F32, [P, D]],
    ) -> Tensor[F32, [B, S, D]] {
        let positions = slice[axis = 0, start = 0, stop = S](table);
        x + broadcast[B, S, D](positions)
    }
}

fn main() {}
