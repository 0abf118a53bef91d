//! The configuration of the GPU, shipped or from a file, with the user's changes.

use std::path::Path;

use heddle_gpu::config::spec::{Key, Value};
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

/// Prints every key of a configuration and of its corners, in the form of a file that --config
/// takes, or as JSON.
pub fn print(config: &Config, json: bool) {
    let mut section = "";
    for (key, value, source) in config.rows() {
        if json {
            say!("{}", event(config, None, key, &value, source));
            continue;
        }
        if section != key.section {
            let blank = if section.is_empty() { "" } else { "\n" };
            section = key.section;
            say!("{blank}[{section}]");
        }
        line(key.name, key, &value, source);
    }
    for corner in config.corners() {
        if !json {
            say!("\n[corner.{}]", corner.name);
        }
        for (key, value, source) in &corner.values {
            match json {
                true => say!("{}", event(config, Some(&corner.name), key, value, source)),
                false => line(&key.to_string(), key, value, source),
            }
        }
    }
}

/// Prints a line of a configuration's file.
fn line(name: &str, key: &Key, value: &Value, source: &str) {
    let value = match value {
        Value::Word(word) => format!("{word:?}"),
        value => value.to_string(),
    };
    say!("{name} = {{ value = {value}, source = {source:?} }} # {}: {}", key.unit, key.doc.trim());
}

/// Returns a key with its value and source as JSON; `corner` names the corner that it is of.
fn event(config: &Config, corner: Option<&str>, key: &Key, value: &Value, source: &str) -> serde_json::Value {
    let value = match value {
        Value::Number(number) => json!(number),
        Value::Word(word) => json!(word),
        Value::Absent => json!(null),
    };
    let mut event = json!({
        "event": "key", "config": config.name, "key": key.to_string(), "value": value, "unit": key.unit,
        "meaning": key.doc.trim(), "source": source,
    });
    if let Some(corner) = corner {
        event["corner"] = json!(corner);
    }
    event
}
