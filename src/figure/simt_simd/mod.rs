//! SIMT-SIMD V, figure 4: rows of two matrices, cycles and utilization of their products with a vector; and beside them what warps of one size would take
//! (III).

mod judged;
mod runs;

use serde_json::{Value, json};

use super::study::output;
use super::study::sheet::{Rows, Sheet};
use super::study::statements::Told;
use crate::cli::Figure;
use crate::error::{Error, Outcome};
use crate::plot::{Form, Panel, draw};
use runs::{BARS, MATRICES, Made, PACKINGS, PARTITIONS, Point, TIMINGS};

/// What figures follow from: the lengths of rows, and runs.
struct Found {
    lengths: Vec<Vec<u32>>,
    made: Vec<Made>,
}

type Make = fn(&Found) -> Result<Sheet, Error>;

/// Every figure.
const STUDIES: [(&str, Make); 4] = [
    ("simt-simd/4a", rows),
    ("simt-simd/4b", |found| curves(found, "simt-simd/4b")),
    ("simt-simd/4c", |found| curves(found, "simt-simd/4c")),
    ("simt-simd/emulation", emulation),
];

/// Orders of rows at scale `study` (figure 4), and at `test`.
const ORDERS: [(&str, u64); 2] = [("study", 100), ("test", 5)];

/// Whether data of a figure can be kept.
pub fn is_of_runs(name: &str) -> bool {
    name == "simt-simd" || STUDIES.iter().any(|(study, _)| *study == name)
}

/// Makes one of the figures, or all of them with a table of the paper's statements at the end.
pub fn run(args: &Figure) -> Result<Outcome, Error> {
    let (wanted, plots) = output::chosen(args, &STUDIES)?;
    let rtl = "`heddle sim spmv_warp --config simt-simd --policy simt-simd --rtl prt` puts a Verilated unit into a vector core";
    output::check_words(args, "SIMT-SIMD", "units", rtl)?;
    output::check_files(args)?;
    if !args.only.is_empty() {
        return Err(Error::input("SIMT-SIMD's figures have two matrices, and both are needed", "leave out --only"));
    }
    if args.keep.is_some() || args.afresh {
        return Err(Error::input("runs of SIMT-SIMD's figures are not kept", "leave out --keep and --afresh"));
    }
    let orders = ORDERS.iter().find(|(scale, _)| *scale == args.scale).ok_or_else(|| {
        Error::input(
            format!("SIMT-SIMD's figures have no scale `{}`", args.scale),
            "say --scale test, or --scale study",
        )
    })?;
    let lengths = (0..MATRICES.len()).map(|matrix| runs::lengths(args, matrix)).collect::<Result<_, _>>()?;
    let needs_runs = wanted.iter().any(|(name, _)| *name != "simt-simd/4a");
    let points = if needs_runs { runs::points(orders.1) } else { vec![] };
    let found = Found { lengths, made: runs::make(args, &points)? };
    let sheets = wanted.iter().map(|(_, make)| make(&found)).collect::<Result<Vec<_>, _>>()?;
    let told = [Told { name: "ours".into(), varied: false, about: None, sheets }];
    let sets: String = args.set.iter().map(|set| format!(", {set}")).collect();
    let what = format!("simt-simd, scale {}, {} orders of rows{sets}", args.scale, orders.1);
    let command = output::command(args);
    let start = [("command", json!(command)), ("what", json!(what))];
    let lists = vec![("runs", found.made.iter().map(line).collect())];
    let wrong: Vec<String> = found.made.iter().filter_map(|made| made.wrong.clone()).collect();
    output::finish(args, ("SIMT-SIMD", &what, "other settings"), &told, &plots, &start, lists, &wrong)
}

fn line(made: &Made) -> Value {
    let Point { matrix, timing, packing, partitions, order, masked } = made.point;
    json!({
        "matrix": MATRICES[matrix], "timing": TIMINGS[timing], "packing": PACKINGS[packing], "partitions": partitions,
        "order": order, "masked": masked, "cycles": made.cycles, "utilization": made.utilization, "length": made.length,
    })
}

fn drawn(panels: &[Panel], columns: usize, horizontal: &str) -> Result<String, Error> {
    draw(panels, columns, horizontal).map_err(|error| Error::input(error, "the plot could not be drawn"))
}

