//! Stages of each function as files, on request.

use crate::Stage;
use crate::cache::write_if_changed;
use crate::compile::Compiled;
use crate::failure::Failure;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use tensor_core::check::FnOutcome;

/// The folder of all dumps. What an earlier build wrote stays until the next that dumps anything.
#[derive(Debug)]
pub(crate) struct Dump {
    folder: PathBuf,
    stages: BTreeSet<Stage>,
    /// How many functions of a name there have been.
    functions: BTreeMap<String, usize>,
}

impl Dump {
    /// Empties the folder if something is to be dumped.
    pub(crate) fn new(folder: PathBuf, stages: BTreeSet<Stage>) -> Result<Dump, Failure> {
        if !stages.is_empty() {
            match fs::remove_dir_all(&folder) {
                Err(error) if error.kind() != ErrorKind::NotFound => {
                    return Err(Failure::io("remove", &folder)(error));
                }
                _ => {}
            }
        }
        Ok(Dump { folder, stages, functions: BTreeMap::new() })
    }

    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    pub(crate) fn wants(&self, stage: Stage) -> bool {
        self.stages.contains(&stage)
    }

    /// Whether anything is wanted for which a function has to be compiled, though its object may be there already.
    pub(crate) fn wants_compiled(&self) -> bool {
        [Stage::Plan, Stage::Mlir, Stage::Llvm, Stage::Asm].into_iter().any(|stage| self.wants(stage))
    }

    pub(crate) fn is_off(&self) -> bool {
        self.stages.is_empty()
    }

    /// What to tell the user.
    pub(crate) fn summary(&self) -> String {
        let stages: Vec<&str> = self.stages.iter().map(|stage| stage.name()).collect();
        let functions: usize = self.functions.values().sum();
        let s = if functions == 1 { "" } else { "s" };
        format!("{} of {functions} function{s} in {}", stages.join(", "), self.folder.display())
    }

    /// The folder for the next function of this name: `name`, then `name-2` and so on.
    pub(crate) fn next_folder(&mut self, function: &str) -> PathBuf {
        let count = self.functions.entry(function.to_owned()).or_default();
        *count += 1;
        match *count {
            1 => self.folder.join(function),
            count => self.folder.join(format!("{function}-{count}")),
        }
    }

    /// What is known after checking.
    pub(crate) fn checked(&self, folder: &Path, outcome: &FnOutcome<'_>) -> Result<(), Failure> {
        if self.wants(Stage::Ir) {
            match &outcome.result {
                Ok(checked) => write_if_changed(&folder.join("typed.ir"), checked.func.to_string().as_bytes())?,
                Err(errors) => {
                    let errors: String = errors.iter().map(|error| error.render() + "\n").collect();
                    write_if_changed(&folder.join("errors.txt"), errors.as_bytes())?;
                }
            }
        }
        if self.wants(Stage::Smt2) {
            for obligation in &outcome.discharged {
                let text = format!("; {}\n{}", obligation.verdict, obligation.smt2);
                write_if_changed(&folder.join(format!("{}.smt2", obligation.name)), text.as_bytes())?;
            }
        }
        Ok(())
    }

    /// What is known after compiling.
    pub(crate) fn compiled(&self, folder: &Path, compiled: &Compiled) -> Result<(), Failure> {
        let texts = [
            (Stage::Plan, "plan.txt", Some(&compiled.plan)),
            (Stage::Mlir, "lowered.mlir", Some(&compiled.mlir)),
            (Stage::Llvm, "optimised.ll", compiled.llvm.as_ref()),
            (Stage::Asm, "kernel.s", compiled.asm.as_ref()),
        ];
        for (stage, file, text) in texts {
            if let Some(text) = text.filter(|_| self.wants(stage)) {
                write_if_changed(&folder.join(file), text.as_bytes())?;
            }
        }
        Ok(())
    }
}
