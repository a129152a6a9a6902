//! Files under `OUT_DIR`: the object of each kernel, by symbol, and all that is written only where it differs.

use crate::failure::Failure;
use std::collections::BTreeSet;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

/// Writes a file unless it has this content already: what did not change keeps its time. An interrupted run leaves the
/// old file or the new one and no half of it.
pub(crate) fn write_if_changed(path: &Path, content: &[u8]) -> Result<(), Failure> {
    if fs::read(path).is_ok_and(|old| old == content) {
        return Ok(());
    }
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(Failure::io("create", folder))?;
    }
    let mut partial = path.as_os_str().to_owned();
    partial.push(".partial");
    let partial = PathBuf::from(partial);
    fs::write(&partial, content).map_err(Failure::io("write", &partial))?;
    fs::rename(&partial, path).map_err(Failure::io("write", path))
}

/// One object file per kernel. Its symbol covers all that it was made from, so an object is never out of date; at worst
/// nobody needs it.
#[derive(Debug)]
pub(crate) struct Cache {
    folder: PathBuf,
}

impl Cache {
    pub(crate) fn new(folder: PathBuf) -> Cache {
        Cache { folder }
    }

    fn path(&self, symbol: &str) -> PathBuf {
        self.folder.join(format!("{symbol}.o"))
    }

    pub(crate) fn contains(&self, symbol: &str) -> bool {
        self.path(symbol).is_file()
    }

    pub(crate) fn read(&self, symbol: &str) -> Result<Vec<u8>, Failure> {
        let path = self.path(symbol);
        fs::read(&path).map_err(Failure::io("read", &path))
    }

    pub(crate) fn write(&self, symbol: &str, object: &[u8]) -> Result<(), Failure> {
        write_if_changed(&self.path(symbol), object)
    }

    /// Removes all but the objects of these kernels.
    pub(crate) fn keep_only(&self, symbols: &BTreeSet<&str>) -> Result<(), Failure> {
        let entries = match fs::read_dir(&self.folder) {
            Ok(entries) => entries,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
            Err(error) => return Err(Failure::io("read", &self.folder)(error)),
        };
        for entry in entries {
            let path = entry.map_err(Failure::io("read", &self.folder))?.path();
            let name = path.file_name().and_then(|name| name.to_str()).and_then(|name| name.strip_suffix(".o"));
            if !name.is_some_and(|symbol| symbols.contains(symbol)) {
                fs::remove_file(&path).map_err(Failure::io("remove", &path))?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use filetime::FileTime;

    #[test]
    fn an_equal_file_is_not_touched() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("new/file");
        write_if_changed(&path, b"a").unwrap();
        let long_ago = FileTime::from_unix_time(1_000_000_000, 0);
        filetime::set_file_mtime(&path, long_ago).unwrap();
        let time = || FileTime::from_last_modification_time(&fs::metadata(&path).unwrap());
        write_if_changed(&path, b"a").unwrap();
        assert_eq!(time(), long_ago);
        write_if_changed(&path, b"b").unwrap();
        assert!(time() > long_ago);
        assert_eq!(fs::read(&path).unwrap(), b"b");
        assert_eq!(fs::read_dir(path.parent().unwrap()).unwrap().count(), 1);
    }

    #[test]
    fn objects_that_nobody_needs_go() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::new(folder.path().join("objects"));
        cache.keep_only(&BTreeSet::new()).unwrap();
        for symbol in ["a", "b", "c"] {
            cache.write(symbol, symbol.as_bytes()).unwrap();
        }
        fs::write(folder.path().join("objects/b.o.partial"), "").unwrap();
        cache.keep_only(&["a", "c", "d"].into()).unwrap();
        let left: Vec<bool> = ["a", "b", "c", "d"].iter().map(|symbol| cache.contains(symbol)).collect();
        assert_eq!(left, [true, false, true, false]);
        assert_eq!(cache.read("c").unwrap(), b"c");
        assert_eq!(fs::read_dir(folder.path().join("objects")).unwrap().count(), 2);
    }
}
