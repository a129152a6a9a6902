//! Was this kernel lowered? Reads the manifest that the build step left in `OUT_DIR`, and nothing else.

use std::fmt;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use tensor_core::manifest::{Manifest, ManifestError, Owner};

/// What the build step left for the package that is being compiled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum BuildStep {
    /// This manifest.
    Ran(Manifest),
    /// The package has a build script, which does not call `tensor_build::compile()`, or not in a version that fits.
    Missing(NoManifest),
    /// There is no build script of this package: it only checks.
    None,
}

/// Why there is no manifest though the package has a build script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum NoManifest {
    /// No file at this path.
    NoFile(PathBuf),
    /// The file at this path could not be read.
    Unreadable(PathBuf, String),
    /// The file at this path is not to be used.
    Unusable(PathBuf, ManifestError),
}

/// What became of one kernel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Kernel<'a> {
    /// It was lowered.
    Lowered {
        /// The full symbol, without the suffix of a CPU level.
        symbol: &'a str,
        /// The name of the static library, as `#[link(name = ..)]` wants it.
        archive: String,
    },
    /// The build step ran and did not come upon it: it does not look in that file, or the file is newer than its last
    /// run, or it could not be read as Rust.
    NotSeen {
        /// The files that could not be read, each with the reason.
        unread: Vec<(&'a str, &'a str)>,
    },
    /// See [`NoManifest`].
    NoManifest(&'a NoManifest),
    /// Only check: nothing was lowered, and nothing will be.
    CheckOnly,
}

impl BuildStep {
    /// For the package that cargo tells rustc about.
    pub(crate) fn read() -> BuildStep {
        let var = |name| std::env::var(name).unwrap_or_default();
        let owner = Owner {
            package: var("CARGO_PKG_NAME"),
            version: var("CARGO_PKG_VERSION"),
            directory: var("CARGO_MANIFEST_DIR"),
        };
        BuildStep::of(&owner, std::env::var_os("OUT_DIR").as_deref().map(Path::new))
    }

    fn of(owner: &Owner, out_dir: Option<&Path>) -> BuildStep {
        let Some(out_dir) = out_dir else { return BuildStep::None };
        let path = out_dir.join("tensor").join("manifest");
        let text = match std::fs::read_to_string(&path) {
            Ok(text) => text,
            Err(error) if error.kind() == ErrorKind::NotFound => return BuildStep::Missing(NoManifest::NoFile(path)),
            Err(error) => return BuildStep::Missing(NoManifest::Unreadable(path, error.to_string())),
        };
        match Manifest::parse(&text) {
            Ok(manifest) if manifest.owner == *owner => BuildStep::Ran(manifest),
            // `OUT_DIR` was inherited: a test of another package runs cargo or rustc.
            Ok(_) => BuildStep::None,
            Err(error) => BuildStep::Missing(NoManifest::Unusable(path, error)),
        }
    }

    /// Whether an item with these attributes may be compiled. Without a manifest all may.
    pub(crate) fn is_active(&self, attrs: &[syn::Attribute]) -> bool {
        match self {
            BuildStep::Ran(manifest) => manifest.cfgs.is_active(attrs),
            BuildStep::Missing(_) | BuildStep::None => true,
        }
    }

    /// The kernel with this name, see [`tensor_core::check::kernel_name`].
    pub(crate) fn kernel(&self, name: &str) -> Kernel<'_> {
        match self {
            BuildStep::Ran(manifest) => match manifest.symbol(name) {
                Some(symbol) => Kernel::Lowered { symbol, archive: manifest.owner.library() },
                None => Kernel::NotSeen { unread: unread(manifest) },
            },
            BuildStep::Missing(reason) => Kernel::NoManifest(reason),
            BuildStep::None => Kernel::CheckOnly,
        }
    }

    /// The file with an obligation of a function, if it was asked for and is there.
    pub(crate) fn smt2(&self, function: &str, obligation: &str) -> Option<PathBuf> {
        let BuildStep::Ran(Manifest { dumps: Some(dumps), .. }) = self else { return None };
        let path = Path::new(dumps).join(function).join(format!("{obligation}.smt2"));
        path.is_file().then_some(path)
    }
}

fn unread(manifest: &Manifest) -> Vec<(&str, &str)> {
    manifest.files.iter().filter_map(|(path, file)| Some((path.as_str(), file.unread.as_deref()?))).collect()
}

