//! A library's LEF: sizes and pins of its cells, the site of its rows, and its layers of wires.
//!
//! Read here are the parts of LEF 5.8 that placing needs; all else is skipped. Lengths inside are
//! nm.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use crate::error::LefError;

/// The physical view of a cell library.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Lef {
    /// Width and height of the site of rows, in nm.
    pub site: [i64; 2],
    /// Name of that site.
    pub row: String,
    /// Cells by name.
    pub shapes: BTreeMap<String, Shape>,
    /// Layers of wires, the lowest first.
    pub layers: Vec<Layer>,
}

/// Size of a cell or a macro, and where its pins are.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Shape {
    /// Width and height, in nm.
    pub size: [i64; 2],
    /// Middle of each pin, from the lower left corner, in nm.
    pub pins: BTreeMap<String, [i64; 2]>,
}

/// A layer of wires.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Layer {
    /// Name of the layer.
    pub name: String,
    /// Whether its wires are horizontal.
    pub horizontal: bool,
    /// Distance between wires, in nm.
    pub pitch: f64,
    /// Resistance of a wire of the default width, in kilohm a micrometre.
    pub resistance: f64,
    /// Capacitance of such a wire, in fF a micrometre.
    pub capacitance: f64,
}

/// Words of a part of the file.
type Words<'a> = &'a [&'a str];

impl Lef {
    /// Reads a library in one file or several.
    ///
    /// # Errors
    ///
    /// A file cannot be read, or a number in it is none; or the files have no site or no cell.
    pub fn open(files: &[PathBuf]) -> Result<Lef, LefError> {
        let mut lef = Lef::default();
        for file in files {
            let wrong = |what: String| LefError { file: file.display().to_string(), what };
            let text = std::fs::read(file).map_err(|error| wrong(error.to_string()))?;
            lef.add(&String::from_utf8_lossy(&text)).map_err(wrong)?;
        }
        let first = files.first().map_or(Path::new(""), PathBuf::as_path);
        let none = |what: &str| LefError { file: first.display().to_string(), what: what.to_string() };
        if lef.shapes.is_empty() {
            return Err(none("no MACRO with a SIZE: not a LEF of cells"));
        }
        if lef.site.contains(&0) {
            return Err(none("no SITE of CLASS CORE with a SIZE: name the file that has it, too"));
        }
        Ok(lef)
    }

    /// Adds the text of a file.
    fn add(&mut self, text: &str) -> Result<(), String> {
        let words: Vec<&str> = text
            .lines()
            .flat_map(|line| line.split('#').next().unwrap_or_default().split_whitespace())
            .flat_map(|word| match word.strip_suffix(';') {
                Some(word) if !word.is_empty() => vec![word, ";"],
                _ => vec![word],
            })
            .collect();
        let mut at = 0;
        while at < words.len() {
            let [kind, name] = [words[at], words.get(at + 1).copied().unwrap_or_default()];
            if !["LAYER", "SITE", "MACRO", "VIA", "VIARULE", "NONDEFAULTRULE"].contains(&kind) {
                at += 1;
                continue;
            }
            let (body, next) =
                body(&words, at + 2, name).ok_or_else(|| format!("no `END {name}` for `{kind} {name}`"))?;
            at = next;
            let inside = |what: String| format!("{kind} {name}: {what}");
            match kind {
                "LAYER" if value(body, "TYPE") == Some("ROUTING") => {
                    self.layers.push(layer(name, body).map_err(inside)?)
                }
                "SITE" if self.site == [0, 0] && is_core(body) => {
                    self.site = size(body).map_err(inside)?.unwrap_or_default();
                    self.row = name.to_string();
                }
                "MACRO" => drop(self.shapes.insert(name.to_string(), shape(body).map_err(inside)?)),
                _ => {}
            }
        }
        Ok(())
    }
}

/// Returns the words up to `END name`, and the place behind these two.
fn body<'a>(words: Words<'a>, from: usize, name: &str) -> Option<(Words<'a>, usize)> {
    let end = words.get(from..)?.windows(2).position(|pair| pair[0] == "END" && pair[1] == name)?;
    Some((&words[from..from + end], from + end + 2))
}

fn value<'a>(words: Words<'a>, key: &str) -> Option<&'a str> {
    let at = words.iter().position(|word| *word == key)?;
    words.get(at + 1).copied()
}

/// Whether a site is one of rows of cells.
fn is_core(site: Words) -> bool {
    value(site, "CLASS").is_some_and(|class| class.eq_ignore_ascii_case("core"))
}

/// Reads a number that is finite and not negative.
fn number(word: &str) -> Result<f64, String> {
    let number = word.parse::<f64>().ok().filter(|number| number.is_finite() && *number >= 0.0 && *number < 1e6);
    number.ok_or_else(|| format!("`{word}` is no length or size"))
}

fn of(words: Words, key: &str) -> Result<Option<f64>, String> {
    value(words, key).map(number).transpose()
}

fn nm(micrometres: f64) -> i64 {
    (micrometres * 1000.0).round() as i64
}

/// Reads `SIZE width BY height`.
fn size(words: Words) -> Result<Option<[i64; 2]>, String> {
    let Some(at) = words.iter().position(|word| *word == "SIZE") else { return Ok(None) };
    match words.get(at + 1..at + 4) {
        Some([width, "BY", height]) => Ok(Some([nm(number(width)?), nm(number(height)?)])),
        _ => Err("`SIZE` without `width BY height`".into()),
    }
}

