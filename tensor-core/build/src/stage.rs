//! What can be looked at on the way from source to object.

use crate::failure::Failure;
use std::collections::BTreeSet;
use std::fmt;

/// A stage that can be written to a file for each function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Stage {
    /// The typed function, `typed.ir`; `errors.txt` for one that does not check.
    Ir,
    /// Each obligation with its answer, `PREMISE.smt2`, which the `z3` program reads.
    Smt2,
    /// Which loops run over which buffers, and how much scratch memory a call takes, `plan.txt`.
    Plan,
    /// The MLIR module before passes, `lowered.mlir`.
    Mlir,
    /// LLVM IR after optimisation, `optimised.ll`.
    Llvm,
    /// Assembly, `kernel.s`.
    Asm,
}

impl Stage {
    /// All stages, in order.
    pub const ALL: [Stage; 6] = [Stage::Ir, Stage::Smt2, Stage::Plan, Stage::Mlir, Stage::Llvm, Stage::Asm];

    /// As in `TENSOR_DUMP`.
    pub fn name(self) -> &'static str {
        match self {
            Stage::Ir => "ir",
            Stage::Smt2 => "smt2",
            Stage::Plan => "plan",
            Stage::Mlir => "mlir",
            Stage::Llvm => "llvm",
            Stage::Asm => "asm",
        }
    }

    /// The stages in a comma-separated list.
    pub(crate) fn parse_list(list: &str) -> Result<BTreeSet<Stage>, Failure> {
        let names = list.split(',').map(str::trim).filter(|name| !name.is_empty());
        names
            .map(|name| {
                Stage::ALL.into_iter().find(|stage| stage.name() == name).ok_or_else(|| Failure::UnknownStage {
                    name: name.to_owned(),
                    stages: Stage::ALL.map(|stage| format!("`{stage}`")).join(", "),
                })
            })
            .collect()
    }
}

impl fmt::Display for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_stages_are_read() {
        assert_eq!(Stage::parse_list("").unwrap(), BTreeSet::new());
        assert_eq!(Stage::parse_list("asm, ir,").unwrap(), [Stage::Ir, Stage::Asm].into());
        assert_eq!(Stage::parse_list("ir,smt2,plan,mlir,llvm,asm").unwrap(), Stage::ALL.into());
    }

    #[test]
    fn an_unknown_stage_is_named_with_those_there_are() {
        let message = Stage::parse_list("ir,mllir").unwrap_err().to_string();
        let expected = "TENSOR_DUMP: unknown stage `mllir`; expected a comma-separated list of \
                        `ir`, `smt2`, `plan`, `mlir`, `llvm`, `asm`";
        assert_eq!(message, expected);
    }
}
