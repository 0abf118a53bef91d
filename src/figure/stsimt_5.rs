//! STSIMT figure 5: instructions a cycle of the conventional core (a) and of the TSIMT core (b)
//! under the micro-benchmark of 5.2, and the speedup between them.

use heddle_contract::Config as _;
use heddle_contract::lane::Config;
use heddle_golden::Model;
use heddle_golden::lane::Lane;
use heddle_golden::stsimt_5::{LANES, Measure, THREADS, WARPS, simt, tsimt};
use heddle_testbench::dut::{Dut, initial_seed};
use heddle_testbench::interrupt;
use serde_json::json;

use super::plot::Plot;
use crate::cli::Figure;
use crate::console::say;
use crate::error::{Error, Outcome};
use crate::models::verilated;
use crate::plot::{Chart, Form, Panel};
use crate::progress::{Task, Work};
use crate::table::{right_from, table};

/// The measurements at one point of both figures.
struct Point {
    warps: usize,
    threads: u32,
    simt: Measure,
    tsimt: Measure,
}

impl Point {
    fn speedup(&self) -> f64 {
        self.tsimt.ipc / self.simt.ipc
    }
}

/// Makes figure 5 of STSIMT: measures all points, prints tables, and draws the plot.
pub fn run(args: &Figure) -> Result<Outcome, Error> {
    let cfg = Config::preset("paper").expect("the lane has a preset of the paper's");
    let plot = Plot::wanted(args, "stsimt-5.svg")?;
    let points = measure(args, cfg)?;
    if args.json {
        for point in &points {
            let line = json!({
                "figure": "stsimt/5", "lanes": if args.rtl { "rtl" } else { "golden" },
                "warps": point.warps, "threads": point.threads,
                "simt_ipc": point.simt.ipc, "tsimt_ipc": point.tsimt.ipc, "speedup": point.speedup(),
                "tsimt_instructions": point.tsimt.instructions, "tsimt_window": point.tsimt.window,
                "tsimt_cycles": point.tsimt.cycles,
            });
            say!("{line}");
        }
    } else {
        print(&points, args.rtl);
    }
    plot.show(args, &Chart::panels(panels(&points), 3, "active threads"))?;
    Ok(Outcome::Equal)
}

fn measure(args: &Figure, cfg: &Config) -> Result<Vec<Point>, Error> {
    let model = if args.rtl { verilated::<heddle_units::lane::Lane>(&[cfg])?.pop() } else { None };
    let task = Task::start("figure stsimt/5", Work::Pieces(WARPS.len() as u64 * u64::from(THREADS)));
    let mut points = Vec::new();
    for warps in WARPS {
        for threads in 1..=THREADS {
            if interrupt::asked() {
                return Err(Error::interrupted());
            }
            let tsimt = match &model {
                None => tsimt(cfg, (0..LANES).map(|_| Model::<Lane>::new(cfg.clone())).collect(), warps, threads),
                Some(model) => {
                    let lane = |n: usize| {
                        Dut::<heddle_units::lane::Lane>::new(cfg, model, initial_seed(threads.into(), n as u64))
                    };
                    let lanes = (0..LANES).map(lane).collect::<Result<_, _>>();
                    tsimt(cfg, lanes.expect("the emitted RTL never stops a simulation"), warps, threads)
                }
            };
            points.push(Point { warps, threads, simt: simt(cfg, warps, threads), tsimt });
            task.add(1);
        }
    }
    Ok(points)
}

/// Numbers of active threads that the printed table shows; the JSON has every point.
const SHOWN: [u32; 10] = [1, 2, 4, 6, 8, 12, 16, 20, 24, 32];

fn print(points: &[Point], rtl: bool) {
    type Value = fn(&Point) -> String;
    let tables: [(&str, Value); 4] = [
        ("(a) conventional SIMT: thread instructions a cycle", |p| format!("{:.2}", p.simt.ipc)),
        ("(b) TSIMT: thread instructions a cycle", |p| format!("{:.2}", p.tsimt.ipc)),
        ("(b) / (a): speedup", |p| format!("{:.2}", p.speedup())),
        ("(b) cycles of each whole run", |p| p.tsimt.cycles.to_string()),
    ];
    say!("STSIMT figure 5, {LANES} {} lanes", if rtl { "Verilated" } else { "golden" });
    for (title, value) in tables {
        let mut table = table();
        table.set_header(std::iter::once("threads".to_string()).chain(SHOWN.map(|threads| threads.to_string())));
        for warps in WARPS {
            let row = points.iter().filter(|p| p.warps == warps && SHOWN.contains(&p.threads)).map(value);
            table.add_row(std::iter::once(format!("W{warps}")).chain(row));
        }
        right_from(&mut table, 0);
        say!("\n{title}\n{table}");
    }
    let best = points.iter().map(Point::speedup).fold(0.0, f64::max);
    let worst = points.iter().map(Point::speedup).fold(f64::INFINITY, f64::min);
    say!("\n                                     here   paper (5.2)");
    say!("peak speedup                         {best:<6.2} close to 4");
    say!("worst ratio                          {worst:<6.2} 0.5");
    let eight =
        points.iter().filter(|p| p.warps == 8 && p.threads <= 12).map(Point::speedup).fold(f64::INFINITY, f64::min);
    say!("8 warps, up to 12 threads: at least  {eight:<6.2} 2.5");
}

fn panels(points: &[Point]) -> Vec<Panel> {
    type Value = fn(&Point) -> f64;
    let panels: [(&str, &str, Value); 3] = [
        ("STSIMT figure 5a: SIMT", "thread instructions a cycle", |p| p.simt.ipc),
        ("STSIMT figure 5b: TSIMT", "thread instructions a cycle", |p| p.tsimt.ipc),
        ("speedup of TSIMT over SIMT", "speedup", Point::speedup),
    ];
    let curve = |warps: usize, value: Value| {
        let points = points.iter().filter(move |p| p.warps == warps);
        let plural = if warps == 1 { "" } else { "s" };
        (format!("{warps} warp{plural}"), points.map(|p| (f64::from(p.threads), value(p))).collect())
    };
    panels
        .map(|(title, vertical, value)| Panel {
            title: title.into(),
            vertical: vertical.into(),
            form: Form::Lines,
            curves: WARPS.map(|warps| curve(warps, value)).to_vec(),
        })
        .into()
}
