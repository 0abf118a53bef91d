//! Claims on pieces of work: files that tasks on any node take, one task a piece, and that outlive
//! a dead task without blocking the piece.
//!
//! The claims of piece `NAME` are the files `NAME.claim-0`, `NAME.claim-1`, ...; the highest number
//! is the one that counts. A claim is written beside its place and linked to it, which exactly one
//! task can do, on NFS too. A claim whose task is gone is never removed or replaced: the next
//! number is taken, and of several tasks that saw the same dead claim one gets it. Claims are
//! removed only after the result is kept, and a task that gets a claim looks for the result once
//! more: so a claim that was just removed, and is taken again, does no harm.

use std::collections::BTreeMap;
use std::fs::{self, File, Permissions};
use std::io::{self, ErrorKind, Write};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant, SystemTime};

use heddle_testbench::kept::{self, Trust};
use rustix::fs::{Timespec, Timestamps, UTIME_NOW, futimens};

use super::owner::{Life, Owner};
use super::slurm::Tasks;
use crate::store::whole;

/// Whether the result of a piece of work is kept and undamaged: the one definition of a done piece.
pub fn is_done(piece: &Path) -> bool {
    matches!(whole(piece, Trust::Group), Ok(Some(_)))
}

/// Most bytes of a claim that are read.
const MOST_BYTES: u64 = 1 << 16;
/// Time after which a claim is dead whose owner is on another system, and does not touch it: as
/// long as NFS may show an old time, several times over.
const LEASE: Duration = Duration::from_secs(300);
/// How often an owner touches its claims in the time of a lease.
const TOUCHES: u32 = 10;

/// Puts a finished file in its place unless something is there; returns whether it is there now.
type Place = fn(&Path, &Path) -> io::Result<bool>;
/// A function that returns whether the owner of a claim is alive.
type Judge = dyn Fn(&Owner) -> Life + Send + Sync;

/// The claims of one task on pieces of work: lock files that other tasks respect.
pub struct Claims {
    owner: Owner,
    judge: Box<Judge>,
    place: Place,
    lease: Duration,
    held: Arc<Mutex<Vec<PathBuf>>>,
    /// The clock of each folder's file system: its time, and when it was that.
    clocks: Mutex<BTreeMap<PathBuf, (SystemTime, Instant)>>,
    end: Option<mpsc::Sender<()>>,
    toucher: Option<JoinHandle<()>>,
}

/// A claim on a piece of work: a lock, which is released when it is dropped.
pub struct Claim {
    piece: PathBuf,
    number: u32,
    done: bool,
    held: Arc<Mutex<Vec<PathBuf>>>,
}

/// What is known of the claim on a piece.
enum Last {
    /// There is none.
    Never,
    /// The highest claim has this number and this owner; `None` if it was given back, or is not
    /// readable.
    Number(u32, Option<Owner>),
}

impl Claims {
    /// Creates the claims of this process, which looks up other owners on its node and in Slurm.
    pub fn own() -> Self {
        let (own, tasks) = (Owner::own(), Tasks::default());
        Claims::new(own.clone(), move |other| own.judge(other, |job| tasks.has_ended(job)))
    }

    /// Creates the claims of `owner`; `judge` returns whether another owner is still alive.
    pub fn new(owner: Owner, judge: impl Fn(&Owner) -> Life + Send + Sync + 'static) -> Self {
        Self::with(owner, Box::new(judge), link, LEASE)
    }

    fn with(owner: Owner, judge: Box<Judge>, place: Place, lease: Duration) -> Self {
        let held: Arc<Mutex<Vec<PathBuf>>> = Arc::default();
        let (end, ended) = mpsc::channel();
        let touched = Arc::clone(&held);
        let toucher = std::thread::spawn(move || {
            while ended.recv_timeout(lease / TOUCHES) == Err(RecvTimeoutError::Timeout) {
                for path in touched.lock().expect("no panic here").iter() {
                    // a claim that cannot be touched may be taken for dead: then its piece is done
                    // twice, with the same result
                    let _ = touch(path);
                }
            }
        });
        let clocks = Mutex::default();
        Claims { owner, judge, place, lease, held, clocks, end: Some(end), toucher: Some(toucher) }
    }

    /// Claims the piece of work whose result is to be the file `piece`; `None` if another task has
    /// claimed it.
    pub fn take(&self, piece: &Path) -> io::Result<Option<Claim>> {
        let number = match last(piece)? {
            Last::Never => 0,
            Last::Number(number, owner) if self.is_free(piece, number, owner.as_ref()) => number + 1,
            Last::Number(..) => return Ok(None),
        };
        let path = file(piece, number);
        let folder = piece.parent().unwrap_or(Path::new("."));
        // tasks of other users read the owner
        let readable = Permissions::from_mode(0o644);
        let mut beside = tempfile::Builder::new().prefix(".claim.").permissions(readable).tempfile_in(folder)?;
        beside.write_all(self.owner.text().as_bytes())?;
        if !(self.place)(beside.path(), &path)? {
            return Ok(None);
        }
        self.held.lock().expect("no panic here").push(path);
        Ok(Some(Claim { piece: piece.to_path_buf(), number, done: false, held: Arc::clone(&self.held) }))
    }

