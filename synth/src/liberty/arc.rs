//! Delays of a library's cells: tables by slew and load.

use std::collections::BTreeMap;

use super::Group;

/// An edge of a signal, by its index in pairs: a rise.
pub(crate) const RISE: usize = 0;
/// The other edge: a fall.
pub(crate) const FALL: usize = 1;

/// A value over the slew of an input, in ns, and the load of an output, in fF.
#[derive(Debug, Clone)]
pub(crate) struct Table {
    slews: Vec<f64>,
    loads: Vec<f64>,
    /// One row a slew.
    values: Vec<f64>,
}

impl Table {
    /// Creates a table that has the same value everywhere.
    pub(crate) fn constant(value: f64) -> Self {
        Table { slews: vec![0.0], loads: vec![0.0], values: vec![value] }
    }

    /// Returns the value at a slew and a load: linear between the entries, and beyond the ends as
    /// between the last two.
    pub(crate) fn at(&self, slew: f64, load: f64) -> f64 {
        self.value(self.spot(slew, load))
    }

    /// Returns the place of a slew and a load in all tables that have the same entries.
    fn spot(&self, slew: f64, load: f64) -> Spot {
        let ((row, down), (column, right)) = (place(&self.slews, slew), place(&self.loads, load));
        Spot { entry: row * self.loads.len() + column, down, right }
    }

    /// Returns the value at a place.
    fn value(&self, Spot { entry, down, right }: Spot) -> f64 {
        let along = |entry: usize| {
            let start = self.values[entry];
            if right == 0.0 { start } else { start + (self.values[entry + 1] - start) * right }
        };
        let first = along(entry);
        if down == 0.0 { first } else { first + (along(entry + self.loads.len()) - first) * down }
    }

    /// Whether the entries are at the same slews and loads.
    fn is_like(&self, other: &Table) -> bool {
        (&self.slews, &self.loads) == (&other.slews, &other.loads)
    }

    /// Reads a table. `along` is the prefix of the variable that is the slew.
    fn of(
        group: &Group,
        templates: &BTreeMap<String, &Group>,
        along: &str,
        unit: f64,
        femtofarads: f64,
    ) -> Option<Self> {
        let template = templates.get(&group.name());
        let index = |name: &str| {
            let own = group.numbers(name).or_else(|| template.and_then(|template| template.numbers(name)));
            own.map(|rows| rows.concat())
        };
        let values = group.numbers("values")?.concat();
        let [one, two] = ["index_1", "index_2"].map(|name| index(name).unwrap_or_else(|| vec![0.0]));
        let slew_first = template.and_then(|t| t.text("variable_1")).is_none_or(|name| name.starts_with(along));
        let fits = values.len() == one.len() * two.len() && !values.is_empty();
        // a scalar has the index of its template's only entry, or none
        let (one, two) = if fits { (one, two) } else { (vec![0.0], vec![0.0]) };
        let (slews, loads) = if slew_first { (one, two) } else { (two, one) };
        let value = |row: usize, column: usize| {
            values.get(if slew_first { row * loads.len() + column } else { column * slews.len() + row }).copied()
        };
        let rows = (0..slews.len()).flat_map(|row| (0..loads.len()).map(move |column| (row, column)));
        let values: Option<Vec<f64>> = rows.map(|(row, column)| Some(value(row, column)? * unit)).collect();
        let scaled = |list: &[f64], unit: f64| list.iter().map(|value| value * unit).collect();
        Some(Table { slews: scaled(&slews, unit), loads: scaled(&loads, femtofarads), values: values? })
    }
}

/// A place in a table: an entry, and how far it is on the way to the next row and column.
#[derive(Debug, Clone, Copy)]
struct Spot {
    entry: usize,
    down: f64,
    right: f64,
}

/// Returns the entry before a value, and how far the value is on the way to the next entry.
fn place(list: &[f64], value: f64) -> (usize, f64) {
    if list.len() < 2 {
        return (0, 0.0);
    }
    let after = list.iter().position(|entry| *entry > value).unwrap_or(list.len() - 1).max(1);
    (after - 1, (value - list[after - 1]) / (list[after] - list[after - 1]))
}

/// A way through a cell: from an input to an output.
#[derive(Debug, Clone)]
pub(crate) struct Arc {
    /// Name of the input pin.
    pub(crate) from: String,
    /// Whether a rise, and whether a fall of the input, makes a rise of the output, and a fall.
    pub(crate) makes: [[bool; 2]; 2],
    /// Whether the input is a clock, whose rise starts the way.
    pub(crate) clocked: bool,
    /// Delay in ns to a rise and to a fall of the output.
    pub(crate) delay: [Table; 2],
    /// Slew in ns of a rise and of a fall of the output.
    slew: [Table; 2],
    /// Whether the two tables of an edge have the same entries.
    alike: [bool; 2],
}

