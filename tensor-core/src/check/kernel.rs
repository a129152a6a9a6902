//! The name of a kernel: the function's name and a hash of all that its code depends on.

use super::CheckedFn;
use crate::ABI_VERSION;
use sha2::{Digest, Sha256};
use std::fmt::Write;

/// The package that a function belongs to.
#[derive(Clone, Copy, Debug)]
pub struct Package<'a> {
    /// `CARGO_PKG_NAME`.
    pub name: &'a str,
    /// `CARGO_PKG_VERSION`.
    pub version: &'a str,
}

/// `NAME_` and 16 hexadecimal digits: a hash of the package, the canonical text with the facts that it was checked
/// under, the version of the kernel interface and the version of this crate.
///
/// Two packages never share a name, and a kernel that was compiled from other text has another name.
pub fn kernel_name(checked: &CheckedFn, package: Package<'_>) -> String {
    let mut text = format!("{}\n{}\n{ABI_VERSION}\n{}\n", package.name, package.version, env!("CARGO_PKG_VERSION"));
    text.push_str(&canonical(checked));
    let hash = Sha256::digest(text.as_bytes());
    let mut name = format!("{}_", checked.func.name);
    for byte in &hash[..8] {
        write!(name, "{byte:02x}").expect("a String takes all that is written to it");
    }
    name
}

/// The function's canonical text and Γ.
fn canonical(checked: &CheckedFn) -> String {
    let mut text = checked.func.to_string();
    for check in &checked.checks {
        writeln!(text, "given {}", check.pred).expect("a String takes all that is written to it");
    }
    text
}
