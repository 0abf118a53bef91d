//! The files of a cell library: one or several, plain or packed by gzip, as one text.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::Read;
use std::path::{Path, PathBuf};

use flate2::read::MultiGzDecoder;

use super::LibertyError;

/// Most bytes of a file, packed and unpacked; a larger one is no library.
const MOST_BYTES: u64 = 256 << 20;
/// First bytes of a file that gzip has packed.
const GZIP: [u8; 2] = [0x1f, 0x8b];
/// Attributes of a library that all of its files must have alike: the units of its numbers.
const UNITS: [&str; 7] = [
    "time_unit",
    "voltage_unit",
    "current_unit",
    "capacitive_load_unit",
    "leakage_power_unit",
    "pulling_resistance_unit",
    "nom_voltage",
];

/// Returns the text of a library in these files, or in all files `*.lib` and `*.lib.gz` of a
/// folder: the first one, with the groups of the others that it does not have.
pub fn joined(files: &[PathBuf]) -> Result<String, LibertyError> {
    let mut paths = Vec::new();
    for file in files {
        if file.is_dir() { paths.extend(within(file)?) } else { paths.push(file.clone()) }
    }
    let texts = paths.iter().map(|path| text(path)).collect::<Result<Vec<String>, _>>()?;
    let [first, others @ ..] = &texts[..] else {
        return Err(LibertyError { file: String::new(), line: 1, what: "no file of a library is named".into() });
    };
    if others.is_empty() {
        return Ok(first.clone());
    }
    let mut known: BTreeMap<String, &str> = BTreeMap::new();
    let mut whole = String::new();
    for (path, text) in paths.iter().zip(&texts) {
        let wrong = |what: String| LibertyError { file: path.display().to_string(), line: 1, what };
        let (inside, end) = body(text).ok_or_else(|| wrong("not a Liberty file: no `library (name) { .. }`".into()))?;
        if whole.is_empty() {
            whole.push_str(&text[..end]);
        }
        for statement in statements(&text[inside..end]) {
            let name = head(statement);
            let unit = UNITS.contains(&name.split([':', '(']).next().unwrap_or_default().trim());
            match known.get(&name) {
                None if !unit || std::ptr::eq(text, first) => {
                    known.insert(name, statement);
                    if !std::ptr::eq(text, first) && statement.contains('{') {
                        whole.push_str(statement);
                        whole.push('\n');
                    }
                }
                Some(_) => {}
                None => {
                    let what =
                        format!("`{name}` differs from that of {}, a file of the same library", paths[0].display());
                    return Err(wrong(what));
                }
            }
        }
    }
    Ok(whole + "}\n")
}

/// Returns the Liberty files of a folder, in the order of their names.
fn within(folder: &Path) -> Result<Vec<PathBuf>, LibertyError> {
    let unread = |error: std::io::Error| LibertyError::unread(folder, &error.to_string());
    let is = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_lowercase();
        name.ends_with(".lib") || name.ends_with(".lib.gz")
    };
    let entries = fs::read_dir(folder).map_err(unread)?.map(|entry| entry.map(|entry| entry.path()));
    let mut paths: Vec<PathBuf> = entries.collect::<Result<Vec<_>, _>>().map_err(unread)?;
    paths.retain(is);
    paths.sort();
    if paths.is_empty() {
        return Err(LibertyError::unread(folder, "the folder has no file *.lib or *.lib.gz"));
    }
    Ok(paths)
}

