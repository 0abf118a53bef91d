//! Checks of the files that are kept and trusted later: results, claims, built models.
//!
//! What lies in the place of a kept file and is no regular file (a link, a folder, a pipe, a
//! device) is refused: it is neither followed nor read nor replaced. A folder of kept files is
//! refused if others can write there, or could put another folder in its place. Files that a user
//! names are no kept files: see [`files`](crate::files).

use std::fs::{self, DirBuilder, File, Metadata, OpenOptions, Permissions};
use std::io::{self, ErrorKind};
use std::os::unix::fs::{DirBuilderExt, FileTypeExt, MetadataExt, OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

use rustix::fs::OFlags;
use rustix::process::geteuid;

use crate::files::{read_all, replace};

/// The environment variable that extends trust.
const VARIABLE: &str = "HEDDLE_TRUST";
/// Most links on the way to a folder, as in Linux.
const LINKS: u32 = 40;

/// The owners whose files in a folder are trusted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Trust {
    /// Those of this user and of the system alone.
    Own,
    /// Those of the folder's owner and of its group, too: people share the folder.
    Group,
}

/// The error of a kept file or folder that is not trusted, with what to do.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{what}; {help}")]
pub struct Refused {
    /// The path, and what is wrong with it.
    pub what: String,
    /// What the user can do.
    pub help: String,
}

impl Refused {
    /// Returns the refusal in an error of this module; `None` for an error of the operating system.
    pub fn of(error: &io::Error) -> Option<&Refused> {
        error.get_ref()?.downcast_ref()
    }
}

impl Trust {
    /// Returns the trust that the user sets by `HEDDLE_TRUST=group`; without it, only files of the
    /// user and of the system are trusted.
    pub fn of_user() -> Self {
        if std::env::var_os(VARIABLE).is_some_and(|value| value == "group") { Trust::Group } else { Trust::Own }
    }

    /// Returns the permissions with which a folder is created, before the process's umask is
    /// applied.
    ///
    /// What root keeps may serve all.
    pub fn permissions(self) -> Permissions {
        Permissions::from_mode(match self {
            Trust::Group => 0o777,
            Trust::Own if geteuid().is_root() => 0o755,
            Trust::Own => 0o700,
        })
    }
}

/// Checks that only trusted users can write in a folder, or put another in its place.
///
/// A folder that is not there yet is fine, where it can be made safely.
///
/// # Errors
///
/// It is a link, or others can write in it or above it; or the system does not allow it to be read.
pub fn folder(path: &Path, trust: Trust) -> io::Result<()> {
    // a slash at the end would follow a link
    let path: PathBuf = std::path::absolute(path)?.components().collect();
    if path.is_symlink() {
        return refuse(
            &path,
            "a symbolic link, which is not followed",
            "remove it, or name the folder that it leads to",
        );
    }
    way(&path, trust, LINKS)?;
    match fs::symlink_metadata(&path) {
        Ok(there) if !there.is_dir() => Err(ErrorKind::NotADirectory.into()),
        Ok(there) => owned(&path, &there, trust, false),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        Err(error) => Err(error),
    }
}

/// Makes a folder of kept files and what is missing above it, and checks it as [`folder`] does.
pub fn make(path: &Path, trust: Trust) -> io::Result<()> {
    folder(path, trust)?;
    DirBuilder::new().recursive(true).mode(trust.permissions().mode()).create(path)?;
    folder(path, trust)
}

/// Whether a kept folder is there, or a kept file if it is no `folder`; what else lies there, or is
/// another's, is refused.
pub fn is_there(path: &Path, trust: Trust, folder: bool) -> io::Result<bool> {
    match fs::symlink_metadata(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(false),
        Err(error) => Err(error),
        Ok(there) if folder && there.is_dir() => owned(path, &there, trust, false).map(|()| true),
        Ok(there) if !folder && there.is_file() => own_file(path, &there, trust).map(|()| true),
        Ok(there) => instead(path, &there),
    }
}

/// Opens a kept file, which must be a regular one.
pub fn open(path: &Path, options: &mut OpenOptions) -> io::Result<File> {
    // a pipe that nobody writes would be waited for
    let flags = (OFlags::NOFOLLOW | OFlags::NONBLOCK).bits() as i32;
    match options.custom_flags(flags).open(path).and_then(|file| Ok((file.metadata()?, file))) {
        Ok((there, file)) if there.is_file() => Ok(file),
        Ok((there, _)) => instead(path, &there),
        Err(error) => match fs::symlink_metadata(path) {
            Ok(there) if !there.is_file() => instead(path, &there),
            _ => Err(error),
        },
    }
}

/// Returns the bytes of a kept file, `most` at most.
pub fn read(path: &Path, most: u64, trust: Trust) -> io::Result<Vec<u8>> {
    let file = open(path, File::options().read(true))?;
    own_file(path, &file.metadata()?, trust)?;
    read_all(file, most)
}

