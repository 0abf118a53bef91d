//! A user's Verilog in place of the RTL: what is named before anything is built, and the module in
//! it that is tested. What the Verilog can reach is bounded by the sandbox, not here.

use std::collections::HashMap;

/// Returns the line number and the reason why a user's Verilog is refused; `None` if it is
/// accepted.
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

/// Returns the lines of a user's Verilog that have a delay, which a model ignores: `#5`, `#(2.5)`,
/// `#DELAY`, but not the parameters of an instance or a module, `name #(8)`.
pub fn delays(verilog: &str) -> Vec<usize> {
    const STATEMENTS: [&str; 9] = ["assign", "begin", "end", "else", "always", "initial", "forever", "do", "fork"];
    let has = |line: &str| {
        line.match_indices('#').any(|(at, _)| {
            let (before, behind) = (line[..at].trim_end(), line[at + 1..].trim_start());
            let word = before.rsplit(|c| !in_name(c)).next().unwrap_or_default();
            let statement = word.is_empty() && !before.ends_with(['#', ')']) || STATEMENTS.contains(&word);
            // the head of a module may have its parameters in a line of their own
            let list = |text: &str| text.is_empty() || ["parameter", "."].iter().any(|start| text.starts_with(start));
            match behind.chars().next() {
                Some('(') => statement && !list(behind[1..].trim_start()),
                Some(c) => !before.ends_with('#') && (c.is_ascii_digit() || c.is_alphabetic()),
                None => false,
            }
        })
    };
    let text = without_comments(verilog);
    text.lines().enumerate().filter(|(_, line)| has(line)).map(|(at, _)| at + 1).collect()
}

/// Returns whether the Verilog defines a module.
pub fn defines(verilog: &str, module: &str) -> bool {
    let text = without_comments(verilog);
    let mut words = text.split(|c| !in_name(c)).filter(|word| !word.is_empty());
    while let Some(word) = words.next() {
        if matches!(word, "module" | "macromodule") && words.next() == Some(module) {
            return true;
        }
    }
    false
}

/// Names and ports of the modules of a Verilog text, as the first lines of emitted modules have
/// them.
fn headers(verilog: &str) -> impl Iterator<Item = (&str, &str)> {
    verilog.lines().filter_map(|line| line.strip_prefix("module ")?.split_once('('))
}

/// Returns the modules of a Verilog text that could be tested in place of an emitted unit: those
/// with the ports of the unit itself, or of its part with the most ports, which a primitive is
/// beside what gives it the ports of a unit.
pub fn candidates<'a>(emitted: &str, verilog: &'a str) -> Vec<&'a str> {
    let mut parts: Vec<_> = headers(emitted).collect();
    let own = parts.remove(0).1;
    let part = parts.iter().filter(|(name, _)| name.matches('$').count() == 1);
    let part = part.max_by_key(|(_, ports)| ports.split(',').count()).map(|(_, ports)| *ports);
    let alike = |ports: &str| ports == own || Some(ports) == part;
    headers(verilog).filter(|(_, ports)| alike(ports)).map(|(name, _)| name).collect()
}

/// Returns the modules of an emitted unit that are a primitive, whose emitted Verilog is `part`:
/// the same text under other names.
pub fn contained<'a>(emitted: &'a str, part: &str) -> Vec<&'a str> {
    let (own, _) = headers(part).next().unwrap_or_default();
    let within = headers(part).filter(|(name, _)| name.matches('$').count() == 1);
    let most = within.max_by_key(|(_, ports)| ports.split(',').count()).map(|(name, _)| name);
    let texts: Vec<String> = [Some(own), most].into_iter().flatten().filter_map(|name| text_of(part, name)).collect();
    let same = |name: &str| text_of(emitted, name).is_some_and(|text| texts.contains(&text));
    headers(emitted).map(|(name, _)| name).filter(|name| same(name)).collect()
}

/// Returns the text of a module without its name, which those of its instances begin with.
fn text_of(verilog: &str, module: &str) -> Option<String> {
    let start = verilog.find(&format!("module {module}("))?;
    let text = &verilog[start..start + verilog[start..].find("\nendmodule")?];
    Some(text.replace(module, ""))
}

