//! The list of all statistics that a run counts.

use comfy_table::CellAlignment;
use heddle_gpu::system::list;
use serde_json::json;

use crate::console::say;
use crate::table::table;

/// Prints every statistic with its unit and its meaning.
pub fn print(json: bool) {
    let mut shown = table();
    shown.set_header(["statistic", "unit", "meaning"]);
    for counter in list() {
        let meaning = counter.doc.trim();
        if json {
            let event = json!({ "event": "statistic", "name": counter.name, "unit": counter.unit, "meaning": meaning });
            say!("{event}");
        } else {
            shown.add_row([counter.name, counter.unit, meaning]);
        }
    }
    if !json {
        shown.column_iter_mut().for_each(|column| column.set_cell_alignment(CellAlignment::Left));
        say!("{shown}");
    }
}
