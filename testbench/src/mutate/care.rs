//! Conditions under which outputs are meaningful, as logic over a netlist.
//!
//! The contract gives them as a predicate over the outputs of a cycle ([`Ports::care`]), a program
//! and not a circuit. Here the few bits that each port's predicate depends on are found by trial,
//! and its table is written as logic: no unit has to state it twice. The result is checked against
//! the predicate in as many cycles of the golden model as it was drawn from, so that a missing bit
//! shows.

use std::collections::{BTreeMap, HashMap};

use heddle_block::Ports;
use heddle_formal::{Graph, Lit, Netlist};

use crate::bench::Bench;
use crate::lockstep::{Random, golden_run};

/// Cycles of the golden model whose outputs are sampled, and as many that the result is checked
/// against.
const CYCLES: u64 = 4_000;
/// Greatest number of bits of a predicate; the port of a larger one is always compared.
const MOST_BITS: usize = 10;

/// An output bit: index of the port, and index of the bit.
type Bit = (usize, u32);

/// The table of a port's predicate.
struct Table {
    bits: Vec<Bit>,
    /// Truth value for each value of the bits, the first bit lowest.
    rows: Vec<bool>,
}

/// Returns for every output that is not always meaningful, by name, the condition under which it
/// is, as logic.
pub fn care<B: Bench>(cfg: &B::Config, graph: &mut Graph, netlist: &Netlist) -> BTreeMap<String, Lit> {
    let shape = B::Out::shape(cfg);
    let (seen, held) = (observed::<B>(cfg, 0), observed::<B>(cfg, 1));
    let mut care = BTreeMap::new();
    for (port, described) in shape.iter().enumerate() {
        let means = |slots: &[u64]| means::<B>(cfg, slots, port);
        let Some(table) = table(&shape.iter().map(|port| port.width).collect::<Vec<_>>(), &seen, &means) else {
            continue;
        };
        if table.bits.is_empty() || held.iter().any(|slots| table.rows[row(&table.bits, slots)] != means(slots)) {
            continue;
        }
        let bits: Option<Vec<Lit>> = table
            .bits
            .iter()
            .map(|(port, bit)| netlist.outputs.get(&shape[*port].name)?.get(*bit as usize).copied())
            .collect();
        let Some(bits) = bits else { continue };
        let mut meant = Lit::FALSE;
        for (value, _) in table.rows.iter().enumerate().filter(|(_, means)| **means) {
            let this = graph.is(&bits, value as u64);
            meant = graph.or(meant, this);
        }
        care.insert(described.name.clone(), meant);
    }
    care
}

/// Returns outputs of cycles of the golden model, one slot a port, and outputs of all zeros and of
/// all ones.
fn observed<B: Bench>(cfg: &B::Config, segment: u64) -> Vec<Vec<u64>> {
    let shape = B::Out::shape(cfg);
    let mut seen = vec![vec![0; shape.len()], shape.iter().map(|port| u64::MAX >> (64 - port.width)).collect()];
    golden_run::<B>(cfg, &mut Random::<B>::new(cfg, 1, segment, CYCLES), |_, _, _, o| {
        let mut slots = vec![0; shape.len()];
        o.pack(cfg, &mut slots);
        seen.push(slots);
    })
    .expect("random stimulus is not held to `legal`");
    seen
}

/// Whether the contract's predicate says that a port is meaningful.
fn means<B: Bench>(cfg: &B::Config, slots: &[u64], port: usize) -> bool {
    let mut care = vec![false; slots.len()];
    B::Out::unpack(cfg, slots).care(cfg, &mut care);
    care[port]
}

/// Returns the table of a predicate over slots of these widths, from samples; `None` if it depends
/// on too many bits.
fn table(widths: &[u32], samples: &[Vec<u64>], means: &dyn Fn(&[u64]) -> bool) -> Option<Table> {
    let mut bits: Vec<Bit> = Vec::new();
    'more: loop {
        if bits.len() > MOST_BITS {
            return None;
        }
        // two samples that agree in the bits and not in the predicate differ in a bit that matters
        let mut first: HashMap<usize, (&Vec<u64>, bool)> = HashMap::new();
        for slots in samples {
            let here = means(slots);
            let (other, there) = *first.entry(row(&bits, slots)).or_insert((slots, here));
            if here != there {
                bits.push(between(widths, other, slots, means));
                continue 'more;
            }
        }
        // a value that no sample has, with nothing and with everything around it
        let mut rows = Vec::new();
        for value in 0..1 << bits.len() {
            let [low, high] = [0, 1].map(|n: usize| {
                let mut slots = samples[n].clone();
                for (n, (port, bit)) in bits.iter().enumerate() {
                    slots[*port] = slots[*port] & !(1 << bit) | (value as u64 >> n & 1) << bit;
                }
                slots
            });
            if means(&low) != means(&high) {
                bits.push(between(widths, &low, &high, means));
                continue 'more;
            }
            rows.push(means(&low));
        }
        return Some(Table { bits, rows });
    }
}

/// Returns a bit that decides the predicate, on the way from one sample to another with the
/// opposite value.
fn between(widths: &[u32], from: &[u64], to: &[u64], means: &dyn Fn(&[u64]) -> bool) -> Bit {
    let (start, mut slots) = (means(from), from.to_vec());
    for (port, width) in widths.iter().enumerate() {
        for bit in 0..*width {
            slots[port] = slots[port] & !(1 << bit) | to[port] & 1 << bit;
            if means(&slots) != start {
                return (port, bit);
            }
        }
    }
    unreachable!("by now it is the other sample")
}

/// Returns the value of some bits as a table index.
fn row(bits: &[Bit], slots: &[u64]) -> usize {
    bits.iter().enumerate().map(|(n, (port, bit))| ((slots[*port] >> bit & 1) as usize) << n).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bits_that_matter_are_found() {
        let means = |slots: &[u64]| slots[0] == 1 && slots[1] >> 2 & 1 == 1 || slots[2] == 3;
        let samples = [vec![0, 0, 0], vec![1, 7, 3]];
        let table = table(&[1, 3, 2], &samples, &means).unwrap();
        let mut bits = table.bits.clone();
        bits.sort_unstable();
        assert_eq!(bits, [(0, 0), (1, 2), (2, 0), (2, 1)]);
        for value in 0..1 << 6 {
            let slots = [value & 1, value >> 1 & 7, value >> 4];
            assert_eq!(table.rows[row(&table.bits, &slots)], means(&slots), "{slots:?}");
        }
    }

    #[test]
    fn a_predicate_over_too_much_is_left_out() {
        let samples = [vec![0], vec![u64::MAX]];
        assert!(table(&[64], &samples, &|slots| slots[0].count_ones() > 20).is_none());
        assert!(table(&[64], &samples, &|_| true).unwrap().bits.is_empty());
    }
}
