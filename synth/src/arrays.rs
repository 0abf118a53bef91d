//! Arrays of registers: flip-flops that belong together by their names.

use std::collections::{BTreeMap, BTreeSet};

use crate::liberty::Library;
use crate::netlist::Netlist;

/// Bits from which an array in flip-flops needs a reason: 1 Kbit, the smallest memory that CACTI
/// prices ([`MACRO`](crate::MACRO) rows of as many bits).
pub const LARGE: u64 = 1024;

/// An array of words made of flip-flops: a group of registers in a netlist.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Array {
    /// Name of the array: that of its elements, without their numbers.
    pub name: String,
    /// Number of its flip-flops.
    pub bits: u64,
}

/// Name of the array of all flip-flops whose names are lost.
const NAMELESS: &str = "(without a name)";

/// Returns the arrays of [`LARGE`] bits and more that a netlist has in flip-flops, by name.
///
/// A register has a name in each module that it goes through. It belongs to the largest array that
/// one of its names is of, and of arrays of the same size to the one with the shortest name.
pub fn arrays(netlist: &Netlist, library: &Library) -> Vec<Array> {
    let registers = netlist.gates.iter().filter(|gate| library.cells[&gate.cell].register.is_some());
    let mut left: Vec<BTreeSet<String>> = registers
        .map(|gate| {
            let stems: BTreeSet<String> =
                gate.drives.iter().flat_map(|net| netlist.names(*net)).map(|name| stem(name)).collect();
            if stems.is_empty() { BTreeSet::from([NAMELESS.into()]) } else { stems }
        })
        .collect();
    let mut found = Vec::new();
    loop {
        let mut bits = BTreeMap::<&String, u64>::new();
        left.iter().flatten().for_each(|stem| *bits.entry(stem).or_default() += 1);
        let largest = bits.into_iter().min_by_key(|(stem, bits)| (u64::MAX - bits, stem.len()));
        let Some((name, bits)) = largest.filter(|(_, bits)| *bits >= LARGE) else { break };
        found.push(Array { name: name.clone(), bits });
        left.retain(|stems| !stems.contains(&found[found.len() - 1].name));
    }
    found.sort_by(|a, b| a.name.cmp(&b.name));
    found
}

/// Returns a register's name without what numbers it: `[n]` and `$n`, and the number behind `word`.
fn stem(name: &str) -> String {
    let mut stem = String::new();
    let mut rest = name;
    while let Some(next) = rest.chars().next() {
        let digits = |from: usize| rest[from..].bytes().take_while(u8::is_ascii_digit).count();
        let number = match next {
            '$' => digits(1).checked_add(1).filter(|length| *length > 1),
            '[' => Some(1 + digits(1)).filter(|end| rest[*end..].starts_with(']')).map(|end| end + 1),
            '0'..='9' if stem.ends_with("word") => Some(digits(0)),
            _ => None,
        };
        if number.is_none() {
            stem.push(next);
        }
        rest = &rest[number.unwrap_or(next.len_utf8())..];
    }
    stem
}

#[cfg(test)]
mod tests {
    use super::stem;

    #[test]
    fn an_element_is_known_by_its_array() {
        for (name, array) in [
            ("buffer.register_sets.word15[28]", "buffer.register_sets.word"),
            ("compactor.columns$q$8[2]", "compactor.columns$q"),
            ("ready.bank$0.ctas.words[3][0]", "ready.bank.ctas.words"),
            ("execute.float$0.stays$q[5]", "execute.float.stays$q"),
            ("fp32$a", "fp32$a"),
            ("odd[x]$", "odd[x]$"),
        ] {
            assert_eq!(stem(name), array, "{name}");
        }
    }
}
