//! What a run of the netlist moves: changes of every net, accesses to every memory.
//!
//! Gates have no delay here, so that a net changes at most once a cycle: glitches are not in it. What counts is where a net has settled before
//! the edge.

use std::collections::HashMap;
use std::io::{self, BufRead};

use vcd::{Command, IdCode, Parser, Scope, ScopeItem, Value};

/// Activity of a netlist over some cycles.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Activity {
    /// Cycles.
    pub cycles: u64,
    /// Changes of each net.
    pub toggles: Vec<u64>,
    /// Cycles in which each net was high.
    pub high: Vec<u64>,
    /// Cycles in which each memory's ports read and wrote: all ports together.
    pub accesses: Vec<(u64, u64)>,
    /// What the changes of every window weigh.
    pub windows: Vec<f64>,
}

/// What a change of a net weighs, and a read and a write of a memory, for sums over windows of so many cycles.
#[derive(Debug, Clone)]
pub struct Weights {
    /// Of each net.
    pub nets: Vec<f64>,
    /// Of each memory.
    pub memories: Vec<(f64, f64)>,
    /// Cycles of a window.
    pub window: u64,
}

#[derive(Clone, Copy)]
enum Signal {
    Net(usize),
    Read(usize),
    Write(usize),
}

/// `n7`, `m7r0`, `m7w0`; nothing else is counted.
fn signal(name: &str) -> Option<Signal> {
    let (kind, rest) = name.split_at_checked(1)?;
    match kind {
        "n" => rest.parse().ok().map(Signal::Net),
        "m" => {
            let at = rest.find(['r', 'w'])?;
            let memory = rest[..at].parse().ok()?;
            rest[at + 1..].parse::<usize>().ok()?;
            Some(if rest.as_bytes()[at] == b'r' { Signal::Read(memory) } else { Signal::Write(memory) })
        }
        _ => None,
    }
}

struct Wire {
    signals: Vec<Signal>,
    now: bool,
    settled: bool,
    since: u64,
    touched: bool,
    /// It tells of accesses.
    monitor: bool,
}

impl Activity {
    /// Counts a wave whose cycle `c` starts at `10 c` and has its edge at `10 c + 5`.
    pub fn read(wave: impl BufRead, nets: usize, weights: &Weights) -> io::Result<Activity> {
        let mut parser = Parser::new(wave);
        let mut wires: HashMap<IdCode, usize> = HashMap::new();
        let mut list: Vec<Wire> = Vec::new();
        collect(&parser.parse_header()?.items, &mut wires, &mut list);
        let mut activity = Activity {
            toggles: vec![0; nets],
            high: vec![0; nets],
            accesses: vec![(0, 0); weights.memories.len()],
            ..Activity::default()
        };
        let (mut touched, mut fresh, mut before_edge) = (Vec::new(), true, true);
        for command in parser {
            match command? {
                Command::Timestamp(time) => {
                    let low = time % 10 < 5;
                    if before_edge && !low {
                        activity.settle(&mut list, &mut touched, fresh, weights);
                        fresh = false;
                    }
                    before_edge = low;
                }
                Command::ChangeScalar(code, value) => {
                    if let Some(&at) = wires.get(&code) {
                        list[at].now = value == Value::V1;
                        if !std::mem::replace(&mut list[at].touched, true) {
                            touched.push(at);
                        }
                    }
                }
                _ => {}
            }
        }
        for wire in &list {
            activity.passed(wire, activity.cycles);
        }
        Ok(activity)
    }

    fn settle(&mut self, list: &mut [Wire], touched: &mut Vec<usize>, fresh: bool, weights: &Weights) {
        let window = (self.cycles / weights.window) as usize;
        self.windows.resize(window + 1, 0.0);
        for at in touched.drain(..) {
            let wire = &list[at];
            if wire.now != wire.settled {
                self.passed(wire, self.cycles);
                if !fresh {
                    for net in
                        wire.signals.iter().filter_map(|s| if let Signal::Net(net) = s { Some(*net) } else { None })
                    {
                        self.toggles[net] += 1;
                        self.windows[window] += weights.nets[net];
                    }
                }
                (list[at].settled, list[at].since) = (list[at].now, self.cycles);
            }
            list[at].touched = false;
        }
        for signal in list.iter().filter(|wire| wire.monitor && wire.settled).flat_map(|wire| &wire.signals) {
            self.windows[window] += match *signal {
                Signal::Net(_) => 0.0,
                Signal::Read(memory) => weights.memories[memory].0,
                Signal::Write(memory) => weights.memories[memory].1,
            };
        }
        self.cycles += 1;
    }

    /// A wire held its value up to a cycle.
    fn passed(&mut self, wire: &Wire, until: u64) {
        if !wire.settled {
            return;
        }
        let held = until - wire.since;
        for signal in &wire.signals {
            match *signal {
                Signal::Net(net) => self.high[net] += held,
                Signal::Read(memory) => self.accesses[memory].0 += held,
                Signal::Write(memory) => self.accesses[memory].1 += held,
            }
        }
    }

    /// The same cycles in which nothing changes.
    pub fn idle(&self) -> Activity {
        let still = |_: &u64| 0;
        Activity {
            toggles: self.toggles.iter().map(still).collect(),
            accesses: vec![(0, 0); self.accesses.len()],
            windows: Vec::new(),
            ..self.clone()
        }
    }
}

fn collect(items: &[ScopeItem], wires: &mut HashMap<IdCode, usize>, list: &mut Vec<Wire>) {
    for item in items {
        match item {
            ScopeItem::Scope(Scope { items, .. }) => collect(items, wires, list),
            ScopeItem::Var(var) => {
                let Some(signal) = signal(&var.reference) else { continue };
                let at = *wires.entry(var.code).or_insert_with(|| {
                    let wire = Wire {
                        signals: Vec::new(),
                        now: false,
                        settled: false,
                        since: 0,
                        touched: false,
                        monitor: false,
                    };
                    list.push(wire);
                    list.len() - 1
                });
                list[at].monitor |= !matches!(signal, Signal::Net(_));
                list[at].signals.push(signal);
            }
            _ => {}
        }
    }
}
