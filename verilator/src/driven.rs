//! Registers at the inputs of a design, so that a cycle is evaluated once.
//!
//! A design without them is evaluated twice a cycle: what depends on an input and on a register
//! follows the clock edge, and then the inputs of the next cycle. With them, the inputs of a cycle
//! enter their registers together with the clock edge before it. The registers have a clock of
//! their own, for inputs that are not known yet at that edge.

use std::fmt::Write as _;

use heddle_block::Port;

use super::design::Design;
use super::ports::CLOCK;

/// The module around a design.
pub(super) const TOP: &str = "heddle_driven";
/// The clock of the inputs' registers.
pub(super) const DRIVE: &str = "heddle_drive";

/// Returns the module around a design, as Verilog. Its ports are those of the design, and
/// [`DRIVE`].
pub(super) fn source(design: &Design) -> String {
    let &Design { top, inputs, select, outputs, .. } = design;
    let inputs = || inputs.iter().chain(select);
    let range = |port: &Port| if port.width == 1 { String::new() } else { format!("[{}:0] ", port.width - 1) };
    let mut ports = format!("input wire {CLOCK}, input wire {DRIVE}");
    let (mut registers, mut loads, mut connections) = (String::new(), String::new(), format!(".{CLOCK}({CLOCK})"));
    for port in inputs() {
        let (name, range) = (&port.name, range(port));
        let _ = write!(ports, ",\n    input wire {range}{name}");
        let _ = writeln!(registers, "    reg {range}driven${name};");
        let _ = writeln!(loads, "    always @(posedge {DRIVE}) driven${name} <= {name};");
        let _ = write!(connections, ",\n        .{name}(driven${name})");
    }
    for port in outputs {
        let name = &port.name;
        let _ = write!(ports, ",\n    output wire {}{name}", range(port));
        let _ = write!(connections, ",\n        .{name}({name})");
    }
    format!("module {TOP}({ports});\n{registers}{loads}    {top} {top}({connections});\nendmodule\n")
}

/// Returns a signal's name in a design without the module around it.
pub(super) fn inner(name: &str) -> &str {
    name.strip_prefix(TOP).and_then(|name| name.strip_prefix("__DOT__")).unwrap_or(name)
}

/// A design with a port of each kind, for tests.
#[cfg(test)]
pub(super) fn example() -> Design<'static> {
    use std::sync::LazyLock;

    static PORTS: LazyLock<[Port; 4]> = LazyLock::new(|| {
        let port = |name: &str, width| Port { name: name.into(), width, timing: heddle_block::Timing::Late };
        [port("reset", 1), port("x$0", 64), port("s", 9), port("y", 9)]
    });
    let (inputs, select, outputs) = (&PORTS[..2], Some(&PORTS[2]), &PORTS[3..]);
    Design { top: "unit", verilog: "", origin: None, inputs, select, outputs, rising: true }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_input_has_a_register() {
        let expected = "\
module heddle_driven(input wire clock, input wire heddle_drive,
    input wire reset,
    input wire [63:0] x$0,
    input wire [8:0] s,
    output wire [8:0] y);
    reg driven$reset;
    reg [63:0] driven$x$0;
    reg [8:0] driven$s;
    always @(posedge heddle_drive) driven$reset <= reset;
    always @(posedge heddle_drive) driven$x$0 <= x$0;
    always @(posedge heddle_drive) driven$s <= s;
    unit unit(.clock(clock),
        .reset(driven$reset),
        .x$0(driven$x$0),
        .s(driven$s),
        .y(y));
endmodule
";
        assert_eq!(source(&example()), expected);
    }

    #[test]
    fn a_signal_keeps_its_name() {
        assert_eq!(inner("heddle_driven__DOT__unit__DOT__q"), "unit__DOT__q");
        assert_eq!(inner("unit__DOT__q"), "unit__DOT__q");
    }
}
