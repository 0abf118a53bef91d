//! A store of finished results, each in a file named by a hash over all that the result depends on.
//!
//! A file is written under another name and then renamed, so that a command that is killed at any point leaves whole results alone; and it carries a
//! hash of its contents, so that a damaged file is ignored.

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

/// Most bytes of a file that is read as a result.
const MOST_BYTES: u64 = 256 << 20;

/// The store of finished results on disk.
pub struct Store {
    /// The folder of the results; `None` where there is no place for a cache: then nothing is kept.
    folder: Option<PathBuf>,
    /// The hash of this command's own executable.
    own: Vec<u8>,
}

impl Store {
    /// Opens the store in the user's folder, or in folder `in_cache` of the cache.
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

    /// Returns the file name of a result: words for people, and a hash over `matters` and this command's own executable.
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
    pub fn find(&self, name: &str) -> Option<Value> {
        let bytes = read_at_most(&self.folder.as_ref()?.join(name), MOST_BYTES).ok()?;
        let mut file: Value = serde_json::from_slice(&bytes).ok()?;
        let result = file.get_mut("result")?.take();
        (file.get("sha256")?.as_str()? == digest(&result)).then_some(result)
    }

    /// Keeps a result under a name. If the file cannot be written, a warning is printed.
    pub fn keep(&self, name: &str, result: Value) {
        let Some(path) = self.folder.as_ref().map(|folder| folder.join(name)) else { return };
        let file = json!({ "sha256": digest(&result), "result": result }).to_string();
        if let Err(error) = write_whole(&path, file.as_bytes()) {
            aside!("a result cannot be kept: {}: {error}", path.display());
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
