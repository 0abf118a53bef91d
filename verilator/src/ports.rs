//! The ports that Verilator found, compared with the ports of the contract.

use std::fmt;

use heddle_block::Port;

/// Name of the clock, which is in no port list.
pub(super) const CLOCK: &str = "clock";

/// Direction of a port.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Direction {
    Input,
    Output,
    Both,
}

impl fmt::Display for Direction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Input => "an input",
            Self::Output => "an output",
            Self::Both => "an inout",
        })
    }
}

/// A port of the verilated top module.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Found {
    pub(super) name: String,
    cpp: String,
    direction: Direction,
    width: u32,
    unpacked: bool,
}

/// A port of the Verilog that differs from the contract.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PortFault {
    /// The Verilog lacks the port.
    #[error("{name}: missing (expected {direction} of {width} bits)")]
    Missing {
        /// The port.
        name: String,
        /// `an input` or `an output`.
        direction: String,
        /// The contract's width.
        width: u32,
    },
    /// The port has another width.
    #[error("{name}: {found} bits wide, expected {expected}")]
    Width {
        /// The port.
        name: String,
        /// The contract's width.
        expected: u32,
        /// The Verilog's width.
        found: u32,
    },
    /// The port has another direction.
    #[error("{name}: {found}, expected {expected}")]
    Direction {
        /// The port.
        name: String,
        /// `an input` or `an output`.
        expected: String,
        /// `an input`, `an output` or `an inout`.
        found: String,
    },
    /// The port is an unpacked array; the contract has one port an element.
    #[error("{name}: an unpacked array, expected one port for each element ({name}$0, {name}$1, ...)")]
    Unpacked {
        /// The port.
        name: String,
    },
    /// An input that the contract does not have, so that nothing would drive it.
    #[error("{name}: an input of {width} bits that the contract does not have")]
    Unknown {
        /// The port.
        name: String,
        /// Its width.
        width: u32,
    },
}

/// Returns every difference between the ports found and the contract's ports. Outputs that nothing
/// reads are no fault.
pub(super) fn compare(found: &[Found], inputs: &[Port], select: Option<&Port>, outputs: &[Port]) -> Vec<PortFault> {
    let clock = (CLOCK, Direction::Input, 1);
    let inputs = inputs.iter().chain(select).map(|port| (port.name.as_str(), Direction::Input, port.width));
    let outputs = outputs.iter().map(|port| (port.name.as_str(), Direction::Output, port.width));
    let wanted: Vec<_> = std::iter::once(clock).chain(inputs).chain(outputs).collect();
    let faults =
        wanted.iter().flat_map(|&(name, direction, width)| match found.iter().find(|port| port.name == name) {
            Some(port) => check(port, direction, width),
            None => Some(PortFault::Missing { name: name.to_owned(), direction: direction.to_string(), width }),
        });
    let unknown = found.iter().filter(|port| port.direction != Direction::Output);
    let unknown = unknown.filter(|port| !wanted.iter().any(|(name, ..)| *name == port.name));
    faults.chain(unknown.map(|port| PortFault::Unknown { name: port.name.clone(), width: port.width })).collect()
}

fn check(found: &Found, direction: Direction, width: u32) -> Option<PortFault> {
    let name = found.name.clone();
    if found.direction != direction {
        let (expected, found) = (direction.to_string(), found.direction.to_string());
        return Some(PortFault::Direction { name, expected, found });
    }
    if found.unpacked {
        return Some(PortFault::Unpacked { name });
    }
    (found.width != width).then_some(PortFault::Width { name, expected: width, found: found.width })
}

/// Reads the `VL_IN8(&x__0240,7,0);` lines of a model's header.
pub(super) fn read(header: &str) -> Vec<Found> {
    header.lines().filter_map(|line| port(line.trim())).collect()
}

