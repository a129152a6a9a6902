fn main() {
    tensor_build::compile();
}
