//! The parts of a list of Verilog, between brackets and with commas between them.

/// Returns the places of the parts of a list of which the opening bracket ends at `start`, and the
/// place of its closing bracket; `None` if there is none.
pub(super) fn parts(verilog: &str, start: usize) -> Option<(Vec<(usize, usize)>, usize)> {
    let (mut found, mut from, mut depth, mut quoted, mut escaped) = (Vec::new(), start, 0, false, false);
    for (at, letter) in verilog[start..].char_indices().map(|(at, letter)| (start + at, letter)) {
        match letter {
            _ if std::mem::take(&mut escaped) => {}
            '\\' => escaped = quoted,
            '"' => quoted = !quoted,
            _ if quoted => {}
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' if depth > 0 => depth -= 1,
            ',' | ')' | ']' | '}' if depth == 0 => {
                found.push((from, at));
                from = at + 1;
                if letter != ',' {
                    return Some((found, at));
                }
            }
            _ => {}
        }
    }
    None
}
