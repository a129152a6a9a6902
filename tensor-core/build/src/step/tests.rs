mod nonsense;

use super::*;
use filetime::FileTime;
use object::read::archive::ArchiveFile;
use tensor_core::cfg::CfgSet;
use tensor_core::manifest::Owner;

const ADD: &str = "pub fn plus<N>(x: Tensor[F32, [N]], y: Tensor[F32, [N]]) -> Tensor[F32, [N]] { x + y }";
const NEG: &str = "fn minus<N>(x: Tensor[F32, [N]]) -> Tensor[F32, [N]] { -x }";
const BAD: &str = "fn bad<N, M>(x: Tensor[F32, [N]], y: Tensor[F32, [M]]) -> Tensor[F32, [N]] { x + y }";

/// A package in a temporary folder with its `OUT_DIR`.
struct Fixture {
    folder: tempfile::TempDir,
    environment: Environment,
}

impl Fixture {
    fn new(files: &[(&str, String)]) -> Fixture {
        let folder = tempfile::tempdir().unwrap();
        let directory = folder.path().join("package").to_str().unwrap().to_owned();
        let environment = Environment {
            owner: Owner { package: "demo-kernels".to_owned(), version: "0.1.0".to_owned(), directory },
            out_dir: folder.path().join("out"),
            cfgs: CfgSet::from_cargo([("CARGO_FEATURE_FAST".to_owned(), "1".to_owned())]),
            target: "x86_64-unknown-linux-gnu".to_owned(),
            host: "x86_64-unknown-linux-gnu".to_owned(),
            rustc: "rustc".to_owned(),
            jobs: 2,
            dump: String::new(),
            timing: false,
        };
        let fixture = Fixture { folder, environment };
        fs::create_dir(fixture.folder.path().join("package")).unwrap();
        for (path, text) in files {
            fixture.write(path, text);
        }
        fixture
    }

    fn write(&self, path: &str, text: &str) {
        let path = Path::new(&self.environment.owner.directory).join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }

    fn out(&self, path: &str) -> PathBuf {
        self.environment.out_dir.join("tensor").join(path)
    }

    fn run(&self) -> Vec<String> {
        self.run_with(Builder::new())
    }

    fn run_with(&self, builder: Builder) -> Vec<String> {
        run(&builder, &self.environment).unwrap_or_else(|failures| panic!("{failures:?}"))
    }

    fn manifest(&self) -> Manifest {
        Manifest::parse(&fs::read_to_string(self.out("manifest")).unwrap()).unwrap()
    }

    /// The names of the functions with a kernel in the manifest, each with its full symbol.
    fn kernels(&self) -> Vec<(String, String)> {
        let kernels = self.manifest().files.into_values().flat_map(|file| file.kernels);
        let mut kernels: Vec<_> =
            kernels.map(|(name, symbol)| (name.split('_').next().unwrap().to_owned(), symbol)).collect();
        kernels.sort();
        kernels
    }

    fn functions(&self) -> Vec<String> {
        self.kernels().into_iter().map(|(function, _)| function).collect()
    }

    fn symbol(&self, function: &str) -> String {
        self.kernels().into_iter().find(|(name, _)| name == function).expect(function).1
    }

    /// The index of the library.
    fn library(&self) -> Vec<String> {
        let bytes = fs::read(self.out("libtensor_kernels_demo_kernels_0_1_0.a")).unwrap();
        let Some(symbols) = ArchiveFile::parse(&*bytes).unwrap().symbols().unwrap() else { return Vec::new() };
        symbols.map(|symbol| String::from_utf8(symbol.unwrap().name().to_owned()).unwrap()).collect()
    }

    /// Gives all that was written an early time, so that what is written again shows.
    fn age(&self) {
        for entry in walkdir::WalkDir::new(self.out("")) {
            filetime::set_file_mtime(entry.unwrap().path(), FileTime::from_unix_time(1_000_000_000, 0)).unwrap();
        }
    }

