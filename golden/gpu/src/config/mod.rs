//! Configurations: a [`Spec`] with the source of every value, as the files in `configs/` give it.

mod check;
mod choices;
mod error;
mod read;
mod setting;
pub mod spec;

use std::fmt;

use crate::config::spec::{KEYS, Key, Kind, Spec, Value};

pub use error::ConfigError;
pub(crate) use error::nearest;
pub(crate) use read::{File, in_order, kind};

/// Name and TOML text of every shipped configuration, one for each paper's table.
pub const SHIPPED: &[(&str, &str)] = &[
    ("stsimt", include_str!("../../configs/stsimt.toml")),
    ("slp", include_str!("../../configs/slp.toml")),
    ("vws", include_str!("../../configs/vws.toml")),
    ("vt", include_str!("../../configs/vt.toml")),
    ("simt-simd", include_str!("../../configs/simt-simd.toml")),
];

/// The source of a value that the user has set.
const SET: &str = "--set";

/// A GPU specification with the source of each value.
#[derive(Debug, Clone, PartialEq)]
pub struct Config {
    /// Name of the shipped configuration, or of the file.
    pub name: String,
    /// Specification: the values of the configuration.
    pub spec: Spec,
    /// What was changed by [`Config::set`], in this order, as in `core.count=4` or `low`.
    pub changes: Vec<String>,
    /// Source of each value, in the order of [`KEYS`].
    sources: Vec<String>,
    corners: Vec<Corner>,
}

/// A corner of a GPU: values, each with its source, at one end of what its paper leaves open.
#[derive(Debug, Clone, PartialEq)]
pub struct Corner {
    /// The corner's name, as in `low`, which [`Config::set`] takes.
    pub name: String,
    /// Keys, their values, and the sources.
    pub values: Vec<(&'static Key, Value, String)>,
}

impl Config {
    /// Returns the shipped configuration of this name; `None` if there is none. Panics if its file,
    /// which is the project's own, has a mistake.
    pub fn shipped(name: &str) -> Option<Config> {
        let (name, text) = SHIPPED.iter().find(|(known, _)| *known == name)?;
        let config = Config::read(&format!("configs/{name}.toml"), text).unwrap_or_else(|error| panic!("{error}"));
        Some(Config { name: (*name).into(), ..config })
    }

    /// Returns a shipped GPU with one core and one memory channel, changed by `sets`, for
    /// experiments. Panics if no GPU has this name, or if a change is refused.
    pub fn one_core<S: AsRef<str>>(name: &str, sets: &[S]) -> Spec {
        let mut config = Config::shipped(name).unwrap_or_else(|| panic!("no GPU is called `{name}`"));
        let alone = ["core.count=1", "dram.channels=1", "l2.bytes=131072"];
        let all: Vec<&str> = alone.into_iter().chain(sets.iter().map(AsRef::as_ref)).collect();
        config.set(&all).unwrap_or_else(|error| panic!("{error}"));
        config.spec
    }

    /// Reads a configuration from a file's text; the error names the first of several mistakes.
    pub fn read(file: &str, text: &str) -> Result<Config, ConfigError> {
        let (spec, sources, corners) = read::read(file, text)?;
        let config = Config { name: file.into(), spec, changes: vec![], sources, corners };
        for Corner { name, .. } in &config.corners {
            config.clone().set(&[name])?;
        }
        Ok(config)
    }

    /// Returns the corners of the GPU, in the order of the file.
    pub fn corners(&self) -> &[Corner] {
        &self.corners
    }

    /// Changes values, each as in `core.count=4`, or all those of a corner, as in `low`; rules
    /// between values are checked when all are changed.
    pub fn set<S: AsRef<str>>(&mut self, changes: &[S]) -> Result<(), ConfigError> {
        let (mut values, mut sources) = (self.spec.values(), self.sources.clone());
        for change in changes {
            let change = change.as_ref();
            let refuse = |what: String, help: String| ConfigError::new(format!("{SET} {change}"), what, help);
            let Some((name, value)) = change.split_once('=') else {
                let corner = self.corners.iter().find(|corner| corner.name == change).ok_or_else(|| {
                    let corners: Vec<String> =
                        self.corners.iter().map(|it| format!(", or the corner `{}`", it.name)).collect();
                    let help = format!("a key and a value are expected, as in `core.count=4`{}", corners.concat());
                    refuse("no value".into(), help)
                })?;
                for (key, value, source) in &corner.values {
                    let index = KEYS.iter().position(|known| known == *key).expect("a key of ours");
                    (values[index], sources[index]) = (value.clone(), source.clone());
                }
                Spec::of(&values).map_err(|(key, why)| refuse(format!("{key}: {why}"), error::takes(key)))?;
                continue;
            };
            let (name, value) = (name.trim(), value.trim());
            let index = error::key(name).map_err(|help| refuse(format!("there is no key `{name}`"), help))?;
            if values[index] == Value::Absent {
                let section = KEYS[index].section;
                let what = format!("`{}` has no section `{section}`", self.name);
                return Err(refuse(what, format!("choose a GPU that has one, or add `[{section}]` with all its keys")));
            }
            values[index] = match (KEYS[index].kind, value.parse()) {
                (Kind::Number | Kind::Optional, Ok(number)) => Value::Number(number),
                (Kind::Number, Err(_)) => {
                    return Err(refuse(format!("`{value}` is not a whole number"), error::takes(&KEYS[index])));
                }
                (Kind::Word(_) | Kind::Optional, _) => Value::Word(value.into()),
            };
            sources[index] = SET.into();
            // a value out of bounds is reported with the change that sets it
            Spec::of(&values).map_err(|(key, why)| refuse(why.to_string(), error::takes(key)))?;
        }
        let spec = Spec::of(&values)
            .map_err(|(key, why)| ConfigError::new(format!("{SET} {key}"), why.to_string(), error::takes(key)))?;
        spec.check().map_err(|(key, why)| {
            let place =
                format!("{} with {SET} {}", self.name, changes.iter().map(AsRef::as_ref).collect::<Vec<_>>().join(" "));
            ConfigError::new(
                place,
                format!("{key}: {why}"),
                "give the key another value, or also set the other key that the message names".into(),
            )
        })?;
        (self.spec, self.sources) = (spec, sources);
        self.changes.extend(changes.iter().map(|change| change.as_ref().to_string()));
        Ok(())
    }

    /// Returns every key with its value and source, without the keys of absent sections.
    pub fn rows(&self) -> impl Iterator<Item = (&'static Key, Value, &str)> {
        KEYS.iter()
            .zip(self.spec.values())
            .zip(&self.sources)
            .filter(|((_, value), _)| *value != Value::Absent)
            .map(|((key, value), source)| (key, value, source.as_str()))
    }
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        write!(f, "{}.{}", self.section, self.name)
    }
}
