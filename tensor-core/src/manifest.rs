//! What the build step tells the macro: a small text file, written by one and read by the other. Pure: text in,
//! values out.
//!
//! One fact a line, `key value`, in a fixed order, with a last line that shows that nothing was cut off.

use crate::cfg::CfgSet;
use std::collections::BTreeMap;
use std::fmt;

const FORMAT: &str = "tensor_fn! manifest 1";
const END: &str = "end";

/// The facts about one run of the build step.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Manifest {
    /// Whose it is.
    pub owner: Owner,
    /// What was known of `#[cfg]`s.
    pub cfgs: CfgSet,
    /// Hash B: the last part of every symbol.
    pub options: String,
    /// The folder that has one folder per function with its `.smt2` files, where these were asked for.
    pub dumps: Option<String>,
    /// The files in which kernels may be, by path: relative to the package's directory where they are below it.
    pub files: BTreeMap<String, SourceFile>,
}

/// A package, as cargo names it to a build script and to rustc alike.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Owner {
    /// `CARGO_PKG_NAME`
    pub package: String,
    /// `CARGO_PKG_VERSION`
    pub version: String,
    /// `CARGO_MANIFEST_DIR`
    pub directory: String,
}

/// What the build step made of one source file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SourceFile {
    /// Hash of the text if every function in it was lowered, so that the same text needs no second look.
    pub digest: Option<String>,
    /// Why its text could not be read as Rust; its kernels are then those that it had before.
    pub unread: Option<String>,
    /// From a kernel's name to its full symbol.
    pub kernels: BTreeMap<String, String>,
}

/// Why a text is not a manifest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ManifestError {
    /// The first line is another one: another version wrote it, or something else.
    OtherFormat(String),
    /// This line, counted from 1, is not one of ours.
    Line(usize, String),
    /// The last line is missing.
    CutOff,
}

impl Owner {
    /// The name of the archive with this package's kernels, as a `#[link]` attribute gives it. The version is part of
    /// it: two versions of a package may stand side by side in one program, and their folders in one search path.
    pub fn library(&self) -> String {
        let name = format!("tensor_kernels_{}_{}", self.package, self.version);
        name.chars().map(|c| if c.is_alphanumeric() { c } else { '_' }).collect()
    }
}

impl Manifest {
    /// Reads what [`Display`](fmt::Display) wrote.
    pub fn parse(text: &str) -> Result<Manifest, ManifestError> {
        let mut lines = text.lines().enumerate();
        let first = lines.next().map_or("", |(_, line)| line);
        if first != FORMAT {
            return Err(ManifestError::OtherFormat(first.to_owned()));
        }
        let mut manifest = Manifest::default();
        let mut file = None;
        for (index, line) in lines {
            if line == END {
                return Ok(manifest);
            }
            manifest.read_line(line, &mut file).ok_or_else(|| ManifestError::Line(index + 1, line.to_owned()))?;
        }
        Err(ManifestError::CutOff)
    }

    /// `file` is the path that the last `file` line named.
    fn read_line(&mut self, line: &str, file: &mut Option<String>) -> Option<()> {
        let (key, value) = line.split_once(' ')?;
        let value = unescape(value)?;
        match key {
            "package" => self.owner.package = value,
            "version" => self.owner.version = value,
            "directory" => self.owner.directory = value,
            "options" => self.options = value,
            "dumps" => self.dumps = Some(value),
            "feature" => self.cfgs.add_feature(&value),
            "cfg" => {
                let (name, values) = value.split_once(' ')?;
                self.cfgs.add_value(name, values);
            }
            "file" => {
                self.files.insert(value.clone(), SourceFile::default());
                *file = Some(value);
            }
            "digest" => self.files.get_mut(file.as_ref()?)?.digest = Some(value),
            "unread" => self.files.get_mut(file.as_ref()?)?.unread = Some(value),
            "kernel" => {
                let (name, symbol) = value.split_once(' ')?;
                self.files.get_mut(file.as_ref()?)?.kernels.insert(name.to_owned(), symbol.to_owned());
            }
            _ => return None,
        }
        Some(())
    }

    /// The full symbol of the kernel with this name, if it was lowered.
    pub fn symbol(&self, kernel: &str) -> Option<&str> {
        self.files.values().find_map(|file| file.kernels.get(kernel)).map(String::as_str)
    }
}

impl fmt::Display for Manifest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{FORMAT}")?;
        writeln!(f, "package {}", escape(&self.owner.package))?;
        writeln!(f, "version {}", escape(&self.owner.version))?;
        writeln!(f, "directory {}", escape(&self.owner.directory))?;
        for feature in self.cfgs.features() {
            writeln!(f, "feature {}", escape(feature))?;
        }
        for (name, values) in self.cfgs.values() {
            writeln!(f, "cfg {name} {}", escape(values))?;
        }
        writeln!(f, "options {}", escape(&self.options))?;
        if let Some(dumps) = &self.dumps {
            writeln!(f, "dumps {}", escape(dumps))?;
        }
        for (path, file) in &self.files {
            writeln!(f, "file {}", escape(path))?;
            if let Some(digest) = &file.digest {
                writeln!(f, "digest {}", escape(digest))?;
            }
            if let Some(reason) = &file.unread {
                writeln!(f, "unread {}", escape(reason))?;
            }
            for (name, symbol) in &file.kernels {
                writeln!(f, "kernel {name} {symbol}")?;
            }
        }
        writeln!(f, "{END}")
    }
}

