//! The checker of a preset: a SystemVerilog module beside the unit, which runs the golden model and
//! compares.

use std::fmt::Write as _;

use heddle_contract::Declared;

use crate::select::Selected;

/// Returns the name of a preset's checker, which is also the name of its file.
pub fn name(selected: &Selected) -> String {
    format!("{}_{}_golden", selected.unit.name, selected.preset.replace('-', "_"))
}

/// Returns the text of a preset's checker.
pub fn checker(selected: &Selected) -> String {
    let Selected { unit, preset, .. } = selected;
    let (module, unit_name) = (name(selected), unit.name);
    let each = |port: &Declared| port.names().into_iter().map(|name| (name, port.width)).collect::<Vec<_>>();
    let [inputs, outputs] = unit.declared(preset).map(|ports| ports.iter().flat_map(each).collect::<Vec<_>>());
    let mut ports = String::from("    input wire clock");
    for (port, width) in inputs.iter().chain(&outputs) {
        let range = if *width == 1 { String::new() } else { format!("[{}:0] ", width - 1) };
        let _ = write!(ports, ",\n    input wire {range}{port}");
    }
    let set = |function: &str, ports: &[(String, u32)]| -> String {
        let line = |(n, (port, _)): (usize, &(String, u32))| {
            format!("            if (heddle_golden_{function}(model, {n}, 64'({port})) != 0) fail();\n")
        };
        ports.iter().enumerate().map(line).collect()
    };
    let (drive, show) = (set("drive", &inputs), set("show", &outputs));
    format!(
        "// The golden model of {unit_name}/{preset} beside the unit. One line puts it into any bench, after heddle_golden.sv and with libheddle_golden:
//
//     bind {unit_name} {module} golden (.*);
//
// Ports are sampled at the rising edge of the clock, as registers do. The first difference, or
// input that the contract forbids, is an error; then it is silent.
module {module} (
{ports}
);
    import heddle_golden::*;

    chandle model;
    // whether there was a difference, or an illegal input
    bit wrong = 0;

    function automatic void fail();
        wrong = 1;
        $error(\"{unit_name}/{preset}: %s\", heddle_golden_error(model));
    endfunction

    initial begin
        model = heddle_golden_new(\"{unit_name}\", \"{preset}\");
        if (model == null) fail();
    end

    final heddle_golden_free(model);

    always @(posedge clock) begin
        if (!wrong) begin
{drive}{show}            if (heddle_golden_step(model) != 0) fail();
            else if (heddle_golden_compare(model) >= 0) fail();
        end
    end
endmodule
"
    )
}