    /// The files that were written since.
    fn written(&self) -> Vec<String> {
        let mut written = Vec::new();
        for entry in walkdir::WalkDir::new(self.out("")).sort_by_file_name() {
            let entry = entry.unwrap();
            let time = FileTime::from_last_modification_time(&entry.metadata().unwrap());
            if entry.file_type().is_file() && time.unix_seconds() != 1_000_000_000 {
                written.push(entry.file_name().to_str().unwrap().to_owned());
            }
        }
        written
    }
}

/// Source text with these functions in a `tensor_fn!`.
fn block(functions: &[&str]) -> String {
    format!("tensor_runtime::tensor_fn! {{\n{}\n}}\n", functions.join("\n"))
}

#[test]
fn manifest_and_library_name_each_kernel() {
    let fixture = Fixture::new(&[("src/lib.rs", block(&[ADD, NEG])), ("src/other.rs", "fn tensor_fn() {}".into())]);
    let lines = fixture.run();
    assert_eq!(fixture.functions(), ["minus", "plus"]);
    let hash = fixture.manifest().options;
    assert_eq!(hash.len(), 8);
    let symbols: Vec<String> = fixture.kernels().into_iter().map(|(_, symbol)| symbol).collect();
    for symbol in &symbols {
        // A function's name, hash A, hash B.
        let parts: Vec<&str> = symbol.split('_').collect();
        assert!(matches!(parts[..], [_, a, b] if a.len() == 16 && b == hash), "{symbol}");
    }
    assert_eq!(fixture.library(), symbols.iter().map(|symbol| format!("{symbol}_base")).collect::<Vec<_>>());
    assert_eq!(fixture.manifest().owner, fixture.environment.owner);
    assert_eq!(fixture.manifest().cfgs, fixture.environment.cfgs);

    let package = &fixture.environment.owner.directory;
    let expected = [
        format!("cargo::rerun-if-changed={package}/src"),
        format!("cargo::rerun-if-changed={package}/src/lib.rs"),
        format!("cargo::rerun-if-changed={package}/src/other.rs"),
        "cargo::rerun-if-env-changed=TENSOR_DUMP".to_owned(),
        "cargo::rerun-if-env-changed=TENSOR_TIMING".to_owned(),
        format!("cargo::rustc-link-search=native={}", fixture.environment.out_dir.join("tensor").display()),
    ];
    assert_eq!(lines, expected);
}

#[test]
fn a_package_without_kernels_has_manifest_and_library_too() {
    let fixture = Fixture::new(&[("src/lib.rs", "fn f() {}".into())]);
    fixture.run();
    assert!(fixture.manifest().files.is_empty());
    assert_eq!(fixture.library(), [""; 0]);
}

#[test]
fn a_second_run_writes_nothing() {
    let fixture = Fixture::new(&[("src/lib.rs", block(&[ADD])), ("tests/a.rs", block(&[NEG, BAD]))]);
    let lines = fixture.run();
    fixture.age();
    assert_eq!(fixture.run(), lines);
    assert_eq!(fixture.written(), [""; 0]);
}

#[test]
fn an_edit_compiles_the_edited_function() {
    let fixture = Fixture::new(&[("src/lib.rs", block(&[ADD, NEG]))]);
    fixture.run();
    let before = [fixture.symbol("plus"), fixture.symbol("minus")];
    fixture.age();
    fixture.write("src/lib.rs", &block(&[ADD, &NEG.replace("-x", "exp(x)")]));
    fixture.run();
    let after = [fixture.symbol("plus"), fixture.symbol("minus")];
    assert_eq!(before[0], after[0]);
    assert_ne!(before[1], after[1]);
    let written = ["libtensor_kernels_demo_kernels_0_1_0.a", "manifest", &format!("{}.o", after[1])];
    assert_eq!(fixture.written(), written);
    assert!(!fixture.out(&format!("objects/{}.o", before[1])).exists());
    assert_eq!(fixture.library().len(), 2);
}

