//! The part of `heddle cost` that shows the papers' figures beside the project's.

use heddle_synth::{Flow, Papers, Row};
use serde_json::json;

use crate::console::say;
use crate::error::Error;
use crate::models::{jobs, side_by_side};
use crate::select::select;
use crate::table::{right_from, table};

/// Whether the program has the units of the papers' figures.
pub fn has_their_units() -> bool {
    Papers::ours().modules().all(|(preset, _)| select(&[preset.to_string()]).is_ok())
}

/// Recomputes the papers' figures with a cell library, and prints them beside those of synthesis.
pub fn papers(flow: &Flow, at_a_time: Option<u16>, json: bool) -> Result<(), Error> {
    if !has_their_units() {
        let what = "the papers' figures are of units that this program does not have";
        return Err(Error::input(what, "leave out --papers"));
    }
    let papers = Papers::ours();
    let emit = |preset: &str| {
        let one = select(&[preset.to_string()]).ok().and_then(|mut all| all.pop()).expect("a test selects all of them");
        one.unit.emit(one.preset)
    };
    let name = |row: &Row| row.what.clone();
    let worked = side_by_side("the papers' figures", &papers.rows, jobs(at_a_time), name, |row| {
        papers.work_out(row, flow, &emit)
    })?;
    let rows = papers.rows.iter().zip(&worked);
    if json {
        for (row, worked) in rows {
            say!(
                "{}",
                json!({ "event": "paper", "source": row.source, "what": row.what, "unit": row.unit.name(), "nm": worked.process,
                        "paper": row.paper, "method": worked.method, "synthesis": worked.synthesis, "why": row.why,
                        "versions": flow.versions() })
            );
        }
        return Ok(());
    }
    let mut table = table();
    table.set_header(["", "source", "what", "unit", "the paper", "its way, here", "synthesis"]);
    right_from(&mut table, 4);
    for (n, (row, worked)) in rows.enumerate() {
        let value = |value: Option<f64>| match value {
            None => String::new(),
            Some(area) if row.unit.is_area() => format!("{area:.4}"),
            Some(count) => format!("{count:.0}"),
        };
        let unit = if row.unit.is_area() { format!("mm2, {} nm", worked.process) } else { row.unit.name().into() };
        let paper = row.paper.clone().unwrap_or_default();
        let (method, synthesis) = (value(worked.method), value(worked.synthesis));
        table.add_row([(n + 1).to_string(), row.source.clone(), row.what.clone(), unit, paper, method, synthesis]);
    }
    say!("{table}");
    for (n, row) in papers.rows.iter().enumerate() {
        say!("{:>3}. {}", n + 1, row.why);
    }
    say!("areas are scaled by the square of the process; {}", flow.versions());
    Ok(())
}
