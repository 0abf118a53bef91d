//! Reads a configuration file's text into values and sources; every mistake is reported with its
//! line.

use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::Corner;
use super::error::{self, ConfigError, nearest, takes};
use crate::config::spec::{KEYS, Key, OPTIONAL, Spec, Value};

/// A value with its source and its position in the file.
struct Entry {
    value: Value,
    source: String,
    at: Range<usize>,
}

/// A file: its name and its text.
pub(crate) struct File<'a> {
    pub name: &'a str,
    pub text: &'a str,
}

type Table<'a> = DeTable<'a>;

/// The section of corners, which is none of a specification's.
const CORNER: &str = "corner";

pub(super) fn read(name: &str, text: &str) -> Result<(Spec, Vec<String>, Vec<Corner>), ConfigError> {
    let file = File { name, text };
    let root = DeTable::parse(text).map_err(|error| {
        file.error(error.span().unwrap_or(0..0), error.message().into(), "a configuration is a TOML file".into())
    })?;
    file.sections(root.get_ref())?;
    let mut entries = Vec::with_capacity(KEYS.len());
    for key in KEYS {
        entries.push(file.entry(root.get_ref(), key)?);
    }
    let values: Vec<Value> = entries.iter().map(|entry| entry.value.clone()).collect();
    let at = |key: &Key| {
        let index = KEYS.iter().position(|known| known == key).expect("a key of ours");
        entries[index].at.clone()
    };
    let spec = Spec::of(&values).map_err(|(key, why)| file.error(at(key), format!("{key}: {why}"), takes(key)))?;
    spec.check().map_err(|(name, why)| {
        let key = KEYS.iter().find(|key| key.to_string() == name).expect("it names a key");
        file.error(at(key), format!("{key}: {why}"), "change it, or the key that it must agree with".into())
    })?;
    let corners = file.corners(root.get_ref())?;
    Ok((spec, entries.into_iter().map(|entry| entry.source).collect(), corners))
}

