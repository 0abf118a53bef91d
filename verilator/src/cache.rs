//! The folder in which built models are kept, so that the same model is never built twice.
//!
//! An entry is a folder named by the hash of everything that went into it. It is made beside its
//! place and renamed into it, under a file lock of its own; a manifest inside states the size and
//! hash of every file, so that an entry that was cut short or altered is built again. A process
//! that dies leaves a `tmp.` folder, which the next build removes: the lock of a dead process is
//! free. Code of others must never run: what lies in the cache is used if nobody else could have
//! written it, and no link is followed.

use std::env;
use std::ffi::OsString;
use std::fmt::Write as _;
use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::thread::sleep;
use std::time::Duration;

use sha2::{Digest, Sha256};

use crate::files::could_write_in;
use crate::interrupt::{self, Interrupted};
use crate::kept::{self, Refused, Trust};

/// File name of the manifest within an entry.
const MANIFEST: &str = "manifest";
/// Most bytes of a file of an entry: no model comes near it.
const MOST_BYTES: u64 = 4 << 30;
/// Name of the folder with the entries' locks.
const LOCKS: &str = "locks";
/// Name prefix of folders under construction.
const TEMPORARY: &str = "tmp.";

/// The folder that a program takes where the user names none.
static DEFAULT: OnceLock<PathBuf> = OnceLock::new();

/// Time between two attempts at a lock that another process holds.
const POLL: Duration = Duration::from_millis(20);

/// A folder with built models, which are found by the hash of their sources.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cache {
    root: PathBuf,
    trust: Trust,
}

/// The error of a cache folder that cannot be used, with a remedy.
#[derive(Debug, thiserror::Error)]
pub enum CacheError {
    /// No environment variable gives the folder.
    #[error("no folder for the cache of built models: set HEDDLE_CACHE to a folder that can be written")]
    Nowhere,
    /// The operating system refused an access to the folder.
    #[error("the cache folder {folder} cannot be used: {source}{}", remedy(.source))]
    Folder {
        /// The folder.
        folder: String,
        /// The system's reason.
        source: io::Error,
    },
    /// The wait for another process that builds the same model was interrupted.
    #[error(transparent)]
    Interrupted(#[from] Interrupted),
}

fn remedy(error: &io::Error) -> &'static str {
    match error.kind() {
        // what is refused says what to do
        _ if Refused::of(error).is_some() => "",
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => ": make room, or set HEDDLE_CACHE to a folder with room",
        _ => ": set HEDDLE_CACHE to a folder that can be written",
    }
}

/// The name of an entry: the kind of its content and a hash over all that it was made from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Key(String);

impl Key {
    /// Creates the name from a kind and parts; every part is hashed with its length, so that no two
    /// lists of parts have one name.
    pub(super) fn new(kind: &str, parts: &[&str]) -> Self {
        let mut hash = Sha256::new();
        for part in parts {
            hash.update((part.len() as u64).to_le_bytes());
            hash.update(part.as_bytes());
        }
        Self(format!("{kind}-{}", hex(&hash.finalize())))
    }

    /// Returns the entry's name.
    pub(super) fn name(&self) -> &str {
        &self.0
    }
}

impl Cache {
    /// Makes `folder`, which a group shares, the place of the cache for this process, unless
    /// `HEDDLE_CACHE` names another.
    pub fn default_to(folder: PathBuf) {
        DEFAULT.get_or_init(|| folder);
    }

    /// Returns the cache in `HEDDLE_CACHE`, else in the folder of [`Cache::default_to`], else in
    /// `heddle` under `XDG_CACHE_HOME`, else in `.cache/heddle` under `HOME`.
    ///
    /// The folder is made when something is built.
    ///
    /// # Errors
    ///
    /// None of the three variables is set.
    pub fn open() -> Result<Self, CacheError> {
        let shared = DEFAULT.get();
        let root = place(|name| env::var_os(name), shared).ok_or(CacheError::Nowhere)?;
        let trust = if Some(&root) == shared { Trust::Group } else { Trust::of_user() };
        Ok(Self { trust, ..Self::at(root) })
    }

