//! A layout as DEF 5.8, which KLayout and OpenROAD read.

use std::fmt::Write as _;

use crate::liberty::Library;
use crate::netlist::Netlist;
use crate::place::layout::{End, Layout, Shapes, Spot};

/// Units of a micrometre: nm.
const UNITS: i64 = 1000;

/// Returns a layout with its netlist as DEF: cells as `g0` and so on, memories as `m0`, nets as
/// `n0`.
pub fn def(netlist: &Netlist, layout: &Layout, shapes: &Shapes, library: &Library) -> String {
    let ([width, height], [step, row]) = (layout.core, layout.site);
    let mut text = format!(
        "VERSION 5.8 ;\nDIVIDERCHAR \"/\" ;\nBUSBITCHARS \"[]\" ;\nDESIGN {} ;\nUNITS DISTANCE MICRONS {UNITS} ;\n\
         DIEAREA ( 0 0 ) ( {width} {height} ) ;\n",
        netlist.top
    );
    for k in 0..height / row {
        let turn = turn(k % 2 == 1);
        let _ =
            writeln!(text, "ROW r{k} {} 0 {} {turn} DO {} BY 1 STEP {step} 0 ;", shapes.site(), k * row, width / step);
    }
    let gates = netlist.gates.iter().map(|gate| gate.cell.clone()).zip(&layout.gates).enumerate();
    let memories = (0..netlist.memories.len()).map(|k| format!("m{k}")).zip(&layout.memories).enumerate();
    let _ = writeln!(text, "COMPONENTS {} ;", layout.gates.len() + layout.memories.len());
    let parts =
        gates.map(|(k, part)| ("g", k, "PLACED", part)).chain(memories.map(|(k, part)| ("m", k, "FIXED", part)));
    for (kind, k, how, (cell, Spot { at: [x, y], flipped })) in parts {
        let _ = writeln!(text, "- {kind}{k} {cell} + {how} ( {x} {y} ) {} ;", turn(*flipped));
    }
    let ends = netlist.ends(library);
    let is_port = |end: &End| matches!(end, End::Port(..));
    let ports = ends.iter().enumerate().flat_map(|(net, ends)| ends.all().filter(is_port).map(move |end| (net, end)));
    let ports: Vec<(usize, End)> = ports.collect();
    let _ = writeln!(text, "END COMPONENTS\nPINS {} ;", ports.len());
    for (net, end) in &ports {
        let ([_, name], [x, y]) = (shapes.name(netlist, *end), shapes.place(netlist, layout, *end));
        let direction = if ends[*net].driver == Some(*end) { "INPUT" } else { "OUTPUT" };
        let _ = writeln!(text, "- {name} + NET n{net} + DIRECTION {direction} + USE SIGNAL + PLACED ( {x} {y} ) N ;");
    }
    let nets: Vec<_> = ends.iter().enumerate().filter(|(_, ends)| ends.driver.is_some()).collect();
    let _ = writeln!(text, "END PINS\nNETS {} ;", nets.len());
    for (net, ends) in nets {
        let pins: String =
            ends.all().map(|end| shapes.name(netlist, end)).map(|[at, pin]| format!(" ( {at} {pin} )")).collect();
        let _ = writeln!(text, "- n{net}{pins} ;");
    }
    text + "END NETS\nEND DESIGN\n"
}

fn turn(flipped: bool) -> &'static str {
    if flipped { "FS" } else { "N" }
}

/// Returns the LEF of a layout's memories, which the library's LEF lacks.
pub fn blocks(shapes: &Shapes) -> String {
    let micrometres = |nm: i64| nm as f64 * 1e-3;
    let mut text = "VERSION 5.8 ;\n".to_string();
    for (k, shape) in shapes.memories().iter().enumerate() {
        let [width, height] = shape.size.map(micrometres);
        let _ = writeln!(text, "MACRO m{k}\n  CLASS BLOCK ;\n  SIZE {width:.3} BY {height:.3} ;");
        for (pin, at) in &shape.pins {
            let ([x, y], half) = (at.map(micrometres), 0.035);
            let rectangle = format!("RECT {:.3} {:.3} {:.3} {y:.3}", x - half, y - 2.0 * half, x + half);
            let _ = writeln!(
                text,
                "  PIN {pin}\n    PORT\n      LAYER {} ;\n      {rectangle} ;\n    END\n  END {pin}",
                shapes.layer()
            );
        }
        let _ = writeln!(text, "END m{k}");
    }
    text + "END LIBRARY\n"
}
