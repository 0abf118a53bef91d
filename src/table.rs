//! Tables, as every verb prints them.

use comfy_table::{CellAlignment, Table, presets};

/// A table without lines.
pub fn table() -> Table {
    let mut table = Table::new();
    table.load_preset(presets::NOTHING);
    table
}

/// Numbers stand at the right: in all columns but so many at the left.
pub fn right_from(table: &mut Table, first: usize) {
    table.column_iter_mut().skip(first).for_each(|column| column.set_cell_alignment(CellAlignment::Right));
}