    /// Returns a cache in the folder `root`.
    pub fn at(root: impl Into<PathBuf>) -> Self {
        let root = root.into();
        // The tools run in folders below it.
        Self { root: std::path::absolute(&root).unwrap_or(root), trust: Trust::of_user() }
    }

    /// Checks that a model could be built in the cache folder. Nothing is left behind.
    ///
    /// # Errors
    ///
    /// The folder cannot be made or written, or others can write there.
    pub fn probe(&self) -> Result<(), CacheError> {
        could_write_in(&self.root).and_then(|()| kept::folder(&self.root, self.trust)).map_err(|e| self.error(e))
    }

    /// Returns the path of a folder in the cache, which need not be there yet.
    ///
    /// # Errors
    ///
    /// Others can write there, or a link is in its place.
    pub fn folder(&self, name: &str) -> Result<PathBuf, CacheError> {
        let path = self.root.join(name);
        kept::folder(&path, self.trust).map_err(|e| self.error(e)).map(|()| path)
    }

    /// Makes a folder in the cache, and returns its path.
    ///
    /// # Errors
    ///
    /// As [`folder`](Self::folder); or it cannot be made.
    pub fn make(&self, name: &str) -> Result<PathBuf, CacheError> {
        let path = self.root.join(name);
        kept::make(&path, self.trust).map_err(|e| self.error(e)).map(|()| path)
    }

    /// Returns the owners whose files in the cache are trusted.
    pub fn trust(&self) -> Trust {
        self.trust
    }

    /// Returns the path of the cache folder.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// Returns the folder of a finished entry. If there is none, or a broken one, `build` fills an
    /// empty folder that becomes the entry; other processes that need the same entry wait.
    pub(super) fn entry<E: From<CacheError>>(
        &self,
        key: &Key,
        build: impl FnOnce(&Path) -> Result<(), E>,
    ) -> Result<PathBuf, E> {
        kept::folder(&self.root, self.trust).map_err(|e| self.error(e))?;
        let place = self.root.join(&key.0);
        let intact = || intact(&place, self.trust).map_err(|e| self.error(e));
        let _lock = match self.lock(key) {
            Ok(lock) => lock,
            Err(CacheError::Folder { source, .. }) if Refused::of(&source).is_some() => {
                return Err(self.error(source).into());
            }
            // A cache that can only be read still serves what it has.
            Err(_) if intact()? => return Ok(place),
            Err(error) => return Err(error.into()),
        };
        if intact()? {
            return Ok(place);
        }
        self.sweep(key);
        let folder = self.temporary(key).map_err(|e| self.error(e))?;
        build(folder.path())?;
        self.finish(folder, &place)?;
        Ok(place)
    }

    /// Removes an entry that turned out to be unusable, so that it is built again.
    pub(super) fn discard(&self, key: &Key) -> Result<(), CacheError> {
        let _lock = self.lock(key)?;
        remove(&self.root.join(&key.0)).map_err(|e| self.error(e))
    }

    /// Returns the error of the operating system in this folder.
    pub fn error(&self, source: io::Error) -> CacheError {
        CacheError::Folder { folder: self.root.display().to_string(), source }
    }

    /// Waits for the entry's lock. It is free when the file is closed, also by the death of the
    /// process.
    fn lock(&self, key: &Key) -> Result<File, CacheError> {
        let file = open_lock(&self.make(LOCKS)?.join(&key.0)).map_err(|e| self.error(e))?;
        loop {
            match file.try_lock() {
                Ok(()) => return Ok(file),
                Err(TryLockError::WouldBlock) if interrupt::asked() => return Err(Interrupted.into()),
                Err(TryLockError::WouldBlock) => sleep(POLL),
                Err(TryLockError::Error(error)) => return Err(self.error(error)),
            }
        }
    }

