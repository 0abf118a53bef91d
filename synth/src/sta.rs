//! OpenSTA: the slowest path of a netlist, and its power under an activity.

mod report;

use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

use heddle_sandbox::child::{self, Ended};
use serde::{Deserialize, Serialize};

use self::report::{on_path, path, slack, total};
use crate::SynthError;
use crate::cacti::Macro;
use crate::netlist::{Bit, Netlist};
use crate::power::activity::Activity;
use crate::verilog::macros;

/// Number of last lines of OpenSTA's output that an error shows.
const LAST: usize = 12;

/// An installed OpenSTA, with its version.
#[derive(Debug, Clone)]
pub struct Sta {
    version: String,
}

/// The slowest path of a netlist: length, cells, and ends.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Slowest {
    /// Length of the path with the setup time at its end, in ns.
    pub ns: f64,
    /// Number of cells on the path, between its ends.
    pub levels: u64,
    /// Start and end of the path, by their names in the RTL.
    pub ends: [String; 2],
}

/// Timing of a netlist with wires and a clock tree.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Wired {
    /// The slowest path; `None` if no path is timed.
    pub slowest: Option<Slowest>,
    /// Numbers of the gates on it, in their order.
    pub path: Vec<usize>,
    /// Least time by which a register's data stay longer than they must, in ns; `None` if there is
    /// no path between registers.
    pub hold: Option<f64>,
}

/// The wires of a netlist whose memories are left out, and which nets carry the clock.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Wiring {
    /// Resistance and capacitance of the nets, as SPEF.
    pub spef: String,
    /// Whether each net carries the clock.
    pub clocks: Vec<bool>,
    /// Load of each net's wires, in fF.
    pub loads: Vec<f64>,
}

/// What stands between two reports.
const HOLD: &str = "== hold";

/// Power of the cells in mW, by kind.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Watts {
    /// Power within cells, in mW.
    pub internal: f64,
    /// Power of switching nets, in mW.
    pub switching: f64,
    /// Leakage power, in mW.
    pub leakage: f64,
}

impl Watts {
    /// Returns the dynamic power in mW, which is the total without leakage.
    pub fn dynamic(&self) -> f64 {
        self.internal + self.switching
    }
}

impl Sta {
    /// Finds OpenSTA in the path.
    ///
    /// # Errors
    ///
    /// OpenSTA is not installed.
    pub fn find() -> Result<Self, SynthError> {
        let output = Command::new("sta").arg("-version").output().map_err(SynthError::NoSta)?;
        Ok(Sta { version: String::from_utf8_lossy(&output.stdout).trim().to_string() })
    }

    /// Returns the version of OpenSTA.
    pub fn version(&self) -> &str {
        &self.version
    }

    /// Returns the slowest path, from clock to clock, or from or to a port; `None` if no path is
    /// timed.
    ///
    /// `driver` is the cell that drives the inputs, and `costs` has the access times of the
    /// memories.
    ///
    /// # Errors
    ///
    /// OpenSTA gives no result.
    pub fn slowest(
        &self,
        netlist: &Netlist,
        liberty: &Path,
        driver: &str,
        costs: &[Macro],
    ) -> Result<Option<Slowest>, SynthError> {
        let script = format!(
            "{}{}report_checks -path_delay max -format full -digits 4\n",
            design(netlist, liberty, "read_liberty macros.lib\n", 1.0),
            ports(netlist, driver, 0.0),
        );
        let files = [("netlist.v", netlist.to_analyse(true)), ("macros.lib", macros(netlist, costs))];
        let said = run(&netlist.top, &files, &script)?;
        if said.contains("No paths found") {
            return Ok(None);
        }
        let (ns, levels, ends) = path(&said).ok_or_else(|| silent(&netlist.top, &said))?;
        Ok(Some(Slowest { ns, levels, ends: ends.map(|end| named(netlist, &end)) }))
    }

    /// Returns slowest path and hold of a netlist with a clock tree and wires, which `spef` has;
    /// `cells` are the library, and the cell that drives the inputs. Ports are clocked `latency` ns
    /// late, as the registers are in the mean.
    ///
    /// # Errors
    ///
    /// OpenSTA gives no result.
    pub fn wired(
        &self,
        netlist: &Netlist,
        cells: (&Path, &str),
        costs: &[Macro],
        spef: &str,
        latency: f64,
    ) -> Result<Wired, SynthError> {
        let script = format!(
            "{}{}set_propagated_clock [get_clocks clock]\nread_spef wires.spef\n\
             report_checks -path_delay max -format full -digits 4\nputs \"{HOLD}\"\n\
             report_checks -path_delay min -format full -digits 4 -from [all_registers -clock_pins] -to [all_registers -data_pins]\n",
            design(netlist, cells.0, "read_liberty macros.lib\n", 1.0),
            ports(netlist, cells.1, latency),
        );
        let files = [
            ("netlist.v", netlist.to_analyse(true)),
            ("macros.lib", macros(netlist, costs)),
            ("wires.spef", spef.to_string()),
        ];
        let text = run(&netlist.top, &files, &script)?;
        let (late, early) = text.split_once(HOLD).ok_or_else(|| silent(&netlist.top, &text))?;
        let hold = slack(early);
        if late.contains("No paths found") {
            return Ok(Wired { hold, ..Wired::default() });
        }
        let found = path(late).zip(slack(late)).ok_or_else(|| silent(&netlist.top, &text))?;
        let ((_, levels, ends), slack) = found;
        let slowest = Slowest { ns: 1.0 - slack, levels, ends: ends.map(|end| named(netlist, &end)) };
        Ok(Wired { slowest: Some(slowest), path: on_path(late), hold })
    }

