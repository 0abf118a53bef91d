//! ABC, which comes with Yosys: writes graphs as binary AIGER, and runs scripts under a time limit.

use std::fs::File;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use crate::frames::Limit;
use crate::graph::{Graph, Lit, Node};

/// Names of the ABC program: as installed with Yosys, and as a package of its own.
const PROGRAMS: [&str; 2] = ["yosys-abc", "berkeley-abc"];
/// Interval between checks whether the program has ended.
const TICK: Duration = Duration::from_millis(20);

/// Runs an ABC script in a folder and returns its output; `None` if ABC is missing or the limit was
/// reached.
pub(crate) fn run(folder: &Path, script: &str, limit: Limit) -> Option<String> {
    let start = |program: &&str| {
        let mut command = Command::new(program);
        command.args(["-c", script]).current_dir(folder).stdin(Stdio::null()).stderr(Stdio::null());
        command.stdout(File::create(folder.join("said")).ok()?).spawn().ok()
    };
    let mut child = PROGRAMS.iter().find_map(start)?;
    loop {
        if child.try_wait().ok()?.is_some() {
            break;
        }
        if limit.reached() {
            // it may have ended by itself
            let _ = child.kill();
            child.wait().ok()?;
            return None;
        }
        sleep(TICK);
    }
    std::fs::read_to_string(folder.join("said")).ok()
}

/// Returns a graph as binary AIGER, in which all latches start at zero.
pub(crate) fn aiger(graph: &Graph, inputs: &[Lit], outputs: &[Lit]) -> Vec<u8> {
    let nodes = &graph.nodes;
    let gates: Vec<usize> = (0..nodes.len()).filter(|n| matches!(nodes[*n], Node::And(..))).collect();
    let mut number = vec![0u32; nodes.len()];
    let order = inputs.iter().map(|lit| lit.node());
    let order = order.chain(graph.latches.iter().map(|(latch, _)| latch.node())).chain(gates.iter().copied());
    for (variable, node) in (1..).zip(order) {
        number[node] = variable;
    }
    let lit = |lit: Lit| 2 * number[lit.node()] + u32::from(lit.inverted());
    let counts = [inputs.len(), graph.latches.len(), outputs.len(), gates.len()];
    let [inputs, latches, shown, ands] = counts;
    let mut text = format!("aig {} {inputs} {latches} {shown} {ands}\n", inputs + latches + ands).into_bytes();
    for line in graph.latches.iter().map(|(_, next)| next).chain(outputs) {
        text.extend(format!("{}\n", lit(*line)).bytes());
    }
    for gate in gates {
        let Node::And(a, b) = nodes[gate] else { unreachable!("these are gates") };
        let (high, low) = (lit(a).max(lit(b)), lit(a).min(lit(b)));
        for mut delta in [2 * number[gate] - high, high - low] {
            while delta > 0x7f {
                text.push(delta as u8 | 0x80);
                delta >>= 7;
            }
            text.push(delta as u8);
        }
    }
    text
}
