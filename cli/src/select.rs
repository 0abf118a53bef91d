//! Selection of units, presets and hardware from the words of the command line.

use heddle_sandbox::lacking;
use std::path::Path;

use heddle_synth::Resets;
use heddle_testbench::files::read_at_most;
use heddle_testbench::target::Hardware;
use heddle_testbench::unit::{Unit, presets};

use crate::cli::Tested;
use crate::console::aside;
use crate::dut::{candidates, contained, defines, delays, in_place, refused};
use crate::error::Error;
use crate::program::units;

/// Most bytes of a user's Verilog file; longer files are refused.
const MOST_BYTES: u64 = 64 << 20;

/// First words of an emitted Verilog file; the unit and the preset follow, so that the file names
/// its preset.
pub const HEADER: &str = "// heddle emit ";

/// One selected preset of a unit.
#[derive(Clone)]
pub struct Selected {
    /// The unit.
    pub unit: Unit,
    /// The name of the preset.
    pub preset: &'static str,
    /// The user's Verilog in place of what is emitted: the name of its file, and its text.
    pub given: Option<(String, String)>,
}

impl Selected {
    /// Whether a user wrote the Verilog, so that it is not trusted.
    pub fn is_users(&self) -> bool {
        self.unit.written || self.given.is_some()
    }

    /// Returns the name of the preset with that of its unit.
    pub fn name(&self) -> String {
        let file = self.file().map_or(String::new(), |file| format!(" {file}"));
        format!("{}/{}{file}", self.unit.name, self.preset)
    }

    /// Returns the name of the user's Verilog file in place of what is emitted.
    pub fn file(&self) -> Option<&str> {
        self.given.as_ref().map(|(file, _)| file.as_str())
    }

    /// Returns the Verilog for synthesis: the user's, or what is emitted.
    pub fn verilog(&self, resets: Resets) -> Result<String, Error> {
        let verilog = self.given.as_ref().map(|(_, verilog)| verilog.clone());
        Ok(self.unit.plain(verilog.unwrap_or_else(|| self.unit.emit(self.preset)), resets)?)
    }
}

/// Adds the user's Verilog file to the preset that it is for, if a file is named.
pub fn beside(dut: Option<&Path>, module: Option<&str>, mut selected: Vec<Selected>) -> Result<Vec<Selected>, Error> {
    let tested = Tested { dut: dut.map(Path::to_path_buf), module: module.map(str::to_string), fpga: false };
    if let Hardware::File { path, verilog, .. } = hardware(&tested, &mut selected)? {
        let given = Some((path.display().to_string(), verilog));
        selected.extend(selected.first().cloned().map(|one| Selected { given, ..one }));
    }
    Ok(selected)
}

/// Returns the presets that the words name, each once; all presets of all units if there are no
/// words. The name of a preset alone means that preset of every unit which has it, primitives
/// apart.
pub fn select(words: &[String]) -> Result<Vec<Selected>, Error> {
    prepared(meant(words)?)
}

/// Reads the RTL of presets, where it is in files.
fn prepared(selected: Vec<Selected>) -> Result<Vec<Selected>, Error> {
    for one in &selected {
        one.unit.prepare(one.preset)?;
    }
    Ok(selected)
}

/// Returns what [`select`] does, before any RTL is read.
fn meant(words: &[String]) -> Result<Vec<Selected>, Error> {
    let all = units();
    if all.is_empty() {
        return Err(Error::input("the program has no units", "add one to it: `Heddle::new(..).unit::<Mine>()`"));
    }
    let has = |unit: &Unit, preset: &str| unit.presets.iter().any(|(name, _)| *name == preset);
    let mut wanted = Vec::new();
    for word in words {
        let of_units: Vec<&Unit> = all.iter().filter(|unit| !unit.primitive && has(unit, word)).collect();
        if !of_units.is_empty() {
            wanted.extend(of_units.iter().map(|unit| (unit.name, Some(word.as_str()))));
            continue;
        }
        let (unit, preset) = match word.split_once('/') {
            Some((unit, preset)) => (unit, Some(preset)),
            None => (word.as_str(), None),
        };
        let known = all.iter().find(|known| known.name == unit).ok_or_else(|| {
            Error::input(format!("there is no unit `{unit}`"), suggest(unit, all.iter().map(|known| known.name)))
        })?;
        if let Some(preset) = preset.filter(|preset| !has(known, preset)) {
            let what = format!("unit {unit} has no preset `{preset}`");
            return Err(Error::input(what, suggest(preset, known.presets.iter().map(|(name, _)| *name))));
        }
        wanted.push((unit, preset));
    }
    let meant = |unit: &Unit, preset: &str| {
        wanted.is_empty() || wanted.iter().any(|(u, p)| *u == unit.name && p.is_none_or(|p| p == preset))
    };
    let selected = presets(all).filter(|(unit, preset)| meant(unit, preset));
    Ok(selected.map(|(unit, preset)| Selected { unit, preset, given: None }).collect())
}

