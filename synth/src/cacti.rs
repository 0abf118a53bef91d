//! Cost of memories and crossbars by CACTI 7: 45 nm unless another process is chosen, 300 K,
//! ITRS-HP devices, conservative wires, the best energy times delay squared.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use heddle_sandbox::child;

use crate::SynthError;
use crate::netlist::Memory;

/// Cost of a memory macro by CACTI: area, access time, energies and leakage.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Macro {
    /// Area, in square micrometres.
    pub area: f64,
    /// Access time from clock to data, in ns.
    pub access: f64,
    /// Energy of a read, in pJ.
    pub read: f64,
    /// Energy of a write, in pJ.
    pub write: f64,
    /// Leakage, in mW.
    pub leakage: f64,
}

/// The numbers of ports of a memory: for reads and writes, for reads alone, for writes alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ports {
    /// Number of ports that read or write.
    pub both: usize,
    /// Number of ports that read only.
    pub reads: usize,
    /// Number of ports that write only.
    pub writes: usize,
}

impl Ports {
    /// One port that both reads and writes.
    pub const SHARED: Ports = Ports { both: 1, reads: 0, writes: 0 };
    /// One port that reads and one that writes.
    pub const EACH: Ports = Ports { both: 0, reads: 1, writes: 1 };

    /// Counts the ports of a memory in a netlist; a read and a write at one address share a port.
    pub fn of(memory: &Memory) -> Ports {
        match (memory.reads.as_slice(), memory.writes.as_slice()) {
            ([read], [write]) if read.address == write.address => Ports::SHARED,
            (reads, writes) => Ports { both: 0, reads: reads.len(), writes: writes.len() },
        }
    }
}

/// The default process of the macros, in nm.
pub const PROCESS: f64 = 45.0;

/// How a crossbar's wires are driven.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Wires {
    /// Repeaters for the least delay.
    Fastest,
    /// Smaller repeaters, for up to 30 % more delay: CACTI's example.
    Slower,
}

impl Wires {
    fn name(self) -> &'static str {
        match self {
            Wires::Fastest => "\"default\"",
            Wires::Slower => "\"Global_30\"",
        }
    }
}

/// An installed CACTI: the folder with its programs and tables, and the process.
#[derive(Debug, Clone)]
pub struct Cacti {
    folder: PathBuf,
    /// The process, in nm.
    process: f64,
}

impl Cacti {
    /// Finds CACTI as `make libraries` builds it; `None` if its files are not in the folder.
    pub fn find(folder: &Path) -> Option<Self> {
        let there = ["cacti", "crossbar", "cache.cfg"].iter().all(|file| folder.join(file).is_file());
        there.then(|| Cacti { folder: folder.to_path_buf(), process: PROCESS })
    }

    /// Returns the same CACTI for another process, in nm.
    pub fn at(&self, process: f64) -> Self {
        Cacti { folder: self.folder.clone(), process }
    }

    /// Returns the cost of a memory of `rows` rows of `bits` bits.
    ///
    /// # Errors
    ///
    /// CACTI has no result.
    pub fn memory(&self, rows: u64, bits: u64, ports: Ports) -> Result<Macro, SynthError> {
        let text =
            self.run("cacti", &configuration(&self.template()?, rows, bits, ports, self.process, Wires::Slower), &[])?;
        parse(&text).ok_or_else(|| wrong(format!("{rows} rows of {bits} bits"), &text))
    }

    /// Returns the cost of a full crossbar: area in square micrometres, delay in ns, energy of a
    /// transfer in pJ.
    ///
    /// # Errors
    ///
    /// CACTI has no result.
    pub fn crossbar(&self, inputs: u64, outputs: u64, bits: u64, wires: Wires) -> Result<[f64; 3], SynthError> {
        let sizes = [inputs.to_string(), outputs.to_string(), bits.to_string()];
        let memory = configuration(&self.template()?, 256, 32, Ports::SHARED, self.process, wires);
        let text = self.run("crossbar", &memory, &sizes)?;
        let line = text.lines().find_map(|line| line.strip_prefix("crossbar um2 "));
        let numbers: Vec<f64> =
            line.into_iter().flat_map(str::split_whitespace).filter_map(|n| n.parse().ok()).collect();
        numbers.try_into().map_err(|_| wrong(format!("a crossbar of {inputs} x {outputs} x {bits}"), &text))
    }

