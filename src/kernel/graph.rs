//! Control-flow graphs as SVG.

use heddle_kernel::analysis::{Flow, Reconvergence};
use heddle_kernel::program::{Function, Module};
use layout::backends::svg::SVGWriter;
use layout::core::base::Orientation;
use layout::core::geometry::Point;
use layout::core::style::{LineStyleKind, StyleAttr};
use layout::std_shapes::shapes::{Arrow, Element, LineEndKind, ShapeKind};
use layout::topo::layout::VisualGraph;

/// Most instructions of a block that are shown; the number of the others stands between them.
const SHOWN: usize = 12;
/// Width of a character and height of a line of the layout's font, in pixels.
const CHARACTER: (f64, f64) = (9.0, 20.0);

/// Draws the control-flow graphs of a module's functions: a box for each block, solid arrows to
/// successors, dotted ones to reconvergence points.
pub fn draw(name: &str, module: &Module) -> String {
    let mut graph = VisualGraph::new(Orientation::TopToBottom);
    for function in module.functions.iter().filter(|function| function.defined && !function.code.is_empty()) {
        add(&mut graph, name, module, function);
    }
    let mut svg = SVGWriter::new();
    graph.do_it(false, false, false, &mut svg);
    svg.finalize()
}

fn add(graph: &mut VisualGraph, name: &str, module: &Module, function: &Function) {
    let flow = Flow::of(function);
    let meets = Reconvergence::of(function, &flow);
    let mut node = |text: String, shape: fn(&str) -> ShapeKind| {
        let (width, height) = (text.lines().map(str::len).max().unwrap_or(1), text.lines().count());
        let size = Point::new(CHARACTER.0 * (width + 2) as f64, CHARACTER.1 * (height + 1) as f64);
        graph.add_node(Element::create(shape(&text), StyleAttr::simple(), Orientation::TopToBottom, size))
    };
    let start = node(format!("{name}: {}", function.name), ShapeKind::new_circle);
    let blocks: Vec<_> =
        (0..flow.blocks.len()).map(|block| node(text(module, function, &flow, block), ShapeKind::new_box)).collect();
    let end = node("end".into(), ShapeKind::new_circle);
    let place = |block: usize| blocks.get(block).copied().unwrap_or(end);
    let arrow = |style, label: &str| {
        Arrow::new(LineEndKind::None, LineEndKind::Arrow, style, label, &StyleAttr::simple(), &None, &None)
    };
    graph.add_edge(arrow(LineStyleKind::Normal, ""), start, place(0));
    for (number, block) in flow.blocks.iter().enumerate() {
        for &successor in &block.successors {
            graph.add_edge(arrow(LineStyleKind::Normal, ""), place(number), place(successor));
        }
        let parts = block.successors.len() > 1;
        if let Some(meets) = meets.block(&flow, number).filter(|meets| parts && !block.successors.contains(meets)) {
            graph.add_edge(arrow(LineStyleKind::Dotted, "meet"), place(number), place(meets));
        }
    }
}

fn text(module: &Module, function: &Function, flow: &Flow, block: usize) -> String {
    let instructions = flow.instructions(block);
    let count = instructions.len();
    let mut lines = Vec::new();
    for (index, number) in instructions.enumerate() {
        if count > SHOWN && index == SHOWN / 2 {
            lines.push(format!("... {} more ...", count - SHOWN));
        }
        if count > SHOWN && (SHOWN / 2..count - SHOWN / 2).contains(&index) {
            continue;
        }
        let span = function.code[number].at;
        let text =
            module.source.text[span.start as usize..span.end as usize].split_whitespace().collect::<Vec<_>>().join(" ");
        lines.push(format!("{:>5}  {text}", module.source.place(span.start).line));
    }
    lines.join("\n")
}
