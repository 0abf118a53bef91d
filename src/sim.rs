//! `heddle sim`: workloads on a whole GPU, cycle by cycle.

mod budget;
pub mod configuration;
pub mod ending;
pub mod html;
mod perfetto;
pub mod plan;
pub mod record;
pub mod report;
mod statistics;
pub mod store;
pub mod sweep;
pub mod timeline;
pub mod trace;
mod verilated;

use std::sync::Mutex;

use heddle_gpu::system::Options;

use crate::cli::Sim;
use crate::console::aside;
use crate::error::{Error, Outcome};
use crate::models::runs_at_a_time;

use html::Html;
use plan::Plan;
use report::Report;
use store::Store;
use trace::Trace;

/// Cycles of one sample of a trace's counters.
pub const INTERVAL: u64 = 1000;

/// Runs `heddle sim`: simulates workloads on a GPU under each policy, and writes the report, trace
/// and page.
pub fn run(args: &Sim) -> Result<Outcome, Error> {
    if args.list_statistics {
        statistics::print(args.json);
        return Ok(Outcome::Equal);
    }
    if args.print_config {
        configuration::print(&configuration::open(&args.config, &args.set)?, args.json);
        return Ok(Outcome::Equal);
    }
    let interval = if args.trace.is_some() { INTERVAL } else { 0 };
    let Sim { limit, livelock, sample, .. } = *args;
    let (profile, threads) = (args.html.is_some(), args.threads.into());
    let options = Options { limit, interval, livelock, profile, threads, sample, ..Options::default() };
    let configs = configuration::sweep(&args.config, &args.set)?;
    let workloads = plan::workloads(&args.kernels, args.launch.as_deref(), &args.scale, args.address)?;
    let plan = Plan::of(configs, workloads, plan::named(&args.policy)?, &args.scale, options);
    let plan = plan.with_rtl(args.rtl.as_deref())?.with_matrix(args.matrix.as_deref())?;
    let trace = args.trace.as_deref().map(|path| Trace::wanted(path, &plan)).transpose()?;
    let html = args.html.as_deref().map(|path| Html::wanted(path, &plan)).transpose()?;
    let report = Report::wanted(args.json, args.stats.as_deref(), args.by_launch)?;
    // timelines are not kept
    let watched = trace.is_some() || html.is_some();
    args.cluster.takes(&[
        ("--afresh", args.afresh),
        ("--trace or --html", watched),
        ("--keep", args.keep.is_some()),
    ])?;
    let store = Store::open(args.keep.as_deref(), &args.cluster)?;
    let mut timelines = Vec::new();
    timelines.resize_with(if watched { plan.jobs.len() } else { 0 }, Mutex::default);
    let endings =
        sweep::sweep(&plan, &store, args.afresh || watched, runs_at_a_time(args.jobs, args.threads), &timelines)?;
    store.gathered()?;
    let timelines = timeline::closed(timelines, &endings);
    let kept = endings.iter().filter(|ending| ending.kept()).count();
    if kept > 0 {
        aside!("{kept} of {} runs are kept from earlier commands; --afresh repeats them", endings.len());
    }
    if let Some(trace) = trace {
        trace.write(&timelines[0], endings.first().and_then(ending::Ending::record))?;
    }
    if let Some(html) = html {
        html.write(&plan, &endings, &timelines)?;
    }
    report.write(&plan, &endings)
}