    /// Makes an empty folder, which is removed again unless it is finished.
    fn temporary(&self, key: &Key) -> io::Result<tempfile::TempDir> {
        let mut builder = tempfile::Builder::new();
        builder.permissions(self.trust.permissions());
        builder.prefix(&format!("{TEMPORARY}{}.", key.0)).tempdir_in(&self.root)
    }

    /// Writes the manifest and moves the folder into its place.
    fn finish(&self, folder: tempfile::TempDir, place: &Path) -> Result<(), CacheError> {
        let finish = || {
            fs::write(folder.path().join(MANIFEST), manifest(folder.path(), self.trust)?)?;
            remove(place)?;
            fs::rename(folder.path(), place)
        };
        finish().map_err(|e| self.error(e))?;
        // It is no longer there to be removed.
        let _ = folder.keep();
        Ok(())
    }

    /// Removes the remains of dead builds. `key` is locked by the caller; of the others, a free
    /// lock shows that no build is running. A folder that cannot be removed now is left to the next
    /// sweep.
    fn sweep(&self, key: &Key) {
        let Ok(entries) = fs::read_dir(&self.root) else { return };
        for entry in entries.flatten() {
            let name = entry.file_name();
            let Some(owner) = name.to_str().and_then(|name| name.strip_prefix(TEMPORARY)) else { continue };
            let owner = owner.rsplit_once('.').map_or(owner, |(owner, _)| owner);
            let lock = (owner != key.0).then(|| {
                let file = open_lock(&self.root.join(LOCKS).join(owner)).ok()?;
                file.try_lock().ok().map(|()| file)
            });
            // The lock is held until the folder is gone. Whoever cannot be asked may be alive.
            if !matches!(lock, Some(None)) {
                let _ = remove(&entry.path());
            }
        }
    }
}

