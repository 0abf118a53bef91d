//! Results of tools that are kept in files, so that nothing is made twice.

use std::path::Path;

use serde::Serialize;
use serde::de::DeserializeOwned;
use sha2::{Digest, Sha256};

use crate::SynthError;

/// Returns a kept result, or makes and keeps it: text that `read` understands, under a hash of the
/// `parts` that it depends on.
///
/// # Errors
///
/// A link, or something else that is no file, lies in its place; or it cannot be made, or what was
/// made cannot be read or kept.
pub(crate) fn kept<T>(
    folder: &Path,
    top: &str,
    kind: &str,
    parts: &[&str],
    read: impl Fn(&str) -> Result<T, SynthError>,
    make: impl FnOnce() -> Result<String, SynthError>,
) -> Result<T, SynthError> {
    let name = format!("{top}-{}.{kind}", hex(parts.join("\n").as_bytes()));
    let path = folder.join(name);
    match std::fs::symlink_metadata(&path) {
        Ok(there) if !there.is_file() => return Err(SynthError::Foreign { path: path.display().to_string() }),
        _ => {}
    }
    if let Some(kept) = std::fs::read_to_string(&path).ok().and_then(|text| read(&text).ok()) {
        return Ok(kept);
    }
    let text = make()?;
    let made = read(&text)?;
    let file = |source| SynthError::File { top: top.to_string(), source };
    std::fs::create_dir_all(folder).map_err(file)?;
    let beside = tempfile::NamedTempFile::new_in(folder).map_err(file)?;
    std::fs::write(beside.path(), text).map_err(file)?;
    beside.persist(&path).map_err(|error| file(error.error))?;
    Ok(made)
}

/// Returns a value that is kept as JSON, or makes and keeps it, as [`kept`] does.
///
/// # Errors
///
/// As of [`kept`].
pub(crate) fn kept_value<T: Serialize + DeserializeOwned>(
    folder: &Path,
    top: &str,
    kind: &str,
    parts: &[&str],
    make: impl FnOnce() -> Result<T, SynthError>,
) -> Result<T, SynthError> {
    let unread = |error: serde_json::Error| SynthError::Netlist { top: top.to_string(), source: error.into() };
    let read = |text: &str| serde_json::from_str(text).map_err(unread);
    kept(folder, top, kind, parts, read, || serde_json::to_string(&make()?).map_err(unread))
}

/// Writes a file whole, unless it is there with these bytes.
pub(crate) fn plain(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    if std::fs::read(path).is_ok_and(|there| there == bytes) {
        return Ok(());
    }
    let folder = path.parent().unwrap_or(Path::new("."));
    std::fs::create_dir_all(folder)?;
    let beside = tempfile::NamedTempFile::new_in(folder)?;
    std::fs::write(beside.path(), bytes)?;
    beside.persist(path).map(drop).map_err(|error| error.error)
}

/// Returns the SHA-256 of bytes, in hexadecimal digits.
pub(crate) fn hex(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}
