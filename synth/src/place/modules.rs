//! The module of the RTL that each gate of a flat netlist comes from, as far as names say.

use std::collections::BTreeMap;

use crate::liberty::Library;
use crate::netlist::Netlist;
use crate::place::layout::End;

/// Passes over all gates, each of which takes a module one gate further.
const PASSES: usize = 40;

/// Returns the name of each gate's module within the top module, which is empty for what is in no
/// other. A gate has that of a named net that it drives, else the one that most of its readers
/// have.
pub fn modules(netlist: &Netlist, library: &Library) -> Vec<String> {
    let of_net = |net: &usize| -> Option<String> {
        let inner = netlist.names(*net).iter().find(|name| name.contains('.'));
        let module = inner.map(|name| name.split('.').next().unwrap_or_default().to_string());
        module.or(netlist.name(*net).map(|_| String::new()))
    };
    let mut found: Vec<Option<String>> = netlist.gates.iter().map(|gate| gate.drives.iter().find_map(of_net)).collect();
    let ends = netlist.ends(library);
    for _ in 0..PASSES {
        let next: Vec<Option<String>> = netlist
            .gates
            .iter()
            .zip(&found)
            .map(|(gate, known)| {
                let readers = gate.drives.iter().flat_map(|net| &ends[*net].sinks);
                let mut counts: BTreeMap<&String, usize> = BTreeMap::new();
                for end in readers {
                    if let End::Gate(reader, _) = end
                        && let Some(module) = &found[*reader]
                    {
                        *counts.entry(module).or_default() += 1;
                    }
                }
                known.clone().or(counts.into_iter().max_by_key(|(_, count)| *count).map(|(module, _)| module.clone()))
            })
            .collect();
        if next == found {
            break;
        }
        found = next;
    }
    found.into_iter().map(Option::unwrap_or_default).collect()
}
