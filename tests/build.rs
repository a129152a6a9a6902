//! Compiles the kernels of the test programs under `tests`. Those under `ui` are for the macro alone.

fn main() {
    tensor_build::compile();
}
