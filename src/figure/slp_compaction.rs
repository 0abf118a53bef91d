//! How often compaction saves warps under each lane permutation, and how full its warps are, by the
//! fraction of active threads (SLP 3.3, figures 12 and 13), over generated masks of five families.

use heddle_contract::Config as _;
use heddle_contract::slp::{Config, Slp};
use heddle_golden::Model;
use heddle_golden::slp::permutation::Permutation;
use heddle_gpu::study::slp_compaction::{
    CTAS, Family, Masks, PERCENT, PERMUTATIONS, Point, Run, Shape, Tally, Unit, compare, measure,
};
use heddle_testbench::dut::{Dut, initial_seed};
use heddle_testbench::interrupt;
use heddle_testbench::jobs::in_parallel;
use heddle_testbench::verilator::Model as Verilated;
use serde_json::json;

use super::{Plot, verdict};
use crate::check::group;
use crate::cli::Figure;
use crate::console::say;
use crate::error::{Error, Outcome};
use crate::models::{jobs, verilated};
use crate::plot::{Form, Panel};
use crate::progress::{Task, Work};
use crate::table::{right_from, table};

/// Number of masks at each point.
const MASKS: u64 = 10_000;
/// Permutations that the unit itself executes: its own, and none.
const BY_THE_UNIT: [Permutation; 2] = [Permutation::Balanced, Permutation::None];

/// The measurements at one point: by functions, and by the unit under each of [`BY_THE_UNIT`].
struct Measured {
    point: Point,
    runs: [Run; 2],
}

impl Measured {
    fn differences(&self) -> Vec<String> {
        let each = BY_THE_UNIT.iter().zip(&self.runs);
        each.filter_map(|(permutation, run)| Some(compare(&self.point, *permutation, run).err()?.to_string())).collect()
    }
}

/// Makes figure `slp/compaction`: compares the unit with functions, and draws the compaction rates.
pub fn run(args: &Figure) -> Result<Outcome, Error> {
    let cfg = Config::preset("paper").expect("the unit has a preset of the paper's");
    let plot = Plot::wanted(args, "slp-compaction.svg")?;
    let points = points(args, cfg)?;
    let differences: Vec<String> = points.iter().flat_map(Measured::differences).collect();
    let unit = if args.rtl { "rtl" } else { "golden" };
    if args.json {
        points.iter().for_each(|measured| say!("{}", line(measured, unit)));
    } else {
        print(&points, args.rtl);
    }
    plot.draw(args, &panels(&points), Family::ALL.len(), "active threads, %")?;
    Ok(verdict(&differences))
}

/// Measures all points in parallel.
fn points(args: &Figure, cfg: &Config) -> Result<Vec<Measured>, Error> {
    let model = if args.rtl { verilated::<Slp>(&[cfg])?.pop() } else { None };
    let mut wanted = Vec::new();
    for (warps, family) in panes() {
        wanted.extend(PERCENT.map(|percent| Shape { width: cfg.width, warps, family, percent }));
    }
    let task = Task::start("figure slp/compaction", Work::Pieces(wanted.len() as u64));
    let wanted: Vec<(usize, Shape)> = wanted.into_iter().enumerate().collect();
    let points = in_parallel(jobs(None), &wanted, |(n, shape)| {
        if interrupt::asked() {
            return None;
        }
        let runs = BY_THE_UNIT.map(|permutation| by_the_unit(cfg, model.as_ref(), permutation, *n, *shape));
        let measured = Measured { point: measure(*shape, MASKS), runs };
        task.add(1);
        Some(measured)
    });
    if interrupt::asked() {
        return Err(Error::interrupted());
    }
    Ok(points.into_iter().flatten().collect())
}

fn by_the_unit(cfg: &Config, model: Option<&Verilated>, permutation: Permutation, n: usize, shape: Shape) -> Run {
    let plain = permutation == Permutation::None;
    let mut masks = Masks::new(shape);
    match model {
        None => Unit::launch(Model::<Slp>::new(cfg.clone()), shape.warps, plain).compact(&mut masks, MASKS),
        Some(model) => {
            let dut = Dut::<Slp>::new(cfg, model, initial_seed(n as u64, plain.into()));
            let dut = dut.expect("the emitted RTL never stops a simulation");
            Unit::launch(dut, shape.warps, plain).compact(&mut masks, MASKS)
        }
    }
}

/// Returns all pairs of CTA size and family of masks: each has a table, and a panel of each kind.
fn panes() -> impl Iterator<Item = (u32, Family)> {
    CTAS.into_iter().flat_map(|warps| Family::ALL.map(|family| (warps, family)))
}

