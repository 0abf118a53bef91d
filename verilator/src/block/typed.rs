//! Parameters in the head of a module, and a text in which those that are types have other types:
//! Verilator's `-G` sets numbers and strings alone.

use super::list::parts;

/// A parameter in the head of a module.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Parameter<'a> {
    pub(super) name: &'a str,
    /// Whether it is a type.
    pub(super) is_type: bool,
    /// Its value, if none is given.
    pub(super) default: &'a str,
    /// Where its value is in the text.
    range: (usize, usize),
}

/// Returns a text in which type parameters of module `top` have the types that are given.
pub(super) fn with_types(verilog: &str, top: &str, given: &[(String, String)]) -> String {
    let mut text = verilog.to_owned();
    // from the end, so that places before it stay
    for Parameter { name, range: (from, to), .. } in types(verilog, top).into_iter().rev() {
        if let Some((_, kind)) = given.iter().find(|(given, _)| given == name) {
            let kind = if from == to { format!(" = {kind}") } else { format!(" {kind}") };
            text.replace_range(from..to, &kind);
        }
    }
    text
}

/// Returns the type parameters in the head of module `top`, in their order.
pub(super) fn types<'a>(verilog: &'a str, top: &str) -> Vec<Parameter<'a>> {
    parameters(verilog, top).into_iter().filter(|parameter| parameter.is_type).collect()
}

/// Returns the parameters in the head of module `top`, in their order. The text has no comments.
pub(super) fn parameters<'a>(verilog: &'a str, top: &str) -> Vec<Parameter<'a>> {
    let Some((pieces, _)) = head(verilog, top).and_then(|start| parts(verilog, start)) else { return Vec::new() };
    let (mut found, mut is_type, mut is_local) = (Vec::new(), false, false);
    for (from, to) in pieces {
        let piece = &verilog[from..to];
        let equals = piece.find('=').unwrap_or(piece.len());
        let words: Vec<&str> = piece[..equals].split_whitespace().collect();
        let Some((name, before)) = words.split_last() else { continue };
        // without a word before it, a parameter is what the one before it is
        if let (Some(first), Some(last)) = (before.first(), before.last()) {
            (is_type, is_local) = (*last == "type", *first == "localparam");
        }
        if !is_local {
            let after = (from + equals + 1).min(to);
            // `W [3:0]` has its range behind it
            let name = name.split('[').next().unwrap_or(name);
            found.push(Parameter { name, is_type, default: verilog[after..to].trim(), range: (after, to) });
        }
    }
    found
}

/// Returns where the list of parameters of a module begins, behind its opening bracket.
fn head(verilog: &str, top: &str) -> Option<usize> {
    let is_word = |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | '$');
    let name = verilog.match_indices(top).map(|(at, _)| at).find(|at| {
        let (before, after) = (&verilog[..*at], &verilog[at + top.len()..]);
        let mut words = before.split_whitespace().rev();
        let word = words.next().filter(|word| !matches!(*word, "automatic" | "static")).or_else(|| words.next());
        before.ends_with(char::is_whitespace) && word == Some("module") && !after.starts_with(is_word)
    })?;
    let rest = &verilog[name..];
    // a list of ports has no `#` before it
    let sharp = rest.find('#').filter(|sharp| !rest[..*sharp].contains('('))?;
    Some(name + sharp + rest[sharp..].find('(')? + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_are_those_of_the_head() {
        let text = "module m_x #(parameter type NO = logic) (); endmodule\nmodule automatic m import p::*; \
                    #(parameter int A = (1 + 2), parameter type T = struct packed { logic a, b; }, U = logic [1:0], \
                    int B, localparam type V = T, parameter C = \"a),\", type W) (input T x);\n endmodule";
        assert!(parameters(text, "m").iter().map(|one| one.name).eq(["A", "T", "U", "B", "C", "W"]));
        let found = types(text, "m");
        let shown: Vec<String> = found.iter().map(|one| format!("{}:{}", one.name, one.default)).collect();
        assert_eq!(shown, ["T:struct packed { logic a, b; }", "U:logic [1:0]", "W:"]);
        let given = [("U", "byte"), ("W", "p::t"), ("A", "7")].map(|(a, b)| (a.to_owned(), b.to_owned()));
        let changed = with_types(text, "m", &given);
        assert!(changed.contains(" U = byte, int B,") && changed.contains("type W = p::t) ("), "{changed}");
        assert!(changed.contains("A = (1 + 2)") && changed.contains("type NO = logic)"));
        for text in
            ["module m(input x); a #(1) b(); endmodule", "module n #(parameter type T = logic) (); endmodule", ""]
        {
            assert_eq!(parameters(text, "m"), []);
        }
    }
}
