//! Instrumented Verilog: the unit's, with Verilator's marks of what to count, and one more bit for
//! each branch.
//!
//! Verilator's own coverage of branches is not used: version 5.006 splits a block with many
//! variables, and counts a branch where its condition is computed anew, from the values of its
//! variables at the end of the block.

use std::fmt::Write as _;

use super::place::condition;

/// Marks before and behind a declaration whose bits are not counted.
const OFF: &str = "/*verilator coverage_off*/";
const ON: &str = "/*verilator coverage_on*/";
/// Name prefixes of the bits that are 1 in cycles in which a branch is taken, and in which its
/// condition is evaluated and false; the line number follows.
pub(super) const TAKEN: &str = "heddle_taken_";
pub(super) const OTHER: &str = "heddle_other_";

/// Returns emitted Verilog in which the bits of the unit's ports, of its registers and of its
/// memories' ports are counted, and the branches of combinational blocks; other words of the same
/// values between them are not, nor the words of memories. A register's enable shows in its bits.
pub(super) fn instrument(top: &str, verilog: &str) -> String {
    let (mut text, mut line) = (String::new(), 0);
    for module in verilog.split_inclusive("endmodule") {
        counted(module, module.contains(&format!("module {top}(")), line, &mut text);
        line += module.matches('\n').count();
    }
    text
}

/// Appends a module that begins `before` lines into the Verilog.
fn counted(module: &str, top: bool, before: usize, text: &mut String) {
    let memory = module.contains(" words [");
    let register = !memory && module.contains("@(posedge clock)");
    let lines: Vec<&str> = module.split('\n').collect();
    let mut at = 0;
    while at < lines.len() {
        let end = block(&lines, at);
        if end > at {
            probed(&lines[at..end], before + at, text);
            at = end;
            continue;
        }
        let line = lines[at].trim_start();
        let declaration = line.strip_prefix("(* keep *) ").unwrap_or(line);
        let starts = |words: &[&str]| words.iter().any(|word| declaration.starts_with(word));
        let counts = !declaration.ends_with(" clock;")
            && (starts(&["input ", "output "]) && (top || memory) || starts(&["output reg ", "reg "]) && register);
        let declares = starts(&["input ", "output ", "wire ", "reg "]);
        let [off, on] = if declares && !counts { [OFF, ON] } else { [""; 2] };
        let newline = if at + 1 < lines.len() { "\n" } else { "" };
        let _ = write!(text, "{off}{}{on}{newline}", lines[at]);
        at += 1;
    }
}

/// Returns the end of the combinational block that begins in a line, if one does: behind the line
/// that has only its `end`, as far left.
fn block(lines: &[&str], at: usize) -> usize {
    let Some(indent) = lines[at].strip_suffix("always @(*) begin") else { return at };
    let end = format!("{indent}end");
    lines[at..].iter().position(|line| *line == end).map_or(at, |length| at + length + 1)
}

/// Appends a block with bits for its branches; its first line has this number, from 0.
fn probed(lines: &[&str], first: usize, text: &mut String) {
    let (mut declared, mut cleared, mut body) = (String::new(), String::new(), String::new());
    for (n, line) in lines.iter().enumerate().skip(1) {
        let number = first + n + 1;
        let (taken, other) = (format!("{TAKEN}{number}"), format!("{OTHER}{number}"));
        let names = match condition(line) {
            Some(condition) if line.trim_start().starts_with("if ") => {
                let _ = writeln!(body, "{taken} = {condition}; {other} = !{condition};\n{line}");
                vec![taken, other]
            }
            Some(_) if line.ends_with("begin") => {
                let _ = writeln!(body, "{line}\n{taken} = 1'b1;");
                vec![taken]
            }
            _ => {
                let _ = writeln!(body, "{line}");
                Vec::new()
            }
        };
        for name in names {
            let _ = writeln!(declared, "reg {name};");
            let _ = writeln!(cleared, "{name} = 1'b0;");
        }
    }
    let _ = write!(text, "{declared}{}\n{cleared}{body}", lines[0]);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ports_registers_and_what_enters_memories_are_counted() {
        let verilog = "module top(clock,x);\n    input wire clock;\n    input wire x;\n    reg a$d;\nendmodule\n\n\
                       module top$a(clock,d,q);\n    input wire clock;\n    input wire d;\n    output reg q;\n\
                       \x20   (* keep *) wire e = d;\n\
                       \x20   always @(posedge clock) q <= d;\nendmodule\n\n\
                       module top$m(write);\n    input wire write;\n    reg [1:0] words [0:1];\n\
                       \x20   always @(posedge clock) if (write) words[0] <= 0;\nendmodule";
        let text = instrument("top", verilog);
        assert_eq!(text.replace(OFF, "").replace(ON, ""), verilog);
        let off: Vec<&str> = text.lines().filter(|line| line.starts_with(OFF)).collect();
        let names: Vec<&str> =
            off.iter().filter_map(|line| line.strip_suffix(&format!(";{ON}"))?.split(' ').next_back()).collect();
        // of a wire whose value is written with it: the last word of the value
        assert_eq!(names, ["clock", "a$d", "clock", "d", "d", "[0:1]"]);
    }

    #[test]
    fn a_branch_has_bits_of_its_own() {
        let verilog = "module top(a);\n    input wire a;\n    always @(*) begin\n        q = a;\n        if (q) begin\n            q = b;\n\
                       \x20       end\n        else if (c) begin\n            q = 0;\n        end\n        if (0 < 1) begin\n\
                       \x20           q = d;\n        end\n    end\nendmodule\n";
        let text = instrument("top", verilog);
        let added: Vec<&str> = text.lines().filter(|line| line.contains("heddle")).collect();
        let wanted = [
            "reg heddle_taken_5;",
            "reg heddle_other_5;",
            "reg heddle_taken_8;",
            "heddle_taken_5 = 1'b0;",
            "heddle_other_5 = 1'b0;",
            "heddle_taken_8 = 1'b0;",
            "heddle_taken_5 = (q); heddle_other_5 = !(q);",
            "heddle_taken_8 = 1'b1;",
        ];
        assert_eq!(added, wanted);
        let rest: Vec<&str> = text.lines().filter(|line| !line.contains("heddle")).collect();
        assert_eq!(rest.join("\n") + "\n", verilog);
    }
}
