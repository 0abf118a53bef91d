//! `heddle cost power`: the power of a unit's gate-level netlist, which runs in lockstep with its
//! golden model.

use heddle_synth::circuit::Circuit;
use heddle_synth::place::Physical;
use heddle_synth::power::activity::{Activity, Weights};
use heddle_synth::power::fit::{Fit, fit};
use heddle_synth::power::sum::Sum;
use heddle_synth::sta::{Watts, Wiring};
use heddle_synth::{Flow, Macro, Netlist};
use heddle_testbench::trace::TraceFile;

use super::gating::{self, Gating};
use super::in_gates::{agrees, runs};
use super::{PRESET, confined, exact, flow, placed, report};
use crate::cli::Power;
use crate::error::{Error, Outcome};
use crate::progress::{Task, Work};
use crate::recordings;
use crate::select::{Selected, beside, select, stands};

/// Cycles of random stimulus over which operations are counted together, where there are no
/// directed stimuli.
const WINDOW: u64 = 32;
/// The clock period that synthesis aims at, in ns; the default of `heddle cost area`.
const PERIOD: f64 = 1.0;

/// A unit's gate-level netlist, with the energy of its nets and the area of its parts.
pub struct Priced {
    /// The name of unit and preset, as in `lane/paper`, and of a user's file.
    pub name: String,
    /// The gate-level netlist.
    pub netlist: Netlist,
    /// The energies of the netlist's changes, by the project's own sum.
    pub sum: Sum,
    /// The costs of the unit's memories.
    pub macros: Vec<Macro>,
    /// Area of the cells, in square micrometres.
    pub area: f64,
    /// The wires, if the netlist has places.
    pub wiring: Option<Wiring>,
}

impl Priced {
    /// Returns the energy of each net's change and of each memory's accesses, in fJ.
    fn weights(&self) -> Weights {
        Weights {
            nets: self.sum.nets.clone(),
            memories: self.macros.iter().map(|m| (m.read * 1e3, m.write * 1e3)).collect(),
            window: WINDOW,
        }
    }
}

/// The power that a unit draws in one run, by part, in mW.
pub struct Draw {
    /// The name of the run: a kernel, or `random`.
    pub name: String,
    /// Cycles of the run.
    pub cycles: u64,
    /// Dynamic power of the flip-flops' clock pins, in mW.
    pub clock: f64,
    /// Dynamic power of the cells, without the clock, in mW, by OpenSTA.
    pub cells: f64,
    /// Power of accesses to macros, in mW.
    pub macros: f64,
    /// Leakage power of the cells, in mW.
    pub leakage: f64,
    /// Leakage power of the macros, in mW.
    pub macro_leakage: f64,
    /// The part of the cells' power that is spent in nets, in mW, by OpenSTA.
    pub switching: f64,
    /// The project's own sum of the power in [`cells`](Draw::cells), in mW.
    pub own: f64,
    /// The project's own sum of the power in [`switching`](Draw::switching), in mW.
    pub own_switching: f64,
    /// The part of that which wires take, in mW; `None` unless the netlist has places.
    pub wires: Option<f64>,
}

impl Draw {
    /// Returns the sum of clock, cells, macros and leakage, in mW.
    pub fn total(&self) -> f64 {
        self.clock + self.cells + self.macros + self.leakage + self.macro_leakage
    }
}

/// The measurements of a unit: its netlist, the power of runs, and the energy of operations.
pub struct Found {
    /// The unit's gate-level netlist and its costs.
    pub priced: Priced,
    /// The power of each run.
    pub draws: Vec<Draw>,
    /// The directed stimuli: name, cycles, and energy in pJ of each.
    pub exercises: Vec<(String, u64, f64)>,
    /// Energies of operations, in pJ, from a fit; the first is that of a cycle without any
    /// operation.
    pub fit: Fit,
    /// Whether the fit is over directed stimuli or else windows of random stimulus, and the number
    /// of them.
    pub fitted: (bool, usize),
}