/// Reads a file, and unpacks it if it is packed.
fn text(path: &Path) -> Result<String, LibertyError> {
    let unread = |error: std::io::Error| LibertyError::unread(path, &error.to_string());
    let mut bytes = Vec::new();
    File::open(path).and_then(|file| file.take(MOST_BYTES).read_to_end(&mut bytes)).map_err(unread)?;
    if bytes.starts_with(&GZIP) {
        let mut unpacked = Vec::new();
        MultiGzDecoder::new(&bytes[..]).take(MOST_BYTES).read_to_end(&mut unpacked).map_err(unread)?;
        bytes = unpacked;
    }
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Returns where the statements of a library begin and end; `None` if the text is no library.
fn body(text: &str) -> Option<(usize, usize)> {
    let inside = text.find('{')? + 1;
    let end = text.rfind('}').filter(|end| *end >= inside)?;
    text[..inside].contains("library").then_some((inside, end))
}

/// Returns the words of a statement before its braces or its end, without blanks between them.
fn head(statement: &str) -> String {
    let end = statement.find(['{', ';']).unwrap_or(statement.len());
    statement[..end].chars().filter(|c| !c.is_whitespace()).collect()
}

/// Splits the inside of a group into its statements: attributes up to their semicolons or lines,
/// and groups with their braces. Comments before a statement are dropped.
fn statements(text: &str) -> Vec<&str> {
    let bytes = text.as_bytes();
    let (mut all, mut at, mut start, mut depth) = (Vec::new(), 0, 0, 0u32);
    let skip = |from: usize, end: &str| text[from..].find(end).map_or(bytes.len(), |found| from + found + end.len());
    while at < bytes.len() {
        let blank = text[start..at].trim().is_empty();
        match bytes[at] {
            b'/' if text[at..].starts_with("/*") => {
                at = skip(at + 2, "*/");
                start = if blank { at } else { start };
                continue;
            }
            b'/' if text[at..].starts_with("//") => {
                at = skip(at, "\n");
                start = if blank { at } else { start };
                continue;
            }
            b'"' => {
                at = skip(at + 1, "\"");
                continue;
            }
            b'{' => depth += 1,
            b'}' => depth = depth.saturating_sub(1),
            _ => {}
        }
        let ends = depth == 0 && matches!(bytes[at], b'}' | b';');
        at += 1;
        if ends {
            let statement = text[start..at].trim();
            if statement.len() > 1 {
                all.push(statement);
            }
            start = at;
        }
    }
    all
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    const HEAD: &str = "library (parts) {\n  time_unit : \"1ns\"; /* { */ nom_voltage : 1.1;\n  lu_table_template (t) { variable_1 : x; }\n";

    fn cell(name: &str) -> String {
        format!("  cell ({name}) {{ area : 1; pin (y) {{ function : \"a; }}\"; }} }}\n")
    }

    #[test]
    fn files_of_a_library_are_one() {
        let folder = tempfile::tempdir().unwrap();
        let plain = folder.path().join("b part.lib");
        fs::write(folder.path().join("a.lib"), format!("{HEAD}{}}}\n", cell("one"))).unwrap();
        fs::write(&plain, format!("{HEAD}{}{}}}\n", cell("one"), cell("two"))).unwrap();
        let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        packed.write_all(format!("{HEAD}{}}}\n", cell("three")).as_bytes()).unwrap();
        fs::write(folder.path().join("c.lib.gz"), packed.finish().unwrap()).unwrap();
        fs::write(folder.path().join("notes.txt"), "none").unwrap();
        let whole = joined(&[folder.path().to_path_buf()]).unwrap();
        for name in ["one", "two", "three"] {
            assert_eq!(whole.matches(&format!("cell ({name})")).count(), 1, "{whole}");
        }
        assert_eq!(whole.matches("lu_table_template").count(), 1);
        // one file is as it is
        assert_eq!(joined(std::slice::from_ref(&plain)).unwrap(), fs::read_to_string(&plain).unwrap());
        // units that differ are named
        fs::write(&plain, HEAD.replace("1ns", "1ps") + "}\n").unwrap();
        let error = joined(&[folder.path().to_path_buf()]).unwrap_err().to_string();
        assert!(error.contains("b part.lib") && error.contains("`time_unit:\"1ps\"` differs"), "{error}");
        fs::write(&plain, "none").unwrap();
        assert!(joined(&[folder.path().to_path_buf()]).unwrap_err().to_string().contains("not a Liberty file"));
        assert!(joined(&[folder.path().join("none.lib")]).is_err());
        let empty = tempfile::tempdir().unwrap();
        assert!(joined(&[empty.path().to_path_buf()]).unwrap_err().to_string().contains("no file *.lib"));
    }
}
