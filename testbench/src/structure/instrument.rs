//! The Verilog whose coverage is counted: that of the unit, in which Verilator is told where to count.

/// Before and behind a declaration whose bits are not counted. Lines keep their numbers.
const OFF: &str = "/*verilator coverage_off*/";
const ON: &str = "/*verilator coverage_on*/";

/// Emitted Verilog in which the bits of the unit's ports, of its registers and of its memories' ports are counted; other words of the same
/// values between them are not, nor the words of memories. Branches are counted everywhere.
pub(super) fn instrument(top: &str, verilog: &str) -> String {
    const END: &str = "endmodule";
    let modules = verilog.split(END).map(|module| counted(module, module.contains(&format!("module {top}("))));
    modules.collect::<Vec<_>>().join(END)
}

/// A module up to its last word.
fn counted(module: &str, top: bool) -> String {
    let memory = module.contains(" words [");
    let register = !memory && module.contains("@(posedge clock)");
    let lines = module.split('\n').map(|line| {
        let declaration = line.trim_start();
        let starts = |words: &[&str]| words.iter().any(|word| declaration.starts_with(word));
        let counts = !declaration.ends_with(" clock;")
            && (starts(&["input ", "output "]) && (top || memory) || starts(&["output reg ", "reg "]) && register);
        let declares = starts(&["input ", "output ", "wire ", "reg "]);
        if declares && !counts { format!("{OFF}{line}{ON}") } else { line.to_string() }
    });
    lines.collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ports_registers_and_what_enters_memories_are_counted() {
        let verilog = "module top(clock,x);\n    input wire clock;\n    input wire x;\n    reg a$d;\nendmodule\n\n\
                       module top$a(clock,d,q);\n    input wire clock;\n    input wire d;\n    output reg q;\n    always @(posedge clock) q <= d;\nendmodule\n\n\
                       module top$m(write);\n    input wire write;\n    reg [1:0] words [0:1];\n    always @(posedge clock) if (write) words[0] <= 0;\nendmodule";
        let text = instrument("top", verilog);
        assert_eq!(text.replace(OFF, "").replace(ON, ""), verilog, "every line keeps its number");
        let off: Vec<&str> = text.lines().filter(|line| line.starts_with(OFF)).collect();
        let names: Vec<&str> = off.iter().filter_map(|line| line.strip_suffix(&format!(";{ON}"))?.split(' ').next_back()).collect();
        assert_eq!(names, ["clock", "a$d", "clock", "d", "[0:1]"]);
    }
}
