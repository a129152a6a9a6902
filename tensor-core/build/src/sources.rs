//! Where a package's Rust sources are, and which of cargo's lines make a change of them run the build step again.

use crate::failure::Failure;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use walkdir::{DirEntry, WalkDir};

/// Where cargo looks for targets by itself.
const FOLDERS: [&str; 4] = ["src", "tests", "examples", "benches"];

/// Found sources.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Sources {
    /// All `.rs` files, absolute, in order.
    pub(crate) files: BTreeSet<PathBuf>,
    /// All that cargo has to watch: the files and the folders that they were found in. Cargo watches a folder with all
    /// that is below it, so that new files are noticed. Only what exists: a missing path would run the build step on
    /// every build.
    pub(crate) watched: BTreeSet<PathBuf>,
}

/// Finds the sources in the usual folders of the package in `package`, and `extra` files and folders, which are relative
/// to the package. `out_dir` is written by the build script: what lies there is read and not watched, as it is always
/// newer than the last run.
pub(crate) fn find(package: &Path, extra: &[PathBuf], out_dir: &Path) -> Result<Sources, Failure> {
    let mut sources = Sources::default();
    for folder in FOLDERS.iter().map(|folder| package.join(folder)).filter(|folder| folder.is_dir()) {
        sources.add(&folder)?;
    }
    for path in extra.iter().map(|path| package.join(path)) {
        if !path.exists() {
            return Err(Failure::NoSuchSource { path });
        }
        sources.add(&path)?;
    }
    sources.watched.extend(sources.files.iter().cloned());
    sources.watched.retain(|path| !path.starts_with(out_dir));
    Ok(sources)
}

impl Sources {
    /// A folder with all that is below it, or one file.
    fn add(&mut self, root: &Path) -> Result<(), Failure> {
        self.watched.insert(root.to_owned());
        let walk = WalkDir::new(root).follow_links(true);
        for entry in walk.into_iter().filter_entry(|entry| !is_other_package(entry)) {
            match entry {
                Ok(entry) if entry.file_type().is_file() => {
                    // A file that was named on its own may have any extension.
                    if entry.depth() == 0 || entry.path().extension().is_some_and(|extension| extension == "rs") {
                        self.files.insert(entry.into_path());
                    }
                }
                Ok(_) => {}
                // A link to a folder above it, a broken link or a file that just went: rustc does not read it either, or
                // says so itself.
                Err(error) if error.loop_ancestor().is_some() || is_missing(&error) => {}
                Err(error) => {
                    let path = error.path().unwrap_or(root).to_owned();
                    return Err(Failure::Io { what: "read", path, error: error.into() });
                }
            }
        }
        Ok(())
    }
}

/// A package inside a folder of this one, such as `examples/other/Cargo.toml`, has its own build script.
fn is_other_package(entry: &DirEntry) -> bool {
    entry.depth() > 0 && entry.file_type().is_dir() && entry.path().join("Cargo.toml").exists()
}

fn is_missing(error: &walkdir::Error) -> bool {
    error.io_error().is_some_and(|error| error.kind() == std::io::ErrorKind::NotFound)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;

    /// A package with these files, all empty.
    fn package(files: &[&str]) -> tempfile::TempDir {
        let package = tempfile::tempdir().unwrap();
        for file in files {
            let path = package.path().join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, "").unwrap();
        }
        package
    }

    fn relative(paths: &BTreeSet<PathBuf>, package: &Path) -> Vec<String> {
        paths.iter().map(|path| path.strip_prefix(package).unwrap().to_str().unwrap().replace('\\', "/")).collect()
    }

    #[test]
    fn rust_files_of_the_usual_folders_are_found_in_order() {
        let package = package(&[
            "build.rs",
            "Cargo.toml",
            "src/nn/mod.rs",
            "src/lib.rs",
            "src/bin/tool/main.rs",
            "src/data.txt",
            "tests/a.rs",
            "benches/b.rs",
            "other/c.rs",
        ]);
        let sources = find(package.path(), &[], &package.path().join("out")).unwrap();
        let files = ["benches/b.rs", "src/bin/tool/main.rs", "src/lib.rs", "src/nn/mod.rs", "tests/a.rs"];
        assert_eq!(relative(&sources.files, package.path()), files);
        let watched = [
            "benches",
            "benches/b.rs",
            "src",
            "src/bin/tool/main.rs",
            "src/lib.rs",
            "src/nn/mod.rs",
            "tests",
            "tests/a.rs",
        ];
        assert_eq!(relative(&sources.watched, package.path()), watched);
    }

    #[test]
    fn further_sources_are_files_or_folders() {
        let package = package(&["src/lib.rs", "kernels/a.rs", "kernels/deep/b.rs", "one.inc", "two.rs"]);
        let extra = ["kernels", "one.inc"].map(PathBuf::from);
        let sources = find(package.path(), &extra, &package.path().join("out")).unwrap();
        let files = ["kernels/a.rs", "kernels/deep/b.rs", "one.inc", "src/lib.rs"];
        assert_eq!(relative(&sources.files, package.path()), files);
    }

    #[test]
    fn a_further_source_that_does_not_exist_is_an_error() {
        let package = package(&["src/lib.rs"]);
        let error = find(package.path(), &["kernels".into()], Path::new("/out")).unwrap_err().to_string();
        assert!(error.starts_with("Builder::source: there is no ") && error.ends_with("kernels"), "{error}");
    }

    #[test]
    fn packages_inside_are_left_to_their_own_build_scripts() {
        let package = package(&["examples/a.rs", "examples/own/Cargo.toml", "examples/own/src/main.rs"]);
        let sources = find(package.path(), &[], &package.path().join("out")).unwrap();
        assert_eq!(relative(&sources.files, package.path()), ["examples/a.rs"]);
    }

    #[test]
    fn what_the_build_script_generates_is_read_and_not_watched() {
        let package = package(&["out/generated.rs"]);
        let out = package.path().join("out");
        let sources = find(package.path(), &[out.join("generated.rs")], &out).unwrap();
        assert_eq!(relative(&sources.files, package.path()), ["out/generated.rs"]);
        assert!(sources.watched.is_empty());
    }

    #[test]
    fn nothing_that_is_missing_is_watched() {
        let package = package(&["src/lib.rs"]);
        let sources = find(package.path(), &[], &package.path().join("out")).unwrap();
        assert_eq!(relative(&sources.watched, package.path()), ["src", "src/lib.rs"]);
    }

    #[cfg(unix)]
    #[test]
    fn links_are_followed_and_circles_end() {
        let package = package(&["src/lib.rs", "shared/a.rs"]);
        std::os::unix::fs::symlink("../shared", package.path().join("src/shared")).unwrap();
        std::os::unix::fs::symlink("..", package.path().join("src/circle")).unwrap();
        std::os::unix::fs::symlink("nowhere.rs", package.path().join("src/broken.rs")).unwrap();
        let sources = find(package.path(), &[], &package.path().join("out")).unwrap();
        let files = relative(&sources.files, package.path());
        assert!(files.contains(&"src/lib.rs".to_owned()) && files.contains(&"src/shared/a.rs".to_owned()), "{files:?}");
    }
}
