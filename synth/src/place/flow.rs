//! From a mapped netlist to one whose parts have places: floorplan, placing, clock tree, sizing.

use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use crate::keep::{hex, kept_value};
use crate::netlist::{Bit, Netlist};
use crate::place::check::check;
use crate::place::layout::{End, Ends, Layout, Shapes};
use crate::place::placer::{Order, Step};
use crate::place::wires::{Nets, Wires};
use crate::place::{Lef, Placer, VERSION, clock, congestion, plan};
use crate::size::{Site, longest_in, sized_in};
use crate::sta::{Slowest, Wired, Wiring};
use crate::{Flow, Macro, SynthError};

/// Part of the key of kept layouts: raised when placing changes.
const PLACING: &str = "4";
/// Rounds of sizing, after each of which cells go back into rows.
const ROUNDS: usize = 3;

/// The physical side of a library: its LEF, and a placer.
#[derive(Debug, Clone)]
pub struct Physical {
    /// The library's LEF.
    pub lef: Lef,
    /// The placer.
    pub placer: Placer,
}

/// What a layout is made for.
#[derive(Debug, Clone, Copy)]
pub struct Aim {
    /// The part of the core beside memories that the mapped cells fill.
    pub utilisation: f64,
    /// Seed of placing.
    pub seed: u32,
    /// Time for each run of the placer, at most.
    pub time: Duration,
}

/// A netlist whose parts have places, and its figures.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Placed {
    /// The netlist, with the buffers of sizing and of the clock tree.
    pub netlist: Netlist,
    /// The places.
    pub layout: Layout,
    /// What it costs.
    pub figures: Figures,
}

/// What a layout costs.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct Figures {
    /// Number of cells, with those of the clock tree.
    pub cells: u64,
    /// Area of the cells, in square micrometres.
    pub area: f64,
    /// Area of the core, in square micrometres.
    pub core: f64,
    /// The part of the core beside memories that cells fill in the end.
    pub utilisation: f64,
    /// The slowest path, with the clock's skew; `None` if nothing is clocked.
    pub slowest: Option<Slowest>,
    /// Numbers of the gates on it.
    pub path: Vec<usize>,
    /// Least time by which a register's data stay longer than they must, in ns; `None` if there is
    /// no path between registers.
    pub hold: Option<f64>,
    /// Length of all nets, in micrometres: half of the perimeter around each, and that of a tree.
    pub wires: [f64; 2],
    /// Buffers of the clock tree.
    pub clock_buffers: u64,
    /// Delay of the clock from its port to its sinks, the mean, in ns.
    pub latency: f64,
    /// Difference between the latest and the earliest of these delays, in ns.
    pub skew: f64,
    /// The greatest part of the tracks of a place that wires need; `None` if the LEF has no tracks.
    pub congestion: Option<f64>,
    /// Seconds that it took, without synthesis.
    pub seconds: f64,
}

impl Flow {
    /// Places a design, with its clock tree, and sizes it by its wires; from the kept layouts, if
    /// it is there.
    ///
    /// # Errors
    ///
    /// Synthesis fails, the LEF is not of the library, memories have no area, the cells do not fit,
    /// the placer fails, or what it made cannot be built.
    pub fn placed(&self, top: &str, verilog: &str, physical: &Physical, aim: Aim) -> Result<Placed, SynthError> {
        let mapped = self.netlist(top, verilog)?;
        let costs = self.costs(&mapped)?;
        let unread = |source| SynthError::Netlist { top: top.to_string(), source };
        let lef = hex(format!("{:?}", physical.lef).as_bytes());
        let netlist = hex(serde_json::to_string(&mapped).map_err(|error| unread(error.into()))?.as_bytes());
        let (settings, costs_text) = (format!("{} {}", aim.utilisation, aim.seed), format!("{costs:?}"));
        let tools = [PLACING, self.sta.version(), VERSION, &self.library.hash, &lef];
        let parts = [&tools[..], &[&settings, &costs_text, &netlist]].concat();
        let make = || Placing { flow: self, physical, aim, costs: &costs }.run(mapped);
        kept_value(&self.keep, top, "placed.json", &parts, make)
    }
}

