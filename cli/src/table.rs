//! The layout of the tables that every verb prints.

use comfy_table::{CellAlignment, Table, presets};

/// Creates an empty table without lines.
pub fn table() -> Table {
    let mut table = Table::new();
    table.load_preset(presets::NOTHING);
    table
}

/// Aligns the columns from number `first` on to the right, as numbers are.
pub fn right_from(table: &mut Table, first: usize) {
    table.column_iter_mut().skip(first).for_each(|column| column.set_cell_alignment(CellAlignment::Right));
}
