//! Reasons for places of a preset that are not reached: one file a unit, and the check that each
//! reason still holds.

use serde::Deserialize;

use super::place::{Kind, Place};

/// The kind of a reason, which decides how it is checked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Why {
    /// The bit keeps its value after a reset, or the branch's condition cannot hold: simulation
    /// with unknown values or a solver proves it.
    Constant,
    /// A bit of a counter that default stimulus is too short for: another preset has a narrower
    /// counter, all bits of which are reached.
    Slow,
    /// A gap: the place may be reachable, and default stimulus does not reach it; accepted, with an
    /// explanation.
    Gap,
}

/// A reason for places that are not reached, in some presets of a unit.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Reason {
    /// Presets for which the reason holds.
    pub presets: Vec<String>,
    /// Names of the places, in which `*` stands for any text.
    pub places: Vec<String>,
    /// Kind of the reason.
    pub kind: Why,
    /// Of a slow counter: the preset that has a narrower one.
    pub filled: Option<String>,
    /// The reason, in words.
    pub why: String,
}

/// The error of a file of reasons that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum ReasonError {
    /// The file cannot be parsed.
    #[error("testbench/src/{unit}/structure.toml: {source}")]
    Unreadable {
        /// Name of the unit.
        unit: &'static str,
        /// The error and its place.
        source: toml::de::Error,
    },
    /// `filled` is missing, or is given where it has no meaning.
    #[error(
        "testbench/src/{unit}/structure.toml: {place}: a reason has `filled`, a preset, if and only if its kind is `slow`"
    )]
    Filled {
        /// Name of the unit.
        unit: &'static str,
        /// The first name of the reason.
        place: String,
    },
}

/// Parses the file of reasons of a unit.
pub fn reasons(unit: &'static str, text: &str) -> Result<Vec<Reason>, ReasonError> {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct File {
        #[serde(default)]
        unreached: Vec<Reason>,
    }
    let file: File = toml::from_str(text).map_err(|source| ReasonError::Unreadable { unit, source })?;
    let wrong = file.unreached.iter().find(|reason| (reason.kind == Why::Slow) != reason.filled.is_some());
    if let Some(wrong) = wrong {
        return Err(ReasonError::Filled { unit, place: wrong.places.first().cloned().unwrap_or_default() });
    }
    Ok(file.unreached)
}

/// The places of a preset that are not reached, sorted by reason.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Judged {
    /// Places that are not reached, without a reason.
    pub unexplained: Vec<Place>,
    /// Places that are not reached with the reason that they are constant, which is to be proved.
    pub constant: Vec<Place>,
    /// Places that are not reached because a counter is slow, with the preset that has a narrower
    /// one.
    pub slow: Vec<(Place, String)>,
    /// Places that are not reached and accepted as gaps.
    pub gaps: Vec<Place>,
    /// Wrong reasons: their places are reached, or do not exist.
    pub stale: Vec<String>,
}

impl Judged {
    /// Returns all places that may be constant, with or without a reason, as one proof may follow
    /// from another.
    pub fn unreached(&self) -> Vec<Place> {
        [&self.constant[..], &self.unexplained[..]].concat()
    }
}

/// Sorts the places of a preset that are not reached by the reasons of its unit, and finds wrong
/// reasons.
pub fn judge(preset: &str, places: &[Place], reasons: &[Reason]) -> Judged {
    let mut judged = Judged::default();
    let here: Vec<&Reason> = reasons.iter().filter(|reason| reason.presets.iter().any(|name| name == preset)).collect();
    for (reason, pattern) in here.iter().flat_map(|reason| reason.places.iter().map(move |pattern| (reason, pattern))) {
        let mut named = places.iter().filter(|place| is_like(&place.name, pattern)).peekable();
        if named.peek().is_none() {
            judged.stale.push(format!("{pattern}: the RTL of {preset} has nothing of this name"));
        }
        // how many bits of a counter are reached is a matter of time
        let reached = named.filter(|place| place.reached && reason.kind != Why::Slow);
        judged.stale.extend(reached.map(|place| format!("{}: it is reached", place.name)));
    }
    for place in places.iter().filter(|place| !place.reached) {
        let names = |reason: &&&Reason| reason.places.iter().any(|pattern| is_like(&place.name, pattern));
        let reason = here.iter().find(names);
        match reason.map(|reason| reason.kind) {
            None => judged.unexplained.push(place.clone()),
            Some(Why::Constant) => judged.constant.push(place.clone()),
            Some(Why::Slow) => {
                let filled = reason.and_then(|reason| reason.filled.clone()).unwrap_or_default();
                judged.slow.push((place.clone(), filled));
            }
            Some(Why::Gap) => judged.gaps.push(place.clone()),
        }
    }
    judged
}

/// Returns the places with a wrong `slow` reason: the other preset has no narrower counter with all
/// bits reached. `other` returns a preset's places.
pub fn not_filled<'a>(slow: &[(Place, String)], places: &[Place], other: impl Fn(&str) -> &'a [Place]) -> Vec<Place> {
    let word = |place: &Place| place.name.split('[').next().unwrap_or_default().to_string();
    let bits = |places: &[Place], name: &str| -> Vec<bool> {
        places
            .iter()
            .filter(|place| place.kind == Kind::Bit && word(place) == name)
            .map(|place| place.reached)
            .collect()
    };
    let open = slow.iter().filter(|(place, filled)| {
        let (wide, narrow) = (bits(places, &word(place)), bits(other(filled), &word(place)));
        narrow.is_empty() || narrow.len() >= wide.len() || narrow.contains(&false)
    });
    open.map(|(place, _)| place.clone()).collect()
}

/// Whether a name matches a pattern, in which `*` stands for any text.
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

    fn place(name: &str, reached: bool) -> Place {
        Place { name: name.into(), kind: Kind::Bit, reached, bit: name.into() }
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
    fn a_slow_counter_is_filled_elsewhere() {
        let file = FILE.replace("kind = \"constant\"", "kind = \"slow\"\nfilled = \"small\"").replace(", \"gone\"", "");
        let reasons = reasons("u", &file).unwrap();
        let wide = [place("count.q[1]", true), place("count.q[10]", false)];
        let judged = judge("tiny", &wide, &reasons);
        assert_eq!((judged.slow.len(), judged.stale.len(), judged.unexplained.len()), (1, 0, 0));
        let open = |narrow: &[Place]| not_filled(&judged.slow, &wide, |_| narrow).len();
        assert_eq!(open(&[place("count.q", true)]), 0);
        assert_eq!([open(&[]), open(&[place("count.q", false)]), open(&wide)], [1, 1, 1]);
        let refused = super::reasons("u", &FILE.replace("why", "filled = \"small\"\nwhy")).unwrap_err();
        assert!(refused.to_string().contains("count.q[1*]"), "{refused}");
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
