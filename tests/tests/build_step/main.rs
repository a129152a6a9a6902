//! The build step in a user's package: what is built when, what links, and what a mistake looks like.
//!
//! One build of LLVM's bindings serves all of it, so it is one story and not many tests. Times are printed
//! (`--nocapture`), not asserted.

mod downstream;

use downstream::{Downstream, Run};
use std::collections::BTreeMap;
use std::fs;
use std::path::PathBuf;
use std::time::SystemTime;

#[test]
fn the_life_of_a_package() {
    let packages = Downstream::new();
    everything_builds_and_runs(&packages);
    nothing_is_done_twice(&packages);
    one_edit_compiles_one_kernel(&packages);
    a_mistake_is_the_macros_to_report(&packages);
    a_file_that_does_not_parse_is_rustcs_to_report(&packages);
    the_build_step_sees_what_cargo_builds(&packages);
    a_kernel_under_another_macro_name_is_not_seen(&packages);
    programs_hold_nothing_of_the_compiler(&packages);
    without_build_step_the_error_says_what_to_add(&packages);
}

/// Library, module, binary, unit and integration test, example, bench, and a second package with the same names.
fn everything_builds_and_runs(packages: &Downstream) {
    let cold = packages.cargo(&["build", "-p", "downstream-app"]).succeeds();
    report("first build (dependencies may be warm)", &cold);
    packages
        .cargo(&["run", "-q", "-p", "downstream-app"])
        .succeeds()
        .says("scaled 6 9\n")
        .says("shifted 4 4\n")
        .says("variant 30\n")
        .says("binary 15 18\n")
        .says("softmax [0.5, 0.5]\n");
    packages
        .cargo(&["test", "-p", "downstream-app"])
        .succeeds()
        .says("kernels_of_a_unit_test ... ok")
        .says("kernels_of_an_integration_test ... ok");
    packages.cargo(&["run", "-q", "-p", "downstream-app", "--example", "example"]).succeeds().says("example 24\n");
    packages.cargo(&["test", "-p", "downstream-app", "--bench", "bench"]).succeeds().says("bench 27\n");
}

fn nothing_is_done_twice(packages: &Downstream) {
    packages.cargo(&["build", "-p", "downstream-app", "--all-targets"]).succeeds();
    let again = packages.cargo(&["build", "-v", "-p", "downstream-app", "--all-targets"]).succeeds();
    report("build without a change", &again);
    again.says("Fresh downstream-app").never_says("Compiling").never_says("Running");
}

fn one_edit_compiles_one_kernel(packages: &Downstream) {
    let before = times(packages);
    packages.edit("app/src/lib.rs", "x * 2", "x * 20");
    let run = packages.cargo(&["build", "-p", "downstream-app"]).succeeds();
    report("build after an edit of one function", &run);
    let after = times(packages);
    assert_eq!(after.len(), before.len(), "the object of the old function is gone");
    let fresh: Vec<&String> =
        after.iter().filter(|entry| !before.contains_key(entry.0)).map(|(name, _)| name).collect();
    assert!(matches!(fresh[..], [name] if name.starts_with("scaled_")), "{fresh:?}");
    let touched = after.iter().filter(|(name, time)| before.get(*name).is_some_and(|before| before != *time)).count();
    assert_eq!(touched, 0, "what did not change is not written again");
    packages.cargo(&["run", "-q", "-p", "downstream-app"]).succeeds().says("scaled 60 9\n");
    packages.edit("app/src/lib.rs", "x * 20", "x * 2");
}

/// The build script passes over what does not check, so the user sees the message at the token, and nothing else.
fn a_mistake_is_the_macros_to_report(packages: &Downstream) {
    packages.edit("app/src/lib.rs", "{ x + 1 }", "{ y + 1 }");
    let run = packages
        .cargo(&["build", "-p", "downstream-app"])
        .fails()
        .says("error: [T0201] nothing here is called `y`")
        .says("app/src/lib.rs:10:")
        .never_says("build script")
        .never_says("custom build command")
        .never_says("panicked");
    assert_eq!(run.output.matches("error: [T").count(), 1, "{}", run.output);
    report("build that fails", &run);
    packages.edit("app/src/lib.rs", "{ y + 1 }", "{ x + 1 }");
    packages.cargo(&["run", "-q", "-p", "downstream-app"]).succeeds().says("shifted 4 4\n");
}

