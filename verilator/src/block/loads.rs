//! Files that `$readmemh` and `$readmemb` load: their words become a part of the text, so that
//! nothing that is built or run later reads them.

use std::fmt::Write as _;
use std::fs::canonicalize;
use std::path::{Path, PathBuf};

use super::error::SourceError;
use super::list::parts;
use super::source::Source;
use crate::files::read_at_most;
use crate::tree::{Load, Place};

/// Most bytes of a file.
const MOST_BYTES: u64 = 16 << 20;

/// A statement in the text that loads a file.
struct Statement<'a> {
    place: Place,
    /// Where it is in the text, without its semicolon.
    range: (usize, usize),
    radix: u32,
    arguments: Vec<&'a str>,
}

/// Returns the text with the words of files in place of the statements that load them.
pub(super) fn loaded(source: &Source, verilog: &str, loads: &[Load]) -> Result<String, SourceError> {
    let (mut text, mut done) = (String::with_capacity(verilog.len()), 0);
    for statement in statements(verilog) {
        let mut own: Vec<&Load> = loads.iter().filter(|load| statement.is(load)).collect();
        own.dedup_by(|a, b| a.file == b.file && a.bounds == b.bounds && (a.first, a.last) == (b.first, b.last));
        // what no instance has is never run
        let Some(first) = own.first() else { continue };
        text += &verilog[done..statement.range.0];
        done = statement.range.1;
        if own.iter().any(|load| (load.bounds, load.first, load.last) != (first.bounds, first.first, first.last)) {
            return Err(refused(&first.place, "instances of the module load other parts of the memory"));
        }
        own.sort_by(|a, b| a.file.cmp(&b.file));
        own.dedup_by(|a, b| a.file == b.file);
        // a word may be narrower than the digits of the file
        text += "/* verilator lint_off WIDTH */\n";
        let bodies = own.iter().map(|load| statement.assignments(source, load)).collect::<Result<Vec<_>, _>>()?;
        if let [body] = &bodies[..] {
            text += body;
        } else {
            let _ = write!(text, "case ({}) ", statement.arguments[0]);
            own.iter().zip(&bodies).for_each(|(load, body)| {
                let _ = write!(text, "{:?}: {body} ", load.file);
            });
            text += "default: ; endcase";
        }
        let Place { file, line } = statement.end(verilog);
        let _ = write!(text, " /* verilator lint_on WIDTH */\n`line {line} \"{file}\" 0\n");
    }
    Ok(text + &verilog[done..])
}

fn refused(place: &Place, what: impl Into<String>) -> SourceError {
    SourceError::Load { place: place.clone(), what: what.into() }
}

impl Statement<'_> {
    /// Whether the tree speaks of this statement: it has the same place and the same memory.
    fn is(&self, load: &Load) -> bool {
        let last = |path: &str| path.rsplit(['.', ' ']).next().unwrap_or_default().to_owned();
        self.place == load.place && self.arguments.get(1).is_some_and(|memory| last(memory) == last(&load.memory))
    }

    /// Returns the place of what follows it.
    fn end(&self, verilog: &str) -> Place {
        let lines = verilog[self.range.0..self.range.1].matches('\n').count();
        Place { line: self.place.line + lines as u32, ..self.place.clone() }
    }

    /// Returns a block that assigns each word of a file, each in a line: Verilator reads no line of
    /// 40 000 words.
    fn assignments(&self, source: &Source, load: &Load) -> Result<String, SourceError> {
        let path = found(source, load)?;
        let name = path.display().to_string();
        let file = |source| SourceError::File { path: name.clone(), source };
        let bytes = read_at_most(&path, MOST_BYTES).map_err(file)?;
        let (memory, (low, high)) = (self.arguments[1], load.bounds);
        let first = load.first.unwrap_or(low);
        let step = if load.last.is_some_and(|last| last < first) { -1 } else { 1 };
        let (least, most) = load.last.map_or((low, high), |last| (first.min(last), first.max(last)));
        let (mut text, mut address) = ("begin\n".to_owned(), first);
        for (line, word) in words(&String::from_utf8_lossy(&bytes)) {
            let at = Place { file: name.clone(), line };
            if let Some(digits) = word.strip_prefix('@') {
                let given = i64::from_str_radix(digits, 16);
                address = given.map_err(|_| refused(&at, format!("`{word}` is no hexadecimal address")))?;
                continue;
            }
            let digits = word.replace('_', "");
            let is_digit = |digit: char| digit.is_digit(self.radix) || "xXzZ".contains(digit);
            if digits.is_empty() || !digits.chars().all(is_digit) {
                let kind = if self.radix == 16 { "hexadecimal" } else { "binary" };
                return Err(refused(&at, format!("`{word}` is no {kind} number, and {} loads it", load.place)));
            }
            if !(least.max(low)..=most.min(high)).contains(&address) {
                let what = format!("a word for address {address}, and {} loads {least} to {most} of", load.place);
                return Err(refused(&at, format!("{what} a memory that has {low} to {high}")));
            }
            let (bits, letter) = if self.radix == 16 { (4, 'h') } else { (1, 'b') };
            let _ = writeln!(text, "{memory}[{address}] = {}'{letter}{digits};", bits * digits.len());
            address += step;
        }
        Ok(text + "end")
    }
}

