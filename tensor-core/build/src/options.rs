//! For which machine kernels are compiled, and the part of their symbols that says so.

use crate::Stage;
use crate::compile::Options;
use crate::emit::{Target, host_cpu};
use crate::environment::Environment;
use crate::failure::Failure;
use sha2::{Digest, Sha256};
use std::collections::BTreeSet;
use std::process::Command;
use tensor_core::ABI_VERSION;

/// The options of a build: `cpu` is what the builder was told, `None` for the target's baseline.
pub(crate) fn options(
    cpu: Option<&str>,
    environment: &Environment,
    stages: &BTreeSet<Stage>,
) -> Result<Options, Failure> {
    let triple = environment.target.clone();
    let (cpu, features) = match cpu {
        None => (baseline(&triple).to_owned(), String::new()),
        Some("native") if environment.host == triple => host_cpu(),
        Some("native") => {
            return Err(Failure::NativeElsewhere { host: environment.host.clone(), target: triple });
        }
        Some(cpu) if is_known(cpu, environment) => (cpu.to_owned(), String::new()),
        Some(cpu) => return Err(Failure::UnknownCpu { cpu: cpu.to_owned(), target: triple }),
    };
    let target = Target { triple, cpu, features };
    Ok(Options { target, llvm: stages.contains(&Stage::Llvm), asm: stages.contains(&Stage::Asm) })
}

/// Whether rustc lists `cpu` for the target. LLVM takes any name: it warns of one that it does not know, and compiles for
/// another CPU. Where rustc cannot tell, such as for a target of the user's own, the name is taken as it is.
fn is_known(cpu: &str, environment: &Environment) -> bool {
    let list =
        Command::new(&environment.rustc).args(["--print", "target-cpus", "--target", &environment.target]).output();
    match list {
        Ok(list) if list.status.success() => String::from_utf8_lossy(&list.stdout)
            .lines()
            .any(|line| line.split_whitespace().next().is_some_and(|name| name == cpu)),
        _ => true,
    }
}

/// What every machine of the target can run.
fn baseline(triple: &str) -> &'static str {
    if triple.starts_with("x86_64") { "x86-64" } else { "generic" }
}

/// Hash B: all that a kernel's code depends on besides the function itself.
pub(crate) fn hash(options: &Options) -> String {
    let Target { triple, cpu, features } = &options.target;
    let text = [triple, cpu, features, env!("CARGO_PKG_VERSION"), env!("TENSOR_BUILD_SOURCES")].join("\n");
    let hash = Sha256::digest(format!("{text}\n{ABI_VERSION}").as_bytes());
    hash[..4].iter().map(|byte| format!("{byte:02x}")).collect()
}