impl File<'_> {
    /// Returns the error for a mistake at a position of the file, with its line.
    pub fn error(&self, at: Range<usize>, what: String, help: String) -> ConfigError {
        let before = &self.text.as_bytes()[..at.start.min(self.text.len())];
        let line = 1 + before.iter().filter(|byte| **byte == b'\n').count();
        ConfigError::new(format!("{}:{line}", self.name), what, help)
    }

    /// Checks that all sections and keys are known; the error names the first that is not.
    fn sections(&self, root: &Table) -> Result<(), ConfigError> {
        let sections: Vec<&str> = KEYS.chunk_by(|a, b| a.section == b.section).map(|keys| keys[0].section).collect();
        for (name, value) in in_order(root) {
            let section = name.get_ref().as_ref();
            if section == CORNER {
                continue;
            }
            if !sections.contains(&section) {
                let help = nearest(section, sections.iter().copied());
                let help = help.unwrap_or_else(|| format!("the sections are: {}", sections.join(", ")));
                return Err(self.error(name.span(), format!("there is no section `{section}`"), help));
            }
            let table = self.table(section, value)?;
            for (name, _) in in_order(table) {
                let key = name.get_ref().as_ref();
                let known = || KEYS.iter().filter(|known| known.section == section).map(|known| known.name);
                if !known().any(|known| known == key) {
                    let help = elsewhere(key).or_else(|| nearest(key, known()));
                    let help =
                        help.unwrap_or_else(|| format!("its keys are: {}", known().collect::<Vec<_>>().join(", ")));
                    return Err(self.error(name.span(), format!("section `{section}` has no key `{key}`"), help));
                }
            }
        }
        Ok(())
    }

    /// Returns the table that a section is; the error says what else stands there.
    fn table<'t, 'b>(&self, name: &str, value: &'t Spanned<DeValue<'b>>) -> Result<&'t Table<'b>, ConfigError> {
        value.get_ref().as_table().ok_or_else(|| {
            let what = format!("`{name}` is {}, not a section", kind(value.get_ref()));
            self.error(value.span(), what, format!("write `[{name}]` and its keys below"))
        })
    }

    /// Returns the corners of the file, in its order: `[corner.NAME]`, with a line
    /// `SECTION.KEY = { value = ..., source = "..." }` for each value.
    fn corners(&self, root: &Table) -> Result<Vec<Corner>, ConfigError> {
        let Some(corners) = root.get(CORNER) else { return Ok(Vec::new()) };
        let mut all = Vec::new();
        for (name, corner) in in_order(self.table(CORNER, corners)?) {
            let name = name.get_ref().to_string();
            let place = format!("{CORNER}.{name}");
            let mut values = Vec::new();
            for (section, keys) in in_order(self.table(&place, corner)?) {
                let within = format!("{place}.{}", section.get_ref());
                for (key, said) in in_order(self.table(&within, keys)?) {
                    let full = format!("{}.{}", section.get_ref(), key.get_ref());
                    let known = error::key(&full)
                        .map_err(|help| self.error(key.span(), format!("`{place}`: there is no key `{full}`"), help))?;
                    if root.get(KEYS[known].section).is_none() {
                        let what = format!("`{place}`: this GPU has no section `{}`", KEYS[known].section);
                        let help = "leave the key out, or add the section with all its keys".into();
                        return Err(self.error(key.span(), what, help));
                    }
                    let Entry { value, source, .. } = self.value(&KEYS[known], said)?;
                    values.push((&KEYS[known], value, source));
                }
            }
            all.push(Corner { name, values });
        }
        Ok(all)
    }

    /// Returns a key's value, source and position in the file.
    fn entry(&self, root: &Table, key: &Key) -> Result<Entry, ConfigError> {
        if OPTIONAL.contains(&key.section) && root.get(key.section).is_none() {
            return Ok(Entry { value: Value::Absent, source: String::new(), at: 0..0 });
        }
        let section = root.get(key.section).ok_or_else(|| {
            let end = self.text.len()..self.text.len();
            self.error(end, format!("section `{}` is missing", key.section), "add the section with all its keys".into())
        })?;
        let table = section.get_ref().as_table().expect("sections are tables by now");
        let said = table.get(key.name).ok_or_else(|| {
            let help = format!("{} under `[{}]`: {}", form(key), key.section, key.doc.trim());
            self.error(section.span(), format!("`{key}` is missing"), help)
        })?;
        self.value(key, said)
    }

    /// Returns the value and the source that stand for a key at a position in the file.
    fn value(&self, key: &Key, said: &Spanned<DeValue>) -> Result<Entry, ConfigError> {
        let form = || form(key);
        let at = said.span();
        let refuse = |what: String, help: String| self.error(at.clone(), format!("{key}: {what}"), help);
        let parts = said
            .get_ref()
            .as_table()
            .ok_or_else(|| refuse(format!("{} without a source", kind(said.get_ref())), form()))?;
        for (name, _) in in_order(parts) {
            let part = name.get_ref().as_ref();
            if !["value", "source"].contains(&part) {
                let help = nearest(part, ["value", "source"].into_iter()).unwrap_or_else(form);
                return Err(refuse(format!("`{part}` is neither `value` nor `source`"), help));
            }
        }
        let part =
            |name| parts.get(name).map(Spanned::get_ref).ok_or_else(|| refuse(format!("`{name}` is missing"), form()));
        let value = match part("value")? {
            DeValue::Integer(digits) => {
                let number = u64::from_str_radix(digits.as_str(), digits.radix());
                number
                    .map(Value::Number)
                    .map_err(|_| refuse(format!("{} is out of range", digits.as_str()), takes(key)))
            }
            DeValue::String(word) => Ok(Value::Word(word.to_string())),
            other => Err(refuse(format!("the value is {}", kind(other)), takes(key))),
        }?;
        let source = match part("source")? {
            DeValue::String(source) if !source.trim().is_empty() => source.trim().to_string(),
            DeValue::String(_) => {
                let help = "name the paper's table or section, or write `assumed: ` and the reason";
                return Err(refuse("the source is empty".into(), help.into()));
            }
            other => return Err(refuse(format!("the source is {}", kind(other)), form())),
        };
        Ok(Entry { value, source, at })
    }
}

/// Returns the advice how a key's value and source are written.
fn form(key: &Key) -> String {
    format!("write `{} = {{ value = ..., source = \"...\" }}`", key.name)
}

/// Returns a table's entries in the order of the file.
pub(crate) fn in_order<'a, 'b>(
    table: &'a Table<'b>,
) -> Vec<(&'a Spanned<toml::de::DeString<'b>>, &'a Spanned<DeValue<'b>>)> {
    let mut entries: Vec<_> = table.iter().collect();
    entries.sort_by_key(|(name, _)| name.span().start);
    entries
}

/// Returns a hint at the section that has a key of this name; `None` if no section has one.
fn elsewhere(name: &str) -> Option<String> {
    let key = KEYS.iter().find(|key| key.name == name)?;
    Some(format!("did you mean `{key}`?"))
}

pub(crate) fn kind(value: &DeValue) -> String {
    match value.type_str() {
        kind if kind.starts_with(['a', 'e', 'i', 'o', 'u']) => format!("an {kind}"),
        kind => format!("a {kind}"),
    }
}