/// Checks that nothing but a regular file lies where a kept file is to be written.
pub fn could_write(path: &Path) -> io::Result<()> {
    match fs::symlink_metadata(path) {
        Ok(there) if !there.is_file() => instead(path, &there),
        _ => Ok(()),
    }
}

/// Writes a kept file atomically, in place of a regular one or of none.
pub fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    could_write(path)?;
    replace(path, |writer| writer.write_all(bytes))
}

/// Checks all folders above `path`, those that links on the way lead to among them.
fn way(path: &Path, trust: Trust, links: u32) -> io::Result<()> {
    let above: Vec<&Path> = path.ancestors().skip(1).collect();
    for part in above.into_iter().rev() {
        let there = match fs::symlink_metadata(part) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
            there => there?,
        };
        owned(part, &there, trust, true)?;
        if there.is_symlink() {
            let links = links.checked_sub(1).ok_or(ErrorKind::InvalidInput)?;
            let target: PathBuf = part.parent().unwrap_or(Path::new("/")).join(fs::read_link(part)?);
            // the folder that it leads to is above, too
            way(&target.join("_"), trust, links)?;
        }
    }
    Ok(())
}

/// Checks who can write a file, which is nobody else where nobody else can enter its folder.
fn own_file(path: &Path, there: &Metadata, trust: Trust) -> io::Result<()> {
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    let around = fs::symlink_metadata(folder)?;
    let closed = around.uid() == geteuid().as_raw() && around.mode() & 0o077 == 0;
    if closed { Ok(()) } else { owned(path, there, trust, false) }
}

/// Checks who can write a file or folder; one `above` may be open to all if it is sticky.
fn owned(path: &Path, there: &Metadata, trust: Trust, above: bool) -> io::Result<()> {
    // the mode of a link means nothing
    let mode = if there.is_symlink() || above && there.mode() & 0o1000 != 0 { 0 } else { there.mode() };
    let place = path.display();
    if mode & 0o002 != 0 {
        let help = format!("`chmod o-w {place}` if all that is in it is yours, else remove it or name another folder");
        return refuse(path, "everyone can write it", help);
    }
    if trust == Trust::Group {
        return Ok(());
    }
    let own = geteuid().as_raw();
    // within a user namespace, root is another number
    if there.uid() != own && there.uid() != 0 && fs::metadata("/").is_ok_and(|root| root.uid() != there.uid()) {
        let help = format!("name a folder of your own, or set {VARIABLE}=group if you trust its owner");
        return refuse(path, &format!("it belongs to another user ({})", there.uid()), help);
    }
    let text = |name| fs::read_to_string(name).unwrap_or_default();
    if mode & 0o020 != 0 && !is_private(&text("/etc/passwd"), &text("/etc/group"), own, there.gid()) {
        let help = format!(
            "`chmod g-w {place}` if all that is in it is yours, name another folder, or set {VARIABLE}=group if you trust its group"
        );
        return refuse(path, "its group can write it", help);
    }
    Ok(())
}

/// Whether a group has no member but this user, by the texts of `/etc/passwd` and `/etc/group`;
/// root's group is the system's.
fn is_private(passwd: &str, group: &str, own: u32, gid: u32) -> bool {
    let rows = |text: &str| text.lines().map(|line| line.split(':').map(str::to_string).collect()).collect();
    let number = |row: &Vec<String>, at: usize| row.get(at).and_then(|word| word.parse::<u32>().ok());
    let (users, groups): (Vec<Vec<String>>, Vec<Vec<String>>) = (rows(passwd), rows(group));
    let mut members: Vec<Option<u32>> =
        users.iter().filter(|user| number(user, 3) == Some(gid)).map(|user| number(user, 2)).collect();
    for name in groups.iter().filter(|row| number(row, 2) == Some(gid)).filter_map(|row| row.get(3)) {
        let named = |name: &str| users.iter().find(|user| user[0] == name).and_then(|user| number(user, 2));
        members.extend(name.split(',').filter(|name| !name.is_empty()).map(named));
    }
    gid == 0 || !members.is_empty() && members.iter().all(|member| *member == Some(own))
}

/// Returns the error of something that is no kept file and lies in the place of one.
fn instead<T>(path: &Path, there: &Metadata) -> io::Result<T> {
    let kind = there.file_type();
    let what = match () {
        () if kind.is_symlink() => "a symbolic link, which is not followed",
        () if kind.is_dir() => "a folder in the place of a file",
        () if kind.is_file() => "a file in the place of a folder",
        () if kind.is_fifo() => "a pipe in the place of a file",
        () => "a device or a socket in the place of a file",
    };
    refuse(path, what, "remove it: what belongs there is made again")
}

fn refuse<T>(path: &Path, what: &str, help: impl Into<String>) -> io::Result<T> {
    let what = format!("{}: {what}", path.display());
    Err(io::Error::new(ErrorKind::PermissionDenied, Refused { what, help: help.into() }))
}

#[cfg(test)]
#[path = "kept_tests.rs"]
mod tests;
