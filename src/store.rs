//! Finished work, each piece in a file named by a hash over all that its result depends on.
//!
//! A file is written beside its place and renamed there, so that a command that is killed at any point leaves whole results alone; and it carries
//! a hash of what it says, so that one that was damaged is none.

use std::fmt::Write as _;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use heddle_testbench::files::{could_write_in, read_at_most, write_whole};
use heddle_testbench::verilator::Cache;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::console::aside;
use crate::error::Error;

/// A longer file is no result.
const MOST_BYTES: u64 = 256 << 20;

/// Where finished work is kept.
pub struct Store {
    /// Nowhere, where there is no place for a cache.
    folder: Option<PathBuf>,
    /// Of this command's own bytes.
    own: Vec<u8>,
}

impl Store {
    /// In the user's folder, or in a folder of the cache.
    pub fn open(folder: Option<&Path>, in_cache: &str) -> Result<Store, Error> {
        let folder = match folder {
            Some(folder) => {
                could_write_in(folder).map_err(|error| {
                    Error::input(
                        format!("{}: {error}", folder.display()),
                        "name a folder that can be written with --keep",
                    )
                })?;
                Some(folder.to_path_buf())
            }
            None => Cache::open().ok().map(|cache| cache.root().join(in_cache)),
        };
        // the file that runs, whatever lies at its path by now
        let own = File::open("/proc/self/exe").and_then(hash).map_err(|error| {
            Error::tool(format!("/proc/self/exe: {error}"), "the command must be able to read its own file")
        })?;
        Ok(Store { folder, own })
    }

    /// The file of a result: words for people, and everything that matters, besides this command itself.
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

    /// A result that was kept before.
    pub fn find(&self, name: &str) -> Option<Value> {
        let bytes = read_at_most(&self.folder.as_ref()?.join(name), MOST_BYTES).ok()?;
        let mut file: Value = serde_json::from_slice(&bytes).ok()?;
        let result = file.get_mut("result")?.take();
        (file.get("sha256")?.as_str()? == digest(&result)).then_some(result)
    }

    /// Keeps a result. Where that can not be, it is only told.
    pub fn keep(&self, name: &str, result: Value) {
        let Some(path) = self.folder.as_ref().map(|folder| folder.join(name)) else { return };
        let file = json!({ "sha256": digest(&result), "result": result }).to_string();
        if let Err(error) = write_whole(&path, file.as_bytes()) {
            aside!("a result can not be kept: {}: {error}", path.display());
        }
    }
}

fn digest(result: &Value) -> String {
    hex(&Sha256::digest(result.to_string()))
}

fn hash(mut file: File) -> io::Result<Vec<u8>> {
    let mut hash = Sha256::new();
    let mut block = vec![0; 1 << 16];
    loop {
        match io::Read::read(&mut file, &mut block)? {
            0 => return Ok(hash.finalize().to_vec()),
            read => hash.update(&block[..read]),
        }
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}
