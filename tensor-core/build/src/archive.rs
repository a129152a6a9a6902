//! Objects into a static library. Equal objects give equal bytes: members in order of their names, no times, no owners.

use ar_archive_writer::{ArchiveKind, DEFAULT_OBJECT_READER, NewArchiveMember, write_archive_to_stream};
use std::collections::BTreeMap;
use std::io::{self, Cursor};

/// The bytes of a static library for `target`, with an index of symbols. `objects` are by symbol; there may be none.
pub(crate) fn archive(objects: &BTreeMap<&str, Vec<u8>>, target: &str) -> io::Result<Vec<u8>> {
    let members: Vec<NewArchiveMember<'_>> = objects
        .iter()
        .map(|(symbol, object)| NewArchiveMember::new(object, &DEFAULT_OBJECT_READER, format!("{symbol}.o")))
        .collect();
    let mut bytes = Cursor::new(Vec::new());
    write_archive_to_stream(&mut bytes, &members, kind(target), false, None)?;
    Ok(bytes.into_inner())
}

/// The format that the target's linkers read.
fn kind(target: &str) -> ArchiveKind {
    if target.contains("-apple-") {
        ArchiveKind::Darwin
    } else if target.contains("-windows-msvc") {
        ArchiveKind::Coff
    } else {
        ArchiveKind::Gnu
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use object::read::archive::ArchiveFile;
    use object::write::{Object, Symbol, SymbolSection};
    use object::{Architecture, BinaryFormat, Endianness, SymbolFlags, SymbolKind, SymbolScope};
    use std::fs;
    use std::process::Command;

    const LINUX: &str = "x86_64-unknown-linux-gnu";

    /// An object that defines `symbol`, a function of one `ret`.
    fn object(symbol: &str) -> Vec<u8> {
        let mut object = Object::new(BinaryFormat::Elf, Architecture::X86_64, Endianness::Little);
        let text = object.section_id(object::write::StandardSection::Text);
        let value = object.append_section_data(text, &[0xc3], 16);
        object.add_symbol(Symbol {
            name: symbol.into(),
            value,
            size: 1,
            kind: SymbolKind::Text,
            scope: SymbolScope::Dynamic,
            weak: false,
            section: SymbolSection::Section(text),
            flags: SymbolFlags::None,
        });
        object.write().unwrap()
    }

    fn objects<'a>(symbols: &[&'a str]) -> BTreeMap<&'a str, Vec<u8>> {
        symbols.iter().map(|symbol| (*symbol, object(&format!("{symbol}_base")))).collect()
    }

    #[test]
    fn members_and_symbols_are_found_again() {
        let names = ["a_kernel_with_a_name_longer_than_fifteen_letters", "b"];
        let objects = objects(&names);
        let bytes = archive(&objects, LINUX).unwrap();
        let file = ArchiveFile::parse(&*bytes).unwrap();
        let members: Vec<_> = file.members().map(Result::unwrap).collect();
        for (member, name) in members.iter().zip(names) {
            assert_eq!(member.name(), format!("{name}.o").as_bytes());
            assert_eq!(member.data(&*bytes).unwrap(), objects[name]);
            assert_eq!((member.date(), member.uid(), member.gid()), (Some(0), Some(0), Some(0)));
        }
        assert_eq!(members.len(), 2);
        let index: Vec<_> = file.symbols().unwrap().unwrap().map(|symbol| symbol.unwrap().name().to_owned()).collect();
        assert_eq!(index, names.map(|name| format!("{name}_base").into_bytes()));
    }

    #[test]
    fn equal_objects_give_equal_bytes() {
        assert_eq!(archive(&objects(&["a", "b"]), LINUX).unwrap(), archive(&objects(&["b", "a"]), LINUX).unwrap());
    }

    #[test]
    fn no_kernels_make_an_archive_too() {
        let bytes = archive(&BTreeMap::new(), LINUX).unwrap();
        assert!(bytes.starts_with(b"!<arch>\n"));
        assert_eq!(ArchiveFile::parse(&*bytes).unwrap().members().count(), 0);
    }

    #[test]
    fn each_target_has_its_format() {
        let objects = objects(&["a"]);
        let format = |target| ArchiveFile::parse(&*archive(&objects, target).unwrap()).unwrap().kind();
        assert_eq!(format(LINUX), object::read::archive::ArchiveKind::Gnu);
        assert_eq!(format("aarch64-unknown-linux-musl"), object::read::archive::ArchiveKind::Gnu);
        assert_eq!(format("aarch64-apple-darwin"), object::read::archive::ArchiveKind::Bsd);
        assert_eq!(format("x86_64-pc-windows-msvc"), object::read::archive::ArchiveKind::Coff);
    }

    /// rustc bundles the library into an rlib and links a program with it: with kernels and without.
    #[test]
    fn rustc_links_with_it() {
        if !(cfg!(target_os = "linux") && cfg!(target_arch = "x86_64")) {
            return;
        }
        let folder = tempfile::tempdir().unwrap();
        let rustc = |arguments: &[&str]| {
            let output = Command::new("rustc").current_dir(folder.path()).args(arguments).output().unwrap();
            assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        };
        fs::write(folder.path().join("libfull.a"), archive(&objects(&["a", "b"]), LINUX).unwrap()).unwrap();
        fs::write(folder.path().join("libnone.a"), archive(&BTreeMap::new(), LINUX).unwrap()).unwrap();
        let library = r#"
            #[link(name = "full", kind = "static")] unsafe extern "C" { fn b_base(); }
            #[link(name = "none", kind = "static")] unsafe extern "C" {}
            pub fn call() { unsafe { b_base() } }
        "#;
        fs::write(folder.path().join("library.rs"), library).unwrap();
        fs::write(folder.path().join("program.rs"), "fn main() { library::call() }").unwrap();
        rustc(&["--edition=2024", "--crate-type=rlib", "-L", ".", "library.rs"]);
        rustc(&["--edition=2024", "--extern", "library=liblibrary.rlib", "program.rs"]);
        assert!(Command::new(folder.path().join("program")).status().unwrap().success());
    }
}