impl Placed {
    /// Returns the wires, for an estimate of power.
    ///
    /// # Errors
    ///
    /// The LEF is not of the library.
    pub fn wiring(&self, flow: &Flow, physical: &Physical, costs: &[Macro]) -> Result<Wiring, SynthError> {
        let netlist = &self.netlist;
        let unread = |source| SynthError::Netlist { top: netlist.top.clone(), source };
        let wires = Wires::of(&flow.library, &physical.lef).map_err(unread)?;
        let shapes = Shapes::of(netlist, &physical.lef, costs).map_err(unread)?;
        let nets = Nets::of(netlist, &shapes, &self.layout, &flow.library);
        let (spef, loads) = (nets.spef(netlist, &shapes, &wires, false), nets.loads(&wires));
        Ok(Wiring { spef, clocks: nets.clocks, loads })
    }
}

/// The settings of one layout.
struct Placing<'a> {
    flow: &'a Flow,
    physical: &'a Physical,
    aim: Aim,
    costs: &'a [Macro],
}

impl Placing<'_> {
    fn run(&self, mut netlist: Netlist) -> Result<Placed, SynthError> {
        let started = Instant::now();
        let top = netlist.top.clone();
        let unread = |source| SynthError::Netlist { top: top.clone(), source };
        let (library, lef) = (&self.flow.library, &self.physical.lef);
        let wires = Wires::of(library, lef).map_err(unread)?;
        let mut layout = self.first(&netlist)?;
        let shapes = Shapes::of(&netlist, lef, self.costs).map_err(unread)?;
        clock::plant(&mut netlist, &mut layout, &shapes, library, wires.clock);
        let mut best: Option<(f64, Netlist, Layout)> = None;
        for _ in 0..ROUNDS {
            let at = |layout| Site { layout, shapes: &shapes, wire: wires.signal };
            let (sized, mut places) = sized_in(&netlist, library, self.costs, at(&layout)).map_err(unread)?;
            self.place(&sized, &mut places, Step::Rows)?;
            let ns = longest_in(&sized, library, self.costs, at(&places)).map_err(unread)?;
            (netlist, layout) = (sized, places);
            if best.as_ref().is_none_or(|(least, ..)| ns < *least) {
                best = Some((ns, netlist.clone(), layout.clone()));
            }
        }
        let (_, netlist, layout) = best.expect("a round");
        let mut placed = self.measured(netlist, layout, &wires)?;
        placed.figures.seconds = started.elapsed().as_secs_f64();
        Ok(placed)
    }

    /// Returns the floorplan with a place of each cell, not yet in rows. Ports take their order
    /// around the core from a placing without them, by what they lead to.
    fn first(&self, netlist: &Netlist) -> Result<Layout, SynthError> {
        let unread = |source| SynthError::Netlist { top: netlist.top.clone(), source };
        let lef = &self.physical.lef;
        let shapes = Shapes::of(netlist, lef, self.costs).map_err(unread)?;
        let mut layout = plan::plan(netlist, &shapes, lef.site, self.aim.utilisation, area(netlist, &shapes));
        self.place(netlist, &mut layout, Step::WithoutPorts)?;
        layout.ports = plan::around(layout.core, netlist, Some(&self.wanted(netlist, &shapes, &layout)));
        layout.gates.clear();
        self.place(netlist, &mut layout, Step::WithPorts)?;
        Ok(layout)
    }

    /// Returns where each port's bits would best be: in the middle of what their nets connect.
    fn wanted(&self, netlist: &Netlist, shapes: &Shapes, layout: &Layout) -> Vec<Vec<[i64; 2]>> {
        let ends = netlist.ends(&self.flow.library);
        let middle = |bit: &Bit| {
            let Bit::Net(net) = bit else { return [0, 0] };
            let cells = || ends[*net].all().filter(|end| !matches!(end, End::Port(..)));
            let count = cells().count().max(1) as i64;
            [0, 1].map(|axis| cells().map(|end| shapes.place(netlist, layout, end)[axis]).sum::<i64>() / count)
        };
        netlist.ports.iter().map(|port| port.bits.iter().map(middle).collect()).collect()
    }

    /// Places cells.
    fn place(&self, netlist: &Netlist, layout: &mut Layout, step: Step) -> Result<(), SynthError> {
        let unread = |source| SynthError::Netlist { top: netlist.top.clone(), source };
        let shapes = Shapes::of(netlist, &self.physical.lef, self.costs).map_err(unread)?;
        let full = utilisation(netlist, &shapes, layout);
        if full > 1.0 {
            return Err(SynthError::TooFull { top: netlist.top.clone(), utilisation: full });
        }
        let mut ends = netlist.ends(&self.flow.library);
        if step == Step::WithoutPorts {
            let inner = |end: &End| !matches!(end, End::Port(..));
            for ends in &mut ends {
                ends.driver = ends.driver.filter(inner);
                ends.sinks.retain(inner);
            }
        }
        // without a tree, the clock would draw all registers together
        let clock = if netlist.clocks.is_empty() { netlist.clock_bit() } else { Bit::Constant(false) };
        let counts = |(net, ends): &(usize, &Ends)| ends.all().count() > 1 && clock != Bit::Net(*net);
        let nets: Vec<&Ends> = ends.iter().enumerate().filter(counts).map(|(_, ends)| ends).collect();
        let order = Order { step, seed: self.aim.seed, time: self.aim.time };
        self.physical.placer.place(netlist, &shapes, &nets, layout, order)?;
        if step == Step::Rows { check(netlist, &shapes, layout).map_err(unread) } else { Ok(()) }
    }

    /// Returns a layout with its figures.
    fn measured(&self, netlist: Netlist, layout: Layout, wires: &Wires) -> Result<Placed, SynthError> {
        let (flow, lef) = (self.flow, &self.physical.lef);
        let unread = |source| SynthError::Netlist { top: netlist.top.clone(), source };
        let shapes = Shapes::of(&netlist, lef, self.costs).map_err(unread)?;
        let nets = Nets::of(&netlist, &shapes, &layout, &flow.library);
        let arrivals = clock::arrivals(&netlist, &nets, &flow.library, wires);
        let (least, most) = arrivals.iter().fold((f64::INFINITY, 0.0f64), |(a, b), at| (a.min(*at), b.max(*at)));
        let latency = arrivals.iter().sum::<f64>() / arrivals.len().max(1) as f64;
        let spef = nets.spef(&netlist, &shapes, wires, true);
        let timed = flow.sta.wired(&netlist, (&flow.liberty, &flow.library.buffer), self.costs, &spef, latency)?;
        let Wired { slowest, path, hold } = timed;
        let drives_clock = |gate: &&crate::netlist::Gate| gate.drives.iter().any(|net| nets.clocks[*net]);
        let figures = Figures {
            cells: netlist.gates.len() as u64,
            area: netlist.area(&flow.library),
            core: layout.core.iter().map(|length| *length as f64 * 1e-3).product(),
            utilisation: utilisation(&netlist, &shapes, &layout),
            slowest,
            path,
            hold,
            wires: nets.length(),
            clock_buffers: netlist.gates.iter().filter(drives_clock).count() as u64,
            latency,
            skew: (most - least).max(0.0),
            congestion: congestion::congestion(&nets, &layout, &lef.layers),
            seconds: 0.0,
        };
        Ok(Placed { netlist, layout, figures })
    }
}

/// Returns the area of the cells, in square nm.
fn area(netlist: &Netlist, shapes: &Shapes) -> i64 {
    netlist.gates.iter().map(|gate| shapes.size(&gate.cell)).map(|[width, height]| width * height).sum()
}

/// Returns the part of the core beside memories that cells fill.
fn utilisation(netlist: &Netlist, shapes: &Shapes, layout: &Layout) -> f64 {
    let memories: i64 = shapes.memories().iter().map(|shape| shape.size[0] * shape.size[1]).sum();
    area(netlist, shapes) as f64 / (layout.core[0] * layout.core[1] - memories) as f64
}
