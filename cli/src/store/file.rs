//! A file that keeps one result, with a hash of it, so that a damaged file is ignored.

use std::fmt::Write as _;
use std::io;
use std::path::Path;

use heddle_testbench::kept::{self, Refused, Trust};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::error::Error;

/// Most bytes of a file that is read as a result.
const MOST_BYTES: u64 = 256 << 20;

/// Reads a result from its file; `None` if there is none, or if the file is damaged.
pub fn whole(path: &Path, trust: Trust) -> Result<Option<Value>, Error> {
    let read = |bytes: Vec<u8>| {
        let mut file: Value = serde_json::from_slice(&bytes).ok()?;
        let result = file.get_mut("result")?.take();
        (file.get("sha256")?.as_str()? == digest(&result)).then_some(result)
    };
    match kept::read(path, MOST_BYTES, trust) {
        Ok(bytes) => Ok(read(bytes)),
        Err(error) => unbelieved(&error).map_or(Ok(None), Err),
    }
}

/// Writes a result into a file, with a hash by which damage is detected.
pub fn keep(path: &Path, result: Value, trust: Trust) -> io::Result<()> {
    let file = json!({ "sha256": digest(&result), "result": result }).to_string();
    path.parent().map_or(Ok(()), |folder| kept::make(folder, trust))?;
    kept::write(path, file.as_bytes())
}

/// Returns the error of a file or folder that is not trusted; `None` if `error` has another cause.
pub fn unbelieved(error: &io::Error) -> Option<Error> {
    Refused::of(error).map(|Refused { what, help }| Error::input(what, help))
}

fn digest(result: &Value) -> String {
    hex(&Sha256::digest(result.to_string()))
}

/// Returns bytes as hexadecimal digits.
pub fn hex(bytes: &[u8]) -> String {
    bytes.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A number with a fraction that is read as its neighbour makes a whole file a damaged one.
    #[test]
    fn numbers_are_read_as_they_were_written() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("kept.json");
        for n in 1..500 {
            let result = json!({ "seconds": 3.0 + 1.0 / f64::from(n) });
            keep(&path, result.clone(), Trust::of_user()).unwrap();
            assert_eq!(whole(&path, Trust::of_user()).unwrap(), Some(result));
        }
    }
}
