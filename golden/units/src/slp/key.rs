//! Keys of states of `slp`, by which a walk over all reachable states recognises a state.

use heddle_contract::slp::Config;

use super::compactor::Phase;
use super::{Protocol, State};

/// Appends to `key` the words that identify a state: all that determines its future behaviour.
/// That is the table where it was launched, and of the compactor what its phase needs. The tag
/// only passes through, and how long a warp has waited determines nothing.
pub fn key(cfg: &Config, p: &Protocol, q: &State, key: &mut Vec<u64>) {
    let slots = 0..cfg.warps as usize;
    key.push(p.launched.into());
    for slot in slots.clone().filter(|slot| p.launched >> slot & 1 == 1) {
        key.push(u64::from(q.table[slot]) << 8 | p.warp[slot].map_or(0, |warp| 1 + u64::from(warp)));
    }
    let held = &q.compactor;
    key.push(held.phase as u64);
    if held.phase == Phase::Empty {
        return;
    }
    key.extend(slots.map(|warp| u64::from(p.accepted[warp] & cfg.all_lanes())));
    key.extend(held.columns[..cfg.width as usize].iter().map(|column| u64::from(*column)));
    key.extend([held.warps, held.plain].map(u64::from));
    if held.phase == Phase::Leaving {
        key.extend([u64::from(held.left), u64::from(held.declined)]);
    }
}
