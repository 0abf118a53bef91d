//! The clock and the reset of a module, from the edges in its tree.

use super::error::SourceError;
use crate::tree::{Edge, Place, Port, Top, Type};

/// The clock of a module.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Clock {
    /// Registers change at the rising edge of this input.
    Rising(String),
    /// Registers change at its falling edge.
    Falling(String),
    /// The module has no clock.
    None,
}

/// The reset of a module.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reset {
    /// Synchronous, while this input is 1.
    High(String),
    /// Synchronous, while it is 0.
    Low(String),
    /// Asynchronous, while it is 1.
    AsyncHigh(String),
    /// Asynchronous, while it is 0.
    AsyncLow(String),
    /// The module has no reset.
    None,
}

impl Clock {
    /// Finds the clock: the input at whose edge registers change. If registers change at both
    /// edges, it is the rising one.
    ///
    /// # Errors
    ///
    /// There are two clocks, or logic makes one of several inputs.
    pub fn of(top: &Top) -> Result<Self, SourceError> {
        let clocks = || top.edges.iter().filter(|edge| !edge.resets);
        let Some(first) = clocks().find(|edge| edge.ports.len() == 1) else {
            return match clocks().find(|edge| !edge.ports.is_empty()) {
                Some(made) => Err(SourceError::MadeClock { place: made.place.clone(), ports: made.ports.clone() }),
                // the clock of a module without registers, in which nothing reads it
                None => Ok(unused(top).map_or(Self::None, Self::Rising)),
            };
        };
        let port = &first.ports[0];
        // a clock with a gate is made of the clock and of others
        if let Some(second) = clocks().find(|edge| !edge.ports.is_empty() && !edge.ports.contains(port)) {
            let (place, first, second) = (second.place.clone(), port.clone(), second.ports.join(" and "));
            return Err(SourceError::TwoClocks { place, first, second });
        }
        let falling = clocks().all(|edge| edge.falling || edge.ports.is_empty());
        Ok(if falling { Self::Falling(port.clone()) } else { Self::Rising(port.clone()) })
    }

    /// Returns the name of the clock.
    pub fn port(&self) -> Option<&str> {
        match self {
            Self::Rising(port) | Self::Falling(port) => Some(port),
            Self::None => None,
        }
    }
}

impl Reset {
    /// Finds the reset: an input whose edge sets registers, else one that is called like a reset.
    pub fn of(top: &Top) -> Self {
        let inputs = || top.ports.iter().filter(|port| is_bit(port));
        let edge = top.edges.iter().find(|edge| edge.resets && edge.ports.len() == 1);
        match edge.filter(|edge| inputs().any(|port| port.name == edge.ports[0])) {
            Some(Edge { ports, falling: true, .. }) => Self::AsyncLow(ports[0].clone()),
            Some(Edge { ports, .. }) => Self::AsyncHigh(ports[0].clone()),
            None => match inputs().find_map(|port| Some((port, level(&port.name)?))) {
                Some((port, true)) => Self::High(port.name.clone()),
                Some((port, false)) => Self::Low(port.name.clone()),
                None => Self::None,
            },
        }
    }

    /// Returns the name of the reset.
    pub fn port(&self) -> Option<&str> {
        match self {
            Self::High(port) | Self::Low(port) | Self::AsyncHigh(port) | Self::AsyncLow(port) => Some(port),
            Self::None => None,
        }
    }

    /// Whether the module is reset while the input is 0.
    pub fn is_low(&self) -> bool {
        matches!(self, Self::Low(_) | Self::AsyncLow(_))
    }
}

/// Returns the input that is called like a clock.
fn unused(top: &Top) -> Option<String> {
    let named = |name: &str| ["clk", "clock", "clk_i", "i_clk", "aclk"].contains(&name.to_lowercase().as_str());
    top.ports.iter().find(|port| is_bit(port) && named(&port.name)).map(|port| port.name.clone())
}

/// Finds all edges of inputs at which registers change beside the clock and the reset: of another
/// reset.
pub(super) fn other(top: &Top, reset: &Reset) -> Option<(Place, String)> {
    let others = top.edges.iter().filter(|edge| edge.resets);
    let mut others = others.filter(|edge| edge.ports.first().map(String::as_str) != reset.port());
    others.next().map(|edge| (edge.place.clone(), edge.ports.join(" and ")))
}

