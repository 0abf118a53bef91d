//! A layout as a picture: cells coloured by the module that they come from, memories, ports, and
//! the worst path.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use heddle_synth::Library;
use heddle_synth::place::{Placed, Shapes, modules};

use crate::plot::svg::{Svg, plain};

/// Width of the core, in pixels.
const WIDTH: f64 = 800.0;
/// Free space around it.
const MARGIN: f64 = 12.0;
/// Width of the list of modules.
const LIST: f64 = 220.0;
/// Colours of modules, those with most cells first.
const COLOURS: [&str; 12] = [
    "#4E79A7", "#F28E2B", "#59A14F", "#B07AA1", "#76B7B2", "#EDC948", "#9C755F", "#FF9DA7", "#8CD17D", "#499894",
    "#D4A6C8", "#86BCB6",
];
/// The colour of all other modules.
const OTHER: &str = "#BAB0AC";

/// Returns the picture of a layout with the name of its preset.
pub fn picture(name: &str, placed: &Placed, shapes: &Shapes, library: &Library) -> String {
    let Placed { netlist, layout, figures } = placed;
    let scale = WIDTH / layout.core[0] as f64;
    let height = layout.core[1] as f64 * scale;
    // the vertical axis of a picture goes down
    let corner = |at: [i64; 2], size: [i64; 2]| {
        [
            MARGIN + at[0] as f64 * scale,
            MARGIN + height - (at[1] + size[1]) as f64 * scale,
            size[0] as f64 * scale,
            size[1] as f64 * scale,
        ]
    };
    let mut svg = Svg::new(WIDTH + 3.0 * MARGIN + LIST, height.max(260.0) + 2.0 * MARGIN);
    svg.put(format!(
        "<rect x=\"{MARGIN}\" y=\"{MARGIN}\" width=\"{WIDTH:.1}\" height=\"{height:.1}\" fill=\"#F6F6F6\" stroke=\"#444444\"/>"
    ));
    let names = modules(netlist, library);
    let mut cells: BTreeMap<&str, (usize, String)> = BTreeMap::new();
    for (gate, (spot, module)) in netlist.gates.iter().zip(layout.gates.iter().zip(&names)) {
        let [x, y, width, height] = corner(spot.at, shapes.size(&gate.cell));
        let (count, path) = cells.entry(module).or_default();
        *count += 1;
        let _ = write!(path, "M{x:.1} {y:.1}h{:.1}v{:.1}h-{:.1}z", width * 0.9, height * 0.9, width * 0.9);
    }
    let mut order: Vec<(&str, (usize, String))> = cells.into_iter().collect();
    order.sort_by(|a, b| b.1.0.cmp(&a.1.0).then(a.0.cmp(b.0)));
    let list = WIDTH + 2.0 * MARGIN;
    let mut line = MARGIN + 12.0;
    let mut write = |svg: &mut Svg, colour: &str, text: &str| {
        svg.put(format!("<rect x=\"{list}\" y=\"{:.1}\" width=\"10\" height=\"10\" fill=\"{colour}\"/>", line - 9.0));
        svg.put(format!("<text x=\"{}\" y=\"{line:.1}\">{}</text>", list + 16.0, plain(text)));
        line += 16.0;
    };
    write(&mut svg, "#FFFFFF", name);
    for (k, (module, (count, path))) in order.iter().enumerate() {
        let colour = COLOURS.get(k).copied().unwrap_or(OTHER);
        svg.put(format!("<path d=\"{path}\" fill=\"{colour}\"/>"));
        if k < COLOURS.len() {
            let module = if module.is_empty() { "the unit itself" } else { module };
            write(&mut svg, colour, &format!("{module}: {count} cells"));
        }
    }
    if order.len() > COLOURS.len() {
        let others: usize = order[COLOURS.len()..].iter().map(|(_, (count, _))| count).sum();
        write(&mut svg, OTHER, &format!("others: {others} cells"));
    }
    for (memory, (spot, shape)) in netlist.memories.iter().zip(layout.memories.iter().zip(shapes.memories())) {
        let [x, y, width, height] = corner(spot.at, shape.size);
        svg.put(format!(
            "<rect x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"{height:.1}\" fill=\"#DDDDDD\" stroke=\"#666666\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\">{}</text>",
            x + 3.0,
            y + 12.0,
            plain(&memory.name)
        ));
    }
    for [x, y, ..] in layout.ports.iter().flatten().map(|at| corner(*at, [0, 0])) {
        svg.put(format!("<rect x=\"{:.1}\" y=\"{:.1}\" width=\"2\" height=\"2\" fill=\"#444444\"/>", x - 1.0, y - 1.0));
    }
    let points: Vec<String> = figures
        .path
        .iter()
        .map(|gate| {
            let [x, y, width, height] = corner(layout.gates[*gate].at, shapes.size(&netlist.gates[*gate].cell));
            format!("{:.1},{:.1}", x + width / 2.0, y + height / 2.0)
        })
        .collect();
    svg.put(format!("<polyline points=\"{}\" fill=\"none\" stroke=\"#D00000\" stroke-width=\"2\"/>", points.join(" ")));
    if let Some(path) = &figures.slowest {
        write(&mut svg, "#D00000", &format!("slowest path: {:.2} ns", path.ns));
    }
    svg.finish()
}
