//! The passes from the verified module to the `llvm` dialect.

use crate::error::LowerError;
use crate::lower::Cx;
use melior::ir::Module;
use melior::pass::PassManager;
use melior::utility::{parse_pass_pipeline, register_all_passes};

/// Each pass with the reason why it stands here.
const PASSES: [(&str, &str); 17] = [
    ("canonicalize", "constants of dims reach the places that use them"),
    ("cse", "equal views become one"),
    ("convert-linalg-to-loops", "each linalg operation becomes scalar loops, which LLVM vectorises"),
    ("canonicalize", "loads that nothing uses disappear"),
    ("cse", "equal index arithmetic becomes one"),
    ("loop-invariant-code-motion", "loads and arithmetic leave the loops in which they do not change"),
    ("convert-scf-to-cf", "loops and branches become blocks"),
    ("expand-strided-metadata", "views become offsets and strides"),
    ("lower-affine", "the arithmetic of the pass before becomes arith"),
    ("finalize-memref-to-llvm", "memrefs become pointers"),
    ("convert-math-to-llvm", "functions that LLVM knows become its intrinsics"),
    ("convert-math-to-libm", "the others become calls to libm"),
    ("convert-arith-to-llvm", "arithmetic"),
    (
        "convert-func-to-llvm{use-bare-ptr-memref-call-conv=1}",
        "functions; a memref of rank 0 is passed as a pointer, as the kernel's interface says",
    ),
    ("convert-cf-to-llvm", "branches"),
    ("convert-index-to-llvm", "what the passes above left of the index dialect"),
    ("reconcile-unrealized-casts", "the casts between the steps above cancel out"),
];

/// Takes the module to the `llvm` dialect, verifying it after each pass.
pub(crate) fn run(cx: &Cx, module: &mut Module<'_>) -> Result<(), LowerError> {
    register_all_passes();
    let manager = PassManager::new(cx.context());
    manager.enable_verifier(true);
    let passes: Vec<&str> = PASSES.iter().map(|(pass, _)| *pass).collect();
    let pipeline = format!("builtin.module({})", passes.join(","));
    parse_pass_pipeline(manager.as_operation_pass_manager(), &pipeline)
        .map_err(|error| cx.refused(error.to_string()))?;
    manager.run(module).map_err(|_| cx.refused("the passes to LLVM"))
}
