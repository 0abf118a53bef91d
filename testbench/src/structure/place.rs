//! What there is to reach of a unit's RTL, by the unit's names.

use std::collections::BTreeMap;

use crate::verilator::{Count, Kind};

/// A bit that toggles, or a branch that is taken.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// A bit: `instance.register.q[3]`; a branch: `instance: if (condition)`, with `not` before it where the condition does not hold.
    pub name: String,
    /// A bit or a branch.
    pub kind: Kind,
    /// It toggled both ways after a reset, or was taken.
    pub reached: bool,
    /// The instance, without the unit's name before it, and its line of the emitted Verilog.
    pub instance: String,
    /// The line, from 1.
    pub line: usize,
}

/// Which ways a place was seen to go, and where it is.
#[derive(Default)]
struct Seen {
    ways: [bool; 2],
    instance: String,
    line: usize,
}

/// The places of a preset, while segments are added up.
pub(super) struct Places<'a> {
    unit: &'static str,
    lines: Vec<&'a str>,
    /// By kind and name: whether it rose, and whether it fell; a branch: twice whether it was taken.
    seen: BTreeMap<(Kind, String), Seen>,
}

impl<'a> Places<'a> {
    pub(super) fn new(unit: &'static str, verilog: &'a str) -> Self {
        Places { unit, lines: verilog.lines().collect(), seen: BTreeMap::new() }
    }

    /// Adds what one run from reset counted.
    pub(super) fn add(&mut self, counts: &[Count]) {
        let mut alike: BTreeMap<(Kind, String), usize> = BTreeMap::new();
        for count in counts {
            let once = count.count != 0;
            if count.kind == Kind::Branch && is_literal(self.condition(count)) {
                continue;
            }
            let (name, ways) = match (count.kind, count.what.split_once(':')) {
                (Kind::Branch, _) => (self.branch(count), [once; 2]),
                (Kind::Toggle, Some((bit, "0->1"))) => (inside(count, bit), [once, false]),
                (Kind::Toggle, Some((bit, _))) => (inside(count, bit), [false, once]),
                // a bit that changed twice in one run did so both ways; once in each of two runs may be the same way
                (Kind::Toggle, None) => (inside(count, &count.what), [count.count > 1; 2]),
            };
            let mut key = (count.kind, name);
            if count.kind == Kind::Branch {
                // branches of one text are counted through
                let number = alike.entry(key.clone()).or_default();
                *number += 1;
                if *number > 1 {
                    key.1 += &format!(" #{number}");
                }
            }
            let seen = self.seen.entry(key).or_default();
            seen.ways = [seen.ways[0] || ways[0], seen.ways[1] || ways[1]];
            (seen.instance, seen.line) = (instance(count).to_string(), count.line);
        }
    }

    /// All of them, bits first, by name.
    pub(super) fn all(self) -> Vec<Place> {
        let seen = self.seen.into_iter();
        seen.map(|((kind, name), Seen { ways, instance, line })| {
            Place { name, kind, reached: ways == [true; 2], instance, line }
        })
        .collect()
    }

    /// The condition of a branch, or what it is a case of.
    fn condition(&self, count: &Count) -> &'a str {
        let line = self.lines.get(count.line - 1).copied().unwrap_or_default().trim();
        line.find("if (").map_or_else(|| line.split(':').next().unwrap_or(line), |at| parenthesised(&line[at..]))
    }

    fn branch(&self, count: &Count) -> String {
        let instance = Some(instance(count)).filter(|inner| !inner.is_empty()).unwrap_or(self.unit);
        let condition = self.condition(count);
        let not = if count.what == "else" { "not " } else { "" };
        format!("{instance}: {not}{condition}")
    }
}

/// The instance, without the unit's name before it.
fn instance(count: &Count) -> &str {
    count.instance.split_once('.').map_or("", |(_, inner)| inner)
}

fn inside(count: &Count, name: &str) -> String {
    match instance(count) {
        "" => name.to_string(),
        instance => format!("{instance}.{name}"),
    }
}

/// A loop over the positions of a word is unrolled when it is emitted: `if (0 < 1)` is decided then.
fn is_literal(condition: &str) -> bool {
    let inside = condition.trim_start_matches("if ");
    inside.len() < condition.len() && !inside.chars().any(char::is_alphabetic)
}

/// The text until its first parenthesis is closed.
pub(super) fn parenthesised(text: &str) -> &str {
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

    const VERILOG: &str = "module u(clock,x);\n    if ((a & b) == c) begin\n    else if (d) begin\n        2'h1: begin\n    if (0 < 1) begin\n";

    fn places(runs: &[&[(Kind, usize, &str, u64)]]) -> Vec<(String, bool)> {
        let mut places = Places::new("u", VERILOG);
        for run in runs {
            let count = |(kind, line, what, count): &(Kind, usize, &str, u64)| {
                Count { kind: *kind, instance: "u.part.r".into(), line: *line, what: what.to_string(), count: *count }
            };
            places.add(&run.iter().map(count).collect::<Vec<_>>());
        }
        places.all().into_iter().map(|place| (place.name, place.reached)).collect()
    }

    #[test]
    fn a_bit_toggles_both_ways_in_one_run() {
        let toggle = |count| [(Kind::Toggle, 1, "q[0]", count)];
        let name = "part.r.q[0]".to_string();
        assert_eq!(places(&[&toggle(1), &toggle(1)]), [(name.clone(), false)], "twice the same way, perhaps");
        assert_eq!(places(&[&toggle(0), &toggle(2)]), [(name.clone(), true)]);
        let ways = |up, down| [(Kind::Toggle, 1, "q[0]:0->1", up), (Kind::Toggle, 1, "q[0]:1->0", down)];
        assert_eq!(places(&[&ways(5, 0)]), [(name.clone(), false)]);
        assert_eq!(places(&[&ways(1, 0), &ways(0, 1)]), [(name, true)]);
    }

    #[test]
    fn a_branch_has_the_name_of_its_condition() {
        let run = [
            (Kind::Branch, 2, "if", 1),
            (Kind::Branch, 2, "else", 0),
            (Kind::Branch, 3, "elsif", 1),
            (Kind::Branch, 3, "elsif", 0),
            (Kind::Branch, 4, "case", 1),
            (Kind::Branch, 5, "if", 0),
        ];
        let mut names = places(&[&run]);
        names.sort();
        let name = |name: &str, reached| (format!("part.r: {name}"), reached);
        let wanted = [
            name("2'h1", true),
            name("if ((a & b) == c)", true),
            name("if (d)", true),
            name("if (d) #2", false),
            name("not if ((a & b) == c)", false),
        ];
        assert_eq!(names, wanted);
    }
}
