//! Reads OpenSTA's reports: paths, slack and power.

use super::Watts;

/// Reads the slowest path of a report: length with the setup time in ns, cells, both ends.
pub(super) fn path(report: &str) -> Option<(f64, u64, [String; 2])> {
    let end = |key: &str| {
        let line = report.lines().find_map(|line| line.strip_prefix(key))?;
        Some(line.split_whitespace().next()?.to_string())
    };
    let ends = [end("Startpoint:")?, end("Endpoint:")?];
    let number = |text: &str| {
        let line = report.lines().find(|line| line.trim_end().ends_with(text))?;
        line.split_whitespace().find_map(|word| word.parse::<f64>().ok())
    };
    let setup = number("library setup time").unwrap_or(0.0);
    let before = report.split("data arrival time").next()?;
    // the flip-flops at both ends are no levels
    let instance =
        |line: &str| Some(line.split_whitespace().find(|word| word.contains('/'))?.split('/').next()?.to_string());
    let within = |line: &&str| line.contains('(') && instance(line).is_some_and(|name| !ends.contains(&name));
    let cells = before.lines().filter(within).count() as u64;
    Some((number("data arrival time")? - setup, cells, ends))
}

/// Reads the slack of the first path of a report, in ns.
pub(super) fn slack(report: &str) -> Option<f64> {
    let line = report.lines().find(|line| line.contains(" slack ("))?;
    line.split_whitespace().next()?.parse().ok()
}

/// Reads the numbers of the gates on the first path of a report, in their order.
pub(super) fn on_path(report: &str) -> Vec<usize> {
    let before = report.split("data arrival time").next().unwrap_or_default();
    let pins = before.lines().flat_map(str::split_whitespace).filter_map(|word| word.split_once('/'));
    let mut gates: Vec<usize> = pins.filter_map(|(gate, _)| gate.strip_prefix('g')?.parse().ok()).collect();
    gates.dedup();
    gates
}

/// Reads the line `Total  internal  switching  leakage  total  100.0%`, in watts.
pub(super) fn total(line: &str) -> Option<Watts> {
    let mut words = line.strip_prefix("Total")?.split_whitespace();
    let mut milliwatts = || Some(words.next()?.parse::<f64>().ok()? * 1e3);
    Some(Watts { internal: milliwatts()?, switching: milliwatts()?, leakage: milliwatts()? })
}

#[cfg(test)]
mod tests {
    use super::*;

    const PATH: &str = "\
Startpoint: g7 (rising edge-triggered flip-flop clocked by clock)
Endpoint: g9 (rising edge-triggered flip-flop clocked by clock)
   0.0000    0.0000   clock clock (rise edge)
   0.0000    0.0000 ^ g7/CK (DFF_X1)
   0.1000    0.1000 ^ g7/Q (DFF_X1)
   0.0500    0.1500 v g8/ZN (INV_X1)
   0.0000    0.1500 v g9/D (DFF_X1)
             0.1500   data arrival time
  -0.0400    0.9600   library setup time
";

    #[test]
    fn a_path_is_read() {
        let (ns, cells, ends) = path(PATH).unwrap();
        assert!((ns - 0.19).abs() < 1e-9 && cells == 1);
        assert_eq!(ends, ["g7", "g9"]);
        assert_eq!(path("nothing of the kind"), None);
    }

    #[test]
    fn a_report_is_read() {
        let watts = total("Total                  1.5e-03   2.5e-04   1.0e-06   1.751e-03 100.0%").unwrap();
        assert!((watts.internal - 1.5).abs() < 1e-9 && (watts.switching - 0.25).abs() < 1e-9);
        assert!((watts.leakage - 0.001).abs() < 1e-9 && (watts.dynamic() - 1.75).abs() < 1e-9);
        assert_eq!(total("Total power is not a row"), None);
    }
}