/// Runs `heddle cost power`: measures the power of units in gates, and prints it; a mismatch if
/// gates and golden model differ.
pub fn run(args: &Power) -> Result<Outcome, Error> {
    let selected = beside(args.dut.as_deref(), args.module.as_deref(), targets(&args.selection)?)?;
    let flow = confined(flow(&args.liberty, PERIOD)?, &selected);
    if flow.cacti.is_none() {
        return Err(Error::tool("CACTI is missing: memories have no energy", "`make libraries` builds CACTI"));
    }
    recordings::open(&args.kernel)?;
    let physical = args.places.placed.then(|| placed::physical(&args.liberty, &args.places)).transpose()?;
    let bench = Bench { args, flow, physical };
    for wanted in &selected {
        let Some(found) = bench.unit(wanted)? else { return Ok(Outcome::Mismatch) };
        report::tell(args, &bench.flow.library.name, wanted, &found);
        if args.gating {
            let gating = Gating::of(&bench.flow, wanted)?;
            let runs = runs(wanted, &args.kernel, args.cycles)?;
            let library = &bench.flow.library;
            let Some(saved) = gating.saved(wanted, library, &runs, args.mhz)? else { return Ok(Outcome::Mismatch) };
            gating::tell(&gating, library, &saved, args.json);
        }
    }
    Ok(Outcome::Equal)
}

/// Returns the presets that the user names; preset `paper` of all units but primitives when none is
/// named.
fn targets(words: &[String]) -> Result<Vec<Selected>, Error> {
    if words.is_empty() {
        let all = select(&[])?;
        return Ok(all.into_iter().filter(|s| !s.unit.primitive && stands(&s.unit, s.preset, &[PRESET])).collect());
    }
    select(words)?;
    select(&words.iter().map(|word| exact(word)).collect::<Vec<_>>())
}

/// The setup that all units are measured with.
struct Bench<'a> {
    args: &'a Power,
    flow: Flow,
    physical: Option<Physical>,
}

