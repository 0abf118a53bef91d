//! The steps of a nightly run: one line `NAME: COMMAND` each, with placeholders for units, kernels
//! and rounds.

use std::path::Path;

use heddle_testbench::files::read_at_most;
use heddle_units::units;
use heddle_workloads::WORKLOADS;

use crate::error::Error;

/// The steps of the default plan.
const STEPS: &str = include_str!("steps.txt");
/// Checked cycles of each unit in a nightly run, and the rounds into which they are divided: an
/// interruption loses less than one round.
const CYCLES: u64 = 1_000_000_000;
const ROUNDS: u64 = 10;
/// Most bytes of a plan file; longer files are refused.
const MOST_BYTES: u64 = 1 << 20;

/// One step of a nightly run: a command with a name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    /// The name of the step.
    pub name: String,
    /// The words of the command: the program and its arguments.
    pub words: Vec<String>,
}

impl Step {
    /// Returns the command as a user would type it.
    pub fn command(&self) -> String {
        self.words.join(" ")
    }

    /// Returns the start of the step's file names, made from its name.
    pub fn file(&self) -> String {
        self.name.replace(|c: char| !c.is_ascii_alphanumeric(), "-").to_lowercase()
    }
}

/// Reads the steps of a plan file, or of the default plan.
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
        return Err(Error::input(format!("{path}: the plan has no step"), HELP));
    }
    Ok(steps)
}

/// Returns the lines that a step's line stands for, one for each combination of its placeholders'
/// values.
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
