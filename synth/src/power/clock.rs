//! Energy of the clock: of the pins that it reaches, and of the gates on its way.

use crate::liberty::{Library, Pin};
use crate::netlist::{Bit, Gate, Netlist};
use crate::power::activity::Activity;

/// Returns the energy of a clock cycle, in fJ, as a mean over an activity.
///
/// Both edges count at the clock pin of every flip-flop and of every clock gate: what the pin takes
/// within its cell, and C V squared of its load. Behind a clock gate they count as often as its
/// enable is high, and so do the gate's output and its wires, by the library's model. There is no
/// clock tree: no wire before the gates counts, and no buffer.
pub fn clock(netlist: &Netlist, library: &Library, activity: &Activity) -> f64 {
    let gated = netlist.clock_gates(library);
    let loads = netlist.loads(library);
    let squared = library.voltage * library.voltage;
    // the share of cycles in which a clock, gated or not, has edges
    let share = |clock: Bit| match gated.get(&clock) {
        Some(Bit::Net(enable)) => activity.high[*enable] as f64 / activity.cycles.max(1) as f64,
        Some(Bit::Constant(enabled)) => f64::from(u8::from(*enabled)),
        None => 1.0,
    };
    let bit = |gate: &Gate, name: &str| gate.pins.iter().find(|(pin, _)| pin == name).map(|(_, bit)| *bit);
    let edges = |pin: &Pin| 2.0 * pin.internal(0.0) + pin.capacitance * squared;
    let mut energy = 0.0;
    for gate in &netlist.gates {
        let cell = &library.cells[&gate.cell];
        if let Some(register) = &cell.register
            && let Some(clock) = bit(gate, &register.clock)
        {
            energy += share(clock) * edges(&cell.pins[&register.clock]);
        }
        if let Some(pins) = &cell.clock_gate
            && let Some(Bit::Net(output)) = bit(gate, &pins.output)
        {
            let (fanout, pins_load) = loads[output];
            let wire = library.wire(fanout);
            let within = 2.0 * cell.pins[&pins.output].internal(pins_load + wire);
            energy += edges(&cell.pins[&pins.clock]) + share(Bit::Net(output)) * (within + wire * squared);
        }
    }
    energy
}
