//! Constructs that a user's Verilog must not contain in place of the RTL, found before any tool reads the file.

use std::collections::HashMap;

/// Returns the line number and the reason why a user's Verilog is refused; `None` if it is accepted.
pub fn refused(verilog: &str) -> Option<(usize, String)> {
    let text = without_comments(verilog);
    let (mut modules, mut conditions) = (HashMap::new(), 0);
    for (at, line) in text.lines().enumerate() {
        let mut words =
            line.split(|c: char| !(c.is_alphanumeric() || "_$`".contains(c))).filter(|word| !word.is_empty());
        while let Some(word) = words.next() {
            match word {
                "`ifdef" | "`ifndef" => conditions += 1,
                "`endif" => conditions -= 1,
                "$fopen" | "$system" => {
                    return Some((
                        at + 1,
                        format!("{word} is not allowed: the module communicates through its ports alone"),
                    ));
                }
                // modules under a condition may share one name
                "module" | "macromodule" if conditions == 0 => {
                    let Some(name) = words.next() else { continue };
                    if let Some(first) = modules.insert(name, at + 1) {
                        return Some((at + 1, format!("module {name} is defined twice, first in line {first}")));
                    }
                }
                _ => {}
            }
        }
    }
    None
}

/// Returns the Verilog text with blanks in place of comments and strings, line by line.
fn without_comments(verilog: &str) -> String {
    let (mut text, mut rest) = (String::with_capacity(verilog.len()), verilog);
    while let Some(at) = rest.find(['/', '"']) {
        text.push_str(&rest[..at]);
        rest = &rest[at..];
        let length = if rest.starts_with("//") {
            rest.find('\n').unwrap_or(rest.len())
        } else if let Some(comment) = rest.strip_prefix("/*") {
            comment.find("*/").map_or(rest.len(), |end| end + 4)
        } else if let Some(string) = rest.strip_prefix('"') {
            let end = string.char_indices().scan(false, |escaped, (at, c)| {
                let ends = (c == '"' || c == '\n') && !*escaped;
                *escaped = c == '\\' && !*escaped;
                Some(ends.then_some(at))
            });
            end.flatten().next().map_or(rest.len(), |at| at + 2)
        } else {
            text.push('/');
            rest = &rest[1..];
            continue;
        };
        text.extend(rest[..length].chars().map(|c| if c == '\n' { '\n' } else { ' ' }));
        rest = &rest[length..];
    }
    text + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_said_outside_of_comments_counts() {
        let two = "module a(x);\nendmodule\n/* module a\n */ // module a\nmodule b; initial $display(\"module b \\\" $fopen\"); endmodule";
        assert_eq!(refused(two), None);
        let chosen = "`ifdef X\nmodule a; endmodule\n`else\nmodule a; endmodule\n`endif";
        assert_eq!(refused(chosen), None);
        let twice = format!("{two}\nmodule  a (y);");
        assert_eq!(refused(&twice), Some((6, "module a is defined twice, first in line 1".into())));
        assert_eq!(refused("initial f = $fopen(\"x\");").map(|(line, _)| line), Some(1));
    }
}
