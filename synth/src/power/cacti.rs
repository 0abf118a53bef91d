//! Memories by CACTI 7: energy of an access, leakage, area.
//!
//! 45 nm, 300 K, ITRS-HP cells and periphery, conservative wires, energy times delay squared.

use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

use super::PowerError;
use super::netlist::Memory;

/// What a macro costs.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Macro {
    /// A word read, in pJ.
    pub read: f64,
    /// A word written, in pJ.
    pub write: f64,
    /// Leakage, in mW.
    pub leakage: f64,
    /// Square micrometres.
    pub area: f64,
}

/// Asks CACTI, which lies in `folder`.
pub fn cacti(folder: &Path, memory: &Memory) -> Result<Macro, PowerError> {
    let error = |text: String| PowerError::Cacti { memory: memory.name.clone(), text };
    let template = std::fs::read_to_string(folder.join("cache.cfg")).map_err(|source| error(source.to_string()))?;
    let work = tempfile::tempdir().map_err(PowerError::Temporary)?;
    std::fs::write(work.path().join("macro.cfg"), configuration(&template, memory)).map_err(PowerError::Temporary)?;
    // CACTI looks for its tables where it is run
    std::os::unix::fs::symlink(folder.join("tech_params"), work.path().join("tech_params"))
        .map_err(PowerError::Temporary)?;
    let output = Command::new(folder.join("cacti")).args(["-infile", "macro.cfg"]).current_dir(&work).output();
    let output = output.map_err(|source| error(source.to_string()))?;
    let text = String::from_utf8_lossy(&output.stdout);
    read(&text).ok_or_else(|| error(format!("no answer for {} words of {} bits:\n{text}", memory.words, memory.width)))
}

/// The example that comes with CACTI, with our sizes in it.
fn configuration(template: &str, memory: &Memory) -> String {
    let bytes = memory.width.div_ceil(8);
    // one port for both, if all reads and writes share an address
    let shared = match (memory.reads.as_slice(), memory.writes.as_slice()) {
        ([read], [write]) => read.address == write.address,
        _ => false,
    };
    let (both, reads, writes) = if shared { (1, 0, 0) } else { (0, memory.reads.len(), memory.writes.len()) };
    let settings = [
        ("-size (bytes)", (memory.words * bytes).to_string()),
        ("-block size (bytes)", bytes.to_string()),
        ("-associativity", "1".into()),
        ("-read-write port", both.to_string()),
        ("-exclusive read port", reads.to_string()),
        ("-exclusive write port", writes.to_string()),
        ("-technology (u)", "0.045".into()),
        ("-output/input bus width", (8 * bytes).to_string()),
        ("-operating temperature (K)", "300".into()),
        ("-cache type", "\"ram\"".into()),
        ("-Add ECC -", "\"false\"".into()),
    ];
    let mut text = String::new();
    for line in template.lines() {
        match settings.iter().find(|(key, _)| line.starts_with(key)) {
            Some((key, value)) => drop(writeln!(text, "{key} {value}")),
            None => drop(writeln!(text, "{line}")),
        }
    }
    text
}

fn read(text: &str) -> Option<Macro> {
    let value = |key: &str| text.lines().find_map(|line| line.trim().strip_prefix(key)?.trim().parse::<f64>().ok());
    Some(Macro {
        read: value("Total dynamic read energy per access (nJ):")? * 1e3,
        write: value("Total dynamic write energy per access (nJ):")? * 1e3,
        leakage: value("Total leakage power of a bank (mW):")? + value("Total gate leakage power of a bank (mW):")?,
        area: value("Data array: Area (mm2):")? * 1e6,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_read() {
        let text = "    Total dynamic read energy per access (nJ): 0.0011\n    Total dynamic write energy per access (nJ): 0.0017\n\
                    \tTotal leakage power of a bank (mW): 0.5\n    Total gate leakage power of a bank (mW): 0.05\n  Data array: Area (mm2): 0.0034\n";
        let found = read(text).unwrap();
        assert!(
            (found.read - 1.1).abs() < 1e-9 && (found.write - 1.7).abs() < 1e-9 && (found.area - 3400.0).abs() < 1e-6
        );
        assert!((found.leakage - 0.55).abs() < 1e-9);
        assert_eq!(read("ERROR: no valid data array organizations found"), None);
    }

    #[test]
    fn sizes_and_ports_stand_in_the_configuration() {
        use crate::power::netlist::{Access, Bit};
        let access = |net: usize| Access { address: vec![Bit::Net(net)], ..Access::default() };
        let template =
            "-size (bytes) 131072\n-block size (bytes) 64\n-read-write port 1\n-exclusive read port 0\n# as it was\n";
        let mut memory =
            Memory { name: "rows".into(), words: 256, width: 33, reads: vec![access(1)], writes: vec![access(1)] };
        let text = configuration(template, &memory);
        assert_eq!(
            text,
            "-size (bytes) 1280\n-block size (bytes) 5\n-read-write port 1\n-exclusive read port 0\n# as it was\n"
        );
        memory.writes = vec![access(2)];
        assert!(configuration(template, &memory).contains("-read-write port 0\n-exclusive read port 1\n"));
    }
}
