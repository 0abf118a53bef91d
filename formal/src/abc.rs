//! ABC, which comes with Yosys: writes graphs as binary AIGER, and runs scripts under a time limit.

use std::io::ErrorKind;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use heddle_sandbox::child::{self, Ended};

use crate::frames::Limit;
use crate::graph::{Graph, Lit, Node};

/// Names of the ABC program: as installed with Yosys, and as a package of its own.
const PROGRAMS: [&str; 2] = ["yosys-abc", "berkeley-abc"];

/// Runs an ABC script in a folder and returns its output; `None` if ABC is missing or the limit was
/// reached.
pub(crate) fn run(folder: &Path, script: &str, limit: Limit) -> Option<String> {
    let patience = limit.until.map_or(Duration::MAX, |until| until.saturating_duration_since(Instant::now()));
    let run = |program: &&str| {
        let mut command = Command::new(program);
        command.args(["-c", script]).current_dir(folder).stdin(Stdio::null());
        match child::run(&mut command, patience) {
            Err(error) if error.kind() == ErrorKind::NotFound => None,
            ended => Some(ended),
        }
    };
    let Ended { status, out, .. } = PROGRAMS.iter().find_map(run)?.ok()?;
    status.success().then_some(out)
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
