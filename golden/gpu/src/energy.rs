//! The energy of a run: events times the energy of one event, and power times time.
//!
//! The table is a file (`configs/energy.toml`) in which every number has a source. Its entries
//! stand in for the cost of the units' own hardware until that is measured; they are for comparing
//! policies on one GPU, not for a chip's watts.

use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::config::spec::Spec;
use crate::config::{ConfigError, File, in_order, kind, nearest};
use crate::system::list;

/// The text of the energy table that is part of the program.
const SHIPPED: &str = include_str!("../configs/energy.toml");

/// An entry of the energy table for a kind of event: the energy of one event, and the statistic
/// that counts the events.
#[derive(Debug, Clone, PartialEq)]
pub struct Event {
    /// The event's name, unique in the table.
    pub name: String,
    /// The name of the statistic that counts the events.
    pub counter: String,
    /// Energy of one event, in pJ.
    pub picojoules: f64,
    /// The source of the number: a publication, or `assumed: ` and a reason.
    pub source: String,
    /// The statistic's place in [`list`].
    place: usize,
}

/// An entry of the energy table for a part of the GPU that draws power throughout a run.
#[derive(Debug, Clone, PartialEq)]
pub struct Power {
    /// The part's name, unique in the table.
    pub name: String,
    /// The kind of component that has one part of this kind each: the GPU, a core or a memory
    /// channel.
    pub each: Each,
    /// Power of one part, in mW.
    pub milliwatts: f64,
    /// The source of the number: a publication, or `assumed: ` and a reason.
    pub source: String,
}

/// The kind of component whose number multiplies a static-power entry: the whole GPU, its cores or
/// its memory channels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Each {
    /// The whole GPU.
    Gpu,
    /// A core.
    Core,
    /// A memory channel with its slices of L2.
    Channel,
}

const EACH: [(&str, Each); 3] = [("gpu", Each::Gpu), ("core", Each::Core), ("channel", Each::Channel)];

impl Each {
    fn count(self, spec: &Spec) -> u32 {
        match self {
            Each::Gpu => 1,
            Each::Core => spec.core.count,
            Each::Channel => spec.dram.channels,
        }
    }
}

/// The energy table: the energy of each event and the power of each part, every number with its
/// source.
#[derive(Debug, Clone, PartialEq)]
pub struct Table {
    /// Entries for events that cost energy each time.
    pub events: Vec<Event>,
    /// Entries for parts that draw power all the time.
    pub power: Vec<Power>,
}

/// Energy of a run, by the entries of an energy table.
#[derive(Debug, Clone, PartialEq)]
pub struct Energy {
    /// Energy by event, in J, in the order of [`Table::events`].
    pub events: Vec<f64>,
    /// Energy by part that draws power, in J, in the order of [`Table::power`].
    pub statics: Vec<f64>,
    /// Simulated duration of the run, in seconds.
    pub seconds: f64,
}

impl Energy {
    /// Returns the energy of all events and parts together, in J.
    pub fn total(&self) -> f64 {
        self.events.iter().chain(&self.statics).sum()
    }

    /// Returns the mean power, in W; 0 for a run that took no time.
    pub fn watts(&self) -> f64 {
        if self.seconds == 0.0 { 0.0 } else { self.total() / self.seconds }
    }

    /// Returns the energy-delay product: energy times run time, in J s.
    pub fn delay_product(&self) -> f64 {
        self.total() * self.seconds
    }
}

impl Table {
    /// Returns the energy table that is part of the program (`configs/energy.toml`); panics if it
    /// has a mistake.
    pub fn shipped() -> Table {
        Table::read("configs/energy.toml", SHIPPED).unwrap_or_else(|error| panic!("{error}"))
    }

    /// Reads an energy table from the text of a file, whose name is for messages; an error is the
    /// first mistake in the text.
    pub fn read(file: &str, text: &str) -> Result<Table, ConfigError> {
        let reader = Reader(File { name: file, text });
        let root = DeTable::parse(text).map_err(|error| {
            reader.0.error(
                error.span().unwrap_or(0..0),
                error.message().into(),
                "an energy table is a TOML file".into(),
            )
        })?;
        let mut table = Table { events: Vec::new(), power: Vec::new() };
        for (name, value) in in_order(root.get_ref()) {
            match name.get_ref().as_ref() {
                "event" => table.events = reader.rows(value, EVENT, Reader::event)?,
                "power" => table.power = reader.rows(value, POWER, Reader::power)?,
                other => {
                    let help = nearest(other, ["event", "power"].into_iter());
                    let help = help.unwrap_or_else(|| "the sections are `[[event]]` and `[[power]]`".into());
                    return Err(reader.0.error(name.span(), format!("there is no section `{other}`"), help));
                }
            }
        }
        if table.events.is_empty() && table.power.is_empty() {
            return Err(reader.0.error(
                0..0,
                "the table has neither an event nor a power".into(),
                "write an `[[event]]`".into(),
            ));
        }
        Ok(table)
    }

    /// Returns the energy of a run of `cycles` core cycles with these values of all statistics, in
    /// the order of [`list`].
    pub fn energy(&self, spec: &Spec, statistics: &[u64], cycles: u64) -> Energy {
        let seconds = cycles as f64 / (f64::from(spec.core.clock) * 1e6);
        let event = |event: &Event| statistics.get(event.place).map_or(0.0, |&n| n as f64 * event.picojoules * 1e-12);
        let power = |power: &Power| f64::from(power.each.count(spec)) * power.milliwatts * 1e-3 * seconds;
        Energy {
            events: self.events.iter().map(event).collect(),
            statics: self.power.iter().map(power).collect(),
            seconds,
        }
    }
}

