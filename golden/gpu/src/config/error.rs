//! Errors of configurations: what is wrong, where, and what to do.

use crate::config::spec::{KEYS, Key, Kind};

/// A mistake in a configuration, with its place and what to do about it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {what}; {help}")]
pub struct ConfigError {
    /// File and line of the mistake, or the change that makes it (`--set ...`).
    pub place: String,
    /// Description of the mistake.
    pub what: String,
    /// Advice on how to correct the mistake.
    pub help: String,
}

impl ConfigError {
    pub(crate) fn new(place: String, what: String, help: String) -> Self {
        ConfigError { place, what, help }
    }
}

/// Says which values a key takes.
pub(super) fn takes(key: &Key) -> String {
    match key.kind {
        Kind::Number if key.unit.is_empty() => format!("`{key}` takes a whole number"),
        Kind::Number => format!("`{key}` takes a whole number ({})", key.unit),
        Kind::Optional => format!("`{key}` takes a whole number ({}), or `none`", key.unit),
        Kind::Word(words) => format!("`{key}` takes one of: {}", words.join(", ")),
    }
}

/// Returns the index of the key with this name, as in `core.count`, in [`KEYS`]; the error is what
/// to do where there is none.
pub(super) fn key(name: &str) -> Result<usize, String> {
    let keys: Vec<String> = KEYS.iter().map(Key::to_string).collect();
    keys.iter().position(|key| key == name).ok_or_else(|| {
        let help = nearest(name, keys.iter().map(String::as_str));
        help.unwrap_or_else(|| "`heddle sim --print-config` lists all keys".into())
    })
}

/// Returns a hint at the known word that is most similar to `word`; `None` if none is similar
/// enough.
pub(crate) fn nearest<'a>(word: &str, known: impl Iterator<Item = &'a str>) -> Option<String> {
    let near = |known: &str| strsim::jaro(&word.to_lowercase(), known);
    let nearest = known.max_by(|a, b| near(a).total_cmp(&near(b)))?;
    (near(nearest) > 0.6).then(|| format!("did you mean `{nearest}`?"))
}
