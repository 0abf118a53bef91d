//! What is emitted, before any tool reads it.

mod common;

use heddle_contract::Port;

/// `input` or `output`, name and width of each port that the module of this name declares, in the order of its head.
fn ports(verilog: &str, module: &str) -> Vec<(String, String, u32)> {
    let head = verilog.lines().find(|line| line.starts_with(&format!("module {module}("))).expect("the top module");
    let order = head.trim_end_matches(");").split_once('(').expect("a list of ports").1.split(',');
    let lines = verilog.lines().skip_while(|line| *line != head).skip(1).take_while(|line| *line != "endmodule");
    let declared: Vec<_> = lines.filter_map(declaration).collect();
    assert_eq!(declared.len(), order.clone().count(), "each port is declared once");
    let find = |name: &str| declared.iter().find(|port| port.1 == name).expect("a declaration of each port").clone();
    order.map(find).collect()
}

fn declaration(line: &str) -> Option<(String, String, u32)> {
    let mut words = line.trim().trim_end_matches(';').split_whitespace();
    let direction = words.next().filter(|word| ["input", "output"].contains(word))?;
    let name = words.clone().next_back()?;
    let range = words.find(|word| word.starts_with('['));
    let width = range.map_or(1, |range| 1 + range[1..].split(':').next().unwrap().parse::<u32>().unwrap());
    Some((direction.to_string(), name.to_string(), width))
}

#[test]
fn ports_are_those_of_the_contract() {
    for emitted in common::everything() {
        let port = |direction: &str, port: &Port| (direction.to_string(), port.name.clone(), port.width);
        let mut expected = vec![("input".to_string(), "clock".to_string(), 1)];
        expected.extend(emitted.inputs.iter().map(|p| port("input", p)));
        expected.extend(emitted.outputs.iter().map(|p| port("output", p)));
        assert_eq!(ports(&emitted.verilog, emitted.unit), expected, "{}", emitted.name());
    }
}

#[test]
fn state_has_no_initial_value() {
    for emitted in common::everything() {
        assert!(!emitted.verilog.contains("initial"), "{} hides a missing reset", emitted.name());
    }
}

#[test]
fn modules_are_named_after_their_unit() {
    for emitted in common::everything() {
        for line in emitted.verilog.lines().filter(|line| line.starts_with("module ")) {
            let name = line["module ".len()..].split('(').next().unwrap();
            let inside = name.strip_prefix(emitted.unit).is_some_and(|rest| rest.is_empty() || rest.starts_with('$'));
            assert!(inside, "{}: module {name}", emitted.name());
        }
    }
}
