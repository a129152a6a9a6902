//! What each stage makes of a few programs: `tests/golden/CASE/input.txt` is the program, the other files are its typed
//! function, its plan and its verified module. `UPDATE_EXPECT=1 cargo test` rewrites them; read the difference.

use super::loaded::checked;
use crate::lower::{self, Cx};
use crate::plan::plan;
use expect_test::expect_file;
use std::path::Path;

fn golden(case: &str) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden").join(case);
    let source = std::fs::read_to_string(folder.join("input.txt")).expect("the case has a program");
    let func = checked(&source).func;
    let plan = plan(&func);
    let cx = Cx::new();
    let module = lower::lower(&cx, &func, &plan, case).unwrap_or_else(|error| panic!("{error}"));
    expect_file![folder.join("typed.ir")].assert_eq(&func.to_string());
    expect_file![folder.join("plan.txt")].assert_eq(&plan.to_string());
    expect_file![folder.join("lowered.mlir")].assert_eq(&module.as_operation().to_string());
}

macro_rules! cases {
    ($($case:ident)*) => {
        $(#[test]
        fn $case() {
            golden(stringify!($case));
        })*

        #[test]
        fn each_folder_is_a_case() {
            let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden");
            let mut found: Vec<String> = std::fs::read_dir(folder)
                .expect("the folder of cases")
                .map(|entry| entry.expect("a case").file_name().to_string_lossy().into_owned())
                .collect();
            found.sort();
            let mut listed = [$(stringify!($case)),*];
            listed.sort();
            assert_eq!(found, listed);
        }
    };
}

cases! { add broadcast cast concat dense divide gelu layer_norm reduce softmax }
