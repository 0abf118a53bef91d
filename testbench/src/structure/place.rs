//! Places of a unit's RTL that structural coverage counts, by the unit's names.

use std::collections::BTreeMap;

use super::instrument::{OTHER, TAKEN};
use heddle_verilator::Count;

/// The kind of a place: a bit or a branch.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// A bit of a port or a register, or at a port of a memory: it must rise and fall.
    Bit,
    /// A branch of a combinational block: it must be taken in some cycles, and not taken in others.
    Branch,
}

/// A place that structural coverage counts: a bit that toggles, or a branch that is taken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// Name of the place. A bit: `instance.register.q[3]`; a branch: `instance: if (condition)`,
    /// with `not` before it where the condition does not hold.
    pub name: String,
    /// Kind of the place: a bit or a branch.
    pub kind: Kind,
    /// Whether the place's bit rose and fell after a reset.
    pub reached: bool,
    /// Name of the place's bit in the instrumented Verilog.
    pub bit: String,
}

/// The places of a preset, to which runs are added.
pub(super) struct Places<'a> {
    unit: &'static str,
    lines: Vec<&'a str>,
    /// For each bit, whether it rose, and whether it fell.
    seen: BTreeMap<String, [bool; 2]>,
}

impl<'a> Places<'a> {
    pub(super) fn new(unit: &'static str, verilog: &'a str) -> Self {
        Places { unit, lines: verilog.lines().collect(), seen: BTreeMap::new() }
    }

    /// Adds the counts of one run from reset.
    pub(super) fn add(&mut self, counts: &[Count]) {
        for Count { instance, bit, count } in counts {
            let (bit, ways) = match bit.split_once(':') {
                Some((bit, "0->1")) => (bit, [*count != 0, false]),
                Some((bit, _)) => (bit, [false, *count != 0]),
                // a bit that changed twice in one run did so both ways; once in each of two runs
                // may be the same way
                None => (bit.as_str(), [*count > 1; 2]),
            };
            let name = match instance.split_once('.') {
                Some((_, inner)) => format!("{inner}.{bit}"),
                None => bit.to_string(),
            };
            let seen = self.seen.entry(name).or_default();
            *seen = [seen[0] || ways[0], seen[1] || ways[1]];
        }
    }

    /// Returns all places, bits first, by name.
    pub(super) fn all(self) -> Vec<Place> {
        let mut alike: BTreeMap<String, usize> = BTreeMap::new();
        let mut places = Vec::new();
        for (bit, ways) in &self.seen {
            let branch = self.branch(bit);
            let kind = if branch.is_some() { Kind::Branch } else { Kind::Bit };
            let mut name = branch.unwrap_or_else(|| bit.clone());
            // branches of one text are counted through
            let number = alike.entry(name.clone()).or_default();
            *number += 1;
            if *number > 1 {
                name += &format!(" #{number}");
            }
            places.push(Place { name, kind, reached: *ways == [true; 2], bit: bit.clone() });
        }
        places.sort_by(|a, b| (a.kind, &a.name).cmp(&(b.kind, &b.name)));
        places
    }

    /// Returns the name of the branch that a bit stands for; `None` for any other bit.
    fn branch(&self, bit: &str) -> Option<String> {
        let (instance, bit) = bit.rsplit_once('.').unwrap_or((self.unit, bit));
        let (not, number) = match (bit.strip_prefix(TAKEN), bit.strip_prefix(OTHER)) {
            (Some(number), _) => ("", number),
            (_, number) => ("not ", number?),
        };
        let line = self.lines.get(number.parse::<usize>().ok()? - 1)?;
        let condition = condition(line)?;
        let condition = if condition.starts_with('(') { format!("if {condition}") } else { condition.to_string() };
        Some(format!("{instance}: {not}{condition}"))
    }
}

/// Returns the condition of an `if` or `else if`, or the label of a case; `None` for other lines. A
/// loop over the positions of a word is unrolled when it is emitted: `if (0 < 1)` is decided then,
/// and is none either.
pub(super) fn condition(line: &str) -> Option<&str> {
    let line = line.trim_start();
    if line.starts_with("if (") || line.starts_with("else if (") {
        let condition = parenthesised(&line[line.find('(')?..]);
        return condition.split(|letter: char| !is_word(letter)).any(is_name).then_some(condition);
    }
    line.strip_suffix(": begin")
}

fn is_word(letter: char) -> bool {
    letter.is_ascii_alphanumeric() || ['_', '$', '\''].contains(&letter)
}

/// Whether a word of Verilog is a name, and not a number as `1` or `32'h1f`.
fn is_name(word: &str) -> bool {
    word.starts_with(|letter: char| letter.is_ascii_alphabetic() || letter == '_')
}

/// Returns the text up to the end of its first parenthesis.
fn parenthesised(text: &str) -> &str {
    let mut open = 0;
    for (at, letter) in text.char_indices() {
        match letter {
            '(' => open += 1,
            ')' if open == 1 => return &text[..=at],
            ')' => open -= 1,
            _ => {}
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    const VERILOG: &str = "module u(clock,x);\n    if ((a & b) == c) begin\n    else if (d) begin\n        2'h1: begin\n    if (d) begin\n";

    fn places(runs: &[&[(&str, u64)]]) -> Vec<(String, bool)> {
        let mut places = Places::new("u", VERILOG);
        for run in runs {
            let count =
                |(bit, count): &(&str, u64)| Count { instance: "u.part.r".into(), bit: bit.to_string(), count: *count };
            places.add(&run.iter().map(count).collect::<Vec<_>>());
        }
        places.all().into_iter().map(|place| (place.name, place.reached)).collect()
    }

    #[test]
    fn a_bit_toggles_both_ways_in_one_run() {
        let name = "part.r.q[0]".to_string();
        assert_eq!(places(&[&[("q[0]", 1)], &[("q[0]", 1)]]), [(name.clone(), false)], "twice the same way, perhaps");
        assert_eq!(places(&[&[("q[0]", 0)], &[("q[0]", 2)]]), [(name.clone(), true)]);
        let ways = |up, down| [("q[0]:0->1", up), ("q[0]:1->0", down)];
        assert_eq!(places(&[&ways(5, 0)]), [(name.clone(), false)]);
        assert_eq!(places(&[&ways(1, 0), &ways(0, 1)]), [(name, true)]);
    }

    #[test]
    fn a_branch_has_the_name_of_its_condition() {
        let bits = ["heddle_taken_2", "heddle_other_2", "heddle_taken_3", "heddle_taken_4", "heddle_taken_5"];
        let names: Vec<String> = places(&[&bits.map(|bit| (bit, 2))]).into_iter().map(|(name, _)| name).collect();
        let wanted = ["2'h1", "if ((a & b) == c)", "if (d)", "if (d) #2", "not if ((a & b) == c)"];
        assert_eq!(names, wanted.map(|name| format!("part.r: {name}")));
        assert_eq!(condition("        if (0 < 1) begin"), None);
        assert_eq!(condition("        if (32'h1f < 3) begin"), None);
        assert_eq!(condition("        if (a[32'h1f]) begin"), Some("(a[32'h1f])"));
    }
}