/// Returns the path of a file: from the folder of the Verilog that loads it, or one of the source.
/// A file outside of these is none: the Verilog need not be trusted.
fn found(source: &Source, load: &Load) -> Result<PathBuf, SourceError> {
    let beside = |file: &Path| {
        file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(".".as_ref()).to_path_buf()
    };
    let files = source.files.iter().map(|file| beside(file));
    let known: Vec<PathBuf> = files.chain(source.include.iter().cloned()).collect();
    let own = beside(Path::new(&load.place.file));
    let whole = |path: &Path| canonicalize(path).ok();
    let allowed = |path: &PathBuf| {
        let path = whole(path);
        known
            .iter()
            .filter_map(|folder| whole(folder))
            .any(|folder| path.as_ref().is_some_and(|p| p.starts_with(folder)))
    };
    let places: Vec<PathBuf> = [own].iter().chain(&known).map(|folder| folder.join(&load.file)).collect();
    let there = places.iter().find(|path| path.is_file());
    let mut folders: Vec<String> = known.iter().map(|folder| folder.display().to_string()).collect();
    folders.dedup();
    let folders = folders.join(", ");
    match there {
        Some(path) if allowed(path) => Ok(path.clone()),
        Some(path) => Err(refused(&load.place, format!("{} is outside of {folders}", path.display()))),
        None => Err(refused(&load.place, format!("{:?} is loaded, and there is no such file in {folders}", load.file))),
    }
}

/// Returns the words of a file with their lines, without comments.
fn words(text: &str) -> Vec<(u32, &str)> {
    let (mut found, mut within) = (Vec::new(), false);
    for (line, mut rest) in (1..).zip(text.lines()) {
        while !rest.is_empty() {
            let end = if within { rest.find("*/").map(|at| (at, at + 2)) } else { comment(rest) };
            let (code, next) = end.map_or((rest.len(), rest.len()), |(code, next)| (code, next));
            if !within {
                found.extend(rest[..code].split_whitespace().map(|word| (line, word)));
            }
            within = if within { end.is_none() } else { end.is_some() && rest[code..].starts_with("/*") };
            rest = &rest[next..];
        }
    }
    found
}

/// Returns where a comment begins, and where what follows it does: for one to the end of the line
/// this end, for another what is in it.
fn comment(line: &str) -> Option<(usize, usize)> {
    let at = line
        .match_indices('/')
        .map(|(at, _)| at)
        .find(|at| line[*at..].starts_with("//") || line[*at..].starts_with("/*"))?;
    Some((at, if line[at..].starts_with("//") { line.len() } else { at + 2 }))
}

/// Returns the statements of a text that load files, in their order.
fn statements(verilog: &str) -> Vec<Statement<'_>> {
    let mut found = Vec::new();
    let mut next = Place::default();
    let mut start = 0;
    for line in verilog.split_inclusive('\n') {
        if let Some(place) = Place::of_directive(line) {
            next = place;
        } else {
            for (at, _) in line.match_indices("$readmem") {
                found.extend(statement(verilog, start + at).map(|one| Statement { place: next.clone(), ..one }));
            }
            next.line += 1;
        }
        start += line.len();
    }
    found
}

/// Returns the statement that begins at a place of the text.
fn statement(verilog: &str, start: usize) -> Option<Statement<'_>> {
    let rest = verilog[start..].strip_prefix("$readmem")?;
    let radix = match rest.chars().next()? {
        'h' => 16,
        'b' => 2,
        _ => return None,
    };
    let open = start + verilog[start..].find('(')?;
    let (parts, close) = parts(verilog, open + 1)?;
    let arguments = parts.into_iter().map(|(from, to)| verilog[from..to].trim()).collect();
    // the block that it becomes has no semicolon
    let end = verilog[close..].find(';').map_or(close, |semicolon| close + semicolon) + 1;
    Some(Statement { place: Place::default(), range: (start, end), radix, arguments })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_what_stands_outside_of_comments() {
        let text = "12 // 13\n@4 a_b/* 14\n 15 */ 16\n\n/**/17/* 18 */19";
        assert_eq!(words(text), [(1, "12"), (2, "@4"), (2, "a_b"), (3, "16"), (5, "17"), (5, "19")]);
    }

    #[test]
    fn a_statement_is_found_with_its_arguments() {
        let text = "`line 7 \"a.v\" 0\nx\ninitial $readmemb({A, \",)\"},\n m[1], \"\\\\\", 3) ;\n$readmemx(\"\", n);\n$display(\"$readmemh\");";
        let found = statements(text);
        let one = &found[0];
        assert_eq!((found.len(), one.radix, one.place.to_string()), (1, 2, "a.v:8".to_owned()));
        assert_eq!(one.arguments, ["{A, \",)\"}", "m[1]", "\"\\\\\"", "3"]);
        assert_eq!(&text[one.range.1..][..2], "\n$");
    }
}