fn a_file_that_does_not_parse_is_rustcs_to_report(packages: &Downstream) {
    packages.edit("app/src/nested.rs", "use tensor_runtime", "use use tensor_runtime");
    packages
        .cargo(&["build", "-p", "downstream-app"])
        .fails()
        .says("app/src/nested.rs:3:")
        .never_says("build script")
        .never_says("custom build command");
    packages.edit("app/src/nested.rs", "use use tensor_runtime", "use tensor_runtime");
    packages.cargo(&["build", "-p", "downstream-app"]).succeeds();
}

/// A feature, and a file that was not there before.
fn the_build_step_sees_what_cargo_builds(packages: &Downstream) {
    packages.cargo(&["run", "-q", "-p", "downstream-app", "--features", "halve"]).succeeds().says("variant 1.5\n");
    packages.cargo(&["run", "-q", "-p", "downstream-app"]).succeeds().says("variant 30\n");
    let example = "app/examples/later.rs";
    packages.write(
        example,
        "fn main() {
            tensor_runtime::tensor_fn! {
                fn later<N>(x: Tensor[F32, [N]]) -> Tensor[F32, [N]] { x * 11 }
            }
            println!(\"later {}\", downstream_app::on(3.0, |x| later(x)));
        }",
    );
    packages.cargo(&["run", "-q", "-p", "downstream-app", "--example", "later"]).succeeds().says("later 33\n");
    packages.remove(example);
}

fn a_kernel_under_another_macro_name_is_not_seen(packages: &Downstream) {
    let example = "app/examples/renamed.rs";
    packages.write(
        example,
        "use tensor_runtime::tensor_fn as kernels;
        kernels! {
            fn hidden<N>(x: Tensor[F32, [N]]) -> Tensor[F32, [N]] { x * 12 }
        }
        fn main() {
            println!(\"{}\", downstream_app::on(3.0, |x| hidden(x)));
        }",
    );
    packages
        .cargo(&["build", "-p", "downstream-app", "--example", "renamed"])
        .fails()
        .says("the build step has not seen this kernel")
        .says("app/examples/renamed.rs:3:");
    packages.remove(example);
}

/// Neither symbols nor names of shared libraries: either would be in the file as text.
fn programs_hold_nothing_of_the_compiler(packages: &Downstream) {
    packages.cargo(&["build", "-p", "downstream-app"]).succeeds();
    let program = fs::read(packages.built(&format!("downstream-app{}", std::env::consts::EXE_SUFFIX))).unwrap();
    for trace in ["libLLVM", "libMLIR", "libz3", "LLVMContextCreate", "mlirContextCreate", "Z3_mk_solver"] {
        assert!(!contains(&program, trace.as_bytes()), "the program holds `{trace}`");
    }
    assert!(contains(&program, b"scaled_"), "a kernel's symbol is found this way");
}

fn without_build_step_the_error_says_what_to_add(packages: &Downstream) {
    packages.cargo(&["check", "-p", "downstream-no-build-script"]).succeeds();
    packages
        .cargo(&["build", "-p", "downstream-no-build-script"])
        .fails()
        .says("tensor_fn_needs_build_rs_calling_tensor_build_compile");
    packages
        .cargo(&["check", "-p", "downstream-other-build-script"])
        .fails()
        .says("downstream-other-build-script")
        .says("tensor-build")
        .says("tensor_build::compile();")
        .says("other_build_script/src/main.rs:6:");
}

fn report(what: &str, run: &Run) {
    eprintln!("{what}: {:.1} s", run.took.as_secs_f64());
}

/// When each object was written.
fn times(packages: &Downstream) -> BTreeMap<String, SystemTime> {
    let name = |path: &PathBuf| path.file_name().unwrap().to_string_lossy().into_owned();
    packages.objects().iter().map(|path| (name(path), fs::metadata(path).unwrap().modified().unwrap())).collect()
}

fn contains(haystack: &[u8], needle: &[u8]) -> bool {
    haystack.windows(needle.len()).any(|window| window == needle)
}