    /// Returns the power under each of several activities at a clock in MHz, and beside it the
    /// power of the clock alone.
    ///
    /// The second power is drawn where each net is high as often, and nothing changes.
    ///
    /// `wiring` are the wires of a netlist that has places, and its clock tree.
    ///
    /// Power within cells is divided by what OpenSTA makes of a gate whose power is known: versions
    /// before 2.2 add the energies of rise and fall for every change.
    ///
    /// # Errors
    ///
    /// OpenSTA gives no result.
    pub fn power(
        &self,
        netlist: &Netlist,
        liberty: &Path,
        activities: &[Activity],
        megahertz: f64,
        wiring: Option<&Wiring>,
    ) -> Result<Vec<[Watts; 2]>, SynthError> {
        let counted = self.counted(netlist)?;
        // by the input delay, OpenSTA finds the clock in whose cycles the activity of inputs is
        // counted; without it, it takes it for changes a second `set_power_activity -pins` does not
        // work in OpenSTA 2.0; what it calls does
        let mut script = format!(
            "{}set_input_delay 0 -clock clock [all_inputs]\n\
             proc pa {{p a d}} {{set x [get_pins -quiet $p]; if {{[llength $x]}} {{sta::set_power_pin_activity $x $a $d}}}}\n\
             proc po {{p a d}} {{set x [get_ports -quiet $p]; if {{[llength $x]}} {{sta::set_power_input_port_activity $x $a $d}}}}\n",
            design(netlist, liberty, "", 1000.0 / megahertz),
        );
        if wiring.is_some() {
            script += "set_propagated_clock [get_clocks clock]\nread_spef wires.spef\n";
        }
        let all: Vec<Activity> = activities.iter().flat_map(|activity| [activity.clone(), activity.idle()]).collect();
        let names: Vec<String> = (0..all.len()).map(|k| format!("{k}.tcl")).collect();
        let mut files = vec![("netlist.v", netlist.to_analyse(false))];
        files.extend(wiring.map(|wiring| ("wires.spef", wiring.spef.clone())));
        for (name, activity) in names.iter().zip(&all) {
            files.push((name, annotation(netlist, activity, wiring.map_or(&[], |wiring| &wiring.clocks))));
            let _ = writeln!(script, "source {name}\nreport_power -digits 9");
        }
        let text = run(&netlist.top, &files, &script)?;
        let totals: Vec<Watts> = text.lines().filter_map(total).collect();
        let totals: Vec<Watts> =
            totals.into_iter().map(|watts| Watts { internal: watts.internal / counted, ..watts }).collect();
        if totals.len() == all.len() {
            return Ok(totals.chunks_exact(2).map(|pair| [pair[0], pair[1]]).collect());
        }
        Err(silent(&netlist.top, &text))
    }

    /// Returns how often OpenSTA counts the energy of a change within a cell.
    fn counted(&self, netlist: &Netlist) -> Result<f64, SynthError> {
        let script = "read_liberty known.lib\nread_verilog known.v\nlink_design known\n\
             create_clock -name clock -period 1 [get_ports clock]\nset_input_delay 0 -clock clock [get_ports a]\n\
             sta::set_power_input_port_activity [get_ports a] 1.0 0.5\n\
             sta::set_power_pin_activity [get_pins g/A] 1.0 0.5\nreport_power -digits 9\n";
        let files = [("known.lib", KNOWN_LIBRARY.to_string()), ("known.v", KNOWN.to_string())];
        let text = run(&netlist.top, &files, script)?;
        let milliwatts = text.lines().find_map(total).map(|watts| watts.internal).filter(|watts| *watts > 0.0);
        milliwatts.ok_or_else(|| silent(&netlist.top, &text))
    }
}

/// A gate in which each change takes 1 pJ: at one change a cycle of 1 ns, 1 mW.
const KNOWN: &str = "module known(input clock, input a, output z); B g(.A(a), .Z(z)); endmodule\n";
const KNOWN_LIBRARY: &str = r#"
library (known) {
  delay_model : table_lookup; nom_voltage : 1.0;
  operating_conditions (typical) { process : 1.0; temperature : 25.0; voltage : 1.0; } default_operating_conditions : typical;
  time_unit : "1ns"; voltage_unit : "1V"; current_unit : "1mA";
  capacitive_load_unit (1, pf); leakage_power_unit : "1nW"; pulling_resistance_unit : "1kohm";
  input_threshold_pct_rise : 50; input_threshold_pct_fall : 50; output_threshold_pct_rise : 50; output_threshold_pct_fall : 50;
  slew_lower_threshold_pct_rise : 20; slew_lower_threshold_pct_fall : 20; slew_upper_threshold_pct_rise : 80; slew_upper_threshold_pct_fall : 80;
  cell (B) {
    pin (A) { direction : input; capacitance : 0; }
    pin (Z) { direction : output; function : "A";
      timing () { related_pin : "A"; timing_sense : positive_unate;
        cell_rise (scalar) { values ("0"); } cell_fall (scalar) { values ("0"); }
        rise_transition (scalar) { values ("0"); } fall_transition (scalar) { values ("0"); } }
      internal_power () { related_pin : "A"; rise_power (scalar) { values ("1"); } fall_power (scalar) { values ("1"); } } } }
}
"#;