    fn template(&self) -> Result<String, SynthError> {
        std::fs::read_to_string(self.folder.join("cache.cfg"))
            .map_err(|error| wrong("anything".into(), &error.to_string()))
    }

    fn run(&self, tool: &str, configuration: &str, sizes: &[String]) -> Result<String, SynthError> {
        let fail = |error: std::io::Error| wrong(tool.to_string(), &error.to_string());
        let work = tempfile::tempdir().map_err(fail)?;
        std::fs::write(work.path().join("macro.cfg"), configuration).map_err(fail)?;
        // it looks for its tables where it is run
        std::os::unix::fs::symlink(self.folder.join("tech_params"), work.path().join("tech_params")).map_err(fail)?;
        let first: &[&str] = if sizes.is_empty() { &["-infile", "macro.cfg"] } else { &["macro.cfg"] };
        let mut command = Command::new(self.folder.join(tool));
        command.args(first).args(sizes).current_dir(&work);
        Ok(child::run(&mut command, Duration::MAX).map_err(fail)?.out)
    }
}

fn wrong(what: String, text: &str) -> SynthError {
    let last: Vec<&str> = text.lines().rev().take(5).collect();
    SynthError::Cacti { what, text: last.into_iter().rev().collect::<Vec<_>>().join("\n") }
}

/// Returns the example configuration that comes with CACTI, with the given sizes.
fn configuration(template: &str, rows: u64, bits: u64, ports: Ports, process: f64, wires: Wires) -> String {
    let bytes = bits.div_ceil(8);
    let settings = [
        ("-size (bytes)", (rows * bytes).to_string()),
        ("-block size (bytes)", bytes.to_string()),
        ("-associativity", "1".into()),
        ("-read-write port", ports.both.to_string()),
        ("-exclusive read port", ports.reads.to_string()),
        ("-exclusive write port", ports.writes.to_string()),
        ("-technology (u)", format!("{:.3}", process / 1000.0)),
        ("-output/input bus width", (8 * bytes).to_string()),
        ("-operating temperature (K)", "300".into()),
        ("-cache type", "\"ram\"".into()),
        ("-Wire signaling (fullswing, lowswing, default) -", wires.name().into()),
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

fn parse(text: &str) -> Option<Macro> {
    let value = |key: &str| text.lines().find_map(|line| line.trim().strip_prefix(key)?.trim().parse::<f64>().ok());
    Some(Macro {
        area: value("Data array: Area (mm2):")? * 1e6,
        access: value("Access time (ns):")?,
        read: value("Total dynamic read energy per access (nJ):")? * 1e3,
        write: value("Total dynamic write energy per access (nJ):")? * 1e3,
        leakage: value("Total leakage power of a bank (mW):")? + value("Total gate leakage power of a bank (mW):")?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_read() {
        let text = "Access time (ns): 0.208\n Total dynamic read energy per access (nJ): 0.5\n Total dynamic write energy per access (nJ): 0.25\n\
                    Total leakage power of a bank (mW): 0.5\n Total gate leakage power of a bank (mW): 0.25\n Data array: Area (mm2): 0.5\n";
        let found = Macro { area: 5e5, access: 0.208, read: 500.0, write: 250.0, leakage: 0.75 };
        assert_eq!(parse(text), Some(found));
        assert_eq!(parse("ERROR: no valid data array organizations found"), None);
    }

    #[test]
    fn sizes_and_ports_stand_in_the_configuration() {
        let template = "-size (bytes) 131072\n-read-write port 1\n-exclusive read port 0\n-technology (u) 0.090\n\
                        -Wire signaling (fullswing, lowswing, default) - \"Global_30\"\n# as it was\n";
        assert_eq!(
            configuration(template, 256, 33, Ports::EACH, 40.0, Wires::Fastest),
            "-size (bytes) 1280\n-read-write port 0\n-exclusive read port 1\n-technology (u) 0.040\n\
             -Wire signaling (fullswing, lowswing, default) - \"default\"\n# as it was\n"
        );
    }
}
