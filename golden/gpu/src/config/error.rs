//! What is wrong with a configuration, where, and what to do.

use crate::config::spec::{Key, Kind};

/// A mistake in a configuration.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{place}: {what}; {help}")]
pub struct ConfigError {
    /// The file and the line, or the change.
    pub place: String,
    /// What is wrong.
    pub what: String,
    /// What to do.
    pub help: String,
}

impl ConfigError {
    pub(crate) fn new(place: String, what: String, help: String) -> Self {
        ConfigError { place, what, help }
    }
}

/// What a key takes.
pub(super) fn takes(key: &Key) -> String {
    match key.kind {
        Kind::Number if key.unit.is_empty() => format!("`{key}` takes a whole number"),
        Kind::Number => format!("`{key}` takes a whole number ({})", key.unit),
        Kind::Optional => format!("`{key}` takes a whole number ({}), or `none`", key.unit),
        Kind::Word(words) => format!("`{key}` takes one of: {}", words.join(", ")),
    }
}

/// The known word nearest to this one, if one is near.
pub(crate) fn nearest<'a>(word: &str, known: impl Iterator<Item = &'a str>) -> Option<String> {
    let near = |known: &str| strsim::jaro(&word.to_lowercase(), known);
    let nearest = known.max_by(|a, b| near(a).total_cmp(&near(b)))?;
    (near(nearest) > 0.6).then(|| format!("did you mean `{nearest}`?"))
}