/// Keeps a value on its line.
fn escape(value: &str) -> String {
    value.replace('\\', r"\\").replace('\n', r"\n").replace('\r', r"\r")
}

fn unescape(value: &str) -> Option<String> {
    let mut text = String::with_capacity(value.len());
    let mut chars = value.chars();
    while let Some(c) = chars.next() {
        text.push(match c {
            '\\' => match chars.next()? {
                '\\' => '\\',
                'n' => '\n',
                'r' => '\r',
                _ => return None,
            },
            c => c,
        });
    }
    Some(text)
}

impl fmt::Display for ManifestError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ManifestError::OtherFormat(first) => {
                write!(f, "its first line is `{first}`, this version of tensor_fn! expects `{FORMAT}`")
            }
            ManifestError::Line(number, line) => write!(f, "line {number} is not understood: `{line}`"),
            ManifestError::CutOff => write!(f, "its end is missing"),
        }
    }
}

impl std::error::Error for ManifestError {}

#[cfg(test)]
mod tests {
    use super::*;

    fn full() -> Manifest {
        let mut cfgs = CfgSet::default();
        cfgs.add_feature("FAST_MATH");
        cfgs.add_value("UNIX", "");
        cfgs.add_value("TARGET_FEATURE", "sse,sse2");
        cfgs.add_value("NOTE", "two words\nand \\ a line");
        let kernels = [("mlp_0123456789abcdef", "mlp_0123456789abcdef_01234567"), ("id_1", "id_1_2")];
        let kernels = kernels.map(|(name, symbol)| (name.to_owned(), symbol.to_owned())).into();
        Manifest {
            owner: Owner {
                package: "digit-reader".to_owned(),
                version: "0.1.0-rc.1".to_owned(),
                directory: "C:\\new folder\\digit-reader".to_owned(),
            },
            cfgs,
            options: "01234567".to_owned(),
            dumps: Some("/out/tensor/dump".to_owned()),
            files: [
                ("src/lib.rs".to_owned(), SourceFile { digest: Some("ab".to_owned()), unread: None, kernels }),
                (
                    "src/with space é\r\n.rs".to_owned(),
                    SourceFile { unread: Some("line 3: two\nlines".to_owned()), ..SourceFile::default() },
                ),
            ]
            .into(),
        }
    }

    #[test]
    fn what_is_written_is_read() {
        for manifest in [full(), Manifest::default()] {
            assert_eq!(Manifest::parse(&manifest.to_string()), Ok(manifest));
        }
    }

    #[test]
    fn each_fact_has_its_line() {
        let expected = r"tensor_fn! manifest 1
package digit-reader
version 0.1.0-rc.1
directory C:\\new folder\\digit-reader
feature FAST_MATH
cfg NOTE two words\nand \\ a line
cfg TARGET_FEATURE sse,sse2
cfg UNIX 
options 01234567
dumps /out/tensor/dump
file src/lib.rs
digest ab
kernel id_1 id_1_2
kernel mlp_0123456789abcdef mlp_0123456789abcdef_01234567
file src/with space é\r\n.rs
unread line 3: two\nlines
end
";
        assert_eq!(full().to_string(), expected);
    }

    #[test]
    fn kernels_are_found_by_name() {
        assert_eq!(full().symbol("id_1"), Some("id_1_2"));
        assert_eq!(full().symbol("id"), None);
    }

    #[test]
    fn another_format_is_told_from_a_broken_file() {
        let text = full().to_string();
        let other = text.replacen("manifest 1", "manifest 2", 1);
        assert_eq!(Manifest::parse(&other), Err(ManifestError::OtherFormat("tensor_fn! manifest 2".to_owned())));
        assert_eq!(Manifest::parse(""), Err(ManifestError::OtherFormat(String::new())));
        // Cut off at whatever line, it is never taken for a whole one.
        let lines: Vec<&str> = text.lines().collect();
        for kept in 1..lines.len() {
            assert_eq!(Manifest::parse(&lines[..kept].join("\n")), Err(ManifestError::CutOff), "{kept}");
        }
    }

    #[test]
    fn a_line_that_is_not_ours_is_named() {
        for line in ["colour blue", "package", "kernel a b", "digest a", r"file a\q", r"file a\", "cfg UNIX"] {
            let text = format!("{FORMAT}\npackage p\n{line}\nend\n");
            assert_eq!(Manifest::parse(&text), Err(ManifestError::Line(3, line.to_owned())));
        }
        let text = format!("{FORMAT}\nfile a\nkernel b\nend\n");
        assert_eq!(
            Manifest::parse(&text).map_err(|error| error.to_string()),
            Err("line 3 is not understood: `kernel b`".to_owned())
        );
    }

    #[test]
    fn the_library_has_package_and_version_in_its_name() {
        assert_eq!(full().owner.library(), "tensor_kernels_digit_reader_0_1_0_rc_1");
    }
}
