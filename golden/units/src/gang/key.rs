//! Keys of states of `gang`, by which a walk over all reachable states recognises a state.

use heddle_contract::gang::{Config, Schedule};

use super::bits::each;
use super::pick::Held;
use super::{Pending, Protocol, State};

/// Appends to `key` the words that identify a state: all that determines its future behaviour. PCs
/// count by which of them are equal (under `Lpc` by their values), ages by their order; counters
/// determine nothing. The counts of the guarantee of `Lrr` are not part of the key.
pub fn key(cfg: &Config, _: &Protocol, q: &State, key: &mut Vec<u64>) {
    for (n, row) in q.sets.iter().enumerate() {
        let flags = [row.exists, row.known, row.ready, row.filled, row.fetching, row.alone];
        key.push(u64::from_le_bytes([flags[0], flags[1], flags[2], flags[3], flags[4], flags[5], 0, 0]));
        key.extend(row.gangs[..cfg.entries() as usize].iter().map(|gang| u64::from(*gang)));
        key.push(row.wait);
        // the PCs that are known, and those that will be when the pending reports have acted
        let next = q.pending.reports_of(n as u8) & !q.pending.end;
        let known = each((row.exists & row.known).into()).map(|s| row.pc[s]);
        let pcs: Vec<u64> = known.chain(each(next.into()).map(|s| q.pending.report_pc[s])).collect();
        for pc in &pcs {
            let first = pcs.iter().position(|other| other == pc).expect("it is one of them") as u64;
            key.push(if cfg.schedule == Schedule::Lpc { *pc } else { first });
        }
        let older =
            q.sets.iter().enumerate().filter(|(m, other)| q.alive >> m & 1 == 1 && other.born < row.born).count();
        key.push(if q.alive >> n & 1 == 1 { 1 + older as u64 } else { 0 });
    }
    let Pending { report, end, sync, report_set, wake, memory, wake_set, .. } = q.pending;
    key.push(u64::from_le_bytes([report, end, sync, wake, memory, 0, 0, 0]));
    key.extend([u64::from_le_bytes(report_set), u64::from_le_bytes(wake_set)]);

    let word = |ids: [u16; 4]| ids.into_iter().fold(0, |word, id| word << 16 | u64::from(id));
    // no id takes all bits
    let picked = |picks: [Option<u16>; 4]| word(picks.map(|pick| pick.unwrap_or(u16::MAX)));
    let Held { issue, fetch, alone, want } = q.picks;
    key.extend([picked(issue), picked(fetch), word(q.greedy), word(q.fetched)]);
    let singles = [alone.set, want.set, q.greedy_alone, q.fetched_alone];
    key.extend(singles.map(u64::from_le_bytes));
    key.push(u64::from_le_bytes([alone.held, want.held, q.issue_turn, q.fetch_turn, q.port, q.reformed, 0, 0]));
}
