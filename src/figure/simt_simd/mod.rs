//! The study of the SIMT-SIMD paper, figure 4 (V): rows of two matrices, and cycles and utilization
//! of their products with a vector; beside them the cycles with warps of one size (III).

mod judged;
mod measurements;
mod runs;

use serde_json::{Value, json};

use super::paper::{Paper, Wanted, Word, figure};
use super::plot::Plot;
use super::study::data::Data;
use super::study::output;
use super::study::sheet::{Rows, Sheet};
use super::study::statements::Results;
use crate::cli::Figure;
use crate::error::{Error, Outcome};
use crate::plot::{Chart, Form, Panel};
use judged::Spread;
use measurements::Measurements;
use runs::{BARS, CLOSE, ENTRIES, PACKINGS, PARTITIONS, Setting, TIMINGS, TimedRun};

type Make = fn(&Measurements) -> Sheet;

/// The options of all figures.
const RUNS: &[Word] = &[Word::Slurm, Word::Data, Word::From, Word::Matrix];

/// The paper, with its figures in the paper's order.
pub static PAPER: Paper<Make> = Paper {
    name: "simt-simd",
    takes: RUNS,
    figures: &[
        figure("simt-simd/4a", RUNS, rows),
        figure("simt-simd/4b", RUNS, |found| curves(found, "simt-simd/4b")),
        figure("simt-simd/4c", RUNS, |found| curves(found, "simt-simd/4c")),
        figure("simt-simd/emulation", RUNS, emulation),
        figure("simt-simd/entries", RUNS, entries),
    ],
    fits: |_, _| true,
    units: [
        "units",
        "`heddle sim spmv_warp --config simt-simd --policy simt-simd --rtl prt` puts a Verilated unit into a vector core",
    ],
    addresses: false,
    make,
};

/// Scales, each with the number of orders of rows: `paper` has as many as V. What one scale has
/// made, a greater one keeps.
const ORDERS: [(&str, u64); 3] = [("paper", 100), ("study", 25), ("test", 5)];

/// Makes figures with a table of the paper's statements at the end.
fn make(args: &Figure, wanted: &Wanted<Make>, plots: &[Plot]) -> Result<Outcome, Error> {
    PAPER.check(args)?;
    if !args.only.is_empty() {
        return Err(Error::input("SIMT-SIMD's figures have two matrices, and both are needed", "leave out --only"));
    }
    let data = Data::of(args, PAPER.name, || find(args, wanted))?;
    let results = Results::ours(wanted.iter().map(|(_, make)| make(&data.found)).collect());
    data.finish(args, &PAPER.title(), "other settings", &results, plots)
}

/// Makes those runs of the figures whose results are not kept.
fn find(args: &Figure, wanted: &Wanted<Make>) -> Result<Data<Measurements>, Error> {
    let orders = ORDERS.iter().find(|(scale, _)| *scale == args.scale).ok_or_else(|| {
        Error::input(
            format!("SIMT-SIMD's figures have no scale `{}`", args.scale),
            "say --scale test, --scale study, or --scale paper",
        )
    })?;
    let sources = runs::sources(args)?;
    let needs_runs = wanted.iter().any(|(name, _)| *name != "simt-simd/4a");
    let points = if needs_runs { runs::points(&sources, orders.1) } else { vec![] };
    let matrices = sources.iter().map(runs::Source::matrix).collect::<Result<_, _>>()?;
    let found = Measurements { matrices, made: runs::make(args, &sources, &points)? };
    let sets: String = args.set.iter().map(|set| format!(", {set}")).collect();
    let what = format!("simt-simd, scale {}, {} orders of rows{sets}", args.scale, orders.1);
    Ok(Data { found, what, command: output::command(args) })
}