/// The preset that is small enough for proofs.
const SMALLEST: &str = "tiny";

/// Returns the preset that stands for a unit: the one with this name, or the first where there is
/// none.
pub fn usual(unit: &Unit, name: &'static str) -> &'static str {
    let named = unit.presets.iter().find(|(preset, _)| *preset == name);
    named.or(unit.presets.first()).map_or(name, |(preset, _)| preset)
}

/// Whether a preset is one of those that stand for a unit: those with these names, or the first
/// where there is none.
pub fn stands(unit: &Unit, preset: &str, names: &[&'static str]) -> bool {
    names.contains(&preset) || names.iter().all(|name| usual(unit, name) == preset)
}

/// Returns the units that the words name, at the preset `tiny` if none is named, or at all presets
/// where there is no `tiny`; without words every unit.
///
/// Primitives, which are parts of units, are refused, or left out where there are no words.
pub fn smallest(words: &[String]) -> Result<Vec<Selected>, Error> {
    let small = |unit: &Unit| unit.presets.iter().any(|(preset, _)| *preset == SMALLEST);
    let exact = |word: &String| match units().iter().find(|unit| unit.name == *word && small(unit)) {
        Some(_) => format!("{word}/{SMALLEST}"),
        None => word.clone(),
    };
    let selected = meant(&words.iter().map(exact).collect::<Vec<_>>())?;
    if let Some(part) = selected.iter().find(|one| one.unit.primitive && !words.is_empty()) {
        let what = format!("{} is a primitive, a part of units", part.unit.name);
        return Err(Error::input(what, "name a unit: what holds for a unit holds for its parts"));
    }
    let all = words.is_empty();
    let of_all = |one: &Selected| !one.unit.primitive && (one.preset == SMALLEST || !small(&one.unit));
    let kept = selected.into_iter().filter(|one| !all || of_all(one));
    prepared(kept.collect())
}

/// Most valid words that are all listed for a wrong word; of more, only the nearest are.
const FEW: usize = 60;
const NEAREST: usize = 4;

/// Returns help for an unknown word: the nearest valid word, and all valid words if they are few.
pub fn suggest<'a>(word: &str, known: impl Iterator<Item = &'a str>) -> String {
    let known: Vec<&str> = known.collect();
    let near = |known: &str| strsim::jaro(&word.to_lowercase(), &known.to_lowercase());
    let mut by_nearness = known.clone();
    by_nearness.sort_by(|a, b| near(b).total_cmp(&near(a)));
    let all = if known.len() > FEW {
        format!("the nearest are: {}", by_nearness[..NEAREST].join(", "))
    } else {
        format!("there are: {}", known.join(", "))
    };
    match by_nearness.first().filter(|nearest| near(nearest) > 0.7) {
        Some(nearest) => format!("did you mean `{nearest}`? {}{}", all[..1].to_uppercase(), &all[1..]),
        None => all,
    }
}

/// Returns the primitives that a user's file of a unit contains, each to be tested by itself: the
/// modules that are primitives in the unit's own RTL, of the unit's own parameters.
pub fn parts(of: &Selected, hardware: &Hardware) -> Vec<(Selected, Hardware)> {
    let Hardware::File { path, verilog, module: None } = hardware else { return Vec::new() };
    if of.unit.primitive {
        return Vec::new();
    }
    let parameters = |of: &Unit, preset: &str| {
        of.presets.iter().find(|(name, _)| *name == preset).map_or(Vec::new(), |(_, parameters)| parameters.clone())
    };
    let (own, emitted) = (parameters(&of.unit, of.preset), of.unit.emit(of.preset));
    let mut parts = Vec::new();
    for unit in units().iter().filter(|unit| unit.primitive) {
        let alike = |(_, its): &&(&'static str, Vec<_>)| its.iter().all(|one| own.contains(one));
        let Some(preset) = unit.presets.iter().find(alike).map(|(preset, _)| *preset) else { continue };
        let primitive = unit.emit(preset);
        for name in contained(&emitted, &primitive) {
            if let Some(verilog) = in_place(unit.top, &primitive, verilog, name) {
                let hardware = Hardware::File { path: path.clone(), verilog, module: Some(name.to_string()) };
                parts.push((Selected { unit: unit.clone(), preset, given: None }, hardware));
            }
        }
    }
    parts
}

/// Says, once, that delays at these places have no effect.
pub fn name_delays(places: &[String]) {
    let [place, others @ ..] = places else { return };
    let others = if others.is_empty() { String::new() } else { format!(", with those of {} more lines", others.len()) };
    aside!("{place}: the delay is ignored{others}: a model runs cycles, and has no time");
}

/// Returns the hardware to test: the project's RTL in one of its forms, or the user's Verilog file,
/// which stands for one preset. With a `module`, that module of the file is tested, whatever it is
/// called there.
pub fn hardware(tested: &Tested, selected: &mut Vec<Selected>) -> Result<Hardware, Error> {
    let module = tested.module.as_deref();
    let Some(path) = &tested.dut else { return Ok(Hardware::variant(tested.fpga)) };
    let refuse = |reason: String| Error::input(format!("{}: {reason}", path.display()), "--dut takes a Verilog file");
    let bytes = read_at_most(path, MOST_BYTES).map_err(|error| refuse(error.to_string()))?;
    if let Some(at) = bytes.iter().position(|byte| *byte == 0) {
        return Err(refuse(format!("not Verilog: the file is not text (byte {at} is zero)")));
    }
    // comments may be in an older encoding
    let verilog = String::from_utf8_lossy(&bytes).into_owned();
    if let Some((line, why)) = refused(&verilog) {
        return Err(Error::input(format!("{}:{line}: {why}", path.display()), "remove it from the Verilog"));
    }
    let delays = delays(&verilog).into_iter().map(|line| format!("{}:{line}", path.display()));
    name_delays(&delays.collect::<Vec<_>>());
    if selected.len() > 1 {
        // the first line that `emit` writes names the preset
        let named = verilog.lines().next().and_then(|line| line.strip_prefix(HEADER));
        let named = named.map(str::trim).unwrap_or_default().to_string();
        if selected.iter().any(|s| format!("{}/{}", s.unit.name, s.preset) == named) {
            selected.retain(|s| format!("{}/{}", s.unit.name, s.preset) == named);
        } else {
            let what = format!(
                "{} can replace the RTL of one preset, and {} presets are selected",
                path.display(),
                selected.len()
            );
            return Err(Error::input(
                what,
                "name the preset that the file is for, as in `heddle check lane/paper --dut FILE.v`",
            ));
        }
    }
    let Selected { unit, preset, .. } = selected.first().expect("a word selects a preset");
    let emitted = unit.emit(preset);
    let no_module = |name: &str, found: &[&str]| {
        let help = match found {
            [] => format!("no module of the file has the ports of {} or of its parts", unit.name),
            found => format!("name the module, as in --module '{}'", found.join("' or '")),
        };
        Error::input(format!("{} has no module {name} to be tested as {}/{preset}", path.display(), unit.name), help)
    };
    let verilog = match module {
        Some(name) => in_place(unit.top, &emitted, &verilog, name)
            .ok_or_else(|| no_module(name, &candidates(&emitted, &verilog)))?,
        None => match candidates(&emitted, &verilog) {
            found if !found.is_empty() && !defines(&verilog, unit.top) => return Err(no_module(unit.top, &found)),
            _ => verilog,
        },
    };
    if let Some(lacks) = lacking() {
        aside!("{}: this kernel has {lacks}: processes with your rights build and run it", path.display());
    }
    Ok(Hardware::File { path: path.clone(), verilog, module: module.map(str::to_owned) })
}
