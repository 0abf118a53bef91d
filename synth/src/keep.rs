//! Results of tools that are kept in files, so that nothing is made twice.

use std::path::Path;

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
    let name = format!("{top}-{}.{kind}.json", hex(parts.join("\n").as_bytes()));
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

/// Returns the SHA-256 of bytes, in hexadecimal digits.
pub(crate) fn hex(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}