fn port(line: &str) -> Option<Found> {
    let (keyword, rest) = line.strip_prefix("VL_")?.split_once('(')?;
    let direction = match keyword.trim_end_matches(|c: char| c.is_ascii_digit() || c == 'W') {
        "IN" => Direction::Input,
        "OUT" => Direction::Output,
        "INOUT" => Direction::Both,
        _ => return None,
    };
    let mut fields = rest.split_once(");")?.0.split(',');
    // An unpacked array is written as a reference to an array: (&x)[4].
    let cpp = fields.next()?.trim_start_matches(['(', '&']);
    let (cpp, unpacked) = match cpp.split_once(')') {
        Some((cpp, _)) => (cpp, true),
        None => (cpp, false),
    };
    let mut number = || fields.next()?.trim().parse::<i64>().ok();
    let (msb, lsb) = (number()?, number()?);
    let width = u32::try_from(msb.abs_diff(lsb) + 1).ok()?;
    Some(Found { name: unmangle(cpp), cpp: cpp.to_owned(), direction, width, unpacked })
}

/// Returns the C++ names of `ports`, as the header has them: reserved words of C++ are renamed, not
/// only mangled.
pub(super) fn cpp_names(found: &[Found], ports: &[Port]) -> Vec<String> {
    let name = |port: &Port| match found.iter().find(|found| found.name == port.name) {
        Some(found) => found.cpp.clone(),
        None => mangle(&port.name),
    };
    ports.iter().map(name).collect()
}

/// Returns the C++ name that Verilator gives to a port: any character but letters and digits
/// becomes `__0` and its code, and of two underscores the second does too.
pub(super) fn mangle(name: &str) -> String {
    let mut text = String::new();
    let mut underscore = false;
    for c in name.chars() {
        match c {
            '_' if underscore => text += "__05F",
            c if c == '_' || c.is_ascii_alphanumeric() => text.push(c),
            c => text += &format!("__0{:02x}", c as u32),
        }
        underscore = c == '_' && !underscore;
    }
    text
}

/// Returns the Verilog name of a C++ name.
fn unmangle(name: &str) -> String {
    let name = name.strip_prefix("__SYM__").unwrap_or(name);
    let mut text = String::new();
    let mut rest = name;
    while let Some(at) = rest.find("__0") {
        let code = rest.get(at + 3..at + 5).and_then(|hex| u8::from_str_radix(hex, 16).ok());
        let Some(code) = code else { break };
        text += &rest[..at];
        text.push(char::from(code));
        rest = &rest[at + 5..];
    }
    text + rest
}

/// Whether Verilog accepts `name` as an identifier without an escape.
pub(super) fn is_identifier(name: &str) -> bool {
    let first = |c: char| c.is_ascii_alphabetic() || c == '_';
    name.starts_with(first) && name.chars().all(|c| first(c) || c.is_ascii_digit() || c == '$')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_survive_mangling() {
        let table = [("x$0", "x__0240"), ("wide__q", "wide___05Fq"), ("a_b", "a_b"), ("a___b", "a___05F_b")];
        for (verilog, cpp) in table {
            assert_eq!(mangle(verilog), cpp);
            assert_eq!(unmangle(cpp), verilog);
        }
    }

    #[test]
    fn headers_are_read() {
        let header = "    VL_IN8(&x__0240,7,0);\n  VL_OUT64(&big,64,1);\n VL_OUTW(&w,159,0,5);\n VL_INOUT(&io,0,31);\n\
                      VL_IN8((&a)[4],3,0);\n    VL_UNCOPYABLE(Vmodel);\n";
        let port = |name: &str, direction, width, unpacked| Found {
            name: name.into(),
            cpp: mangle(name),
            direction,
            width,
            unpacked,
        };
        let expected = [
            port("x$0", Direction::Input, 8, false),
            port("big", Direction::Output, 64, false),
            port("w", Direction::Output, 160, false),
            port("io", Direction::Both, 32, false),
            port("a", Direction::Input, 4, true),
        ];
        assert_eq!(read(header), expected);
    }
}
