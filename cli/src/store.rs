//! A store of finished results, each in a file named by a hash over all that the result depends on.
//!
//! A file is written under another name and then renamed, so that a command that is killed at any
//! point leaves whole results alone; and it carries a hash of its contents, so that a damaged file
//! is ignored; one that others could have made is refused. Where tasks share the work, a result is
//! made by the task that has the claim on it.

mod file;

pub use file::{hex, keep, unbelieved, whole};

use std::path::{Path, PathBuf};
use std::sync::Arc;

use heddle_testbench::files::could_write_in;
use heddle_testbench::interrupt;
use heddle_testbench::jobs::in_parallel;
use heddle_testbench::kept::{self, Refused, Trust};
use heddle_testbench::verilator::{Cache, CacheError};
use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::cli::Cluster;
use crate::cluster::{Claim, Share, refused};
use crate::console::aside;
use crate::error::Error;
use crate::own;

/// The store of finished results on disk.
pub struct Store {
    /// The folder of the results; `None` where there is no place for a cache: then nothing is kept.
    folder: Option<PathBuf>,
    /// Whose results are believed.
    trust: Trust,
    /// The identity of this command's own executable.
    own: Vec<u8>,
    /// The part of this process in work that tasks share; `None` if it works alone.
    share: Option<Arc<Share>>,
}

/// The result of an attempt to claim a missing result: this process makes it, it is there
/// meanwhile, or another task makes it.
pub enum Turn {
    /// It is this process's to make.
    Mine(Mine),
    /// Another task kept it meanwhile.
    Kept(Value),
    /// Another task makes it, or this process only looks.
    Others,
}

/// The exclusive right to make a result; it is released if it is dropped without the result.
pub struct Mine(Option<Claim>);

impl Store {
    /// Opens the store in the folder that tasks share, or in the user's folder, or in folder
    /// `in_cache` of the cache.
    pub fn open(folder: Option<&Path>, cluster: &Cluster, in_cache: &str) -> Result<Store, Error> {
        let (folder, trust) = match (&cluster.share, folder) {
            (Some(share), _) => (Some(share.folder().kept()), Trust::Group),
            (None, Some(folder)) => {
                let trust = Trust::of_user();
                could_write_in(folder).and_then(|()| kept::folder(folder, trust)).map_err(|error| {
                    let what = format!("{}: {error}", folder.display());
                    unbelieved(&error).unwrap_or(Error::input(what, "name a folder that can be written with --keep"))
                })?;
                (Some(folder.to_path_buf()), trust)
            }
            (None, None) => match Cache::open().and_then(|cache| Ok((cache.folder(in_cache)?, cache.trust()))) {
                Ok((folder, trust)) => (Some(folder), trust),
                Err(CacheError::Folder { source, .. }) if Refused::of(&source).is_some() => {
                    return Err(unbelieved(&source).expect("it is refused"));
                }
                Err(_) => (None, Trust::Own),
            },
        };
        Ok(Store { folder, trust, own: own::identity()?, share: cluster.share.clone() })
    }

    /// Opens a store that is shared by tasks; without tasks, it keeps nothing.
    pub fn of_tasks(cluster: &Cluster) -> Result<Store, Error> {
        match cluster.share {
            Some(_) => Store::open(None, cluster, ""),
            None => Ok(Store { folder: None, trust: Trust::Own, own: Vec::new(), share: None }),
        }
    }

    /// Returns the role of this process in work that tasks share; `None` if it works alone.
    pub fn share(&self) -> Option<&Share> {
        self.share.as_deref()
    }

    /// Returns an error that ends the command here if it is a task, or if results are missing that
    /// other tasks make.
    pub fn gathered(&self) -> Result<(), Error> {
        self.share().map_or(Ok(()), Share::gathered)
    }