    /// Whether a piece of work is neither done nor claimed. A piece whose claims cannot be read
    /// does not count: it cannot be claimed either.
    pub fn is_left(&self, piece: &Path) -> bool {
        // the result is looked for last: a claim is removed once the result is kept
        matches!(self.holder(piece), Ok(None)) && !is_done(piece)
    }

    /// Returns the live owner of the claim on a piece of work; `None` if there is none, an error if
    /// its claims cannot be read.
    pub fn holder(&self, piece: &Path) -> io::Result<Option<Owner>> {
        Ok(match last(piece)? {
            Last::Number(number, Some(owner)) if !self.is_free(piece, number, Some(&owner)) => Some(owner),
            _ => None,
        })
    }

    /// Whether a claim with this owner blocks no other task: it was given back, or its owner is
    /// gone.
    fn is_free(&self, piece: &Path, number: u32, owner: Option<&Owner>) -> bool {
        let Some(owner) = owner else { return true };
        match (self.judge)(owner) {
            Life::Dead => true,
            Life::Alive => false,
            Life::Unknown => self.is_over(&file(piece, number)),
        }
    }

    /// Whether a claim was not touched for the time of a lease, by the clock of its file system,
    /// which every process sees alike.
    fn is_over(&self, path: &Path) -> bool {
        let Ok(touched) = fs::symlink_metadata(path).and_then(|data| data.modified()) else { return false };
        // a touch far ahead is older than the clock, which was set back
        self.now(path).duration_since(touched).unwrap_or_else(|ahead| ahead.duration()) > self.lease
    }

    /// Returns the time of the file system that a claim is on: that of a new file; this node's, if
    /// none can be made.
    fn now(&self, path: &Path) -> SystemTime {
        let folder = path.parent().unwrap_or(Path::new("."));
        let mut clocks = self.clocks.lock().expect("no panic here");
        let clock = clocks.get(folder).filter(|(_, at)| at.elapsed() < self.lease / TOUCHES).copied();
        let (then, at) = clock.unwrap_or_else(|| {
            let made = tempfile::tempfile_in(folder).and_then(|file| file.metadata()?.modified());
            (made.unwrap_or_else(|_| SystemTime::now()), Instant::now())
        });
        clocks.insert(folder.to_path_buf(), (then, at));
        then + at.elapsed()
    }
}

impl Drop for Claims {
    fn drop(&mut self) {
        drop(self.end.take());
        self.toucher.take().map(JoinHandle::join);
    }
}

impl Claim {
    /// Removes the claims on the piece of work, whose result is kept.
    pub fn done(mut self) {
        self.done = true;
        for number in 0..=self.number {
            // what is not removed blocks no other task: the piece is done
            let _ = fs::remove_file(file(&self.piece, number));
        }
    }
}

impl Drop for Claim {
    fn drop(&mut self) {
        let path = file(&self.piece, self.number);
        self.held.lock().expect("no panic here").retain(|held| *held != path);
        if !self.done {
            // an empty claim is one that was given back: emptying it needs no room on the disk
            let _ = kept::open(&path, File::options().write(true).truncate(true));
        }
    }
}

fn file(piece: &Path, number: u32) -> PathBuf {
    let mut name = piece.as_os_str().to_os_string();
    name.push(format!(".claim-{number}"));
    name.into()
}

fn last(piece: &Path) -> io::Result<Last> {
    let mut last = Last::Never;
    for number in 0.. {
        match kept::read(&file(piece, number), MOST_BYTES, Trust::Group) {
            Ok(text) => last = Last::Number(number, Owner::read(&text)),
            Err(error) if error.kind() == ErrorKind::NotFound => break,
            Err(error) => return Err(error),
        }
    }
    Ok(last)
}

/// Touches a claim, by the clock of its file system.
fn touch(path: &Path) -> io::Result<()> {
    let now = Timespec { tv_sec: 0, tv_nsec: UTIME_NOW };
    let file = kept::open(path, File::options().write(true))?;
    Ok(futimens(&file, &Timestamps { last_access: now, last_modification: now })?)
}

/// Links a file to its place: of several tasks, one can.
fn link(from: &Path, to: &Path) -> io::Result<bool> {
    match fs::hard_link(from, to) {
        Ok(()) => Ok(true),
        // NFS may repeat a request that was served, and then answer that the place is taken: the
        // second link tells
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(fs::metadata(from)?.nlink() == 2),
        Err(error) => Err(error),
    }
}

#[cfg(test)]
#[path = "claim_tests.rs"]
mod tests;
