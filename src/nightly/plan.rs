//! The steps of a night: a line each, `NAME: COMMAND`, with what stands for many filled in.

use std::path::Path;

use heddle_testbench::files::read_at_most;
use heddle_testbench::units::units;
use heddle_workloads::WORKLOADS;

use crate::error::Error;

/// What is done when no plan is named.
const STEPS: &str = include_str!("steps.txt");
/// Checked cycles of each unit in a night, and the parts in which they are run: what a night that is cut short loses is less than one.
const CYCLES: u64 = 1_000_000_000;
const ROUNDS: u64 = 10;
/// A longer file is no plan.
const MOST_BYTES: u64 = 1 << 20;

/// One command.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// What it is called.
    pub name: String,
    /// The program and its arguments.
    pub words: Vec<String>,
}

impl Step {
    /// As a user would type it.
    pub fn command(&self) -> String {
        self.words.join(" ")
    }

    /// The names of its files begin so.
    pub fn file(&self) -> String {
        self.name.replace(|c: char| !c.is_ascii_alphanumeric(), "-").to_lowercase()
    }
}

/// The steps of a plan, or of the usual night.
pub fn read(path: Option<&Path>) -> Result<Vec<Step>, Error> {
    let Some(path) = path else { return parse("steps.txt", STEPS) };
    let refuse = |what: String| Error::input(format!("{}: {what}", path.display()), HELP);
    let bytes = read_at_most(path, MOST_BYTES).map_err(|error| refuse(error.to_string()))?;
    let text = String::from_utf8(bytes).map_err(|_| refuse("not text".into()))?;
    parse(&path.display().to_string(), &text)
}

const HELP: &str = "a step is a line `NAME: COMMAND`, as in `fuzz: heddle fuzz lane --cycles 1000000 --json`";

fn parse(path: &str, text: &str) -> Result<Vec<Step>, Error> {
    let mut steps: Vec<Step> = Vec::new();
    for (at, line) in text.lines().enumerate().map(|(at, line)| (at + 1, line.trim())) {
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let refuse = |what: &str| Error::input(format!("{path}:{at}: {what}"), HELP);
        let (name, command) = line.split_once(": ").ok_or_else(|| refuse("no `NAME: COMMAND`"))?;
        for (name, command) in filled(name, command) {
            let words: Vec<String> = command.split_whitespace().map(str::to_string).collect();
            let step = Step { name: name.trim().to_string(), words };
            if step.name.is_empty() || step.words.is_empty() {
                return Err(refuse("no `NAME: COMMAND`"));
            }
            if steps.iter().any(|other| other.file() == step.file()) {
                return Err(refuse(&format!("there is a step `{}` already", step.name)));
            }
            steps.push(step);
        }
    }
    if steps.is_empty() {
        return Err(Error::input(format!("{path}: it has no step"), HELP));
    }
    Ok(steps)
}

/// A line, as often as what stands in it for many asks for.
fn filled(name: &str, command: &str) -> Vec<(String, String)> {
    let mut lines = vec![(name.to_string(), command.to_string())];
    let mut fill = |mark: &str, values: &[Vec<(&str, String)>]| {
        if !name.contains(mark) {
            return;
        }
        let put = |text: &str, value: &[(&str, String)]| {
            value.iter().fold(text.to_string(), |text, (mark, word)| text.replace(mark, word))
        };
        let with = |(name, command): &(String, String)| {
            values.iter().map(|value| (put(name, value), put(command, value))).collect::<Vec<_>>()
        };
        lines = lines.iter().flat_map(with).collect();
    };
    let rounds: Vec<_> = (1..=ROUNDS).map(|round| vec![("{round}", round.to_string())]).collect();
    let of_units: Vec<_> = units()
        .iter()
        .filter(|unit| !unit.primitive)
        .map(|unit| {
            let cycles = (CYCLES / ROUNDS).div_ceil(unit.presets.len() as u64);
            vec![("{unit}", unit.name.to_string()), ("{cycles}", cycles.to_string())]
        })
        .collect();
    let kernels: Vec<_> = WORKLOADS.iter().map(|workload| vec![("{kernel}", workload.name.to_string())]).collect();
    fill("{round}", &rounds);
    fill("{unit}", &of_units);
    fill("{kernel}", &kernels);
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_night_has_every_unit_and_every_workload() {
        let steps = read(None).unwrap();
        let named = |name: &str| steps.iter().filter(|step| step.name.starts_with(name)).count();
        let (some, presets) =
            (units(), |unit: &str| units().iter().find(|u| u.name == unit).unwrap().presets.len() as u64);
        assert_eq!(named("kernel "), WORKLOADS.len());
        for unit in some.iter().filter(|unit| !unit.primitive) {
            let fuzz: Vec<&Step> =
                steps.iter().filter(|step| step.name.starts_with(&format!("fuzz {} ", unit.name))).collect();
            let cycles = |step: &&Step| {
                let at = step.words.iter().position(|word| word == "--cycles").unwrap();
                step.words[at + 1].parse::<u64>().unwrap()
            };
            assert!(fuzz.iter().map(cycles).sum::<u64>() * presets(unit.name) >= CYCLES, "{}", unit.name);
        }
        assert!(steps.iter().all(|step| !step.command().contains('{')), "nothing is left to fill in");
    }

    #[test]
    fn what_is_no_plan_is_refused_with_its_place() {
        for (text, what) in [("a: b\nnonsense", "x:2: no"), ("a: b\na: c", "x:2: there is"), (" : b", "x:1: no")] {
            let Err(Error::Input { what: said, .. }) = parse("x", text) else { panic!("{text:?} is taken") };
            assert!(said.contains(what), "{said}");
        }
    }
}