/// Returns the points of one CTA size and family.
fn pane(points: &[Measured], warps: u32, family: Family) -> Vec<&Point> {
    let points = points.iter().map(|measured| &measured.point);
    points.filter(|point| point.shape.warps == warps && point.shape.family == family).collect()
}

type Value = fn(&Point, Tally) -> f64;
/// The quantities that tables show of a point.
const KINDS: [(&str, Value); 2] =
    [("compaction rate, %", Point::rate), ("SIMD utilisation, %", |point, tally| point.utilisation(tally.warps))];

/// Returns the tallies that are compared or drawn at a point, by name.
fn tallies(point: &Point) -> Vec<(&'static str, Tally)> {
    let permuted = PERMUTATIONS.iter().map(|permutation| (permutation.name(), point.under(*permutation)));
    permuted.chain([("ideal", point.ideal)]).collect()
}

fn line(Measured { point, runs }: &Measured, unit: &str) -> serde_json::Value {
    let tally = |tally: Tally| {
        json!({
            "compactable": tally.compactable, "warps": tally.warps,
            "rate": point.rate(tally), "utilisation": point.utilisation(tally.warps),
        })
    };
    let run = |run: &Run| {
        json!({
            "compactable": run.compactable, "warps": run.warps, "plain": run.plain, "left": run.left,
            "threads": run.threads, "cycles": run.cycles,
        })
    };
    let permuted: serde_json::Map<_, _> =
        tallies(point).into_iter().map(|(name, of)| (name.to_string(), tally(of))).collect();
    let by_the_unit: serde_json::Map<_, _> =
        BY_THE_UNIT.iter().zip(runs).map(|(permutation, of)| (permutation.name().to_string(), run(of))).collect();
    json!({
        "figure": "slp/compaction", "unit": unit, "warps": point.shape.warps, "family": point.shape.family.name(),
        "percent": point.shape.percent,
        "masks": point.masks, "active": point.active, "plain": point.plain,
        "uncompacted_utilisation": point.utilisation(point.plain), "by_function": permuted, "by_unit": by_the_unit,
    })
}

/// Percentages of active threads that the printed tables show; the JSON has every point.
const SHOWN: [u32; 6] = [10, 25, 50, 75, 90, 95];

fn print(points: &[Measured], rtl: bool) {
    say!("SLP compaction, warps of 32 threads, {} masks a point, by the fraction of active threads", group(MASKS));
    for (warps, family) in panes() {
        let mut shown = pane(points, warps, family);
        shown.retain(|point| SHOWN.contains(&point.shape.percent));
        let mut table = table();
        let percent = |_| SHOWN.map(|percent| format!("{percent}"));
        table.set_header(std::iter::once("active, %".into()).chain(KINDS.iter().flat_map(percent)));
        for (row, (name, _)) in tallies(shown[0]).into_iter().enumerate() {
            let values = KINDS.iter().flat_map(|(_, value)| shown.iter().map(move |p| value(p, tallies(p)[row].1)));
            table.add_row(std::iter::once(name.to_string()).chain(values.map(|value| format!("{value:.1}"))));
        }
        right_from(&mut table, 1);
        let kinds = KINDS.map(|(name, _)| name).join(", then ");
        say!("\n{} masks, {warps} warps: {kinds}\n{table}", family.name());
    }
    let runs = || points.iter().flat_map(|measured| &measured.runs);
    let (cycles, masks) = (runs().map(|run| run.cycles).sum(), runs().map(|run| run.masks).sum());
    let units = if rtl { "the Verilated unit" } else { "the golden unit" };
    let equal = points.iter().all(|measured| measured.differences().is_empty());
    let verdict = if equal { "the same counts" } else { "OTHER counts" };
    say!(
        "\nBalanced and none by {units}: {verdict}, {} masks in {} cycles ({:.1} a mask)",
        group(masks),
        group(cycles),
        cycles as f64 / masks as f64
    );
}

/// Returns the panels of the compaction rate, one for each family and CTA size.
fn panels(points: &[Measured]) -> Vec<Panel> {
    let panel = |(warps, family): (u32, Family)| {
        let of = pane(points, warps, family);
        let curve = |(row, (name, _)): (usize, (&'static str, Tally))| {
            let rate = |point: &&Point| (f64::from(point.shape.percent), point.rate(tallies(point)[row].1));
            (name.to_string(), of.iter().map(rate).collect())
        };
        let curves = tallies(of[0]).into_iter().enumerate().map(curve).collect();
        Panel {
            title: format!("{} masks, {warps} warps", family.name()),
            vertical: "compaction rate, %".into(),
            form: Form::Lines,
            curves,
        }
    };
    panes().map(panel).collect()
}
