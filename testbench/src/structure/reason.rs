//! Why something of a preset is not reached: one file a unit, and whether it still says what is so.

use serde::Deserialize;

use super::place::Place;

/// What kind of reason it is, which decides how it is checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Why {
    /// The bit keeps its value after a reset, or the branch's condition cannot hold: a solver proves it.
    Constant,
    /// Nothing rules it out, and default stimulus does not do it: accepted, in words.
    Gap,
}

/// Some places that are not reached, and why.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reason {
    /// Where it holds.
    pub presets: Vec<String>,
    /// Names of places, in which `*` stands for any text.
    pub places: Vec<String>,
    /// What kind of reason it is.
    pub kind: Why,
    /// The reason.
    pub why: String,
}

/// A file of reasons that can not be read.
#[derive(Debug, thiserror::Error)]
#[error("testbench/src/{unit}/structure.toml: {source}")]
pub struct ReasonError {
    /// Whose.
    pub unit: &'static str,
    /// What is wrong, and where.
    pub source: toml::de::Error,
}

/// The reasons of a unit.
pub fn reasons(unit: &'static str, text: &str) -> Result<Vec<Reason>, ReasonError> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct File {
        #[serde(default)]
        unreached: Vec<Reason>,
    }
    toml::from_str(text).map(|file: File| file.unreached).map_err(|source| ReasonError { unit, source })
}

/// What is to be said of a preset.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Judged {
    /// Not reached, and no reason says why.
    pub unexplained: Vec<Place>,
    /// Not reached, and said to be constant: to be proved.
    pub constant: Vec<Place>,
    /// Not reached, and accepted.
    pub gaps: Vec<Place>,
    /// Reasons that are none: what they name is reached, or is not there.
    pub stale: Vec<String>,
}

/// Holds what was reached of a preset against the reasons of its unit.
pub fn judge(preset: &str, places: &[Place], reasons: &[Reason]) -> Judged {
    let mut judged = Judged::default();
    let here: Vec<&Reason> = reasons.iter().filter(|reason| reason.presets.iter().any(|name| name == preset)).collect();
    for pattern in here.iter().flat_map(|reason| &reason.places) {
        let mut named = places.iter().filter(|place| is_like(&place.name, pattern)).peekable();
        if named.peek().is_none() {
            judged.stale.push(format!("{pattern}: the RTL of {preset} has nothing of this name"));
        }
        judged.stale.extend(named.filter(|place| place.reached).map(|place| format!("{}: it is reached", place.name)));
    }
    for place in places.iter().filter(|place| !place.reached) {
        let names = |reason: &&&Reason| reason.places.iter().any(|pattern| is_like(&place.name, pattern));
        match here.iter().find(names).map(|reason| reason.kind) {
            None => judged.unexplained.push(place.clone()),
            Some(Why::Constant) => judged.constant.push(place.clone()),
            Some(Why::Gap) => judged.gaps.push(place.clone()),
        }
    }
    judged
}

/// Whether a name is what a pattern says, in which `*` stands for any text.
fn is_like(name: &str, pattern: &str) -> bool {
    match pattern.split_once('*') {
        None => name == pattern,
        Some((start, rest)) => name.strip_prefix(start).is_some_and(|name| {
            (0..=name.len()).filter(|at| name.is_char_boundary(*at)).any(|at| is_like(&name[at..], rest))
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verilator::Kind;

    fn place(name: &str, reached: bool) -> Place {
        Place { name: name.into(), kind: Kind::Toggle, reached, instance: "u".into(), line: 1 }
    }

    const FILE: &str = "[[unreached]]\npresets = [\"tiny\"]\nplaces = [\"count.q[1*]\", \"gone\"]\nkind = \"constant\"\nwhy = \"nine warps\"\n";

    #[test]
    fn a_reason_that_is_none_is_told() {
        let reasons = reasons("u", FILE).unwrap();
        let places = [place("count.q[1]", true), place("count.q[10]", false), place("other", false)];
        let judged = judge("tiny", &places, &reasons);
        assert_eq!(judged.constant, [place("count.q[10]", false)]);
        assert_eq!(judged.unexplained, [place("other", false)]);
        assert_eq!(judged.stale, ["count.q[1]: it is reached", "gone: the RTL of tiny has nothing of this name"]);
        // it speaks of another preset
        let judged = judge("paper", &places, &reasons);
        assert_eq!((judged.unexplained.len(), judged.stale.len()), (2, 0));
    }

    #[test]
    fn a_file_that_says_something_else_is_refused() {
        let error = reasons("u", &FILE.replace("constant", "never")).unwrap_err().to_string();
        assert!(error.contains("structure.toml") && error.contains("constant"), "{error}");
    }

    #[test]
    fn stars_stand_for_any_text() {
        assert!(is_like("a.b[3]", "a.*[3]") && is_like("a.b", "*") && is_like("a.b", "a*b*"));
        assert!(!is_like("a.b", "a.*c") && !is_like("a.bc", "a.b"));
    }
}
