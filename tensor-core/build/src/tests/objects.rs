//! What a compiled function is, besides right.

use super::loaded::{checked, options};
use crate::compile::compile;
use crate::error::LowerError;
use object::{Object, ObjectSymbol};

const SOFTMAX: &str = "fn f<N, K>(x: Tensor[F32, [N, K]]) -> Tensor[F32, [N, K]] {
    let e = exp(x - broadcast[N, K](reduce_keep[max, axis = 1](x)));
    e / broadcast[N, K](reduce_keep[sum, axis = 1](e))
}";

#[test]
fn nothing_but_the_kernel_is_exported() {
    let compiled = compile(&checked(SOFTMAX), "softmax", &options()).unwrap();
    let file = object::File::parse(&*compiled.object).unwrap();
    let exported: Vec<&str> = file
        .symbols()
        .filter(|symbol| symbol.is_definition() && symbol.is_global())
        .map(|s| s.name().unwrap())
        .collect();
    assert_eq!(exported, ["softmax_base"]);
}

#[test]
fn dumps_change_nothing() {
    let checked = checked(SOFTMAX);
    let plain = compile(&checked, "softmax", &options()).unwrap();
    assert!(plain.llvm.is_none() && plain.asm.is_none());
    let dumped = compile(&checked, "softmax", &crate::compile::Options { llvm: true, asm: true, ..options() }).unwrap();
    assert!(plain.object == dumped.object && plain.mlir == dumped.mlir);
    assert!(dumped.llvm.unwrap().contains("@softmax_base("));
    assert!(dumped.asm.unwrap().contains("softmax_base:"));
}

#[test]
fn threads_compile_at_the_same_time() {
    let compiled = || compile(&checked(SOFTMAX), "softmax", &options()).unwrap().object;
    let objects: Vec<Vec<u8>> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..4).map(|_| scope.spawn(compiled)).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    assert!(objects.windows(2).all(|pair| pair[0] == pair[1]));
}

#[test]
fn elementwise_loops_and_products_use_vectors() {
    let compile = |source: &str| {
        let options = crate::compile::Options { llvm: true, ..options() };
        compile(&checked(source), "kernel", &options).unwrap().llvm.unwrap()
    };
    let relu = compile("fn f<A, B>(x: Tensor[F32, [A, B]]) -> Tensor[F32, [A, B]] { relu(x) + x }");
    assert!(relu.contains("fadd <4 x float>"), "{relu}");
    let flags = compile(
        "fn f<N>(x: Tensor[F32, [N]], y: Tensor[F32, [N]]) -> Tensor[Bool, [N]] { bitwise_xor(lt(x, y), ne(x, y)) }",
    );
    assert!(flags.contains("fcmp olt <4 x float>"), "{flags}");
    let product = compile(
        "fn f<M, K, N>(x: Tensor[F32, [M, K]], y: Tensor[F32, [K, N]]) -> Tensor[F32, [M, N]] { matmul(x, y) }",
    );
    assert!(product.contains("fmul <4 x float>"), "{product}");
    // Bits are the same on every level: no operation may be reordered or joined.
    for llvm in [relu, flags, product] {
        assert!(!llvm.contains("reassoc") && !llvm.contains("contract") && !llvm.contains("@llvm.fma"), "{llvm}");
    }
}

#[test]
fn an_unknown_target_is_an_error() {
    let mut options = options();
    options.target.triple = "nowhere-unknown-none".to_owned();
    let error = compile(&checked(SOFTMAX), "softmax", &options).err().unwrap();
    assert!(matches!(error, LowerError::Llvm { what: "the target", .. }), "{error}");
}

#[test]
fn kernels_compile_for_other_targets() {
    let mut options = options();
    options.target.triple = "aarch64-unknown-linux-gnu".to_owned();
    options.target.cpu = "generic".to_owned();
    let compiled = compile(&checked(SOFTMAX), "softmax", &options).unwrap();
    let file = object::File::parse(&*compiled.object).unwrap();
    assert_eq!(file.architecture(), object::Architecture::Aarch64);
}
