//! Verilator's lint policy, and its messages made readable.

use std::process::Command;

use super::design::Lint;

impl Lint<'_> {
    /// Adds the lint policy to a Verilator command.
    pub(super) fn apply(&self, verilator: &mut Command) {
        match self {
            Self::Strict(waivers) => {
                verilator.arg("-Wall");
                verilator.args(waivers.iter().map(|(rule, _)| format!("-Wno-{rule}")));
            }
            Self::Lenient => {
                verilator.args(["-Wno-lint", "-Wno-style", "-Wno-fatal"]);
            }
            Self::Loops => {
                verilator.args(["-Wno-lint", "-Wno-style", "-Wno-fatal", "-Werror-UNOPTFLAT"]);
            }
        }
    }
}

/// Lines of a message that are kept: the first faults cause the others.
const LINES: usize = 20;

/// Returns Verilator's or a compiler's message without its advertisements, with `ours` (the name in
/// the cache) replaced by `theirs` (the path that the user gave).
pub(super) fn clean(text: &str, ours: &str, theirs: &str) -> String {
    // the folder in which it runs is ours and gone by now
    let boring = [
        "... See the manual",
        "... For error description",
        "... For warning description",
        "... With current working directory",
        "Exiting due to",
    ];
    let mut lines: Vec<&str> = text.lines().map(str::trim_end).collect();
    lines.retain(|line| !line.is_empty() && !boring.iter().any(|words| line.contains(words)));
    // Warnings before the first error do not push it out.
    if lines.len() > LINES {
        let first = lines.iter().position(|line| line.starts_with("%Error")).unwrap_or(0);
        lines.drain(..first);
    }
    let left_out = lines.len().saturating_sub(LINES);
    let mut text = lines[..lines.len() - left_out].join("\n").replace(&format!("{ours}:"), &format!("{theirs}:"));
    if left_out > 0 {
        text += &format!("\n(and {left_out} more lines)");
    }
    text
}

/// Returns the names of the modules in Verilog text. Comments and strings are skipped; macros are
/// not expanded, so that a module that is compiled out is named too.
pub(super) fn modules(verilog: &str) -> Vec<String> {
    let text = without_comments(verilog);
    let mut words = text.split(|c: char| !(c.is_ascii_alphanumeric() || c == '_' || c == '$' || c == '\\'));
    let mut found = Vec::new();
    while let Some(word) = words.next() {
        if word == "module" {
            let mut after = words.by_ref().filter(|word| !word.is_empty() && !matches!(*word, "automatic" | "static"));
            found.extend(after.next().map(str::to_owned));
        }
    }
    found
}

/// Replaces comments and strings by blanks.
fn without_comments(verilog: &str) -> String {
    let mut text = String::with_capacity(verilog.len());
    let mut rest = verilog;
    while let Some(at) = rest.find(['/', '"']) {
        let (before, from) = rest.split_at(at);
        text += before;
        let (skipped, end) = match from.as_bytes() {
            [b'/', b'/', ..] => (2, from.find('\n')),
            [b'/', b'*', ..] => (2, from[2..].find("*/").map(|n| n + 4)),
            [b'"', ..] => (1, from[1..].find('"').map(|n| n + 2)),
            _ => (1, Some(1)),
        };
        text.push(' ');
        rest = &from[end.unwrap_or(from.len()).max(skipped)..];
    }
    text + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modules_are_found_outside_comments() {
        let verilog =
            "// module no\n/* module no2 */ module a(x); $display(\"module no3\"); endmodule\nmodule \n b$1;\n";
        assert_eq!(modules(verilog), ["a", "b$1"]);
        assert!(modules("wire x = a / b; /* unended").is_empty());
    }

    #[test]
    fn messages_are_cleaned() {
        let text = "%Error: top.v:3:5: syntax error\n        ... See the manual at https://x\n%Error: Exiting due to 1 error(s)\n";
        assert_eq!(clean(text, "top.v", "mine/lane.v"), "%Error: mine/lane.v:3:5: syntax error");
        let long = "line\n".repeat(30);
        assert!(clean(&long, "a", "b").ends_with("(and 10 more lines)"));
        assert_eq!(clean(&format!("{long}%Error: a:1: no"), "a", "b"), "%Error: b:1: no");
    }
}
