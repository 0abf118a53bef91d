//! The golden model of SIMD lane permutation and the compactor that it serves (SLP 2.3, 4.1-4.4).
//! The contract specifies its cycles.

mod compactor;
mod invariant;
mod key;
pub mod permutation;
mod protocol;

use heddle_contract::slp::{Config, In, MAX, Out};

use crate::{Golden, Illegal, Probe, Violation};

pub use compactor::{Compactor, Phase};
pub use key::key;
pub use protocol::Protocol;

/// The state of the unit: the permutation table and the compactor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct State {
    /// The XOR mask of each warp slot.
    pub table: [u8; MAX],
    /// The compactor with the mask that it holds.
    pub compactor: Compactor,
}

heddle_block::same_block! {
    /// The golden model of the lane permutation and the compactor.
    pub Slp = heddle_contract::slp::Slp;
}

impl Golden for Slp {
    type State = State;
    type Protocol = Protocol;

    fn reset(_: &Config) -> State {
        State { table: [0; MAX], compactor: Compactor::default() }
    }

    #[inline]
    fn comb(cfg: &Config, q: &State, i: &In, o: &mut Out) {
        o.launched = i.launch_valid;
        o.read_shown = i.read_valid;
        if i.launch_valid || i.read_valid {
            permute(cfg, q, i, o);
        }
        q.compactor.show(i.warp_ready, o);
    }

    #[inline]
    fn clock(cfg: &Config, q: &mut State, i: &In) {
        if i.reset {
            q.compactor.phase = Phase::Empty;
            return;
        }
        if i.launch_valid {
            q.table[usize::from(i.launch_slot)] = launch_mask(cfg, i);
        }
        let accepts = i.accept_valid && q.compactor.accepts(i.warp_ready);
        q.compactor.advance(i);
        if accepts {
            q.compactor.accept(cfg, i);
        }
    }

    fn invariant(cfg: &Config, p: &Protocol, q: &State) -> Result<(), Violation> {
        invariant::check(cfg, p, q)
    }

    fn probe(cfg: &Config, q: &State, probe: &mut Probe) {
        let held = &q.compactor;
        probe.show("counted", 1, held.phase == Phase::Counted);
        probe.show("leaving", 1, held.phase == Phase::Leaving);
        probe.show("declined", 1, held.declined);
        probe.show("tag", 2, held.tag);
        probe.show("warps", cfg.count_bits(), held.warps);
        probe.show("plain", cfg.count_bits(), held.plain);
        probe.show("left", cfg.count_bits(), held.left);
        for (lane, column) in held.columns.iter().enumerate().take(cfg.width as usize) {
            probe.show(format!("column{lane}"), cfg.warps, *column);
        }
        for (slot, mask) in q.table.iter().enumerate().take(cfg.warps as usize) {
            probe.show(format!("table{slot}"), cfg.lane_bits(), *mask);
        }
    }

    fn protocol(_: &Config) -> Protocol {
        Protocol::default()
    }

    fn legal(cfg: &Config, p: &Protocol, _: &State, i: &In) -> Result<(), Illegal> {
        p.legal(cfg, i)
    }

    fn repair(cfg: &Config, p: &Protocol, _: &State, i: &mut In) {
        p.repair(cfg, i);
    }

    #[inline]
    fn observe(_: &Config, p: &mut Protocol, _: &State, i: &In, o: &Out) {
        p.observe(i, o);
    }
}

/// Permutes masks by the XOR networks. Separate, so that the path of an idle unit is short.
#[inline(never)]
fn permute(cfg: &Config, q: &State, i: &In, o: &mut Out) {
    if i.launch_valid {
        o.launch_lanes = permutation::exchange(i.launch_threads, launch_mask(cfg, i));
    }
    if i.read_valid {
        o.read_xor = q.table[usize::from(i.read_slot)];
        o.read_lanes = permutation::exchange(i.read_threads, o.read_xor);
    }
}

/// Returns the mask that a launch writes (4.3; 4.4: a kernel may disable it).
#[inline]
fn launch_mask(cfg: &Config, i: &In) -> u8 {
    if i.launch_plain { 0 } else { permutation::balanced(cfg.width, i.launch_warp.into()) as u8 }
}