/// Returns the place of the cache, from the environment.
fn place(variable: impl Fn(&str) -> Option<OsString>, default: Option<&PathBuf>) -> Option<PathBuf> {
    let set = |name| variable(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    // The XDG rules: a relative path is to be ignored.
    let xdg = || Some(set("XDG_CACHE_HOME").filter(|path| path.is_absolute())?.join("heddle"));
    set("HEDDLE_CACHE").or_else(|| default.cloned()).or_else(xdg).or_else(|| Some(set("HOME")?.join(".cache/heddle")))
}

fn open_lock(path: &Path) -> io::Result<File> {
    kept::open(path, OpenOptions::new().create(true).truncate(false).write(true))
}

/// Removes a folder or file that need not exist; of a link, the link.
fn remove(path: &Path) -> io::Result<()> {
    let folder = fs::symlink_metadata(path).is_ok_and(|there| there.is_dir());
    let removed = if folder { fs::remove_dir_all(path) } else { fs::remove_file(path) };
    removed.or_else(|e| if e.kind() == ErrorKind::NotFound { Ok(()) } else { Err(e) })
}

/// One line a file: its size, its hash and its name. Folders inside an entry are not covered.
fn manifest(folder: &Path, trust: Trust) -> io::Result<String> {
    let mut names: Vec<_> = fs::read_dir(folder)?.collect::<io::Result<Vec<_>>>()?;
    names.sort_by_key(fs::DirEntry::file_name);
    let mut text = String::new();
    for file in names {
        if file.file_type()?.is_dir() || file.file_name() == MANIFEST {
            continue;
        }
        let bytes = kept::read(&file.path(), MOST_BYTES, trust)?;
        let _ = writeln!(text, "{} {} {}", bytes.len(), hex(&Sha256::digest(&bytes)), file.file_name().display());
    }
    Ok(text)
}

/// Whether the entry's files match its manifest.
fn intact(place: &Path, trust: Trust) -> io::Result<bool> {
    if !kept::is_there(place, trust, true)? {
        return Ok(false);
    }
    let read = |path: &Path| kept::read(path, MOST_BYTES, trust);
    let whole = read(&place.join(MANIFEST))
        .and_then(|stated| Ok(!stated.is_empty() && manifest(place, trust)?.into_bytes() == stated));
    match whole {
        Err(error) if Refused::of(&error).is_none() => Ok(false),
        whole => whole,
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn write(folder: &Path) -> Result<(), CacheError> {
        fs::write(folder.join("file"), "content").unwrap();
        Ok(())
    }

    fn never(_: &Path) -> Result<(), CacheError> {
        panic!("built again")
    }

    #[test]
    fn the_environment_says_where_it_is() {
        let with = |variables: &[(&str, &str)], default: Option<PathBuf>| {
            let variable = |name: &str| Some(variables.iter().find(|(n, _)| *n == name)?.1.into());
            place(variable, default.as_ref()).map(|at| at.display().to_string())
        };
        let (xdg, home) = (("XDG_CACHE_HOME", "/x"), ("HOME", "/h"));
        assert_eq!(with(&[("HEDDLE_CACHE", "/c"), xdg, home], Some("/d".into())).as_deref(), Some("/c"));
        assert_eq!(with(&[xdg, home], Some("/d".into())).as_deref(), Some("/d"));
        assert_eq!(with(&[("HEDDLE_CACHE", ""), xdg, home], None).as_deref(), Some("/x/heddle"));
        assert_eq!(with(&[("XDG_CACHE_HOME", "relative"), home], None).as_deref(), Some("/h/.cache/heddle"));
        assert_eq!(with(&[home], None).as_deref(), Some("/h/.cache/heddle"));
        assert_eq!(with(&[], None), None);
    }

    #[test]
    fn parts_of_a_key_do_not_run_together() {
        assert_ne!(Key::new("m", &["ab", "c"]), Key::new("m", &["a", "bc"]));
        assert_eq!(Key::new("m", &["ab"]), Key::new("m", &["ab"]));
    }

    #[test]
    fn an_entry_is_built_once_and_again_when_broken() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::at(folder.path().join("deep/cache"));
        let key = Key::new("kind", &["x"]);
        let place = cache.entry(&key, write).unwrap();
        assert_eq!(cache.entry(&key, never).unwrap(), place);
        for broken in ["", "contenT"] {
            fs::write(place.join("file"), broken).unwrap();
            cache.entry(&key, write).unwrap();
            assert_eq!(fs::read_to_string(place.join("file")).unwrap(), "content");
        }
        fs::write(place.join(MANIFEST), "").unwrap();
        cache.entry(&key, write).unwrap();
        cache.entry(&key, never).unwrap();
        cache.discard(&key).unwrap();
        assert!(!place.exists());
    }

    #[test]
    fn what_dead_builds_left_is_removed_and_what_live_ones_need_is_not() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::at(folder.path());
        let (dead, live, other) = (Key::new("k", &["d"]), Key::new("k", &["l"]), Key::new("k", &["o"]));
        let left = [&dead, &live, &other].map(|key| folder.path().join(format!("{TEMPORARY}{}.abc", key.0)));
        left.iter().for_each(|folder| fs::create_dir_all(folder.join("inner")).unwrap());
        let lock = cache.lock(&live).unwrap();
        cache.entry(&other, write).unwrap();
        assert_eq!(left.each_ref().map(|folder| folder.exists()), [false, true, false]);
        drop(lock);
        cache.discard(&other).unwrap();
        cache.entry(&other, write).unwrap();
        assert!(!left[1].exists());
    }

    #[test]
    fn a_build_that_fails_leaves_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let cache = Cache::at(folder.path());
        let key = Key::new("k", &["x"]);
        cache.entry(&key, |_| Err(CacheError::Nowhere)).unwrap_err();
        let left: Vec<_> = fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        assert_eq!(left, ["locks"]);
    }

    #[test]
    fn a_folder_that_can_not_be_written_is_named() {
        let file = tempfile::NamedTempFile::new().unwrap();
        let cache = Cache::at(file.path().join("cache"));
        let error = cache.entry(&Key::new("k", &[]), write).unwrap_err().to_string();
        assert!(error.contains(&file.path().display().to_string()), "{error}");
        assert!(error.contains("Not a directory") && error.contains("set HEDDLE_CACHE to a folder"), "{error}");
    }
}
