//! The runs of VT's study: policies and changes of the GPU, the most important first.

use heddle_gpu::config::Config;
use heddle_gpu::study::vt_limits::shapes;
use heddle_workloads::Address;

use super::applications::{Application, Class};
use super::measurements::{Gpus, Machine, Measurements, Shaped, Study};
use crate::cli::Figure;
use crate::error::Error;
use crate::figure::study::subjects;
use crate::figure::study::timed::{Batch, variations};
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

/// Returns the configuration of a third of the paper's GPU, with the user's changes, one that
/// `--vary` has, and others.
pub fn gpu(args: &Figure, varied: &str, more: &[&str]) -> Result<Config, Error> {
    let changes = THIRD.into_iter().chain(args.set.iter().map(String::as_str)).chain([varied]);
    let changes = changes.chain(more.iter().copied()).filter(|change| !change.is_empty());
    configuration::open("vt", &changes.map(str::to_string).collect::<Vec<_>>())
}

/// Returns the size of the programs' addresses.
pub fn address(args: &Figure) -> Address {
    args.addresses().first().copied().unwrap_or_default()
}

/// Finds the shapes, and makes the runs that these figures need, in the study itself and under each
/// change that the user asks for.
pub fn find(args: &Figure, figures: &[&str], store: &Store) -> Result<Study, Error> {
    let mut found = Study { sets: args.set.clone(), ..Study::default() };
    let pieces = subjects::loaded::<Class>(args, |_| true)?;
    for varied in variations(args) {
        let (config, kepler) = (gpu(args, varied, &[])?, gpu(args, varied, &KEPLER)?);
        for (application, loaded) in &pieces {
            let scale = subjects::scale_of::<Class>(loaded, &args.scale);
            for shape in shapes(&config.spec, &loaded.session(scale)?).map_err(unfit)? {
                let [fermi, kepler] = [&config, &kepler].map(|gpu| shape.held(&gpu.spec).map_err(unfit));
                let (fermi, kepler) = (fermi?, kepler?);
                found.shapes.push(Shaped { application, varied: varied.into(), shape, fermi, kepler });
            }
        }
        let [machine, kepler] = [&config, &kepler].map(|gpu| Machine::of(&gpu.spec));
        found.gpus.push(Gpus { varied: varied.into(), machine, kepler });
        let without_runs = found.under(varied);
        let passes = PASSES.iter().chain([&READINGS]);
        for pass in passes.filter(|pass| pass.figures.iter().any(|figure| figures.contains(figure))) {
            let wanted = |it: &Application| pass.all || wants(&without_runs, it);
            for (scale, of) in subjects::by_scale(args, wanted)? {
                let (policies, change) = (pass.policies, pass.change);
                let batch = Batch { of: &of, policies, scale: &scale, varied, change, interval: 0 };
                found.timed.make(args, gpu(args, varied, &[change])?, &batch, store, [&KEPT, &KEPT_TOO])?;
            }
        }
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
