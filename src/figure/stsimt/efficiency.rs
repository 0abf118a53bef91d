//! Figure 4 of STSIMT: SIMD efficiency of each kernel.

use serde_json::json;

use super::kernels::{BASE, Compared, Kernels, of};
use super::mean::{DIVERGENT, Group};
use super::speedup::divides;
use crate::figure::study::checks::words;
use crate::figure::study::sheet::{Check, Rows, Sheet};
use crate::plot::{Bars, Chart};

/// The kernels whose SIMD efficiency is below one half in section 5.3.
const LEAST: [&str; 5] = ["LUD_0", "MUM_1", "MUM_0", "NW_0", "NW_1"];

/// Makes figure 4 of STSIMT.
pub fn sheet(kernels: &Kernels) -> Sheet {
    let compared = kernels.under(&[BASE]);
    let row = |it: &Compared| {
        let star = if it.kernel.paper { " *" } else { "" };
        let group = if Group::Divergent.has(it.kernel.efficiency) { "divergent" } else { "coherent" };
        vec![
            format!("{}{star}", it.kernel.name),
            it.kernel.function.clone(),
            format!("{:.3}", it.kernel.efficiency),
            group.into(),
        ]
    };
    let line = |it: &Compared| {
        json!({
            "figure": "stsimt/4", "kernel": it.kernel.name, "workload": it.kernel.workload, "function": it.kernel.function,
            "paper": it.kernel.paper, "efficiency": it.kernel.efficiency,
            "divergent": Group::Divergent.has(it.kernel.efficiency),
        })
    };
    let least: Vec<&str> = of(&compared, Group::All, true)
        .filter(|it| it.kernel.efficiency < 0.5)
        .map(|it| it.kernel.name.as_str())
        .collect();
    let measured = of(&compared, Group::All, true).filter(|it| LEAST.contains(&it.kernel.name.as_str())).count();
    let same = least.len() == LEAST.len() && least.iter().all(|name| LEAST.contains(name));
    let some = |paper| {
        let [divergent, all] = [Group::Divergent, Group::All].map(|group| of(&compared, group, paper).count());
        format!("{divergent} divergent of {all}")
    };
    let paper = compared.iter().any(|it| it.kernel.paper);
    let shown: Vec<&Compared> = of(&compared, Group::All, paper).collect();
    Sheet {
        figure: "stsimt/4",
        title: "SIMD efficiency under simt".into(),
        tables: vec![Rows {
            title: "threads that take part in an instruction, of all in a warp".into(),
            words: 1,
            header: ["kernel", "function", "SIMD efficiency", ""].map(str::to_string).to_vec(),
            rows: compared.iter().map(row).collect(),
        }],
        notes: kernels.left_out(&[BASE]),
        checks: vec![
            words(
                "kernels with less than half",
                format!("{} (5.3)", LEAST.join(", ")),
                if least.is_empty() { "none".into() } else { least.join(", ") },
                (measured == LEAST.len()).then_some(same),
            ),
            Check {
                all: some(false),
                ..words(
                    format!("kernels with less than {DIVERGENT}"),
                    "both kinds, 37 in all (figure 4, table IV)",
                    some(true),
                    None,
                )
            },
        ],
        lines: compared.iter().map(line).collect(),
        chart: Chart::Bars(Bars {
            title: "STSIMT 4: SIMD efficiency".into(),
            vertical: "SIMD efficiency".into(),
            groups: shown.iter().map(|it| it.kernel.name.clone()).collect(),
            series: vec![(BASE.into(), shown.iter().map(|it| it.kernel.efficiency).collect())],
            line: Some(DIVERGENT),
            divides: divides(&shown),
        }),
    }
}