    /// Returns the file name of a result: readable words, and a hash over `matters` and this
    /// command's own executable.
    pub fn name<'a>(&'a self, words: &[&str], matters: impl IntoIterator<Item = &'a [u8]>) -> String {
        let mut hash = Sha256::new();
        // each part with its length
        for part in std::iter::once(&self.own[..]).chain(matters) {
            hash.update((part.len() as u64).to_le_bytes());
            hash.update(part);
        }
        let plain = |word: &&str| word.replace(|c: char| !c.is_ascii_alphanumeric(), "-").to_lowercase();
        let words: Vec<String> = words.iter().map(plain).collect();
        format!("{}-{}.json", words.join("-"), hex(&hash.finalize()))
    }

    /// Returns the result kept under a name; `None` if there is none, or if its file is damaged.
    ///
    /// It is an error if a link or something else that is no result lies in its place.
    pub fn find(&self, name: &str) -> Result<Option<Value>, Error> {
        self.folder.as_ref().map_or(Ok(None), |folder| whole(&folder.join(name), self.trust))
    }

    /// Claims the result with this name, which is missing, in order to make it.
    pub fn take(&self, name: &str) -> Result<Turn, Error> {
        let (Some(share), Some(folder)) = (&self.share, &self.folder) else { return Ok(Turn::Mine(Mine(None))) };
        let piece = folder.join(name);
        let Some(claim) = share.take(&piece)? else {
            share.see(&piece, false);
            return Ok(Turn::Others);
        };
        // the task that had it before may have kept it
        if let Some(kept) = self.find(name)? {
            claim.done();
            share.see(&piece, true);
            return Ok(Turn::Kept(kept));
        }
        // until it is kept
        share.see(&piece, false);
        Ok(Turn::Mine(Mine(Some(claim))))
    }

    /// Returns the result of each piece of work, `jobs` at a time: what is kept, and what `make`
    /// makes where it is this process's to make. A result is `None` if another task makes it, or
    /// after an interruption. `read` reads what `make` returns.
    pub fn each<W: Sync, T: Send>(
        &self,
        jobs: usize,
        pieces: &[W],
        name: impl Fn(&W) -> String + Sync,
        read: impl Fn(&W, &Value) -> Option<T> + Sync,
        make: impl Fn(&W) -> Result<Value, Error> + Sync,
    ) -> Result<Vec<Option<T>>, Error> {
        let one = |piece: &W| {
            if interrupt::asked() {
                return Ok(None);
            }
            let name = name(piece);
            if let Some(kept) = self.find(&name)?.and_then(|kept| read(piece, &kept)) {
                self.see(&name);
                return Ok(Some(kept));
            }
            let mine = match self.take(&name)? {
                Turn::Mine(mine) => mine,
                Turn::Kept(kept) => return Ok(read(piece, &kept)),
                Turn::Others => return Ok(None),
            };
            let made = make(piece)?;
            // what was interrupted is not the whole result
            if interrupt::asked() {
                return Ok(None);
            }
            let result = read(piece, &made);
            self.keep(&name, made)?;
            mine.done();
            Ok(result)
        };
        in_parallel(jobs, pieces, one).into_iter().collect()
    }

    /// Records that a result belongs to the work that tasks share, and that it is kept.
    pub fn see(&self, name: &str) {
        if let (Some(share), Some(folder)) = (&self.share, &self.folder) {
            share.see(&folder.join(name), true);
        }
    }

    /// Keeps a result under a name. If the file cannot be written, a warning is printed, or a task
    /// ends: nobody would ever find the result.
    pub fn keep(&self, name: &str, result: Value) -> Result<(), Error> {
        let Some(path) = self.folder.as_ref().map(|folder| folder.join(name)) else { return Ok(()) };
        match (keep(&path, result, self.trust), &self.share) {
            (Err(error), _) if Refused::of(&error).is_some() => return Err(unbelieved(&error).expect("it is refused")),
            (Err(error), Some(share)) => return Err(refused(share.folder().root(), &error)),
            (Err(error), None) => aside!("a result cannot be kept: {}: {error}", path.display()),
            (Ok(()), Some(share)) => share.see(&path, true),
            (Ok(()), None) => {}
        }
        Ok(())
    }
}

impl Mine {
    /// Releases the right to a result, which is kept.
    pub fn done(self) {
        self.0.into_iter().for_each(Claim::done);
    }
}