/// Figure 4a: rows by length, in classes of powers of two.
fn rows(found: &Found) -> Result<Sheet, Error> {
    let class = |length: u32| length.max(1).next_power_of_two().ilog2();
    let last = found.lengths.iter().flatten().map(|&length| class(length)).max().unwrap_or(0);
    let count = |matrix: usize, of: u32| found.lengths[matrix].iter().filter(|length| class(**length) == of).count();
    let classes: Vec<Vec<String>> = (0..=last)
        .map(|of| {
            let counts = (0..MATRICES.len()).map(|matrix| count(matrix, of).to_string());
            std::iter::once(format!("to {}", 1u32 << of)).chain(counts).collect()
        })
        .collect();
    let total = |matrix: usize| {
        let lengths = &found.lengths[matrix];
        format!("{}: {} rows, {} elements", MATRICES[matrix], lengths.len(), lengths.iter().sum::<u32>())
    };
    let curve = |matrix: usize| {
        let points = (0..=last).map(|of| (f64::from(of), count(matrix, of) as f64)).collect();
        (MATRICES[matrix].to_string(), points)
    };
    let panels = [Panel {
        title: "rows by length".into(),
        vertical: "rows".into(),
        form: Form::Lines,
        curves: (0..MATRICES.len()).map(curve).collect(),
    }];
    let header = std::iter::once("elements".to_string()).chain(MATRICES.map(str::to_string)).collect();
    Ok(Sheet {
        figure: "simt-simd/4a",
        title: "rows of the matrices by length".into(),
        tables: vec![Rows { title: "rows".into(), words: 1, header, rows: classes }],
        notes: (0..MATRICES.len()).map(total).collect(),
        checks: vec![],
        lines: (0..MATRICES.len())
            .map(|matrix| json!({ "figure": "simt-simd/4a", "matrix": MATRICES[matrix], "lengths": found.lengths[matrix] }))
            .collect(),
        svg: drawn(&panels, 1, "row length, log2")?,
    })
}

/// Figures 4b and 4c: cycles, or utilization, by partitions and packing.
fn curves(found: &Found, figure: &'static str) -> Result<Sheet, Error> {
    let cycles = figure.ends_with('b');
    let value = |made: &Made| if cycles { made.cycles as f64 / 1000.0 } else { 100.0 * made.utilization };
    let show = |value: f64| if cycles { format!("{value:.0}") } else { format!("{value:.1}") };
    let (mut tables, mut panels) = (Vec::new(), Vec::new());
    for (matrix, name) in MATRICES.iter().enumerate() {
        for (timing, of) in TIMINGS.iter().enumerate() {
            let at = |packing: usize, partitions: u32| {
                let point = Point { matrix, timing, packing, partitions, order: 0, masked: false };
                found.made.iter().find(|made| made.point == point).map_or(0.0, value)
            };
            let bar = |packing: usize| match judged::bars(&found.made, matrix, timing, packing) {
                Some([mean, least, most]) if cycles => {
                    [mean, least, most].map(|cycles| format!("{:.0}", cycles / 1000.0)).to_vec()
                }
                _ => vec![],
            };
            let row = |(packing, name): (usize, &&str)| {
                let values = PARTITIONS.map(|partitions| show(at(packing, partitions)));
                std::iter::once(name.to_string()).chain(values).chain(bar(packing)).collect()
            };
            let title = format!("{name}, timing {of}");
            let orders = ["mean", "least", "most"].map(|of| format!("{of} at {BARS}"));
            let header = std::iter::once("packing".to_string()).chain(PARTITIONS.map(|t| format!("t = {t}")));
            let header = header.chain(orders.into_iter().filter(|_| cycles && !bar(0).is_empty())).collect();
            tables.push(Rows {
                title: title.clone(),
                words: 1,
                header,
                rows: PACKINGS.iter().enumerate().map(row).collect(),
            });
            let curve = |(packing, name): (usize, &&str)| {
                (name.to_string(), PARTITIONS.map(|t| (f64::from(t), at(packing, t))).to_vec())
            };
            let vertical = if cycles { "thousand cycles" } else { "utilization, %" };
            let curves = PACKINGS.iter().enumerate().map(curve).collect();
            panels.push(Panel { title, vertical: vertical.into(), form: Form::Lines, curves });
        }
    }
    let mut lines: Vec<Value> = found.made.iter().map(line).collect();
    lines.iter_mut().filter_map(Value::as_object_mut).for_each(|line| _ = line.insert("figure".into(), json!(figure)));
    Ok(Sheet {
        figure,
        title: if cycles { "thousand cycles" } else { "utilization of pipelines and the issue port, %" }.into(),
        tables,
        notes: vec!["packing: steps of the sum by which counts of instructions in a bucket differ at most".into()],
        checks: if cycles { judged::cycles(&found.made) } else { judged::utilization(&found.made) },
        lines,
        svg: drawn(&panels, 3, "partitions")?,
    })
}

/// Warps of their rows' lengths beside warps of the greatest, whose other threads are masked (III).
fn emulation(found: &Found) -> Result<Sheet, Error> {
    let mut rows = Vec::new();
    let mut lines = Vec::new();
    for (matrix, name) in MATRICES.iter().enumerate() {
        for (timing, of) in TIMINGS.iter().enumerate() {
            let at = |masked| {
                let point = Point { matrix, timing, packing: 0, partitions: BARS, order: 0, masked };
                found.made.iter().find(|made| made.point == point)
            };
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
    Ok(Sheet {
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
        svg: drawn(&panels, 1, "matrix and timing")?,
    })
}