#[test]
fn a_comment_compiles_nothing() {
    let fixture = Fixture::new(&[("src/lib.rs", block(&[ADD]))]);
    fixture.run();
    fixture.age();
    fixture.write("src/lib.rs", &format!("// new\n{}", block(&[&format!("/// Doc.\n{ADD}")])));
    fixture.run();
    assert_eq!(fixture.written(), ["manifest"]);
}

#[test]
fn what_does_not_check_is_passed_over() {
    let fixture = Fixture::new(&[("src/lib.rs", block(&[ADD, BAD, NEG])), ("src/more.rs", block(&["fn"]))]);
    fixture.run();
    assert_eq!(fixture.functions(), ["minus", "plus"]);
    fixture.write("src/lib.rs", &block(&[ADD, &BAD.replace("[M]", "[N]").replace("N, M", "N"), NEG]));
    fixture.run();
    assert_eq!(fixture.functions(), ["bad", "minus", "plus"]);
}

#[test]
fn a_file_that_does_not_parse_keeps_its_kernels() {
    let fixture = Fixture::new(&[("src/lib.rs", block(&[ADD])), ("src/more.rs", block(&[NEG]))]);
    fixture.run();
    let before = fixture.kernels();
    fixture.write("src/lib.rs", &format!("{} fn broken( {{", block(&[ADD])));
    fixture.write("src/more.rs", "not utf-8");
    fs::write(Path::new(&fixture.environment.owner.directory).join("src/more.rs"), b"tensor_fn! \xff").unwrap();
    fixture.run();
    assert_eq!(fixture.kernels(), before);
    let unread = |path: &str| fixture.manifest().files[path].unread.clone();
    assert!(unread("src/lib.rs").is_some_and(|reason| reason.starts_with("line 4: ")), "{:?}", unread("src/lib.rs"));
    assert!(unread("src/more.rs").is_some());
    assert_eq!(fixture.library().len(), 2);
    fixture.age();
    fixture.write("src/lib.rs", &block(&[ADD]));
    fixture.run();
    assert_eq!(fixture.written(), ["manifest"]);
    assert_eq!(unread("src/lib.rs"), None);
}

#[test]
fn a_file_that_never_parsed_fails_nothing() {
    let fixture = Fixture::new(&[("src/lib.rs", block(&[ADD])), ("src/more.rs", "tensor_fn! { fn f( }".into())]);
    fixture.run();
    assert_eq!(fixture.functions(), ["plus"]);
}

#[test]
fn cfgs_decide_what_is_lowered() {
    let named = |name: &str, attrs: &str| format!("{attrs} {}", NEG.replace("minus", name));
    let functions = [
        named("on", "#[cfg(feature = \"fast\")]"),
        named("off", "#[cfg(not(feature = \"fast\"))]"),
        named("tested", "#[cfg(test)]"),
        named("debug", "#[cfg(all(debug_assertions, feature = \"fast\"))]"),
    ];
    let outer = format!(
        "#[cfg(feature = \"slow\")] mod slow {{ {} }} mod both {{ #[cfg(test)] mod tests {{ {} }} }}",
        block(&[&named("slow", "")]),
        block(&[&named("unit", "")])
    );
    let text = block(&functions.each_ref().map(String::as_str)) + &outer;
    let mut fixture = Fixture::new(&[("src/lib.rs", text)]);
    fixture.run();
    assert_eq!(fixture.functions(), ["debug", "on", "tested", "unit"]);
    // Another set of features looks again, though no file changed.
    fixture.environment.cfgs = CfgSet::from_cargo([("CARGO_FEATURE_SLOW".to_owned(), "1".to_owned())]);
    fixture.run();
    assert_eq!(fixture.functions(), ["off", "slow", "tested", "unit"]);
}

#[test]
fn one_function_in_two_files_is_one_kernel() {
    let fixture = Fixture::new(&[("src/lib.rs", block(&[ADD])), ("benches/b.rs", block(&[ADD]))]);
    fixture.run();
    assert_eq!(fixture.functions(), ["plus", "plus"]);
    assert_eq!(fixture.library(), [format!("{}_base", fixture.symbol("plus"))]);
}