fn is_bit(port: &Port) -> bool {
    !port.output && port.shape == Type::Bits(1)
}

/// Returns the level at which an input of this name resets, if it is the name of a reset: a `rst`
/// or `reset` without other words but those for a direction, a domain and a low level.
fn level(name: &str) -> Option<bool> {
    const RESETS: [(&str, bool); 12] = [
        ("rst", true),
        ("reset", true),
        ("arst", true),
        ("areset", true),
        ("srst", true),
        ("sreset", true),
        ("rstn", false),
        ("resetn", false),
        ("aresetn", false),
        ("arstn", false),
        ("nrst", false),
        ("nreset", false),
    ];
    let name = name.to_lowercase();
    let mut words: Vec<&str> = name.split('_').filter(|word| !matches!(*word, "i" | "in" | "clk")).collect();
    let low = match words.last() {
        Some(&("n" | "ni" | "b" | "l")) => words.pop().is_some(),
        _ => false,
    };
    let [word] = words[..] else { return None };
    RESETS.iter().find(|(known, _)| *known == word).map(|(_, high)| *high && !low)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn top(edges: &[(&[&str], bool, bool)], ports: &[&str]) -> Top {
        let edge = |(ports, falling, resets): &(&[&str], bool, bool)| Edge {
            ports: ports.iter().map(|port| (*port).to_owned()).collect(),
            falling: *falling,
            resets: *resets,
            place: Place { file: "a.v".into(), line: 7 },
        };
        let port = |name: &&str| Port { name: (*name).into(), output: false, shape: Type::Bits(1), signed: false };
        let (edges, ports) = (edges.iter().map(edge).collect(), ports.iter().map(port).collect());
        Top { ports, edges, loads: Vec::new(), effects: Vec::new(), files: Vec::new() }
    }

    #[test]
    fn a_clock_is_an_edge_and_not_a_name() {
        let one = |edges: &[(&[&str], bool, bool)]| Clock::of(&top(edges, &[])).map_err(|error| error.to_string());
        assert_eq!(one(&[]), Ok(Clock::None));
        assert_eq!(Clock::of(&top(&[], &["a", "clk_i"])).unwrap(), Clock::Rising("clk_i".into()));
        assert_eq!(one(&[(&["x"], false, false)]), Ok(Clock::Rising("x".into())));
        assert_eq!(one(&[(&["x"], true, false), (&[], false, false)]), Ok(Clock::Falling("x".into())));
        // both edges, a gate, a clock that a register divides, an asynchronous reset
        let all: [(&[&str], bool, bool); 5] = [
            (&["x"], true, false),
            (&["x"], false, false),
            (&["e", "x"], false, false),
            (&[], false, false),
            (&["r"], true, true),
        ];
        assert_eq!(one(&all), Ok(Clock::Rising("x".into())));
        let two = one(&[(&["x"], false, false), (&["y"], false, false)]);
        assert_eq!(two, Err("a.v:7: y is a second clock beside x: a block has one clock".into()));
        let made = one(&[(&["e", "x"], false, false)]);
        assert_eq!(made, Err("a.v:7: the clock is made of e and x: a block has one clock, which is an input".into()));
    }

    #[test]
    fn a_reset_is_an_edge_else_a_name() {
        assert_eq!(Reset::of(&top(&[(&["z"], true, true)], &["z", "rst"])), Reset::AsyncLow("z".into()));
        assert_eq!(Reset::of(&top(&[(&["z"], false, true)], &["z", "rst"])), Reset::AsyncHigh("z".into()));
        let high = ["rst", "reset", "rst_i", "i_rst", "RESET", "srst", "clk_rst"];
        let low = ["rst_n", "rst_ni", "rstn", "aresetn", "reset_n_i", "resetn", "i_rst_n", "nreset"];
        for name in high {
            assert_eq!(Reset::of(&top(&[], &["a", name])), Reset::High(name.into()));
        }
        for name in low {
            assert_eq!(Reset::of(&top(&[], &["a", name])), Reset::Low(name.into()));
        }
        for name in ["burst", "first", "reset_count", "rest", "rst_valid"] {
            assert_eq!(Reset::of(&top(&[], &[name])), Reset::None, "{name}");
        }
    }
}