/// Returns commands that read the design. The first library's wire model is used, and the units are
/// set to ns and fF.
fn design(netlist: &Netlist, liberty: &Path, more: &str, period: f64) -> String {
    let liberty = liberty.display();
    let (top, clock) = (&netlist.top, netlist.clock());
    format!(
        "read_liberty {{{liberty}}}\nset_cmd_units -time ns -capacitance ff\n{more}read_verilog netlist.v\n\
         link_design {{{top}}}\ncreate_clock -name clock -period {period} [get_ports {{{clock}}}]\n"
    )
}

/// Returns commands for the ports: a cell drives each input, and all are clocked `latency` ns late.
fn ports(netlist: &Netlist, driver: &str, latency: f64) -> String {
    let clock = netlist.clock();
    format!(
        "set_load 3 [all_outputs]\nset_output_delay {} -clock clock [all_outputs]\n\
         foreach port [all_inputs] {{ if {{[get_property $port full_name] ne {{{clock}}}}} {{\n\
         set_input_delay {latency} -clock clock $port\nset_driving_cell -lib_cell {driver} $port }} }}\n",
        -latency
    )
}

fn run(top: &str, files: &[(&str, String)], script: &str) -> Result<String, SynthError> {
    let file = |source| SynthError::File { top: top.into(), source };
    let folder = tempfile::tempdir().map_err(file)?;
    for (name, text) in files.iter().map(|(name, text)| (*name, text.as_str())).chain([("run.tcl", script)]) {
        std::fs::write(folder.path().join(name), text).map_err(file)?;
    }
    let mut sta = Command::new("sta");
    sta.args(["-no_splash", "-exit", "run.tcl"]).current_dir(&folder);
    let Ended { status, out: text, err: words } = child::run(&mut sta, Duration::MAX).map_err(SynthError::NoSta)?;
    if !status.success() || text.contains("Error") || words.contains("Error") {
        return Err(silent(top, &format!("{text}{words}")));
    }
    Ok(text)
}

fn silent(top: &str, text: &str) -> SynthError {
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    // its last words say why
    let last = lines[lines.len().saturating_sub(LAST)..].join("\n");
    SynthError::Sta { top: top.into(), text: last }
}

/// Returns the RTL's name of a path's end: of a memory, of a port, of a net that a flip-flop
/// drives.
fn named(netlist: &Netlist, end: &str) -> String {
    let index = |kind: char| end.strip_prefix(kind).and_then(|digits| digits.parse::<usize>().ok());
    if let Some(memory) = index('m').and_then(|k| netlist.memories.get(k)) {
        return memory.name.clone();
    }
    if let Some(gate) = index('g').and_then(|k| netlist.gates.get(k)) {
        let driven = gate.drives.iter().find_map(|net| netlist.name(*net));
        return driven.unwrap_or(end).to_string();
    }
    match index('n') {
        Some(net) => netlist.name(net).unwrap_or(end).to_string(),
        // `name_3` is bit 3 of an output
        None => end.rsplit_once('_').map_or(end.to_string(), |(port, bit)| format!("{port}[{bit}]")),
    }
}

/// Returns commands that set the activity of every input pin of every cell and of every input,
/// where OpenSTA reads it.
fn annotation(netlist: &Netlist, activity: &Activity, clocks: &[bool]) -> String {
    let mut text = String::new();
    let cycles = activity.cycles.max(1) as f64;
    let rate = |net: usize| (activity.toggles[net] as f64 / cycles, activity.high[net] as f64 / cycles);
    let clock = netlist.clock();
    let ports = netlist.ports.iter().filter(|port| port.input).flat_map(|port| &port.bits);
    for bit in ports.chain(netlist.memories.iter().flat_map(|memory| &memory.reads).flat_map(|read| &read.data)) {
        if let Bit::Net(net) = bit
            && format!("n{net}") != clock
        {
            let (changes, high) = rate(*net);
            let _ = writeln!(text, "po n{net} {changes:.6} {high:.6}");
        }
    }
    for (k, gate) in netlist.gates.iter().enumerate() {
        for (pin, bit) in &gate.pins {
            // OpenSTA finds the activity of the clock
            if let Bit::Net(net) = bit
                && format!("n{net}") != clock
                && !clocks.get(*net).is_some_and(|clock| *clock)
            {
                let (changes, high) = rate(*net);
                let _ = writeln!(text, "pa g{k}/{pin} {changes:.6} {high:.6}");
            }
        }
    }
    text
}
