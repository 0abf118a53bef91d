//! The ports and parameters of a preset as Markdown.

use std::fmt::Write as _;

use heddle_block::{Declared, Timing};

use crate::select::Selected;

/// Returns the document of a preset, whose Verilog is in `file`.
pub fn document(selected: &Selected, file: &str) -> String {
    let Selected { unit, preset, .. } = selected;
    let mut text = format!("# {}/{preset}\n\n{}\n\n", unit.name, unit.source);
    let _ = writeln!(
        text,
        "Module `{}` of `{file}`: synchronous to the rising edge of `clock`. A port that is not defined may be anything, and so\n\
         may a register without a reset before it is written. An array `name` of n elements is the ports `name$0` to `name$n-1`.\n",
        unit.name
    );
    text += "## Parameters\n\n| parameter | value |\n|---|---|\n";
    let parameters = unit.presets.iter().find(|(name, _)| name == preset).map(|(_, parameters)| parameters);
    for (name, value) in parameters.into_iter().flatten() {
        let _ = writeln!(text, "| {name} | {value} |");
    }
    for (title, ports) in ["Inputs", "Outputs"].iter().zip(unit.declared(preset)) {
        let _ = write!(text, "\n## {title}\n\n| port | bits | timing | meaning | defined |\n|---|---|---|---|---|\n");
        if *title == "Inputs" {
            text += "| `clock` | 1 | | The clock. | always |\n";
        }
        for port in &ports {
            text += &row(port);
        }
    }
    text + "\nEarly: a function of state alone. Late: it may depend on inputs of the same cycle. Conditions are Rust: `&` binds\n\
            closer than `==`, and `k` is the number of an array's element.\n"
}

fn row(port: &Declared) -> String {
    let name = port.count.map_or(format!("`{}`", port.name), |count| format!("`{}` [{count}]", port.name));
    let timing = match port.timing {
        Timing::Early => "early",
        Timing::Late => "late",
    };
    let when = port.when.map_or("always".to_string(), |(bundle, when)| format!("`{}`", condition(bundle, when)));
    format!("| {name} | {} | {timing} | {} | {} |\n", port.width, escaped(&plain(port.about)), escaped(&when))
}

/// Returns a table's cell: a bar would end it.
fn escaped(text: &str) -> String {
    text.replace('|', "\\|")
}

/// Returns a condition without the name of the bundle, as in `o.valid`.
fn condition(bundle: &str, when: &str) -> String {
    let mut text = String::new();
    let mut last = ' ';
    let mut rest = when;
    while let Some(next) = rest.chars().next() {
        let field = rest.strip_prefix(bundle).and_then(|rest| rest.strip_prefix('.'));
        match field.filter(|_| !last.is_alphanumeric() && !['_', '.'].contains(&last)) {
            Some(field) => rest = field,
            None => {
                text.push(next);
                rest = &rest[next.len_utf8()..];
            }
        }
        last = next;
    }
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Returns documentation as one line, with its links to Rust's items as plain text.
fn plain(about: &str) -> String {
    let mut text = String::new();
    let mut rest = about;
    while let Some((before, after)) = rest.split_once('[') {
        text += before;
        let Some((link, after)) = after.split_once(']') else {
            rest = after;
            text.push('[');
            continue;
        };
        let target = after.strip_prefix('(').and_then(|after| after.split_once(')'));
        match target {
            Some((_, after)) => (text, rest) = (text + link, after),
            None if link.starts_with('`') => (text, rest) = (text + link, after),
            None => (text, rest) = (format!("{text}[{link}]"), after),
        }
    }
    text += rest;
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn conditions_have_no_bundle() {
        assert_eq!(condition("o", "o.valid && o.lanes >> k & 1 == 1"), "valid && lanes >> k & 1 == 1");
        assert_eq!(condition("i", "!i.on || hi.go(i.reason)"), "!on || hi.go(reason)");
        assert_eq!(condition("o", "one_of(o.kind,\n    foo.o.b)"), "one_of(kind, foo.o.b)");
    }

    #[test]
    fn links_are_plain_text() {
        assert_eq!(
            plain(" One of [`tag`](super::tag),\n as in [`A::B`]; bits [3:0]"),
            "One of `tag`, as in `A::B`; bits [3:0]"
        );
        assert_eq!(plain("an open [ one"), "an open [ one");
    }
}
