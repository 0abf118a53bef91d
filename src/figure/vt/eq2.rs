//! VT equation 2: the cycles in which the context of a CTA moves to shared memory or back, by the
//! warps of the CTA, the entries of a stack and the bits of a beat; beside them, the beats of a
//! real swap, and the cycles until the CTA that comes in issues.

use heddle_contract::Config as _;
use heddle_contract::vtc::Config;
use heddle_golden::Model;
use heddle_golden::vtc::Vtc;
use heddle_gpu::study::vt_eq2::{Swap, equation_2, swap};
use heddle_testbench::dut::{Dut, initial_seed};
use heddle_testbench::interrupt;
use serde_json::json;

use crate::cli::Figure;
use crate::console::say;
use crate::error::{Error, Outcome};
use crate::figure::plot::Plot;
use crate::figure::verdict;
use crate::models::verilated;
use crate::plot::{Chart, Form, Panel};
use crate::progress::{Task, Work};
use crate::table::{right_from, table};

/// Warps of the largest CTA.
const WARPS: u32 = 32;
/// A controller for each depth of stacks and each width of a beat: D = 4, 8, 16 and B = 256, 512,
/// 1024, in this order.
const PRESETS: [&str; 9] =
    ["d4b256", "paper", "d4b1024", "d8b256", "d8b512", "d8b1024", "d16b256", "d16b512", "d16b1024"];

/// One swap of a CTA, beside that of the golden model.
struct Point {
    cfg: &'static Config,
    warps: u32,
    swap: Swap,
    /// The swap by the golden model; equal to `swap` if the unit is the golden model itself.
    golden: Swap,
}

impl Point {
    fn cycles(&self) -> f64 {
        equation_2(self.cfg, self.warps)
    }

    /// Returns the number of whole beats: the ceiling of equation 2.
    fn beats(&self) -> u32 {
        self.cycles().ceil() as u32
    }

    fn difference(&self) -> Option<String> {
        let beats = [self.golden.read, self.golden.written, self.swap.read, self.swap.written];
        let equal = beats.iter().all(|beats| *beats == self.beats()) && self.swap == self.golden;
        (!equal).then(|| {
            let Point { cfg, warps, swap, golden, .. } = self;
            format!(
                "W = {warps}, D = {}, B = {}: {} beats, golden {golden:?}, here {swap:?}",
                cfg.depth,
                cfg.beat,
                self.beats()
            )
        })
    }
}

/// Makes figure `vt/eq2`: compares swaps with equation 2, and draws the cycles.
pub fn run(args: &Figure) -> Result<Outcome, Error> {
    let plot = Plot::wanted(args, "vt-eq2.svg")?;
    let points = points(args)?;
    let differences: Vec<String> = points.iter().filter_map(Point::difference).collect();
    let unit = if args.rtl { "rtl" } else { "golden" };
    if args.json {
        points.iter().for_each(|point| say!("{}", line(point, unit)));
    } else {
        print(&points, unit, differences.is_empty());
    }
    plot.show(args, &Chart::panels(panels(&points), 3, "warps of a CTA"))?;
    Ok(verdict(&differences))
}

fn points(args: &Figure) -> Result<Vec<Point>, Error> {
    let cfgs = PRESETS.map(|preset| Config::preset(preset).expect("the unit has a preset for each"));
    let models = if args.rtl { verilated::<heddle_units::vtc::Vtc>(&cfgs)? } else { Vec::new() };
    let task = Task::start("figure vt/eq2", Work::Pieces((cfgs.len() * WARPS as usize) as u64));
    let mut points = Vec::new();
    for (n, cfg) in cfgs.into_iter().enumerate() {
        task.say(PRESETS[n].into());
        for warps in 1..=WARPS {
            if interrupt::asked() {
                return Err(Error::interrupted());
            }
            let golden = swap(cfg, Model::<Vtc>::new(cfg.clone()), warps);
            let swap = models.get(n).map_or(golden, |model| {
                let dut = Dut::<heddle_units::vtc::Vtc>::new(cfg, model, initial_seed(warps.into(), 0));
                swap(cfg, dut.expect("the emitted RTL never stops a simulation"), warps)
            });
            points.push(Point { cfg, warps, swap, golden });
            task.add(1);
        }
    }
    Ok(points)
}

fn line(point: &Point, unit: &str) -> serde_json::Value {
    let Point { cfg, warps, swap, .. } = point;
    json!({
        "figure": "vt/eq2", "unit": unit, "warps": warps, "depth": cfg.depth, "bits": cfg.beat,
        "equation_2": point.cycles(), "ceiling": point.beats(),
        "copied": swap.copied, "read": swap.read, "written": swap.written, "first_issue": swap.first_issue,
    })
}

/// Numbers of warps that the printed tables show; the JSON has every point.
const SHOWN: [u32; 8] = [1, 2, 4, 6, 8, 16, 24, 32];

fn print(points: &[Point], unit: &str, equal: bool) {
    type Value = fn(&Point) -> String;
    let tables: [(&str, Value); 4] = [
        ("equation 2, cycles", |p| format!("{:.2}", p.cycles())),
        ("beats read", |p| p.swap.read.to_string()),
        ("beats written", |p| p.swap.written.to_string()),
        ("cycles from the mark to the first issue", |p| p.swap.first_issue.to_string()),
    ];
    say!("VT equation 2, beside swaps of a {unit} controller");
    for (title, value) in tables {
        let mut table = table();
        table.set_header(std::iter::once("W".to_string()).chain(SHOWN.map(|warps| warps.to_string())));
        for of in points.chunks(WARPS as usize) {
            let row = of.iter().filter(|p| SHOWN.contains(&p.warps)).map(value);
            table.add_row(std::iter::once(format!("D = {}, B = {}", of[0].cfg.depth, of[0].cfg.beat)).chain(row));
        }
        right_from(&mut table, 1);
        say!("\n{title}\n{table}");
    }
    let verdict = if equal { "the ceiling of equation 2" } else { "NOT the ceiling of equation 2" };
    say!("\nbeats of {} swaps, read and written: {verdict}", points.len());
}

/// Returns the panels: beats above, cycles until an issue below; a panel for each depth, a curve
/// for each width.
fn panels(points: &[Point]) -> Vec<Panel> {
    type Value = fn(&Point) -> u32;
    let kinds: [(&str, Value); 2] = [("beats", |p| p.swap.read), ("cycles from mark to issue", |p| p.swap.first_issue)];
    let curve = |of: &[Point], value: Value| {
        let points = of.iter().map(|p| (f64::from(p.warps), f64::from(value(p))));
        (format!("{} bits", of[0].cfg.beat), points.collect())
    };
    let panel = |(vertical, value): (&str, Value)| {
        let depths = points.chunks(3 * WARPS as usize);
        let of_depth = depths.map(move |of| Panel {
            title: format!("stacks of {} entries", of[0].cfg.depth),
            vertical: vertical.into(),
            form: Form::Lines,
            curves: of.chunks(WARPS as usize).map(|of| curve(of, value)).collect(),
        });
        of_depth.collect::<Vec<_>>()
    };
    kinds.into_iter().flat_map(panel).collect()
}