fn layer(name: &str, words: Words) -> Result<Layer, String> {
    let width = of(words, "WIDTH")?.unwrap_or_default();
    let square = of(words, "RPERSQ")?.unwrap_or_default();
    // pF a square micrometre of area, and pF a micrometre of each of two edges
    let [area, edge] = ["CPERSQDIST", "EDGECAPACITANCE"].map(|key| of(words, key).map(Option::unwrap_or_default));
    Ok(Layer {
        name: name.to_string(),
        horizontal: value(words, "DIRECTION") == Some("HORIZONTAL"),
        pitch: of(words, "PITCH")?.unwrap_or_default() * 1e3,
        resistance: if width > 0.0 { square / width * 1e-3 } else { 0.0 },
        capacitance: (area? * width + 2.0 * edge?) * 1e3,
    })
}

fn shape(words: Words) -> Result<Shape, String> {
    let size = size(words)?.ok_or("no `SIZE`")?;
    let mut shape = Shape { size, pins: BTreeMap::new() };
    let mut at = 0;
    while at + 1 < words.len() {
        if words[at] != "PIN" {
            at += 1;
            continue;
        }
        let name = words[at + 1];
        let (pin, next) = body(words, at + 2, name).ok_or_else(|| format!("no `END {name}` for `PIN {name}`"))?;
        at = next;
        shape.pins.insert(name.to_string(), middle(pin)?.unwrap_or([size[0] / 2, size[1] / 2]));
    }
    Ok(shape)
}

/// Returns the middle of all rectangles and polygons of a pin.
fn middle(pin: Words) -> Result<Option<[i64; 2]>, String> {
    let mut corners: Vec<[f64; 2]> = Vec::new();
    for (at, _) in pin.iter().enumerate().filter(|(_, word)| ["RECT", "POLYGON"].contains(word)) {
        let numbers = pin[at + 1..].iter().take_while(|word| **word != ";").filter(|word| word.parse::<f64>().is_ok());
        let numbers = numbers.map(|word| word.parse().unwrap_or_default()).collect::<Vec<f64>>();
        corners.extend(numbers.chunks_exact(2).map(|pair| [pair[0], pair[1]]));
    }
    if corners.iter().flatten().any(|number| number.is_nan() || number.abs() > 1e6) {
        return Err("a pin's rectangle is no rectangle".into());
    }
    let middle = |axis: usize| {
        let along = || corners.iter().map(|corner| corner[axis]);
        nm((along().fold(f64::INFINITY, f64::min) + along().fold(f64::NEG_INFINITY, f64::max)) / 2.0)
    };
    Ok((!corners.is_empty()).then(|| [middle(0), middle(1)]))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "VERSION 5.6 ;\nLAYER m3\n TYPE ROUTING ;\n WIDTH 0.07 ; PITCH 0.14 ; DIRECTION HORIZONTAL ;\n \
        RESISTANCE RPERSQ 0.25 ; CAPACITANCE CPERSQDIST 2e-5 ; EDGECAPACITANCE 3e-5 ;\nEND m3\nLAYER via TYPE CUT ; END via\n\
        SITE s CLASS core ; SIZE 0.19 BY 1.4 ; END s # core\n\
        MACRO INV\n CLASS CORE ;\n SIZE 0.38 BY 1.4 ;\n PIN A DIRECTION INPUT ;\n PORT LAYER m1 ; RECT 0.1 0.2 0.3 0.4 ; END\n END A\n \
        PIN Z PORT LAYER m1 ; POLYGON 0 0 0.2 0 0.2 1.0 ; RECT 0 0 0.3 0.1 ; END END Z\n OBS RECT 0 0 1 1 ; END\nEND INV\nEND LIBRARY\n";

    fn read(text: &str) -> Result<Lef, LefError> {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("cells.lef");
        std::fs::write(&path, text).unwrap();
        Lef::open(&[path])
    }

    #[test]
    fn a_library_is_read() {
        let lef = read(TEXT).unwrap();
        assert_eq!(lef.site, [190, 1400]);
        let shape = &lef.shapes["INV"];
        assert_eq!((shape.size, shape.pins["A"], shape.pins["Z"]), ([380, 1400], [200, 300], [150, 500]));
        let [layer] = &lef.layers[..] else { panic!("{:?}", lef.layers) };
        assert!(layer.horizontal && (layer.pitch - 140.0).abs() < 1e-9);
        assert!((layer.resistance - 0.25 / 0.07 * 1e-3).abs() < 1e-12);
        assert!((layer.capacitance - (2e-5 * 0.07 + 6e-5) * 1e3).abs() < 1e-12);
    }

    #[test]
    fn a_damaged_file_is_refused() {
        for (text, what) in [
            (String::new(), "no MACRO"),
            (TEXT.replace("SITE s", "SITE t"), "END t"),
            (TEXT.replace("CLASS core", "CLASS pad"), "no SITE"),
            (TEXT.replace("SIZE 0.38 BY 1.4", "SIZE 0.38"), "width BY height"),
            (TEXT.replace("SIZE 0.38 BY", "SIZE nan BY"), "`nan` is no length"),
            (TEXT.replace("SIZE 0.38 BY 1.4 ;", ""), "no `SIZE`"),
            (TEXT.replace("END INV", ""), "no `END INV`"),
            (TEXT.replace("RECT 0.1 0.2", "RECT 1e9 0.2"), "no rectangle"),
        ] {
            let error = read(&text).unwrap_err().to_string();
            assert!(error.contains(what), "{error}: {what}");
        }
        assert!(Lef::open(&[PathBuf::from("none.lef")]).unwrap_err().to_string().starts_with("none.lef: "));
    }
}
