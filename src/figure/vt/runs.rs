//! The runs of VT's study: policies and changes of the GPU, the most important first.

use heddle_gpu::config::Config;
use heddle_gpu::study::vt_limits::shapes;
use heddle_workloads::Address;

use super::applications::{Application, Class};
use super::measurements::{Machine, Measurements, Shaped};
use crate::cli::Figure;
use crate::console::aside;
use crate::error::Error;
use crate::figure::study::runs::{self, Batch};
use crate::sim::configuration;
use crate::sim::store::Store;

/// The baseline policy of VT's study.
pub const BASE: &str = "simt";

/// Changes that make a third of the paper's GPU: of its cores, channels and bytes of L2 (D160).
const THIRD: [&str; 3] = ["core.count=5", "dram.channels=2", "l2.bytes=262144"];

/// Changes that make a Kepler GPU, for figures 2(b) and 3 (II).
const KEPLER: [&str; 3] = ["core.warps=64", "core.ctas=16", "core.registers=65536"];

/// A pass: runs that are made together.
pub struct Pass {
    /// The change of the GPU; empty in most passes.
    change: &'static str,
    /// The policies of the runs.
    policies: &'static [&'static str],
    /// Figures that need the runs.
    figures: &'static [&'static str],
    /// Whether applications without virtual threads are run too.
    all: bool,
}

const fn pass(change: &'static str, policies: &'static [&'static str], figures: &'static [&'static str]) -> Pass {
    Pass { change, policies, figures, all: false }
}

/// Figures that need runs under [`BASE`] and `vt`.
const MOST: &[&str] = &["vt/4", "vt/8", "vt/9", "vt/10", "vt/11", "vt/12", "vt/13"];

/// All passes, the most important first.
const PASSES: [Pass; 10] = [
    Pass { change: "", policies: &[BASE, "vt"], figures: MOST, all: true },
    pass("", &["mascar", "max"], &["vt/8"]),
    pass("", &["vt-plain", "mascar-queue", "max-plain"], &["vt/8"]),
    pass("", &["vt-free"], &["vt/10"]),
    pass("vt.beat=256", &["vt"], &["vt/10"]),
    pass("vt.beat=1024", &["vt"], &["vt/10"]),
    pass("vt.depth=8", &["vt"], &["vt/11"]),
    pass("vt.depth=16", &["vt"], &["vt/11"]),
    pass("core.scheduling=gto", &[BASE, "vt"], &["vt/9"]),
    pass("core.scheduling=two-level", &[BASE, "vt"], &["vt/9"]),
];

/// A pass of our own for figure 8: other definitions of a stall.
const READINGS: Pass = pass("", &["vt-barrier", "vt-load"], &["vt/8"]);

/// First parts of the names of statistics that figures need.
const KEPT: [&str; 9] = ["slots.", "l1.", "queue.", "vt.", "mascar.", "l2.", "dram.", "core.busy", "core.instructions"];
/// Whole names of other statistics that figures need.
const KEPT_TOO: [&str; 5] = ["core.registers", "core.shared", "core.ctas", "core.warps", "core.thread_instructions"];

/// Returns the configuration of a third of the paper's GPU, with the user's changes and others.
pub fn gpu<'a>(args: &'a Figure, more: impl Iterator<Item = &'a str>) -> Result<Config, Error> {
    let changes = THIRD.into_iter().chain(args.set.iter().map(String::as_str)).chain(more);
    let changes: Vec<String> = changes.filter(|change| !change.is_empty()).map(str::to_string).collect();
    configuration::open("vt", &changes)
}

/// Returns the size of the programs' addresses.
pub fn address(args: &Figure) -> Address {
    args.addresses().first().copied().unwrap_or_default()
}

/// Finds the shapes, and makes the runs that these figures need, under a change of the user's or
/// none.
pub fn find(args: &Figure, figures: &[&str], change: Option<&str>, store: &Store) -> Result<Measurements, Error> {
    let config = gpu(args, change.into_iter())?;
    let kepler = gpu(args, change.into_iter().chain(KEPLER))?;
    let all: Vec<&Application> = runs::wanted(args)?;
    let mut shaped = Vec::new();
    for (application, loaded) in runs::loaded(args, |_| true)? {
        let scale = runs::scale_of::<Application>(&loaded, &args.scale);
        for shape in shapes(&config.spec, &loaded.session(scale)?).map_err(unfit)? {
            let fermi = shape.held(&config.spec).map_err(unfit)?;
            let kepler = shape.held(&kepler.spec).map_err(unfit)?;
            shaped.push(Shaped { application, shape, fermi, kepler });
        }
    }
    let mut found = Measurements {
        name: change.map_or_else(|| address(args).to_string(), str::to_string),
        varied: change.is_some(),
        machine: Machine::of(&config.spec),
        kepler: Machine::of(&kepler.spec),
        shapes: shaped,
        runs: Vec::new(),
        left_out: Vec::new(),
        wrong: Vec::new(),
    };
    if let Some(change) = change {
        aside!("with {change}:");
    }
    let mut given_up: Vec<&Application> = Vec::new();
    let passes = PASSES.iter().chain([&READINGS]);
    for pass in passes.filter(|pass| pass.figures.iter().any(|figure| figures.contains(figure))) {
        let of: Vec<&Application> = all.iter().copied().filter(|it| pass.all || wants(&found, it)).collect();
        let of: Vec<&Application> = of.into_iter().filter(|it| !given_up.contains(it)).collect();
        if of.is_empty() {
            continue;
        }
        let config = gpu(args, change.into_iter().chain([pass.change]))?;
        run(args, pass, &of, config, store, &mut found, &mut given_up)?;
    }
    Ok(found)
}

fn unfit(why: heddle_gpu::system::SimError) -> Error {
    Error::input(why.to_string(), "leave this workload out with --only, or change the GPU with --set")
}

/// Whether an application needs runs under other policies than these two: without more CTAs than
/// before, it runs the same.
fn wants(found: &Measurements, application: &Application) -> bool {
    application.class == Class::Scheduling || found.has_virtual_threads(application)
}

/// Makes the runs of a pass, and adds them to `found`.
fn run(
    args: &Figure,
    pass: &Pass,
    of: &[&'static Application],
    config: Config,
    store: &Store,
    found: &mut Measurements,
    given_up: &mut Vec<&'static Application>,
) -> Result<(), Error> {
    for (scale, of) in runs::by_scale(args, |it| of.contains(&it))? {
        let batch =
            Batch { of: &of, policies: pass.policies, scale: &scale, varied: "", change: pass.change, interval: 0 };
        let made = runs::make(args, config.clone(), &batch, store, [&KEPT, &KEPT_TOO])?;
        found.runs.extend(made.runs);
        found.wrong.extend(made.wrong);
        for (application, why) in made.refused {
            if !given_up.contains(&application) {
                given_up.push(application);
                found.left_out.push(format!("{} ({why})", application.name));
            }
        }
    }
    Ok(())
}
