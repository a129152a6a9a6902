//! `rejected/README.md` shows three programs and what the compiler says about them; this checks that it shows it truly.
//!
//! `TRYBUILD=overwrite cargo test -p examples --test rejected` rewrites the messages beside the programs.

use std::fs;
use std::path::Path;

#[test]
fn the_compiler_says_what_is_beside_each_program() {
    trybuild::TestCases::new().compile_fail("rejected/*.rs");
}

#[test]
fn the_readme_shows_each_program_and_its_messages() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("rejected");
    let readme = fs::read_to_string(folder.join("README.md")).unwrap();
    for name in ["keys_not_transposed", "mean_not_broadcast", "table_too_short"] {
        let program = fs::read_to_string(folder.join(format!("{name}.rs"))).unwrap();
        let kernel = program.split_once("\n\n").unwrap().1.strip_suffix("\nfn main() {}\n").unwrap();
        let messages = fs::read_to_string(folder.join(format!("{name}.stderr"))).unwrap();
        assert!(readme.contains(&format!("```rust\n{kernel}```")), "{name}.rs is not in the README:\n{kernel}");
        assert!(readme.contains(&format!("```text\n{messages}```")), "{name}.stderr is not in the README:\n{messages}");
    }
}
