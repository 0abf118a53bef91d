//! Finished runs, each in a file named by a hash over all that its result depends on.
//!
//! A file is written beside its place and renamed there, so that a command that is killed at any point leaves whole runs alone; and it carries
//! a hash of what it says, so that one that was damaged is no run.

use std::fmt::Write as _;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use heddle_testbench::files::{could_write_in, read_at_most, write_whole};
use heddle_testbench::verilator::Cache;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::plan::{Job, Plan};
use super::record::Record;
use crate::error::Error;
use crate::say::aside;

/// A longer file is no run.
const MOST_BYTES: u64 = 256 << 20;

/// Where finished runs are kept.
pub struct Store {
    /// Nowhere, where there is no place for a cache.
    folder: Option<PathBuf>,
    /// Of this command's own bytes.
    own: Vec<u8>,
}

impl Store {
    /// In the user's folder, or in the cache.
    pub fn open(folder: Option<&Path>) -> Result<Store, Error> {
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
            None => Cache::open().ok().map(|cache| cache.root().join("runs")),
        };
        // the file that runs, whatever lies at its path by now
        let own = File::open("/proc/self/exe").and_then(hash).map_err(|error| {
            Error::tool(format!("/proc/self/exe: {error}"), "the command must be able to read its own file")
        })?;
        Ok(Store { folder, own })
    }

    fn path(&self, plan: &Plan, job: &Job) -> Option<PathBuf> {
        let (workload, policy) = (plan.workload(job), plan.policy(job).name());
        let plain = |name: &str| name.replace(|c: char| !c.is_ascii_alphanumeric(), "-").to_lowercase();
        let key = hex(&key(&self.own, plan, job));
        Some(self.folder.as_ref()?.join(format!("{}-{}-{key}.json", plain(&workload.name), plain(policy))))
    }

    /// A run that was made before.
    pub fn find(&self, plan: &Plan, job: &Job) -> Option<Record> {
        let bytes = read_at_most(&self.path(plan, job)?, MOST_BYTES).ok()?;
        let mut file: Value = serde_json::from_slice(&bytes).ok()?;
        let run = file.get_mut("run")?.take();
        let whole = file.get("sha256")?.as_str()? == digest(&run);
        Record::from_json(&run).filter(|_| whole)
    }

    /// Keeps a run. Where that can not be, the run is only told.
    pub fn keep(&self, plan: &Plan, job: &Job, record: &Record) {
        let Some(path) = self.path(plan, job) else { return };
        let run = record.to_json();
        let file = json!({ "sha256": digest(&run), "run": run }).to_string();
        if let Err(error) = write_whole(&path, file.as_bytes()) {
            aside!("a run can not be kept: {}: {error}", path.display());
        }
    }
}

/// Everything that matters, each part with its length.
fn key(own: &[u8], plan: &Plan, job: &Job) -> Vec<u8> {
    let workload = plan.workload(job);
    let mut hash = Sha256::new();
    let mut part = |part: &[u8]| {
        hash.update((part.len() as u64).to_le_bytes());
        hash.update(part);
    };
    part(own);
    for value in plan.config.spec.values() {
        part(value.to_string().as_bytes());
    }
    part(plan.policy(job).name().as_bytes());
    part(workload.module.source.text.as_bytes());
    // the description as it was understood
    part(format!("{:?}", workload.launch.as_ref().map(|(_, description)| description)).as_bytes());
    part(plan.scale.as_bytes());
    part(format!("{:?} {:?}", plan.options, plan.rtl).as_bytes());
    hash.finalize().to_vec()
}

fn digest(run: &Value) -> String {
    hex(&Sha256::digest(run.to_string()))
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
