//! Numbers that no study measures: a file with one is damaged, and the figures divide by them.

use serde_json::Value;

/// Numbers of these names are 1 at least, or a part of 1 above 0, wherever they are, but for the
/// parts of [`SIGNED`] and [`SPARSE`].
const POSITIVE: &[&str] = &[
    "cycles",
    "statistics",
    "efficiency",
    "utilization",
    "partitions",
    "length",
    "active",
    "effective",
    "thread_instructions",
    "threads",
    "warps",
    "ctas",
    "plain",
    "ideal",
    "compacted",
    "capacity",
    "base",
    "vt",
    "max",
    "scheduling",
    "machine",
    "kepler",
    "launches",
];
/// The list of statements, whose values may be negative.
const SIGNED: &str = "statements";
/// The list of branches, many of whose counts are 0.
const SPARSE: &str = "branches";
/// More than any run counts, and a whole number that a float still has.
const MOST: f64 = 9e15;

/// Returns the first number of a data file that no study measures, in words; `None` if there is
/// none.
pub fn first(data: &Value) -> Option<String> {
    let lists = data.as_object()?.iter().filter(|(name, _)| *name != SIGNED);
    lists.into_iter().find_map(|(name, list)| wrong(list, name, name, name != SPARSE))
}

/// Looks through a value; `key` is the nearest name above it, `place` says where it is.
fn wrong(value: &Value, key: &str, place: &str, strict: bool) -> Option<String> {
    match value {
        Value::Object(entries) => entries.iter().find_map(|(name, value)| {
            // the entries of these are named by policies and counters
            let key = if ["cycles", "statistics"].contains(&key) { key } else { name };
            wrong(value, key, &format!("{place}.{name}"), strict)
        }),
        Value::Array(list) => {
            list.iter().enumerate().find_map(|(n, value)| wrong(value, key, &format!("{place}[{n}]"), strict))
        }
        Value::Number(number) => {
            let positive = strict && POSITIVE.contains(&key);
            let number = number.as_f64()?;
            let possible = (0.0..=MOST).contains(&number) && (!positive || number > 0.0);
            let least = if positive { "more than 0" } else { "0 or more" };
            (!possible).then(|| format!("{place} is {number}: {least}, and at most {MOST:e}, is possible"))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn what_no_study_measures() {
        let of = |data: Value| first(&data);
        assert_eq!(of(json!({"runs": [{"cycles": 1, "units": [[0, [0]]]}], "statements": [{"value": -1.5}]})), None);
        assert_eq!(of(json!({"branches": [{"ideal": [0]}]})), None);
        for (wrong, place) in [
            (json!({"runs": [{"cycles": 5}, {"cycles": 0}]}), "runs[1].cycles is 0"),
            (json!({"kernels": [{"cycles": {"simt": 0}}]}), "kernels[0].cycles.simt is 0"),
            (json!({"kernels": [{"cycles": {"simt": -4}}]}), "kernels[0].cycles.simt is -4"),
            (json!({"runs": [{"cycles": 1e300}]}), "runs[0].cycles is 1"),
            (
                json!({"runs": [{"cycles": 9, "statistics": {"slots.issued": 0}}]}),
                "runs[0].statistics.slots.issued is 0",
            ),
            (json!({"branches": [{"ideal": [-1]}]}), "branches[0].ideal[0] is -1"),
            (json!({"benchmarks": [{"compacted": [3, 0]}]}), "benchmarks[0].compacted[1] is 0"),
        ] {
            assert!(of(wrong.clone()).is_some_and(|why| why.starts_with(place)), "{wrong}");
        }
    }
}