const EVENT: &[&str] = &["name", "counter", "picojoules", "source"];
const POWER: &[&str] = &["name", "each", "milliwatts", "source"];

struct Reader<'a>(File<'a>);

/// A row of the file: a `[[...]]` with its keys.
struct Row<'a, 'b> {
    table: &'a DeTable<'b>,
    at: Range<usize>,
}

impl Reader<'_> {
    fn rows<T>(
        &self,
        value: &Spanned<DeValue>,
        keys: &[&str],
        read: impl Fn(&Self, &Row) -> Result<T, ConfigError>,
    ) -> Result<Vec<T>, ConfigError> {
        let refuse = |value: &Spanned<DeValue>| {
            let help = "write `[[event]]` or `[[power]]`, and its keys below";
            self.0.error(value.span(), format!("{}, not a list of tables", kind(value.get_ref())), help.into())
        };
        let mut rows = Vec::new();
        let mut names: Vec<String> = Vec::new();
        for value in value.get_ref().as_array().ok_or_else(|| refuse(value))?.iter() {
            let row = Row { table: value.get_ref().as_table().ok_or_else(|| refuse(value))?, at: value.span() };
            for (key, _) in in_order(row.table) {
                let word = key.get_ref().as_ref();
                if !keys.contains(&word) {
                    let help = nearest(word, keys.iter().copied());
                    let help = help.unwrap_or_else(|| format!("its keys are: {}", keys.join(", ")));
                    return Err(self.0.error(key.span(), format!("there is no key `{word}`"), help));
                }
            }
            let (name, at) = self.text(&row, "name", "a name for the row")?;
            if names.contains(&name) {
                let help = "give each row a name of its own";
                return Err(self.0.error(at, format!("the name `{name}` is used twice"), help.into()));
            }
            names.push(name);
            rows.push(read(self, &row)?);
        }
        Ok(rows)
    }

    fn event(&self, row: &Row) -> Result<Event, ConfigError> {
        let (counter, at) = self.text(row, "counter", "a statistic's name, as in `heddle sim --list-statistics`")?;
        let counters = list();
        let place = counters.iter().position(|known| known.name == counter).ok_or_else(|| {
            let help = nearest(&counter, counters.iter().map(|known| known.name));
            let help = help.unwrap_or_else(|| "`heddle sim --list-statistics` lists all statistics".into());
            self.0.error(at, format!("there is no statistic `{counter}`"), help)
        })?;
        Ok(Event {
            name: self.text(row, "name", "a name for the row")?.0,
            counter,
            picojoules: self.number(row, "picojoules")?,
            source: self.source(row)?,
            place,
        })
    }

    fn power(&self, row: &Row) -> Result<Power, ConfigError> {
        let (word, at) = self.text(row, "each", "gpu, core or channel")?;
        let each = EACH
            .iter()
            .find(|(known, _)| *known == word)
            .ok_or_else(|| self.0.error(at, format!("a GPU has no `{word}`"), "one of: gpu, core, channel".into()))?;
        Ok(Power {
            name: self.text(row, "name", "a name for the row")?.0,
            each: each.1,
            milliwatts: self.number(row, "milliwatts")?,
            source: self.source(row)?,
        })
    }

    fn said<'a, 'b>(&self, row: &Row<'a, 'b>, key: &str, form: &str) -> Result<&'a Spanned<DeValue<'b>>, ConfigError> {
        row.table.get(key).ok_or_else(|| {
            self.0.error(row.at.clone(), format!("`{key}` is missing"), format!("write `{key} = ...`: {form}"))
        })
    }

    fn text(&self, row: &Row, key: &str, form: &str) -> Result<(String, Range<usize>), ConfigError> {
        let said = self.said(row, key, form)?;
        match said.get_ref() {
            DeValue::String(text) if !text.trim().is_empty() => Ok((text.trim().into(), said.span())),
            DeValue::String(_) => Err(self.0.error(said.span(), format!("`{key}` is empty"), form.into())),
            other => Err(self.0.error(said.span(), format!("`{key}` is {}, not text", kind(other)), form.into())),
        }
    }

    fn source(&self, row: &Row) -> Result<String, ConfigError> {
        Ok(self.text(row, "source", "name the publication, or write `assumed: ` and the reason")?.0)
    }

    fn number(&self, row: &Row, key: &str) -> Result<f64, ConfigError> {
        let form = "a number, 0 or more";
        let said = self.said(row, key, form)?;
        let number = match said.get_ref() {
            DeValue::Integer(digits) if digits.radix() == 10 => digits.as_str().parse().ok(),
            DeValue::Float(digits) => digits.as_str().parse().ok(),
            other => {
                return Err(self.0.error(
                    said.span(),
                    format!("`{key}` is {}", kind(other)),
                    format!("it takes {form}"),
                ));
            }
        };
        number
            .filter(|number: &f64| number.is_finite() && *number >= 0.0)
            .ok_or_else(|| self.0.error(said.span(), format!("`{key}` is out of range"), format!("it takes {form}")))
    }
}
