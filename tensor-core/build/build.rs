//! Hashes the sources that a kernel's code depends on, so that a kernel compiled by other code is never taken from the
//! cache; the version alone does not change while someone works on these sources.

use std::fs;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;

fn main() {
    let mut hasher = DefaultHasher::new();
    hash(Path::new("src"), &mut hasher);
    // The language, where it lies beside this package; elsewhere its version stands for it.
    if Path::new("../src/ir").is_dir() {
        hash(Path::new("../src"), &mut hasher);
    }
    println!("cargo::rustc-env=TENSOR_BUILD_SOURCES={:016x}", hasher.finish());
    println!("cargo::rerun-if-changed=build.rs");
}

fn hash(path: &Path, hasher: &mut DefaultHasher) {
    println!("cargo::rerun-if-changed={}", path.display());
    let mut entries: Vec<_> = fs::read_dir(path)
        .unwrap_or_else(|error| panic!("cannot read {}: {error}", path.display()))
        .map(|entry| entry.expect("an entry of a folder").path())
        .collect();
    entries.sort();
    for entry in entries {
        if entry.is_dir() {
            hash(&entry, hasher);
        } else if entry.extension().is_some_and(|extension| extension == "rs") {
            fs::read(&entry).unwrap_or_else(|error| panic!("cannot read {}: {error}", entry.display())).hash(hasher);
        }
    }
}