/// Makes figure 4a: the number of rows by length, in classes of powers of two.
fn rows(found: &Measurements) -> Sheet {
    let class = |length: u32| length.max(1).next_power_of_two().ilog2();
    let last = found.matrices.iter().flat_map(|it| &it.lengths).map(|&length| class(length)).max().unwrap_or(0);
    let count =
        |matrix: usize, of: u32| found.matrices[matrix].lengths.iter().filter(|length| class(**length) == of).count();
    let classes: Vec<Vec<String>> = (0..=last)
        .map(|of| {
            let counts = (0..found.matrices.len()).map(|matrix| count(matrix, of).to_string());
            std::iter::once(format!("to {}", 1u32 << of)).chain(counts).collect()
        })
        .collect();
    let total = |matrix: usize| {
        let lengths = &found.matrices[matrix].lengths;
        format!("{}: {} rows, {} elements", found.matrices[matrix].name, lengths.len(), lengths.iter().sum::<u32>())
    };
    let curve = |matrix: usize| {
        let points = (0..=last).map(|of| (f64::from(of), count(matrix, of) as f64)).collect();
        (found.matrices[matrix].name.clone(), points)
    };
    let panels = [Panel {
        title: "rows by length".into(),
        vertical: "rows".into(),
        form: Form::Lines,
        curves: (0..found.matrices.len()).map(curve).collect(),
    }];
    let header = std::iter::once("elements".to_string()).chain(found.names()).collect();
    Sheet {
        figure: "simt-simd/4a",
        title: "rows of the matrices by length".into(),
        tables: vec![Rows { title: "rows".into(), words: 1, header, rows: classes }],
        notes: (0..found.matrices.len()).map(total).collect(),
        checks: vec![],
        lines: found
            .matrices
            .iter()
            .map(|it| json!({ "figure": "simt-simd/4a", "matrix": it.name, "lengths": it.lengths }))
            .collect(),
        chart: Chart::panels(panels, 1, "row length, log2"),
    }
}

/// Makes figure 4b or 4c: cycles or utilization by partitions and packing. Where statements are
/// judged, a value is the mean over orders of rows, and a stroke in the plot goes from the least to
/// the greatest; elsewhere it is that of the rows' own order.
fn curves(found: &Measurements, figure: &'static str) -> Sheet {
    let cycles = figure.ends_with('b');
    let value = |made: &TimedRun| if cycles { made.cycles as f64 / 1000.0 } else { 100.0 * made.utilization };
    let show = |value: f64| if cycles { format!("{value:.0}") } else { format!("{value:.1}") };
    let (mut tables, mut panels) = (Vec::new(), Vec::new());
    for (matrix, name) in found.names().enumerate() {
        for (timing, of) in TIMINGS.iter().enumerate() {
            let at = |packing: usize, partitions: u32| {
                let setting = Setting { timing, packing, partitions, entries: 0 };
                let own = found.at(matrix, setting, false).map_or(0.0, value);
                let own = Spread { mean: own, least: own, most: own };
                judged::spread(&found.made, matrix, setting, value).unwrap_or(own)
            };
            let row = |(packing, name): (usize, &&str)| {
                let shown = PARTITIONS.map(|partitions| {
                    let Spread { mean, least, most } = at(packing, partitions);
                    let range =
                        if least < most { format!(" ({} to {})", show(least), show(most)) } else { String::new() };
                    show(mean) + &range
                });
                std::iter::once(name.to_string()).chain(shown).collect()
            };
            let title = format!("{name}, timing {of}");
            let header = std::iter::once("packing".to_string()).chain(PARTITIONS.map(|t| format!("t = {t}"))).collect();
            let rows = PACKINGS.iter().enumerate().map(row).collect();
            tables.push(Rows { title: title.clone(), words: 1, header, rows });
            let point = |packing: usize, partitions: u32| {
                let Spread { mean, least, most } = at(packing, partitions);
                [mean, least, most, mean].map(|value| (f64::from(partitions), value))
            };
            let curve = |(packing, name): (usize, &&str)| {
                (name.to_string(), PARTITIONS.into_iter().flat_map(|t| point(packing, t)).collect())
            };
            let vertical = if cycles { "thousand cycles" } else { "utilization, %" };
            let curves = PACKINGS.iter().enumerate().map(curve).collect();
            panels.push(Panel { title, vertical: vertical.into(), form: Form::Lines, curves });
        }
    }
    let mut lines: Vec<Value> = found.made.iter().map(|made| found.line(made)).collect();
    lines.iter_mut().filter_map(Value::as_object_mut).for_each(|line| _ = line.insert("figure".into(), json!(figure)));
    Sheet {
        figure,
        title: if cycles { "thousand cycles" } else { "utilization of pipelines and the issue port, %" }.into(),
        tables,
        notes: vec![
            "packing: steps of the sum by which counts of instructions in a bucket differ at most".into(),
            "mean (least to greatest) over orders of rows; without a range: the rows in their own order, not judged"
                .into(),
        ],
        checks: if cycles {
            judged::cycles(&found.made, &found.judged())
        } else {
            judged::utilization(&found.made, &found.judged())
        },
        lines,
        chart: Chart::panels(panels, 3, "partitions"),
    }
}