impl fmt::Display for NoManifest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoManifest::NoFile(path) => write!(f, "there is no {}", path.display()),
            NoManifest::Unreadable(path, error) => write!(f, "{} cannot be read: {error}", path.display()),
            NoManifest::Unusable(path, error) => write!(f, "{} cannot be used: {error}", path.display()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs;
    use tensor_core::manifest::SourceFile;

    fn owner() -> Owner {
        Owner { package: "demo".to_owned(), version: "0.1.0".to_owned(), directory: "/demo".to_owned() }
    }

    /// An `OUT_DIR` whose manifest has this text.
    fn out_dir(manifest: &str) -> tempfile::TempDir {
        let out_dir = tempfile::tempdir().unwrap();
        fs::create_dir(out_dir.path().join("tensor")).unwrap();
        fs::write(out_dir.path().join("tensor/manifest"), manifest).unwrap();
        out_dir
    }

    fn manifest() -> Manifest {
        let kernels = [("f_1".to_owned(), "f_1_2".to_owned())].into();
        let unread = Some("line 2: expected `(`".to_owned());
        let files = [
            ("src/lib.rs".to_owned(), SourceFile { kernels, ..SourceFile::default() }),
            ("src/new.rs".to_owned(), SourceFile { unread, ..SourceFile::default() }),
        ]
        .into();
        let mut manifest = Manifest { owner: owner(), files, ..Manifest::default() };
        manifest.cfgs.add_feature("FAST");
        manifest
    }

    #[test]
    fn a_lowered_kernel_has_its_symbol_and_library() {
        let out_dir = out_dir(&manifest().to_string());
        let step = BuildStep::of(&owner(), Some(out_dir.path()));
        let archive = "tensor_kernels_demo_0_1_0".to_owned();
        assert_eq!(step.kernel("f_1"), Kernel::Lowered { symbol: "f_1_2", archive });
        let unread = vec![("src/new.rs", "line 2: expected `(`")];
        assert_eq!(step.kernel("f_2"), Kernel::NotSeen { unread });
    }

    #[test]
    fn without_build_script_the_macro_only_checks() {
        assert_eq!(BuildStep::of(&owner(), None).kernel("f_1"), Kernel::CheckOnly);
    }

    #[test]
    fn the_manifest_of_another_package_is_none() {
        let out_dir = out_dir(&manifest().to_string());
        let others = [
            Owner { package: "demo-tests".to_owned(), ..owner() },
            Owner { version: "0.2.0".to_owned(), ..owner() },
            Owner { directory: "/elsewhere".to_owned(), ..owner() },
        ];
        for other in others {
            assert_eq!(BuildStep::of(&other, Some(out_dir.path())), BuildStep::None, "{other:?}");
        }
    }

    #[test]
    fn a_build_script_without_the_build_step_is_told_from_no_build_script() {
        let empty = tempfile::tempdir().unwrap();
        let step = BuildStep::of(&owner(), Some(empty.path()));
        let Kernel::NoManifest(reason) = step.kernel("f_1") else { panic!("{step:?}") };
        assert_eq!(*reason, NoManifest::NoFile(empty.path().join("tensor").join("manifest")));
    }

    #[test]
    fn a_manifest_that_cannot_be_read_says_why() {
        let out_dir = tempfile::tempdir().unwrap();
        fs::create_dir_all(out_dir.path().join("tensor/manifest")).unwrap();
        let step = BuildStep::of(&owner(), Some(out_dir.path()));
        let Kernel::NoManifest(reason) = step.kernel("f_1") else { panic!("{step:?}") };
        let expected = fs::read_to_string(out_dir.path().join("tensor/manifest")).unwrap_err();
        assert!(reason.to_string().ends_with(&format!("cannot be read: {expected}")), "{reason}");
    }

    #[test]
    fn the_manifest_of_another_version_says_so() {
        let text = manifest().to_string().replacen("manifest 1", "manifest 0", 1);
        let out_dir = out_dir(&text);
        let step = BuildStep::of(&owner(), Some(out_dir.path()));
        let Kernel::NoManifest(reason) = step.kernel("f_1") else { panic!("{step:?}") };
        let message = reason.to_string();
        let expected = "cannot be used: its first line is `tensor_fn! manifest 0`, this version of tensor_fn! expects \
                        `tensor_fn! manifest 1`";
        assert!(message.ends_with(expected), "{message}");
    }

    #[test]
    fn the_cfgs_of_the_build_step_count() {
        let item: syn::ItemStruct = syn::parse_quote!(
            #[cfg(feature = "slow")]
            struct S;
        );
        let out_dir = out_dir(&manifest().to_string());
        assert!(!BuildStep::of(&owner(), Some(out_dir.path())).is_active(&item.attrs));
        assert!(BuildStep::of(&owner(), None).is_active(&item.attrs));
    }

    #[test]
    fn an_obligation_is_named_only_where_its_file_is() {
        let dumps = tempfile::tempdir().unwrap();
        fs::create_dir(dumps.path().join("f")).unwrap();
        fs::write(dumps.path().join("f/01-matmul-inner.smt2"), "").unwrap();
        let manifest = Manifest { dumps: Some(dumps.path().to_str().unwrap().to_owned()), ..manifest() };
        let step = BuildStep::Ran(manifest);
        assert_eq!(step.smt2("f", "01-matmul-inner"), Some(dumps.path().join("f").join("01-matmul-inner.smt2")));
        assert_eq!(step.smt2("f", "02-matmul-batch"), None);
        assert_eq!(step.smt2("g", "01-matmul-inner"), None);
    }
}
