//! Table I of VT: the paper's GPU, and the GPU that stands for it here.

use serde_json::json;

use super::runs::gpu;
use crate::cli::Figure;
use crate::error::Error;
use crate::figure::study::checks::words;
use crate::figure::study::sheet::{Rows, Sheet};
use crate::plot::{Bars, Chart};

/// Table I: the key of the GPU's configuration, the name of the quantity, and the paper's value.
const TABLE_I: [(&str, &str, &str); 14] = [
    ("core.count", "SMs", "15"),
    ("core.clock", "core clock, MHz", "1400"),
    ("core.width", "SIMD width", "16"),
    ("core.warp_size", "threads of a warp", "32"),
    ("core.ctas", "CTAs of an SM", "8"),
    ("core.warps", "warps of an SM", "48"),
    ("core.registers", "registers of an SM, words", "32768"),
    ("shared.bytes", "shared memory of an SM, bytes", "49152"),
    ("core.schedulers", "warp schedulers of an SM", "2"),
    ("core.scheduling", "policy of the warp schedulers", "lrr"),
    ("l1.bytes", "L1 data cache, bytes", "16384"),
    ("l1.mshrs", "MSHRs of it", "64"),
    ("vt.active_queue", "entries of the active load queue", "30"),
    ("vt.inactive_queue", "entries of the inactive load queue", "30"),
];

/// Keys whose values the study scales down (D160).
const SCALED: [&str; 1] = ["core.count"];

/// Makes table I of VT: the paper's values beside ours.
pub fn sheet(args: &Figure) -> Result<Sheet, Error> {
    let config = gpu(args, "", &[])?;
    let (mut rows, mut lines, mut differ) = (Vec::new(), Vec::new(), Vec::new());
    for (key, what, paper) in TABLE_I {
        let value = config.rows().into_iter().find(|(known, ..)| known.to_string() == key);
        let ours = value.map_or(String::new(), |(_, value, _)| value.to_string());
        if ours != paper && !SCALED.contains(&key) {
            differ.push(key);
        }
        lines.push(json!({ "figure": "vt/table1", "key": key, "what": what, "paper": paper, "ours": ours }));
        rows.push(vec![what.to_string(), key.to_string(), paper.to_string(), ours]);
    }
    Ok(Sheet {
        figure: "vt/table1",
        title: "the GPU".into(),
        tables: vec![Rows {
            title: "every other value: `heddle sim --config vt --print-config`".into(),
            words: 2,
            header: ["what", "key", "paper", "here"].map(str::to_string).to_vec(),
            rows,
        }],
        notes: vec!["a third of the GPU: cores, DRAM channels and bytes of L2 (D160)".into()],
        checks: vec![words(
            "values of table I that are others here, but for the number of SMs",
            "none",
            if differ.is_empty() { "none".to_string() } else { differ.join(", ") },
            Some(differ.is_empty()),
        )],
        lines,
        chart: Chart::Bars(Bars {
            title: "VT table I: SMs".into(),
            vertical: "SMs".into(),
            groups: vec!["paper".into(), "here".into()],
            series: vec![("SMs".into(), vec![15.0, f64::from(config.spec.core.count)])],
            line: None,
            divides: Vec::new(),
        }),
    })
}