/// Makes the figure of warps of their rows' lengths beside warps of the greatest length, whose
/// other threads are masked (III).
fn emulation(found: &Measurements) -> Sheet {
    let mut rows = Vec::new();
    let mut lines = Vec::new();
    for (matrix, name) in found.names().enumerate() {
        for (timing, of) in TIMINGS.iter().enumerate() {
            let setting = Setting { timing, packing: 0, partitions: BARS, entries: 0 };
            let at = |masked| found.at(matrix, setting, masked);
            let (Some(sized), Some(masked)) = (at(false), at(true)) else { continue };
            let ratio = masked.cycles as f64 / sized.cycles.max(1) as f64;
            rows.push(vec![
                format!("{name}, timing {of}"),
                sized.cycles.to_string(),
                masked.cycles.to_string(),
                format!("{ratio:.2}"),
                format!("{:.0}", sized.length),
                format!("{:.0}", masked.length),
            ]);
            lines.push(json!({ "figure": "simt-simd/emulation", "matrix": name, "timing": of, "sized": sized.cycles, "masked": masked.cycles }));
        }
    }
    let header = ["", "cycles, own sizes", "cycles, greatest size", "ratio", "length, own", "length, greatest"];
    let ratios = rows.iter().enumerate().map(|(n, row)| (n as f64, row[3].parse().unwrap_or(0.0))).collect();
    let panels = [Panel {
        title: "cycles with masked threads over those without".into(),
        vertical: "ratio".into(),
        form: Form::Points,
        curves: vec![("ratio".into(), ratios)],
    }];
    Sheet {
        figure: "simt-simd/emulation",
        title: format!("warps of their own sizes beside those of the greatest, {BARS} partitions, a warp each"),
        tables: vec![Rows {
            title: "cycles and vector lengths".into(),
            words: 1,
            header: header.map(String::from).to_vec(),
            rows,
        }],
        notes: vec!["the paper says only that sizes that differ should not need masked threads (III)".into()],
        checks: vec![],
        lines,
        chart: Chart::panels(panels, 1, "matrix and timing"),
    }
}

/// Makes the figure of cycles with a buffer that grows with the partitions, and with one that does
/// not.
fn entries(found: &Measurements) -> Sheet {
    let (mut rows, mut lines, mut panels) = (Vec::new(), Vec::new(), Vec::new());
    for (matrix, name) in found.names().enumerate() {
        for (timing, of) in TIMINGS.iter().enumerate() {
            let at = |partitions: u32, entries: u32| {
                let setting = Setting { timing, packing: CLOSE, partitions, entries };
                found.at(matrix, setting, false).map_or(0, |made| made.cycles)
            };
            let title = format!("{name}, timing {of}");
            for (entries, what) in [(0, "4 a partition".to_string()), (ENTRIES, ENTRIES.to_string())] {
                let cycles = PARTITIONS.map(|partitions| at(partitions, entries));
                rows.push([title.clone(), what].into_iter().chain(cycles.map(|cycles| cycles.to_string())).collect());
                lines.push(json!({ "figure": "simt-simd/entries", "matrix": name, "timing": of, "entries": entries, "cycles": cycles }));
            }
            let curve = |entries: u32| PARTITIONS.map(|t| (f64::from(t), at(t, entries) as f64 / 1000.0)).to_vec();
            let curves = vec![("4 a partition".into(), curve(0)), (ENTRIES.to_string(), curve(ENTRIES))];
            panels.push(Panel { title, vertical: "thousand cycles".into(), form: Form::Lines, curves });
        }
    }
    let header =
        ["", "entries"].into_iter().map(str::to_string).chain(PARTITIONS.map(|t| format!("t = {t}"))).collect();
    Sheet {
        figure: "simt-simd/entries",
        title: "cycles with buffers of other sizes, packing 0".into(),
        tables: vec![Rows { title: "cycles".into(), words: 2, header, rows }],
        notes: vec!["the buffer grows with the partitions (V); how large it is at any number is not printed".into()],
        checks: vec![],
        lines,
        chart: Chart::panels(panels, 3, "partitions"),
    }
}
