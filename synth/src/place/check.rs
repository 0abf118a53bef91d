//! Whether a layout can be built: checked without the code that makes it.

use crate::error::DataError;
use crate::netlist::Netlist;
use crate::place::layout::{Layout, Shapes};

/// Checks a layout: every cell has one place, in a row, on a site, mirrored as its row is; no two
/// cells or memories overlap; all are within the core; ports are at its edge.
///
/// # Errors
///
/// The first flaw.
pub fn check(netlist: &Netlist, shapes: &Shapes, layout: &Layout) -> Result<(), DataError> {
    let wrong = |what: String| Err(DataError::Misplaced(what));
    let [step, row] = layout.site;
    for (what, places, parts) in [
        ("cells", layout.gates.len(), netlist.gates.len()),
        ("memories", layout.memories.len(), netlist.memories.len()),
        ("ports", layout.ports.len(), netlist.ports.len()),
    ] {
        if places != parts {
            return wrong(format!("{places} places for {parts} {what}"));
        }
    }
    let mut blocks: Vec<(String, [i64; 2], [i64; 2])> = Vec::new();
    for (k, (gate, spot)) in netlist.gates.iter().zip(&layout.gates).enumerate() {
        let name = format!("cell {k} ({}) at {:?}", gate.cell, spot.at);
        if spot.at[1] % row != 0 {
            return wrong(format!("{name} is in no row"));
        }
        if spot.at[0] % step != 0 {
            return wrong(format!("{name} is on no site"));
        }
        if spot.flipped != (spot.at[1] / row % 2 == 1) {
            return wrong(format!("{name} is mirrored otherwise than its row"));
        }
        blocks.push((name, spot.at, shapes.cell(&gate.cell).size));
    }
    for (k, (shape, spot)) in shapes.memories().iter().zip(&layout.memories).enumerate() {
        blocks.push((format!("memory {k} at {:?}", spot.at), spot.at, shape.size));
    }
    for (name, at, size) in &blocks {
        if [0, 1].iter().any(|axis| at[*axis] < 0 || at[*axis] + size[*axis] > layout.core[*axis]) {
            return wrong(format!("{name} is not within the core of {:?} nm", layout.core));
        }
    }
    overlap(&blocks, row)?;
    for (port, places) in netlist.ports.iter().zip(&layout.ports) {
        let at_edge = |at: &[i64; 2]| {
            let inside = (0..2).all(|axis| (0..=layout.core[axis]).contains(&at[axis]));
            inside && (0..2).any(|axis| at[axis] == 0 || at[axis] == layout.core[axis])
        };
        if places.len() != port.bits.len() || !places.iter().all(at_edge) {
            return wrong(format!("port {} is not at the edge", port.name));
        }
    }
    Ok(())
}

/// Checks that no two blocks overlap, row by row.
fn overlap(blocks: &[(String, [i64; 2], [i64; 2])], row: i64) -> Result<(), DataError> {
    let mut rows: Vec<(i64, i64, i64, usize)> = Vec::new();
    for (k, (_, at, size)) in blocks.iter().enumerate() {
        let through = at[1] / row..=(at[1] + size[1] - 1) / row;
        rows.extend(through.map(|row| (row, at[0], at[0] + size[0], k)));
    }
    rows.sort_unstable();
    for pair in rows.windows(2) {
        let ((row, _, end, k), (next_row, start, _, next)) = (pair[0], pair[1]);
        if row == next_row && start < end {
            return Err(DataError::Misplaced(format!("{} and {} overlap", blocks[k].0, blocks[next].0)));
        }
    }
    Ok(())
}
