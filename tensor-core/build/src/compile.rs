//! One function from its typed IR to an object.

use crate::emit::{self, Target};
use crate::error::LowerError;
use crate::lower::{self, Cx};
use crate::{pipeline, plan};
use tensor_core::check::CheckedFn;

/// For which machine, and what else is wanted besides the object.
#[derive(Clone, Debug)]
pub(crate) struct Options {
    pub target: Target,
    /// Whether the optimised LLVM IR is wanted as text.
    pub llvm: bool,
    /// Whether assembly is wanted as text.
    pub asm: bool,
}

/// A compiled function.
#[derive(Debug)]
pub(crate) struct Compiled {
    pub object: Vec<u8>,
    /// The plan, as it is dumped.
    pub plan: String,
    /// Before the passes, verified.
    pub mlir: String,
    pub llvm: Option<String>,
    pub asm: Option<String>,
}

/// Compiles `checked` under `symbol`: the object exports `SYMBOL_base`.
pub(crate) fn compile(checked: &CheckedFn, symbol: &str, options: &Options) -> Result<Compiled, LowerError> {
    let plan = plan::plan(&checked.func);
    let cx = Cx::new();
    let mut module = lower::lower(&cx, &checked.func, &plan, symbol)?;
    let mlir = module.as_operation().to_string();
    lower::expand_products(&cx, &module)?;
    pipeline::run(&cx, &mut module)?;
    let emitted = emit::emit(&module, options)?;
    Ok(Compiled { object: emitted.object, plan: plan.report(), mlir, llvm: emitted.llvm, asm: emitted.asm })
}
