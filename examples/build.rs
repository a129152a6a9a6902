//! Compiles the tensor functions of the programs in `src/bin`.

fn main() {
    tensor_build::compile();
}
