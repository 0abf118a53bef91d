//! `heddle kernel list`: lists the workloads.

use heddle_kernel::launch::Description;
use heddle_workloads::WORKLOADS;
use serde_json::json;

use crate::cli::KernelList;
use crate::console::say;
use crate::error::{Error, Outcome};
use crate::explain::Explained;
use crate::table::table;

/// Runs `heddle kernel list`: prints the workloads with their papers, scales and marks.
pub fn run(args: &KernelList) -> Result<Outcome, Error> {
    let mut table = table();
    table.set_header(["name", "", "papers", "scales", "divergence", ""]);
    for workload in WORKLOADS {
        let Description {
            name, title, papers, divergence, warp_synchronous, racy, sums_floats_atomically, size, ..
        } = Description::read(&workload.file(), workload.launch).explained()?;
        let scales: Vec<&str> = size.keys().map(String::as_str).collect();
        if args.json {
            let event = json!({
                "event": "workload", "name": name, "folder": workload.name, "title": title, "papers": papers, "divergence": divergence,
                "scales": scales, "warp_synchronous": warp_synchronous, "racy": racy, "sums_floats_atomically": sums_floats_atomically,
            });
            say!("{event}");
            continue;
        }
        let marks = [
            (warp_synchronous, "warp-synchronous"),
            (racy, "racy"),
            (sums_floats_atomically, "sums floats atomically"),
        ];
        let marks: Vec<&str> = marks.iter().filter(|(is, _)| *is).map(|(_, mark)| *mark).collect();
        table.add_row([name, title, papers.join(", "), scales.join(", "), divergence, marks.join(", ")]);
    }
    if !args.json {
        say!("{table}");
    }
    Ok(Outcome::Equal)
}
