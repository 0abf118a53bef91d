//! What the cells of an ECP5 compute: a mapped netlist as a circuit that can be executed.
//!
//! Written from the cells' descriptions by Lattice (ECP5 family data sheet, FPGA-DS-02012; sysDSP
//! usage guide, FPGA-TN-02205), not from the models that Yosys maps with: the lockstep checks both.

use serde_json::Value;

use crate::circuit::{Circuit, Flop, Product};
use crate::error::DataError;
use crate::netlist::{Access, Bit, Drivers, Memory, bits, ports};

/// Words of a slice's memory.
const WORDS: usize = 16;
/// Bits of such a word.
const WIDTH: usize = 4;
/// Words of a block memory that is as wide as it can be.
const BLOCK_WORDS: usize = 512;
/// Bits of a byte of a block memory, which has an enable of its own; a word has four.
const BYTE: usize = 9;
/// Bits of a multiplier's factors.
const FACTOR: usize = 18;

/// The cells that are modelled.
const KINDS: [&str; 8] = ["LUT4", "PFUMX", "L6MUX21", "CCU2C", "TRELLIS_FF", "TRELLIS_DPR16X4", "MULT18X18D", "DP16KD"];

/// A cell of a netlist.
struct Cell<'a> {
    kind: &'a str,
    parameters: &'a Value,
    connections: &'a Value,
}

impl Cell<'_> {
    /// Returns the bits of a pin, lowest first; none if it is left open.
    fn pin(&self, name: &str) -> Result<Vec<Bit>, DataError> {
        self.connections.get(name).map_or(Ok(Vec::new()), bits)
    }

    /// Returns the only bit of a pin, which is low if the pin is left open.
    fn bit(&self, name: &str) -> Result<Bit, DataError> {
        Ok(self.pin(name)?.first().copied().unwrap_or(Bit::Constant(false)))
    }

    /// Returns the net that an output pin drives; `None` if it is left open.
    fn net(&self, name: &str) -> Result<Option<u32>, DataError> {
        Ok(match self.bit(name)? {
            Bit::Net(net) => Some(net as u32),
            Bit::Constant(_) => None,
        })
    }

    /// Returns the bits `NAME0`, `NAME1`, ... of a bus whose pins are listed one by one.
    fn bus(&self, name: &str, width: usize) -> Result<Vec<Bit>, DataError> {
        (0..width).map(|k| self.bit(&format!("{name}{k}"))).collect()
    }

    fn word(&self, name: &str) -> &str {
        self.parameters[name].as_str().unwrap_or_default().trim_end()
    }

    /// Returns the truth table of a lookup table of four inputs.
    fn init(&self, name: &str) -> Result<u64, DataError> {
        let text = self.word(name);
        u64::from_str_radix(text, 2).map(|init| init & 0xffff).map_err(|_| DataError::NoNumber(name.to_string()))
    }

    /// Returns an error if a setting of the cell is not the only one that is supported.
    fn only(&self, name: &'static str, value: &str) -> Result<(), DataError> {
        let found = self.word(name);
        if found.is_empty() || found == value { Ok(()) } else { Err(DataError::Unsupported(name)) }
    }

    fn is_output(&self, pin: &str) -> bool {
        let outputs: &[&str] = match self.kind {
            "CCU2C" => &["S0", "S1", "COUT"],
            "TRELLIS_FF" => &["Q"],
            "TRELLIS_DPR16X4" => &["DO"],
            "MULT18X18D" => return pin.starts_with('P'),
            "DP16KD" => return pin.starts_with("DO"),
            _ => &["Z"],
        };
        outputs.contains(&pin)
    }
}

/// Returns the truth table over `count` inputs of a function of their values, lowest input first.
fn truth(count: u32, function: impl Fn([bool; 4]) -> bool) -> u64 {
    let value = |k: u64| u64::from(function([0, 1, 2, 3].map(|input| k >> input & 1 == 1)));
    (0..1 << count).map(|k| value(k) << k).sum()
}

