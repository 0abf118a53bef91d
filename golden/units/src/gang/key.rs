//! Keys of states of `gang`, by which a walk over all reachable states recognises a state.

use heddle_contract::gang::{Config, Schedule};

use super::bits::each;
use super::{Protocol, State};

/// Appends to `key` the words that identify a state: all that determines its future behaviour.
/// PCs count by which of them are equal (under `Lpc` by their values), ages by their order; counters determine nothing.
/// The counts of the guarantee of `Lrr` are not part of the key.
pub fn key(cfg: &Config, _: &Protocol, q: &State, key: &mut Vec<u64>) {
    for (n, row) in q.sets.iter().enumerate() {
        let flags = [row.exists, row.known, row.ready, row.filled, row.fetching, row.alone];
        key.push(u64::from_le_bytes([flags[0], flags[1], flags[2], flags[3], flags[4], flags[5], 0, 0]));
        key.extend(row.gangs[..cfg.entries() as usize].iter().map(|gang| u64::from(*gang)));
        key.push(row.wait);
        let known: Vec<u64> = each((row.exists & row.known).into()).map(|s| row.pc[s]).collect();
        for pc in &known {
            let first = known.iter().position(|other| other == pc).expect("it is one of them") as u64;
            key.push(if cfg.schedule == Schedule::Lpc { *pc } else { first });
        }
        let older =
            q.sets.iter().enumerate().filter(|(m, other)| q.alive >> m & 1 == 1 && other.born < row.born).count();
        key.push(if q.alive >> n & 1 == 1 { 1 + older as u64 } else { 0 });
    }
    let slices = cfg.slices as usize;
    key.push(u64::from(q.greedy) << 16 | u64::from(q.fetched));
    key.extend(q.greedy_alone[..slices].iter().zip(&q.fetched_alone).map(|(a, b)| u64::from(*a) << 8 | u64::from(*b)));
    key.push(u64::from(q.port) << 8 | u64::from(q.reformed));
}
