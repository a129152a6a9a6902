//! A user's packages in a folder of their own, and cargo run on them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};
use tempfile::TempDir;

const WORKSPACE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");
/// What this repository's `.cargo/config.toml` gives; a user has it in a file of their own.
const LLVM: [&str; 4] = ["MLIR_SYS_220_PREFIX", "TABLEGEN_220_PREFIX", "LLVM_SYS_221_PREFIX", "LIBCLANG_PATH"];

/// The packages under `tests/downstream`, copied to where nothing of this repository is above them.
pub struct Downstream {
    folder: TempDir,
}

/// What a run of cargo gave.
pub struct Run {
    pub success: bool,
    /// Both streams, one after the other.
    pub output: String,
    pub took: Duration,
}

impl Downstream {
    pub fn new() -> Downstream {
        let folder = tempfile::tempdir().unwrap();
        copy(&Path::new(env!("CARGO_MANIFEST_DIR")).join("downstream"), folder.path());
        fs::copy(Path::new(WORKSPACE).join("Cargo.lock"), folder.path().join("Cargo.lock")).unwrap();
        let config: Vec<String> =
            LLVM.iter().filter_map(|name| Some(format!("{name} = {:?}\n", std::env::var(name).ok()?))).collect();
        fs::create_dir(folder.path().join(".cargo")).unwrap();
        fs::write(folder.path().join(".cargo/config.toml"), format!("[env]\n{}", config.concat())).unwrap();
        let downstream = Downstream { folder };
        downstream.edit("Cargo.toml", "WORKSPACE/", &format!("{WORKSPACE}/"));
        // Dependencies stay from run to run, our own packages do not: their folder has another name each time.
        downstream.clean();
        downstream
    }

    /// Where cargo builds: below this repository's own target folder, and kept.
    fn target() -> PathBuf {
        Path::new(env!("CARGO_TARGET_TMPDIR")).join("downstream")
    }

    pub fn cargo(&self, args: &[&str]) -> Run {
        let mut command = Command::new(env!("CARGO"));
        command.args(args).arg("--offline").current_dir(self.folder.path());
        // As in a shell of the user: without what cargo set for this test.
        for (name, _) in std::env::vars_os() {
            let of_this_build = ["CARGO_PKG_", "CARGO_MANIFEST_", "CARGO_TARGET_TMPDIR", "CARGO_CRATE_NAME", "OUT_DIR"];
            let name_text = name.to_string_lossy();
            if LLVM.contains(&&*name_text) || of_this_build.iter().any(|prefix| name_text.starts_with(prefix)) {
                command.env_remove(name);
            }
        }
        command.env("CARGO_TARGET_DIR", Self::target()).env("CARGO_TERM_COLOR", "never");
        let start = Instant::now();
        let output = command.output().unwrap();
        let took = start.elapsed();
        let streams = [output.stdout, output.stderr];
        let output_text = streams.map(|stream| String::from_utf8_lossy(&stream).into_owned()).concat();
        Run { success: output.status.success(), output: output_text, took }
    }

    /// Replaces `old`, which must be there, in a file.
    #[track_caller]
    pub fn edit(&self, path: &str, old: &str, new: &str) {
        let text = fs::read_to_string(self.path(path)).unwrap();
        assert!(text.contains(old), "`{old}` is not in {path}");
        self.write(path, &text.replace(old, new));
    }

    pub fn write(&self, path: &str, text: &str) {
        fs::write(self.path(path), text).unwrap();
    }

    pub fn remove(&self, path: &str) {
        fs::remove_file(self.path(path)).unwrap();
    }

    /// A file that cargo built.
    pub fn built(&self, path: &str) -> PathBuf {
        Self::target().join("debug").join(path)
    }

    /// The objects of the kernels of the package `downstream-app`, by file name without the hashes, and where they are.
    pub fn objects(&self) -> Vec<PathBuf> {
        let mut objects = Vec::new();
        for entry in fs::read_dir(self.built("build")).unwrap() {
            let folder = entry.unwrap().path();
            if folder.file_name().is_some_and(|name| name.to_string_lossy().starts_with("downstream-app-"))
                && let Ok(entries) = fs::read_dir(folder.join("out/tensor/objects"))
            {
                objects.extend(entries.map(|entry| entry.unwrap().path()));
            }
        }
        objects.sort();
        objects
    }

    fn path(&self, path: &str) -> PathBuf {
        self.folder.path().join(path)
    }

    fn clean(&self) {
        let packages =
            ["downstream-app", "downstream-other", "downstream-no-build-script", "downstream-other-build-script"];
        let mut args = vec!["clean"];
        packages.iter().for_each(|package| args.extend(["-p", package]));
        let run = self.cargo(&args);
        assert!(run.success, "{}", run.output);
    }
}

impl Drop for Downstream {
    fn drop(&mut self) {
        // A build script holds the whole of MLIR: hundreds of megabytes that nobody needs again.
        if !std::thread::panicking() {
            self.clean();
        }
    }
}

impl Run {
    #[track_caller]
    pub fn succeeds(self) -> Run {
        assert!(self.success, "{}", self.output);
        self
    }

    #[track_caller]
    pub fn fails(self) -> Run {
        assert!(!self.success, "it should fail:\n{}", self.output);
        self
    }

    #[track_caller]
    pub fn says(self, text: &str) -> Run {
        assert!(self.output.contains(text), "`{text}` is missing in:\n{}", self.output);
        self
    }

    #[track_caller]
    pub fn never_says(self, text: &str) -> Run {
        assert!(!self.output.contains(text), "`{text}` should not be in:\n{}", self.output);
        self
    }
}

fn copy(from: &Path, to: &Path) {
    for entry in fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let target = to.join(entry.file_name());
        if entry.file_type().unwrap().is_dir() {
            fs::create_dir(&target).unwrap();
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).unwrap();
        }
    }
}