#[test]
fn further_sources_are_read() {
    let fixture = Fixture::new(&[("kernels/a.rs", block(&[ADD]))]);
    fixture.run();
    assert_eq!(fixture.functions(), [""; 0]);
    fixture.run_with(Builder::new().source("kernels"));
    assert_eq!(fixture.functions(), ["plus"]);
    let failures = run(&Builder::new().source("elsewhere"), &fixture.environment).unwrap_err();
    assert!(matches!(failures[..], [Failure::NoSuchSource { .. }]), "{failures:?}");
}

#[test]
fn another_cpu_makes_another_symbol() {
    let fixture = Fixture::new(&[("src/lib.rs", block(&[ADD]))]);
    fixture.run();
    let baseline = fixture.symbol("plus");
    fixture.run_with(Builder::new().target_cpu("x86-64-v3"));
    let v3 = fixture.symbol("plus");
    let name = |symbol: &str| symbol.rsplit_once('_').unwrap().0.to_owned();
    assert_eq!(name(&baseline), name(&v3));
    assert_ne!(baseline, v3);
    assert_eq!(fixture.library(), [format!("{v3}_base")]);
}

#[test]
fn the_cpu_of_this_machine_is_not_that_of_another_target() {
    let mut fixture = Fixture::new(&[("src/lib.rs", block(&[ADD]))]);
    fixture.environment.host = "aarch64-unknown-linux-gnu".to_owned();
    let failures = run(&Builder::new().target_cpu("native"), &fixture.environment).unwrap_err();
    assert!(matches!(failures[..], [Failure::NativeElsewhere { .. }]), "{failures:?}");
}

#[test]
fn a_cpu_that_the_target_does_not_have_stops_the_build() {
    let fixture = Fixture::new(&[("src/lib.rs", block(&[ADD]))]);
    let failures = run(&Builder::new().target_cpu("x86-64-v33"), &fixture.environment).unwrap_err();
    let text: Vec<String> = failures.iter().map(ToString::to_string).collect();
    let expected = "Builder::target_cpu: x86_64-unknown-linux-gnu has no CPU `x86-64-v33`; \
                    `rustc --print target-cpus --target x86_64-unknown-linux-gnu` lists them";
    assert_eq!(text, [expected]);
}

#[test]
fn another_version_of_the_package_shares_nothing() {
    let mut fixture = Fixture::new(&[("src/lib.rs", block(&[ADD]))]);
    fixture.run();
    let before = fixture.symbol("plus");
    fixture.environment.owner.version = "0.2.0".to_owned();
    fixture.run();
    assert_ne!(fixture.symbol("plus"), before);
    assert!(fixture.out("libtensor_kernels_demo_kernels_0_2_0.a").exists());
}

#[test]
fn a_lost_object_is_compiled_again() {
    let fixture = Fixture::new(&[("src/lib.rs", block(&[ADD]))]);
    fixture.run();
    let object = fixture.out(&format!("objects/{}.o", fixture.symbol("plus")));
    let before = fs::read(&object).unwrap();
    fs::remove_file(&object).unwrap();
    fixture.run();
    assert_eq!(fs::read(&object).unwrap(), before);
}