impl Bench<'_> {
    /// Measures a unit; `None` if gates and golden model disagree, which is printed.
    fn unit(&self, wanted: &Selected) -> Result<Option<Found>, Error> {
        let task = Task::start("power", Work::Open);
        let name = wanted.name();
        task.say(format!("{name}: synthesis"));
        let priced = self.price(wanted)?;
        let runs = runs(wanted, &self.args.kernel, self.args.cycles)?;
        let directed = wanted.unit.exercises(wanted.preset);
        let (mut activities, mut rows, mut values, mut exercises) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let counted = |counts: Vec<u64>, cycles: u64| -> Vec<f64> {
            std::iter::once(cycles).chain(counts).map(|n| n as f64).collect()
        };
        for (k, file) in runs.iter().enumerate() {
            let Some(activity) = self.activity(&task, wanted, &priced, file)? else { return Ok(None) };
            // the last of the runs is random stimulus
            if directed.is_empty() && k + 1 == runs.len() {
                let counts = wanted.unit.work(file, WINDOW)?;
                for (k, (counts, energy)) in counts.into_iter().zip(&activity.windows).enumerate() {
                    rows.push(counted(counts, WINDOW.min(activity.cycles - k as u64 * WINDOW)));
                    values.push(energy * 1e-3);
                }
            }
            activities.push(activity);
        }
        let mut first: Option<(Vec<f64>, f64)> = None;
        for exercise in directed {
            let file = TraceFile::parse(exercise.name, exercise.stimulus)?;
            let Some(activity) = self.activity(&task, wanted, &priced, &file)? else { return Ok(None) };
            let energy = activity.windows.iter().sum::<f64>() * 1e-3;
            exercises.push((file.path().to_string(), activity.cycles, energy));
            if exercise.typical {
                let row = counted(wanted.unit.work(&file, u64::MAX)?.concat(), activity.cycles);
                // all begin as the first stimulus does, which does nothing else
                if let Some((begins, takes)) = &first {
                    rows.push(row.iter().zip(begins).map(|(n, before)| n - before).collect());
                    values.push(energy - takes);
                } else {
                    first = Some((row, energy));
                }
            }
        }
        task.say(format!("{name}: OpenSTA"));
        let draws = self.draws(&priced, &runs, &activities)?;
        let fitted = (!exercises.is_empty(), rows.len());
        Ok(Some(Found { priced, draws, exercises, fit: fit(&rows, &values), fitted }))
    }

    fn price(&self, wanted: &Selected) -> Result<Priced, Error> {
        let (unit, verilog) = (wanted.unit.top, wanted.verilog(self.flow.resets())?);
        let mut netlist = self.flow.netlist(unit, &verilog)?;
        let macros: Vec<Macro> = self.flow.macros(&netlist)?.into_iter().flatten().collect();
        let mut wiring = None;
        if let Some(physical) = &self.physical {
            let placed = self.flow.placed(unit, &verilog, physical, placed::aim(&self.args.places))?;
            wiring = Some(placed.wiring(&self.flow, physical, &macros)?);
            netlist = placed.netlist;
        }
        let sum = Sum::of(&netlist, &self.flow.library, wiring.as_ref().map(|wiring| &wiring.loads[..]));
        let (name, area) = (wanted.name(), netlist.area(&self.flow.library));
        Ok(Priced { name, netlist, sum, macros, area, wiring })
    }

    /// Returns the activity of the netlist in a run; `None` if gates and golden model disagree,
    /// which is printed.
    fn activity(
        &self,
        task: &Task,
        wanted: &Selected,
        priced: &Priced,
        file: &TraceFile,
    ) -> Result<Option<Activity>, Error> {
        let circuit = Circuit::of(&priced.netlist, &self.flow.library);
        let circuit = circuit.map_err(|error| Error::tool(error, "choose another cell library"))?;
        let (mut activity, weights) = (Activity::default(), priced.weights());
        task.say(format!("{}: {}", priced.name, file.path()));
        let agrees = agrees(wanted, circuit, (file, None), |gates| gates.count(&mut activity, &weights))?;
        Ok(agrees.then_some(activity))
    }

    fn draws(&self, priced: &Priced, runs: &[TraceFile], activities: &[Activity]) -> Result<Vec<Draw>, Error> {
        let megahertz = self.args.mhz;
        let (netlist, liberty, wiring) = (&priced.netlist, &self.flow.liberty, priced.wiring.as_ref());
        let watts = self.flow.sta.power(netlist, liberty, activities, megahertz, wiring)?;
        let macro_leakage = priced.macros.iter().fold(0.0, |sum, m| sum + m.leakage);
        let draw = |((file, activity), [watts, idle]): ((&TraceFile, &Activity), &[Watts; 2])| {
            let clock = idle.dynamic();
            // pJ a cycle at a clock in MHz, in mW
            let milliwatts = |picojoules: f64| picojoules / activity.cycles as f64 * megahertz * 1e-3;
            let accesses = priced.macros.iter().zip(&activity.accesses);
            let accesses =
                accesses.fold(0.0, |sum, (m, (reads, writes))| sum + m.read * *reads as f64 + m.write * *writes as f64);
            Draw {
                name: file.path().to_string(),
                cycles: activity.cycles,
                clock,
                cells: watts.dynamic() - clock,
                macros: milliwatts(accesses),
                leakage: watts.leakage,
                macro_leakage,
                // the clock tree switches in idle cycles, too
                switching: watts.switching - idle.switching,
                own: milliwatts(priced.sum.changes(&activity.toggles) * 1e-3),
                own_switching: milliwatts(priced.sum.switching(&activity.toggles) * 1e-3),
                wires: wiring.map(|wiring| {
                    let changes = wiring.loads.iter().zip(&activity.toggles).map(|(load, count)| load * *count as f64);
                    milliwatts(changes.sum::<f64>() * self.flow.library.voltage.powi(2) / 2.0 * 1e-3)
                }),
            }
        };
        Ok(runs.iter().zip(activities).zip(&watts).map(draw).collect())
    }
}