/// Creates the circuit of a module of ECP5 cells.
///
/// # Errors
///
/// A cell or one of its settings is not supported, a net has no driver or several, or cells form a
/// loop.
pub(super) fn circuit(module: &Value) -> Result<Circuit, DataError> {
    let ports = ports(module)?;
    let listed = module["cells"].as_object().ok_or_else(|| DataError::missing("cells"))?;
    let mut drivers = Drivers::default();
    ports.iter().for_each(|port| port.bits.iter().for_each(|bit| drivers.see(*bit, port.input)));
    let mut cells = Vec::new();
    for (name, cell) in listed {
        let kind = cell["type"].as_str().unwrap_or_default();
        if !KINDS.contains(&kind) {
            return Err(DataError::UnknownCell(kind.to_string()).in_cell(name));
        }
        let cell = Cell { kind, parameters: &cell["parameters"], connections: &cell["connections"] };
        for (pin, connected) in cell.connections.as_object().ok_or_else(|| DataError::missing("connections"))? {
            bits(connected)?.into_iter().for_each(|bit| drivers.see(bit, cell.is_output(pin)));
        }
        cells.push((name, cell));
    }
    let memory = |(name, cell): &(&String, Cell)| match cell.kind {
        "TRELLIS_DPR16X4" => Some(in_slices(name, cell).map_err(|error| error.in_cell(name))),
        "DP16KD" => Some(block(name, cell).map_err(|error| error.in_cell(name))),
        _ => None,
    };
    let memories = cells.iter().filter_map(memory).collect::<Result<_, _>>()?;
    let mut circuit = Circuit::new(drivers.nets()?, ports, memories);
    for (name, cell) in &cells {
        add(&mut circuit, cell).map_err(|error| error.in_cell(name))?;
    }
    circuit.ordered()
}

fn add(circuit: &mut Circuit, cell: &Cell) -> Result<(), DataError> {
    let place = |circuit: &Circuit, pin: &str| cell.bit(pin).map(|bit| circuit.place(bit));
    let places =
        |circuit: &Circuit, pins: &[&str]| pins.iter().map(|pin| place(circuit, pin)).collect::<Result<Vec<_>, _>>();
    let (inputs, function) = match cell.kind {
        "LUT4" => (places(circuit, &["A", "B", "C", "D"])?, cell.init("INIT")?),
        // multiplexers: the last input selects the second
        "PFUMX" => (
            places(circuit, &["BLUT", "ALUT", "C0"])?,
            truth(3, |[low, high, select, _]| if select { high } else { low }),
        ),
        "L6MUX21" => {
            (places(circuit, &["D0", "D1", "SD"])?, truth(3, |[low, high, select, _]| if select { high } else { low }))
        }
        "CCU2C" => return carry(circuit, cell),
        "TRELLIS_FF" => return flop(circuit, cell),
        "MULT18X18D" => return product(circuit, cell),
        // a memory, which is there already
        _ => return Ok(()),
    };
    if let Some(output) = cell.net("Z")? {
        circuit.table(&inputs, function, output);
    }
    Ok(())
}

/// Adds two bits of a carry chain: in each, a lookup table is the sum without carry, and decides
/// whether the carry passes.
fn carry(circuit: &mut Circuit, cell: &Cell) -> Result<(), DataError> {
    let mut carry = circuit.place(cell.bit("CIN")?);
    for half in ["0", "1"] {
        let pin = |name: &str| cell.bit(&format!("{name}{half}"));
        let [a, b, c, d] = [pin("A")?, pin("B")?, pin("C")?, pin("D")?].map(|bit| circuit.place(bit));
        let init = cell.init(&format!("INIT{half}"))?;
        // a half that is cut off from the carry sees it low, and generates none
        let cut = cell.word(&format!("INJECT1_{half}")) == "YES";
        let propagate = circuit.more();
        circuit.table(&[a, b, c, d], init, propagate);
        if let Some(sum) = cell.net(&format!("S{half}"))? {
            circuit.table(&[propagate, carry], truth(2, |[sum, carry, ..]| sum != (carry && !cut)), sum);
        }
        let generate = |a: bool, b: bool| !cut && init >> (usize::from(a) | usize::from(b) << 1) & 1 == 1;
        let next = match half {
            "1" => cell.net("COUT")?,
            _ => Some(circuit.more()),
        };
        let Some(next) = next else { return Ok(()) };
        let function = truth(4, |[a, b, propagate, carry]| if propagate { carry } else { generate(a, b) });
        circuit.table(&[a, b, propagate, carry], function, next);
        carry = next;
    }
    Ok(())
}

/// Adds a flip-flop: a synchronous set or reset before its enable.
fn flop(circuit: &mut Circuit, cell: &Cell) -> Result<(), DataError> {
    cell.only("CLKMUX", "CLK")?;
    cell.only("LSRMUX", "LSR")?;
    cell.only("LSRMODE", "LSR")?;
    let Some(state) = cell.net("Q")? else { return Ok(()) };
    let pin = |name| cell.bit(name).map(|bit| circuit.place(bit));
    let [data, reset, mut enable] = [pin("DI")?, pin("LSR")?, pin("CE")?];
    let fixed = circuit.constant(false);
    if reset != fixed {
        cell.only("SRMODE", "LSR_OVER_CE")?;
    }
    match cell.word("CEMUX") {
        "1" => enable = circuit.constant(true),
        "CE" => {}
        "INV" => {
            let not = circuit.more();
            circuit.table(&[enable], 0b01, not);
            enable = not;
        }
        _ => return Err(DataError::Unsupported("CEMUX")),
    }
    let set = cell.word("REGSET") == "SET";
    let next = circuit.more();
    let function = truth(4, |[data, reset, enable, state]| match (reset, enable) {
        (true, _) => set,
        (false, true) => data,
        (false, false) => state,
    });
    circuit.table(&[data, reset, enable, state], function, next);
    circuit.flops.push(Flop { next, state });
    Ok(())
}

