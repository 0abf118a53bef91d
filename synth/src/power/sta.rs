//! OpenSTA's power of a netlist under an activity.

use std::fmt::Write as _;
use std::path::Path;
use std::process::Command;

use super::PowerError;
use super::activity::Activity;
use super::netlist::{Bit, Netlist};

/// Power of the cells, in mW.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub struct Watts {
    /// Within cells.
    pub internal: f64,
    /// Of nets.
    pub switching: f64,
    /// Leakage.
    pub leakage: f64,
}

impl Watts {
    /// What moves costs.
    pub fn dynamic(&self) -> f64 {
        self.internal + self.switching
    }
}

/// Power under each of some activities, at so many MHz.
pub fn power(
    netlist: &Netlist,
    liberty: &Path,
    activities: &[Activity],
    megahertz: f64,
) -> Result<Vec<Watts>, PowerError> {
    let folder = tempfile::tempdir().map_err(PowerError::Temporary)?;
    let write = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).map_err(PowerError::Temporary);
    write("netlist.v", &netlist.to_analyse())?;
    let mut script = format!(
        "read_liberty {{{}}}\nread_verilog netlist.v\nlink_design {}\ncreate_clock -name clock -period {} [get_ports {}]\n\
         set_input_delay 0 -clock clock [all_inputs]\n",
        liberty.display(),
        netlist.top,
        1000.0 / megahertz,
        clock(netlist),
    );
    // the input delay tells OpenSTA whose cycles the activity of inputs counts; without it, it takes it for changes a second
    // `set_power_activity -pins` does not work in OpenSTA 2.0; what it calls does
    script.push_str(
        "proc pa {p a d} {set x [get_pins -quiet $p]; if {[llength $x]} {sta::set_power_pin_activity $x $a $d}}\n",
    );
    script.push_str("proc po {p a d} {set x [get_ports -quiet $p]; if {[llength $x]} {sta::set_power_input_port_activity $x $a $d}}\n");
    for (k, activity) in activities.iter().enumerate() {
        write(&format!("{k}.tcl"), &annotation(netlist, activity))?;
        let _ = writeln!(script, "source {k}.tcl\nputs \"run {k}\"\nreport_power -digits 9");
    }
    write("power.tcl", &script)?;
    let output = Command::new("sta").args(["-exit", "power.tcl"]).current_dir(&folder).output();
    let output = output.map_err(PowerError::NoSta)?;
    let text = String::from_utf8_lossy(&output.stdout);
    let complaint = || PowerError::Sta { text: format!("{text}{}", String::from_utf8_lossy(&output.stderr)) };
    if !output.status.success() || text.contains("Error") {
        return Err(complaint());
    }
    let totals: Vec<Watts> = text.lines().filter_map(total).collect();
    if totals.len() == activities.len() { Ok(totals) } else { Err(complaint()) }
}

/// The net of the clock is a port of the same name.
fn clock(netlist: &Netlist) -> String {
    let port = netlist.ports.iter().find(|port| port.name == "clock").and_then(|port| port.bits.first());
    match port {
        Some(Bit::Net(net)) => format!("n{net}"),
        _ => "clock".into(),
    }
}

/// Every input pin of every cell, and every input: activity where OpenSTA looks for it.
fn annotation(netlist: &Netlist, activity: &Activity) -> String {
    let mut text = String::new();
    let cycles = activity.cycles.max(1) as f64;
    let rate = |net: usize| (activity.toggles[net] as f64 / cycles, activity.high[net] as f64 / cycles);
    let clock = clock(netlist);
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
            if let Bit::Net(net) = bit
                && format!("n{net}") != clock
            {
                let (changes, high) = rate(*net);
                let _ = writeln!(text, "pa g{k}/{pin} {changes:.6} {high:.6}");
            }
        }
    }
    text
}

/// `Total  internal  switching  leakage  total  100.0%`, in watts.
fn total(line: &str) -> Option<Watts> {
    let mut words = line.strip_prefix("Total")?.split_whitespace();
    let mut milliwatts = || Some(words.next()?.parse::<f64>().ok()? * 1e3);
    Some(Watts { internal: milliwatts()?, switching: milliwatts()?, leakage: milliwatts()? })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_report_is_read() {
        let watts = total("Total                  1.5e-03   2.5e-04   1.0e-06   1.751e-03 100.0%").unwrap();
        assert!((watts.internal - 1.5).abs() < 1e-9 && (watts.switching - 0.25).abs() < 1e-9);
        assert!((watts.leakage - 0.001).abs() < 1e-9 && (watts.dynamic() - 1.75).abs() < 1e-9);
        assert_eq!(total("Total power is not a row"), None);
    }
}
