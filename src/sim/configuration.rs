//! The configuration of the GPU, shipped or from a file, with the user's changes.

use std::path::Path;

use heddle_gpu::config::spec::{KEYS, Key, Kind, Value};
use heddle_gpu::config::{Config, SHIPPED};
use serde_json::json;

use crate::console::say;
use crate::error::Error;
use crate::explain::Explained;
use crate::kernel::program::text;
use crate::select::suggest;

/// Most configurations of a sweep.
const MOST_POINTS: usize = 10_000;

/// Reads a configuration by its name or from a TOML file, and applies the user's changes to it.
pub fn open(name: &str, changes: &[String]) -> Result<Config, Error> {
    if let Some(list) = changes.iter().find(|change| values(change).len() > 1) {
        let what = format!("--set {list}: a list of values is a sweep");
        return Err(Error::input(what, "give one value; `heddle sim` runs workloads with each value of a list"));
    }
    let mut config = read(name)?;
    config.set(changes).explained()?;
    Ok(config)
}

/// Reads a configuration by its name or from a TOML file, and returns it with each combination of
/// the user's changes: a change may list several values, as in `core.count=1,2,4`. The first
/// change varies slowest, and a configuration that comes twice is returned once.
pub fn sweep(name: &str, changes: &[String]) -> Result<Vec<Config>, Error> {
    let config = read(name)?;
    let lists: Vec<Vec<String>> = changes.iter().map(|change| values(change)).collect();
    let number = lists.iter().try_fold(1, |all: usize, list| all.checked_mul(list.len()));
    if number.is_none_or(|number| number > MOST_POINTS) {
        let what = format!("the lists of --set have more than {MOST_POINTS} combinations");
        return Err(Error::input(what, "shorten the lists, or give several commands a part each"));
    }
    let mut points: Vec<Vec<&String>> = vec![vec![]];
    for list in &lists {
        points = points.iter().flat_map(|point| list.iter().map(|value| [&point[..], &[value]].concat())).collect();
    }
    let mut configs: Vec<Config> = Vec::new();
    for point in &points {
        let mut config = config.clone();
        config.set(point).explained()?;
        if configs.iter().all(|there| there.spec != config.spec) {
            configs.push(config);
        }
    }
    Ok(configs)
}

/// Returns the changes that a change with a list of values stands for, one for each value. A word
/// that a key takes as it is counts as one value, whatever is in it.
fn values(change: &str) -> Vec<String> {
    let (key, list) = change.split_once('=').map_or(("", change), |(key, list)| (key.trim(), list.trim()));
    let takes =
        |known: &&Key| known.to_string() == key && matches!(known.kind, Kind::Word(words) if words.contains(&list));
    if !list.contains(',') || KEYS.iter().any(|known| takes(&known)) {
        return vec![change.into()];
    }
    let of = |value: &str| if key.is_empty() { value.trim().into() } else { format!("{key}={}", value.trim()) };
    list.split(',').map(of).collect()
}

/// Reads a configuration by its name or from a TOML file.
fn read(name: &str) -> Result<Config, Error> {
    Ok(match Config::shipped(name) {
        Some(config) => config,
        None if name.contains(['/', '.']) || Path::new(name).exists() => {
            Config::read(name, &text(Path::new(name), "--config takes stsimt, slp, vws, vt, or a TOML file")?)
                .explained()?
        }
        None => {
            let known = SHIPPED.iter().map(|(known, _)| *known);
            return Err(Error::input(format!("there is no configuration `{name}`"), suggest(name, known)));
        }
    })
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