/// Adds a multiplier without registers.
fn product(circuit: &mut Circuit, cell: &Cell) -> Result<(), DataError> {
    for name in ["REG_INPUTA_CLK", "REG_INPUTB_CLK", "REG_PIPELINE_CLK", "REG_OUTPUT_CLK"] {
        cell.only(name, "NONE")?;
    }
    for name in ["SOURCEA", "SOURCEB"] {
        if cell.bit(name)? != Bit::Constant(false) {
            return Err(DataError::Unsupported("a multiplier in a chain"));
        }
    }
    let factor = |name| Ok::<_, DataError>(cell.bus(name, FACTOR)?.into_iter().map(|bit| circuit.place(bit)).collect());
    let factors = [factor("A")?, factor("B")?];
    let signed = [circuit.place(cell.bit("SIGNEDA")?), circuit.place(cell.bit("SIGNEDB")?)];
    let output = (0..2 * FACTOR).map(|k| cell.net(&format!("P{k}"))).collect::<Result<_, _>>()?;
    circuit.products.push(Product { factors, signed, output });
    Ok(())
}

/// Returns a slice's memory, which is written at the clock edge and read without a clock.
fn in_slices(name: &str, cell: &Cell) -> Result<Memory, DataError> {
    cell.only("WCKMUX", "WCK")?;
    cell.only("WREMUX", "WRE")?;
    let open = |mut bits: Vec<Bit>| {
        bits.resize(WIDTH, Bit::Constant(false));
        bits
    };
    let access = |address, data, enable| Access { address, data, enable, sees: Vec::new() };
    let read = access(open(cell.pin("RAD")?), open(cell.pin("DO")?), Vec::new());
    let write = access(open(cell.pin("WAD")?), open(cell.pin("DI")?), vec![cell.bit("WRE")?; WIDTH]);
    Ok(Memory { name: name.to_string(), words: WORDS, width: WIDTH, reads: vec![read], writes: vec![write] })
}

/// Returns a block memory that is written through port A, byte by byte, and read through port B,
/// both clocked and 36 bits wide: the pins of A hold the low half of a word, those of B the high
/// half. Of a word that is written and read at once the old content is read.
fn block(name: &str, cell: &Cell) -> Result<Memory, DataError> {
    for (setting, value) in [("REGMODE_B", "NOREG"), ("CSDECODE_A", "0b000"), ("CSDECODE_B", "0b000")] {
        cell.only(setting, value)?;
    }
    for width in ["DATA_WIDTH_A", "DATA_WIDTH_B"] {
        if u64::from_str_radix(cell.word(width), 2) != Ok(4 * BYTE as u64) {
            return Err(DataError::Unsupported("a block memory that is not 36 bits wide"));
        }
    }
    let low = ["CSA0", "CSA1", "CSA2", "CSB0", "CSB1", "CSB2", "WEB", "RSTB"].map(|pin| (pin, false));
    for (pin, value) in low.into_iter().chain([("CEA", true), ("WEA", true)]) {
        if cell.bit(pin)? != Bit::Constant(value) {
            return Err(DataError::Unsupported("a block memory that is not written by A and read by B"));
        }
    }
    let half =
        |low: &str, high: &str| Ok::<_, DataError>([cell.bus(low, 2 * BYTE)?, cell.bus(high, 2 * BYTE)?].concat());
    let address = |name: &str| Ok::<_, DataError>(cell.bus(name, 14)?.split_off(5));
    let bytes = cell.bus("ADA", 4)?;
    let enable = (0..4 * BYTE).map(|bit| bytes[bit / BYTE]).collect();
    let write = Access { address: address("ADA")?, data: half("DIA", "DIB")?, enable, sees: Vec::new() };
    let (data, enable) = (half("DOA", "DOB")?, vec![cell.bit("CEB")?]);
    let read = Access { address: address("ADB")?, data, enable, sees: vec![false] };
    Ok(Memory { name: name.to_string(), words: BLOCK_WORDS, width: 4 * BYTE, reads: vec![read], writes: vec![write] })
}

#[cfg(test)]
mod tests;
