//! The configuration of the GPU, shipped or from a file, with the user's changes.

use std::path::Path;

use heddle_gpu::config::spec::Value;
use heddle_gpu::config::{Config, SHIPPED};
use serde_json::json;

use crate::console::say;
use crate::error::Error;
use crate::kernel::program::text;
use crate::select::suggest;

/// Reads a configuration by its name or from a TOML file, and applies the user's changes to it.
pub fn open(name: &str, changes: &[String]) -> Result<Config, Error> {
    let mut config = match Config::shipped(name) {
        Some(config) => config,
        None if name.contains(['/', '.']) || Path::new(name).exists() => {
            Config::read(name, &text(Path::new(name), "--config takes stsimt, slp, vws, vt, or a TOML file")?)?
        }
        None => {
            let known = SHIPPED.iter().map(|(known, _)| *known);
            return Err(Error::input(format!("there is no configuration `{name}`"), suggest(name, known)));
        }
    };
    config.set(changes)?;
    Ok(config)
}

/// Prints every key of a configuration, in the form of a file that --config takes, or as JSON.
pub fn print(config: &Config, json: bool) {
    let mut section = "";
    for (key, value, source) in config.rows() {
        if json {
            let value = match &value {
                Value::Number(number) => json!(number),
                Value::Word(word) => json!(word),
                Value::Absent => json!(null),
            };
            let event = json!({
                "event": "key", "config": config.name, "key": key.to_string(), "value": value, "unit": key.unit,
                "meaning": key.doc.trim(), "source": source,
            });
            say!("{event}");
        } else {
            if section != key.section {
                let blank = if section.is_empty() { "" } else { "\n" };
                section = key.section;
                say!("{blank}[{section}]");
            }
            let value = match value {
                Value::Word(word) => format!("{word:?}"),
                value => value.to_string(),
            };
            say!("{} = {{ value = {value}, source = {source:?} }} # {}: {}", key.name, key.unit, key.doc.trim());
        }
    }
}