impl Arc {
    /// Creates a way; `delay` and `slew` are those of a rise and a fall of the output, in ns.
    pub(crate) fn new(
        from: &str,
        (makes, clocked): ([[bool; 2]; 2], bool),
        delay: [Table; 2],
        slew: [Table; 2],
    ) -> Arc {
        let alike = [RISE, FALL].map(|edge| delay[edge].is_like(&slew[edge]));
        Arc { from: from.to_string(), makes, clocked, delay, slew, alike }
    }

    /// Returns delay and slew of an edge of the output, in ns, for the slew of the input and the
    /// load of the output.
    pub(crate) fn at(&self, edge: usize, slew: f64, load: f64) -> (f64, f64) {
        let spot = self.delay[edge].spot(slew, load);
        let behind = &self.slew[edge];
        (self.delay[edge].value(spot), if self.alike[edge] { behind.value(spot) } else { behind.at(slew, load) })
    }

    /// Takes over the greater times of another way through the same pins under another condition;
    /// returns whether its tables have the same entries, so that it can.
    fn covers(&mut self, other: &Arc) -> bool {
        let same = (&self.from, self.makes, self.clocked) == (&other.from, other.makes, other.clocked);
        let alike = |a: &[Table; 2], b: &[Table; 2]| a.iter().zip(b).all(|(a, b)| a.is_like(b));
        let covers = same && alike(&self.delay, &other.delay) && alike(&self.slew, &other.slew);
        if covers {
            let tables = self.delay.iter_mut().zip(&other.delay).chain(self.slew.iter_mut().zip(&other.slew));
            for (mine, its) in tables {
                mine.values.iter_mut().zip(&its.values).for_each(|(mine, its)| *mine = mine.max(*its));
            }
        }
        covers
    }
}

/// The timing of a pin.
#[derive(Debug, Clone, Default)]
pub(crate) struct Timing {
    /// Ways to an output.
    pub(crate) arcs: Vec<Arc>,
    /// Setup time of an input in ns before a rise of the clock, for a rise and a fall, by its slew
    /// at a clock without slew.
    pub(crate) setup: Option<[Table; 2]>,
    /// Greatest load of an output, in fF.
    pub(crate) most: Option<f64>,
}

impl Timing {
    /// Reads the timing of a pin; times of the file are multiplied by `nanoseconds`, loads by
    /// `femtofarads`.
    pub(super) fn of(pin: &Group, templates: &BTreeMap<String, &Group>, nanoseconds: f64, femtofarads: f64) -> Self {
        let mut timing =
            Timing { most: pin.number("max_capacitance").map(|most| most * femtofarads), ..Timing::default() };
        for group in pin.of("timing") {
            let pair = |names: [&str; 2], along: &str, loads: f64| -> Option<[Table; 2]> {
                let read = |name| Table::of(group.of(name).next()?, templates, along, nanoseconds, loads);
                Some([read(names[0])?, read(names[1])?])
            };
            let kind = group.text("timing_type").unwrap_or("combinational");
            if kind == "setup_rising" {
                // the other variable is the slew of the clock, which has none
                let names = ["rise_constraint", "fall_constraint"];
                timing.setup = timing.setup.or(pair(names, "constrained", nanoseconds));
                continue;
            }
            let clocked = kind == "rising_edge";
            if !clocked && kind != "combinational" {
                continue;
            }
            let makes = match group.text("timing_sense") {
                Some("positive_unate") => [[true, false], [false, true]],
                Some("negative_unate") => [[false, true], [true, false]],
                _ => [[true; 2]; 2],
            };
            let tables = pair(["cell_rise", "cell_fall"], "input", femtofarads).zip(pair(
                ["rise_transition", "fall_transition"],
                "input",
                femtofarads,
            ));
            if let (Some((delay, slew)), Some(from)) = (tables, group.text("related_pin")) {
                let arc = Arc::new(from.trim(), (makes, clocked), delay, slew);
                if !timing.arcs.iter_mut().any(|other| other.covers(&arc)) {
                    timing.arcs.push(arc);
                }
            }
        }
        timing
    }
}

/// Returns the file's unit of time in ns.
pub(super) fn nanoseconds(library: &Group) -> Option<f64> {
    match library.text("time_unit").unwrap_or("1ns") {
        "1ps" => Some(1e-3),
        "10ps" => Some(1e-2),
        "100ps" => Some(1e-1),
        "1ns" => Some(1.0),
        _ => None,
    }
}
