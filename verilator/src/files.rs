//! Files that are complete or absent: no interruption leaves a broken one.

use std::fs::{File, OpenOptions, Permissions};
use std::io::{self, BufWriter, Read, Write};
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

/// Most links that one after the other lead to a file, as of the system.
const MOST_LINKS: u32 = 40;

/// Writes a file atomically: beside its place, then renamed.
pub fn write_whole(path: &Path, bytes: &[u8]) -> io::Result<()> {
    write_whole_with(path, |writer| writer.write_all(bytes))
}

/// Writes a file atomically with the bytes that `write` writes. Missing folders are made.
pub fn write_whole_with(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    // what a link leads to is written, not the link
    let path = leads_to(path)?;
    if std::fs::metadata(&path).is_ok_and(|there| !there.is_file() && !there.is_dir()) {
        // a device or a pipe is written to, never replaced
        let mut file = BufWriter::new(OpenOptions::new().write(true).open(&path)?);
        return write(&mut file).and_then(|()| file.flush());
    }
    replace(&path, write)
}

/// Writes a file beside its place, and renames it: a link there is replaced, not followed.
pub(crate) fn replace(path: &Path, write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    let folder = folder(path);
    std::fs::create_dir_all(&folder)?;
    let readable = Permissions::from_mode(0o644);
    let file = tempfile::Builder::new().prefix(".heddle.").permissions(readable).tempfile_in(folder).map_err(plain)?;
    let mut writer = BufWriter::new(file.as_file());
    write(&mut writer).and_then(|()| writer.flush())?;
    drop(writer);
    file.persist(path).map_err(|error| error.error)?;
    Ok(())
}

/// Checks, before the work that makes it, that a file could be written at `path`. Nothing is left
/// there.
pub fn could_write(path: &Path) -> io::Result<()> {
    match std::fs::metadata(path) {
        Ok(there) if there.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
        Ok(there) if !there.is_file() => OpenOptions::new().write(true).open(path).map(drop),
        _ => could_write_in(&folder(&leads_to(path)?)),
    }
}

/// Returns the path that is meant: where a link leads, though nothing is there yet.
fn leads_to(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_path_buf();
    for _ in 0..MOST_LINKS {
        let Ok(target) = std::fs::read_link(&path) else { return Ok(path) };
        path = folder(&path).join(target);
    }
    Err(io::Error::other("links that lead to each other: name a file"))
}

/// Checks that files could be written in a folder, which need not exist yet.
pub fn could_write_in(folder: &Path) -> io::Result<()> {
    let path = std::path::absolute(folder)?;
    let there = path.ancestors().find(|path| path.exists()).unwrap_or(Path::new("/"));
    let because = |kind, what: &str| Err(io::Error::new(kind, format!("{}: {what}", there.display())));
    if !there.is_dir() {
        return because(io::ErrorKind::NotADirectory, "not a folder");
    }
    match tempfile::tempfile_in(there) {
        Ok(_) => Ok(()),
        Err(error) => because(error.kind(), &format!("no file can be made there ({})", error.kind())),
    }
}

/// Returns the bytes of a file of at most `most` bytes. A pipe or a device is refused: it may never
/// end.
pub fn read_at_most(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let there = std::fs::metadata(path)?;
    if !there.is_file() && !there.is_dir() {
        let what = "a pipe or a device, which may never end: copy it into a file first";
        return Err(io::Error::new(io::ErrorKind::InvalidInput, what));
    }
    read_all(File::open(path)?, most)
}

/// Returns the bytes of an open file of at most `most` bytes.
pub(crate) fn read_all(file: File, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    file.take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        let what = format!("longer than {} MiB", most >> 20);
        return Err(io::Error::new(io::ErrorKind::FileTooLarge, what));
    }
    Ok(bytes)
}

fn folder(path: &Path) -> PathBuf {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    folder.unwrap_or(Path::new(".")).to_path_buf()
}

/// Returns the error without the name of the temporary file, which means nothing to the user.
fn plain(error: io::Error) -> io::Error {
    error.kind().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_whole_or_not_there() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("deep/file");
        write_whole(&path, b"one").unwrap();
        write_whole_with(&path, |writer| writer.write_all(b"two").and(Err(io::ErrorKind::StorageFull.into())))
            .unwrap_err();
        assert_eq!(std::fs::read(&path).unwrap(), b"one");
        assert_eq!(std::fs::read_dir(path.parent().unwrap()).unwrap().count(), 1);
    }

    #[test]
    fn what_a_link_leads_to_is_written_and_a_device_stays() {
        let folder = tempfile::tempdir().unwrap();
        let (file, link) = (folder.path().join("file"), folder.path().join("link"));
        std::fs::write(&file, "one").unwrap();
        std::os::unix::fs::symlink(&file, &link).unwrap();
        write_whole(&link, b"two").unwrap();
        assert!(link.is_symlink());
        assert_eq!(std::fs::read(&file).unwrap(), b"two");
        // nothing is there yet, and what leads there is relative
        std::fs::create_dir(folder.path().join("deep")).unwrap();
        let (link, next) = (folder.path().join("a"), folder.path().join("deep/b"));
        std::os::unix::fs::symlink("deep/b", &link).unwrap();
        std::os::unix::fs::symlink("../c", &next).unwrap();
        could_write(&link).unwrap();
        write_whole(&link, b"three").unwrap();
        assert!(link.is_symlink() && next.is_symlink());
        assert_eq!(std::fs::read(folder.path().join("c")).unwrap(), b"three");
        std::os::unix::fs::symlink("loop", folder.path().join("loop")).unwrap();
        write_whole(&folder.path().join("loop"), b"four").unwrap_err();
        could_write(&folder.path().join("loop")).unwrap_err();
        write_whole(Path::new("/dev/null"), b"nothing").unwrap();
        assert!(!Path::new("/dev/null").is_file());
    }

    #[test]
    fn a_place_is_tried_without_a_trace() {
        let folder = tempfile::tempdir().unwrap();
        could_write(&folder.path().join("a/b/c")).unwrap();
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
        assert_eq!(could_write(folder.path()).unwrap_err().kind(), io::ErrorKind::IsADirectory);
        std::fs::write(folder.path().join("file"), "").unwrap();
        assert_eq!(could_write_in(&folder.path().join("file/a")).unwrap_err().kind(), io::ErrorKind::NotADirectory);
    }
}
