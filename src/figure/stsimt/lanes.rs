//! Figure 6 of STSIMT: instructions a cycle of each lane of a core over time, for a kernel whose
//! CTAs have 84 threads.

use heddle_gpu::system::{Options, Sample};
use serde_json::json;

use super::kernels::Kernels;
use crate::cli::Figure;
use crate::error::Error;
use crate::figure::study::agreement::Stated;
use crate::figure::study::checks::{named, number};
use crate::figure::study::sheet::{Rows, Sheet};
use crate::models::runs_at_a_time;
use crate::plot::{Chart, Form, Panel};
use crate::sim::ending::Ending;
use crate::sim::plan::Plan;
use crate::sim::store::Store;
use crate::sim::sweep::sweep;

/// The workload of figure 6, of which the first kernel is shown.
pub const WORKLOAD: &str = "dg";
/// The policies without and with the two optimisations of 5.5, each with the number of lanes that
/// stay empty in the paper's figure.
const POLICIES: [(&str, usize); 2] = [("tsimt", 2), ("tsimt+", 0)];
/// Cycles of a sample over time.
const INTERVAL: u64 = 100;
/// Most points of a curve.
const POINTS: usize = 160;

/// A point of the curves: the cycle at an interval's end, and instructions a cycle by lane.
type Point = (u64, Vec<f64>);

/// Makes figure 6 of STSIMT, for which separate runs are made.
pub fn sheet(args: &Figure, store: &Store) -> Result<Sheet, Error> {
    let config = super::settings::gpu(args.set.clone())?;
    let options = Options { interval: INTERVAL, threads: args.threads.into(), ..Options::default() };
    let policies = POLICIES.map(|(policy, _)| policy.to_string());
    let mut plan =
        Plan::new(config, &[WORKLOAD.into()], &policies, &args.scale, args.addresses().first().copied(), options)?;
    plan.longest = args.longest;
    let endings = sweep(&plan, store, args.afresh, runs_at_a_time(args.jobs, args.threads), &[])?;
    // reports interruptions and errors
    let kernels = Kernels::new(&plan, &endings)?;
    let mut sheet = Sheet {
        figure: "stsimt/6",
        title: "a core's lanes over time, DG's first kernel (84 threads a CTA)".into(),
        tables: Vec::new(),
        notes: kernels.wrong,
        checks: Vec::new(),
        lines: Vec::new(),
        chart: Chart::None,
    };
    let mut panels = Vec::new();
    let mut rows = Vec::new();
    for (ending, (policy, empty)) in endings.iter().zip(POLICIES) {
        let points = points(ending);
        if let Ending::Refused(why) | Ending::Trouble(why) = ending {
            sheet.notes.push(format!("{policy}: {why}"));
        }
        let count = points.first().map_or(0, |(_, lanes)| lanes.len());
        let whole = |lane: usize| points.iter().map(|(_, lanes)| lanes[lane]).sum::<f64>() / points.len() as f64;
        let idle = (0..count).filter(|&lane| whole(lane) == 0.0).count();
        for (cycle, lanes) in &points {
            sheet.lines.push(json!({ "figure": "stsimt/6", "policy": policy, "cycle": cycle, "ipc": lanes }));
        }
        let ours = (!points.is_empty()).then_some(idle as f64);
        let what = format!("lanes that never execute, {policy}");
        let check = number(what, format!("{empty} (5.4, 5.5)"), [ours, None], Stated::Count(empty as f64));
        let text = check.ours.clone();
        sheet.checks.push(named(check, text));
        let shown = (0..count).map(|lane| format!("{:.3}", whole(lane)));
        let cycles = points.last().map_or("-".into(), |(cycle, _)| crate::number::group(*cycle));
        rows.push([policy.to_string(), cycles].into_iter().chain(shown).collect());
        let curve = |lane: usize| points.iter().map(|(cycle, lanes)| (*cycle as f64, lanes[lane])).collect();
        panels.push(Panel {
            title: format!("STSIMT 6: {policy}"),
            vertical: "thread instructions a cycle".into(),
            form: Form::Bands,
            curves: (0..count).map(|lane| (format!("lane {lane}"), curve(lane))).collect(),
        });
    }
    let lanes = (0..8).map(|lane| format!("lane {lane}"));
    let header = ["policy".to_string(), "cycles".to_string()].into_iter().chain(lanes).collect();
    sheet.tables.push(Rows {
        title: "thread instructions a cycle, mean of the kernel's first launch".into(),
        words: 1,
        header,
        rows,
    });
    sheet.chart = Chart::panels(panels, 2, "core cycle");
    Ok(sheet)
}

/// Returns the samples of the first launch, merged so that there are few enough to draw.
fn points(ending: &Ending) -> Vec<Point> {
    let Some(run) = ending.record().map(|record| &record.run) else { return Vec::new() };
    let end = run.launches.first().map_or(0, |launch| launch.cycles);
    let samples: Vec<&Sample> = run.timeline.iter().take_while(|sample| sample.cycle < end + INTERVAL).collect();
    let each = samples.len().div_ceil(POINTS).max(1);
    let mut before = 0;
    let point = |samples: &[&Sample]| {
        let last = samples.last()?.cycle;
        let cycles = (last - std::mem::replace(&mut before, last)).max(1) as f64;
        let lane = |lane: usize| samples.iter().map(|sample| sample.lanes[lane]).sum::<u64>() as f64 / cycles;
        Some((last, (0..samples[0].lanes.len()).map(lane).collect()))
    };
    samples.chunks(each).filter_map(point).collect()
}