/// Returns a Verilog text in which one of its modules is tested in place of an emitted unit: under
/// the unit's name, or within the emitted unit in place of the part that has its ports. `None` if
/// no part has them.
pub fn in_place(top: &str, emitted: &str, verilog: &str, module: &str) -> Option<String> {
    let (_, ports) = headers(verilog).find(|(name, _)| *name == module)?;
    let in_common = |name: &str| name.bytes().rev().zip(module.bytes().rev()).take_while(|(a, b)| a == b).count();
    let alike = headers(emitted).filter(|(_, its)| *its == ports);
    let (part, _) = alike.max_by_key(|(name, _)| (*name == top, in_common(name)))?;
    if part == top {
        return Some(renamed(verilog, module, top));
    }
    let (before, rest) = emitted.split_once(&format!("module {part}("))?;
    let (_, after) = rest.split_once("endmodule\n")?;
    Some(format!("{verilog}\n{}", renamed(&format!("{before}{after}"), part, module)))
}

/// Returns the Verilog with another name for a module, where it is defined and where it is an
/// instance.
fn renamed(verilog: &str, from: &str, to: &str) -> String {
    let (mut text, mut rest) = (String::with_capacity(verilog.len()), verilog);
    while let Some(at) = rest.find(from) {
        let end = at + from.len();
        let whole = !rest[..at].ends_with(in_name) && !rest[end..].starts_with(in_name);
        text.push_str(&rest[..at]);
        text.push_str(if whole { to } else { from });
        rest = &rest[end..];
    }
    text + rest
}

/// Returns whether a character may stand within a name of Verilog.
fn in_name(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '$')
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
        assert!(defines(two, "b") && !defines(two, "c") && !defines(two, "x"));
        assert_eq!(refused("initial f = $fopen(\"x\");").map(|(line, _)| line), Some(1));
    }

    #[test]
    fn delays_are_no_parameters() {
        for delay in [
            "#5 x = 1;",
            "x <= #1 y;",
            "assign #(2.5) x = y;",
            "#DELAY;",
            "always #5 clock = !clock;",
            "and #(1) g(x, y);",
        ] {
            let expected = if delay.starts_with("and") { vec![] } else { vec![2] };
            assert_eq!(delays(&format!("// #5\n{delay}\n")), expected, "{delay}");
        }
        for none in [
            "#(",
            "#(parameter W = 8) (",
            "fifo #(8) f(x);",
            "module m #(parameter W = 8) (x);",
            "a ##1 b;",
            "x = \"#5\";",
            "fifo #(.W(8)) f(x);",
        ] {
            assert!(delays(none).is_empty(), "{none}");
        }
    }

    #[test]
    fn a_primitive_is_found_in_its_unit_by_its_text() {
        let part = "module sum(clock,x);\nsum$it it(x);\nendmodule\nmodule sum$it(x);\ny = x + 1;\nendmodule\n";
        let unit =
            "module a(x);\nendmodule\nmodule a$b$0(x);\ny = x + 1;\nendmodule\nmodule a$c(x);\ny = x + 2;\nendmodule\n";
        assert_eq!(contained(unit, part), ["a$b$0"]);
        assert!(contained(part, unit).is_empty());
    }

    #[test]
    fn a_module_is_tested_as_the_unit_or_as_its_part() {
        let own = "module a$mul(x,y);\nendmodule\nmodule a$mul_a(x);\nendmodule\nmodule a(y);\na$mul mul(1, y); a$mul_a b();\nendmodule\n";
        let unit = "module mul(x,y);\nendmodule\n";
        assert_eq!(candidates(unit, own), ["a$mul"]);
        let renamed = own.replace("a$mul(", "mul(").replace("a$mul ", "mul ");
        assert_eq!(in_place("mul", unit, own, "a$mul"), Some(renamed));
        let clocked = "module mul(clock,x,y);\nmul$it it(x, y);\nendmodule\nmodule mul$no(x);\nendmodule\nmodule mul$it(x,y);\nendmodule\n";
        assert_eq!(candidates(clocked, own), ["a$mul"]);
        let wrapped =
            format!("{own}\nmodule mul(clock,x,y);\na$mul it(x, y);\nendmodule\nmodule mul$no(x);\nendmodule\n");
        assert_eq!(in_place("mul", clocked, own, "a$mul"), Some(wrapped));
        assert_eq!(in_place("mul", clocked, own, "a"), None);
        assert_eq!(in_place("mul", clocked, own, "b"), None);
    }
}
