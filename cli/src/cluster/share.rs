//! The role of one process in work that many processes share: it reports which pieces are done, or
//! it does pieces that no other process does.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::claim::{Claim, Claims};
use super::folder::{Folder, refused};
use crate::error::Error;

/// The role of one process in work on a shared folder: a task, which does pieces, or an observer,
/// which only finds out which are done.
pub struct Share {
    folder: Folder,
    /// The claims of a task; `None` for an observer.
    claims: Option<Claims>,
    seen: Mutex<Seen>,
    waits: AtomicBool,
    /// Whether nothing is submitted yet.
    before: bool,
    began: Instant,
}

/// The pieces of work that a command has looked up, and those whose results are missing.
#[derive(Debug, Clone, Default)]
pub struct Seen {
    /// The files of all pieces.
    pub all: BTreeSet<PathBuf>,
    /// The files of those that are not there.
    pub missing: BTreeSet<PathBuf>,
}

impl Share {
    /// Creates an observer: it finds out which pieces are done, `before` anything is submitted or
    /// after.
    pub fn looking(folder: &Folder, before: bool) -> Share {
        let (seen, waits) = (Mutex::default(), AtomicBool::new(false));
        Share { folder: folder.clone(), claims: None, seen, waits, before, began: Instant::now() }
    }

    /// Creates a task: it does pieces that no other task does.
    pub fn working(folder: &Folder) -> Share {
        Share { claims: Some(Claims::own()), ..Share::looking(folder, false) }
    }

    /// Returns the shared folder.
    pub fn folder(&self) -> &Folder {
        &self.folder
    }

    /// Whether this process is a task, and not an observer.
    pub fn works(&self) -> bool {
        self.claims.is_some()
    }

    /// Whether this process finds out what is to be submitted.
    pub fn is_before(&self) -> bool {
        self.before
    }

    /// Returns the time since this process began.
    pub fn age(&self) -> Duration {
        self.began.elapsed()
    }

    /// Records that a piece belongs to the work, and whether its result is kept.
    pub fn see(&self, piece: &Path, kept: bool) {
        let mut seen = self.seen.lock().expect("no panic here");
        seen.all.insert(piece.to_path_buf());
        if kept {
            seen.missing.remove(piece);
        } else {
            seen.missing.insert(piece.to_path_buf());
        }
    }

    /// Claims a piece of work; `None` if another task has claimed it, or this process is an
    /// observer.
    pub fn take(&self, piece: &Path) -> Result<Option<Claim>, Error> {
        let Some(claims) = &self.claims else { return Ok(None) };
        claims.take(piece).map_err(|error| refused(self.folder.root(), &error))
    }

    /// Whether a piece is neither done nor claimed by another task; false for an observer.
    pub fn is_left(&self, piece: &Path) -> bool {
        self.claims.as_ref().is_some_and(|claims| claims.is_left(piece))
    }

    /// Returns the pieces that were looked up since the last call.
    pub fn seen(&self) -> Seen {
        std::mem::take(&mut *self.seen.lock().expect("no panic here"))
    }

    /// Returns an error that ends the command here, unless it is an observer and all results are
    /// there: a task never prints results.
    pub fn gathered(&self) -> Result<(), Error> {
        let whole = !self.works() && self.seen.lock().expect("no panic here").missing.is_empty();
        if whole { Ok(()) } else { Err(Error::Unfinished) }
    }

    /// Returns an error that ends the command here if a result is missing on which further pieces
    /// depend; a task then waits for it.
    pub fn decided(&self) -> Result<(), Error> {
        if self.seen.lock().expect("no panic here").missing.is_empty() {
            return Ok(());
        }
        self.waits.store(true, Ordering::Relaxed);
        Err(Error::Unfinished)
    }

    /// Returns whether further pieces may follow once the missing results are there, and resets it.
    pub fn waits(&self) -> bool {
        self.waits.swap(false, Ordering::Relaxed)
    }
}