#[test]
fn stages_are_written_on_request() {
    let mut fixture = Fixture::new(&[("src/lib.rs", block(&[ADD, BAD])), ("src/more.rs", block(&[ADD]))]);
    fixture.run();
    assert!(!fixture.out("dump").exists());
    fixture.environment.dump = "ir,smt2,plan,mlir,llvm,asm".to_owned();
    let lines = fixture.run();
    let warning = format!(
        "cargo::warning=tensor_fn!: ir, smt2, plan, mlir, llvm, asm of 3 functions in {}",
        fixture.out("dump").display()
    );
    assert!(lines.contains(&warning), "{lines:?}");
    let read = |file: &str| fs::read_to_string(fixture.out("dump").join(file)).expect(file);
    assert!(read("plus/typed.ir").contains("plus"));
    let plan = "input 0: F32 * (N)\ninput 1: F32 * (N)\noutput 0: F32 * (N)\nscratch: 0 bytes\n\n\
                map [N] output 0 = add(input 0, input 1)\n";
    assert_eq!(read("plus/plan.txt"), plan);
    assert!(read("plus/lowered.mlir").contains("func"));
    assert!(read("plus/optimised.ll").contains("define"));
    assert!(read("plus/kernel.s").contains(&fixture.symbol("plus")));
    assert!(read("plus-2/typed.ir").contains("plus"));
    assert!(read("bad/errors.txt").starts_with("[T"));
    let obligations: Vec<_> = fs::read_dir(fixture.out("dump/bad")).unwrap().map(|e| e.unwrap().path()).collect();
    let refuted = obligations
        .iter()
        .filter(|path| path.extension().is_some_and(|extension| extension == "smt2"))
        .map(|path| fs::read_to_string(path).unwrap())
        .find(|text| text.starts_with("; refuted\n"));
    assert!(refuted.is_some_and(|text| text.contains("(check-sat)")), "{obligations:?}");
    assert_eq!(fixture.manifest().dumps, Some(fixture.out("dump").to_str().unwrap().to_owned()));
}

#[test]
fn only_the_stages_that_were_asked_for_are_written() {
    let fixture = Fixture::new(&[("src/lib.rs", block(&[ADD]))]);
    fixture.run_with(Builder::new().emit(Stage::Mlir));
    let names: Vec<_> = fs::read_dir(fixture.out("dump/plus")).unwrap().map(|e| e.unwrap().file_name()).collect();
    assert_eq!(names, ["lowered.mlir"]);
    assert_eq!(fixture.manifest().dumps, None);
}

#[test]
fn an_unknown_stage_stops_the_build() {
    let mut fixture = Fixture::new(&[("src/lib.rs", block(&[ADD]))]);
    fixture.environment.dump = "ast".to_owned();
    let failures = run(&Builder::new(), &fixture.environment).unwrap_err();
    assert!(matches!(failures[..], [Failure::UnknownStage { .. }]), "{failures:?}");
}

#[test]
fn times_are_printed_on_request() {
    let mut fixture = Fixture::new(&[("src/lib.rs", block(&[ADD, NEG]))]);
    fixture.environment.timing = true;
    let text = fixture.run().join("\n");
    assert!(text.contains("cargo::warning=tensor_fn!: src/lib.rs: plus, minus checked in "), "{text}");
    assert!(text.contains("cargo::warning=tensor_fn!: plus compiled in "), "{text}");
    // Nothing is left to compile, checking is looked at again.
    let text = fixture.run().join("\n");
    assert!(text.contains("checked in ") && !text.contains("compiled in "), "{text}");
}

#[test]
fn an_edit_of_a_callee_compiles_its_callers() {
    let callee = "fn callee<N>(x: Tensor[F32, [N]]) -> Tensor[F32, [N]] { relu(x) }";
    let between = "fn between<N>(x: Tensor[F32, [N]]) -> Tensor[F32, [N]] { callee(x) + x }";
    let caller = "fn caller<N>(x: Tensor[F32, [N]]) -> Tensor[F32, [N]] { between(x) }";
    let fixture = Fixture::new(&[("src/lib.rs", block(&[caller, between, callee, NEG]))]);
    fixture.run();
    let symbols = || ["caller", "between", "callee", "minus"].map(|function| fixture.symbol(function));
    let before = symbols();
    fixture.age();
    fixture.write("src/lib.rs", &block(&[caller, between, &callee.replace("relu(x)", "tanh(x)"), NEG]));
    fixture.run();
    let after = symbols();
    let changed: Vec<bool> = before.iter().zip(&after).map(|(before, after)| before != after).collect();
    assert_eq!(changed, [true, true, true, false]);
    let mut written = vec!["libtensor_kernels_demo_kernels_0_1_0.a".to_owned(), "manifest".to_owned()];
    written.extend(after[..3].iter().map(|symbol| format!("{symbol}.o")));
    written.sort();
    let mut found = fixture.written();
    found.sort();
    assert_eq!(found, written);
}
