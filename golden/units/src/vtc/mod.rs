//! The golden model of the virtual thread controller (VT IV.A-IV.C). The contract specifies its
//! cycles.

mod handler;
mod invariant;
mod key;
mod protocol;
mod state;
mod table;

use heddle_contract::vtc::{Config, In, Out};

use crate::{Golden, Illegal, Probe, Violation};

pub use key::key;
pub use protocol::Protocol;
pub use state::{Activation, Buffer, CTAS, Cta, Handler, Kernel, Queue, SLOTS, Slot, State};

heddle_block::same_block! {
    /// The golden model of the virtual thread controller.
    pub Vtc = heddle_contract::vtc::Vtc;
}

impl Golden for Vtc {
    type State = State;
    type Protocol = Protocol;

    fn reset(cfg: &Config) -> State {
        State::new(cfg)
    }

    #[inline]
    fn comb(cfg: &Config, q: &State, i: &In, o: &mut Out) {
        o.kernel_refused = i.kernel_valid && Kernel::accepted(cfg, i).is_none();
        let place = q.place();
        o.assign_ready = place.is_some();
        o.assign_cta = place.unwrap_or(0);
        o.writeback_hit = i.writeback_valid && q.slots[usize::from(i.writeback_slot)].owner == Some(i.writeback_cta);
        o.marked = q.marked;
        o.invalidate_valid = q.invalidated.is_some();
        o.invalidate_slot = q.invalidated.unwrap_or(0);
        o.activate_valid = q.activated.is_some();
        if let Some(Activation { slot, cta, fresh }) = q.activated {
            (o.activate_slot, o.activate_cta, o.activate_fresh) = (slot, cta, fresh);
            // IV.A: in sequence
            o.activate_pwi = slot * q.kernel.warps;
            o.activate_vwi = cta * q.kernel.warps;
        }
        o.restore_valid = q.shown.is_some();
        (o.restore_slot, o.restore_beat) = q.shown.unwrap_or((0, 0));
        o.copy_valid = false;
        o.mem_valid = false;
        match q.handler {
            Handler::Idle => {}
            Handler::Copy { slot, warp } => (o.copy_valid, o.copy_slot, o.copy_warp) = (true, slot, warp),
            Handler::Restore { slot, beat, .. } => {
                o.mem_valid = beat < q.kernel.beats && !i.demand;
                if o.mem_valid {
                    let cta = q.slots[usize::from(slot)].owner.expect("it was given away");
                    (o.mem_write, o.mem_row) = (false, q.context(cfg, cta) + beat);
                }
            }
            Handler::Drain { beat } => {
                o.mem_valid = !i.demand;
                if o.mem_valid {
                    (o.mem_write, o.mem_row) = (true, q.context(cfg, q.buffer.cta) + beat);
                    let words = q.buffer.beat(cfg, beat);
                    o.mem_data[..words.len()].copy_from_slice(words);
                }
            }
        }
    }

    #[inline]
    fn clock(cfg: &Config, q: &mut State, i: &In) {
        if i.reset {
            q.forget();
            return;
        }
        let warps = i.stall_valid | i.wake_valid | i.barrier_valid | i.open_valid | i.exit_valid;
        let events = warps | i.issue_valid | i.writeback_valid;
        if !events && !i.kernel_valid && !i.assign_valid && q.handler == Handler::Idle && q.ready.is_empty() {
            q.show_nothing();
            return;
        }
        if i.kernel_valid
            && let Some(kernel) = Kernel::accepted(cfg, i)
        {
            q.kernel = kernel;
        }
        let (found, place) = (q.found(), q.place());
        if events {
            q.events(cfg, i);
        }
        q.handle(cfg, found, i);
        if i.assign_valid {
            q.assign(place.expect("there is room"));
        }
    }

    fn invariant(cfg: &Config, p: &Protocol, q: &State) -> Result<(), Violation> {
        invariant::check(cfg, p, q)
    }

    fn probe(cfg: &Config, q: &State, probe: &mut Probe) {
        let (cta, slot, beat) = (cfg.cta_bits(), cfg.slot_bits(), cfg.beat_bits());
        probe.show("kernel.warps", 6, q.kernel.warps);
        probe.show("kernel.ctas", 7, q.kernel.ctas);
        probe.show("kernel.active", 5, q.kernel.active);
        probe.show("kernel.beats", 9, q.kernel.beats);
        let [mut copy, mut restore, mut drain, mut saves] = [false; 4];
        let (mut at, mut warp, mut beats) = (0, 0, 0);
        match q.handler {
            Handler::Idle => {}
            Handler::Copy { slot, warp: w } => (copy, at, warp) = (true, slot, w),
            Handler::Restore { slot, beat, saves: s } => (restore, at, beats, saves) = (true, slot, beat, s),
            Handler::Drain { beat } => (drain, beats) = (true, beat),
        }
        probe.show("handler.copy", 1, copy);
        probe.show("handler.restore", 1, restore);
        probe.show("handler.drain", 1, drain);
        probe.show("handler.saves", 1, saves);
        probe.show("handler.slot", slot, at);
        probe.show("handler.warp", cfg.warp_bits(), warp);
        probe.show("handler.beat", beat, beats);
        probe.show("handler.next", 5, q.next);
        probe.show("buffer.cta", cta, q.buffer.cta);
        probe.show("ready.length", 7, q.ready.len() as u64);
        probe.show("ready.first", cta, q.ready.iter().next().unwrap_or(0));
        for (n, place) in q.slots.iter().enumerate().take(cfg.active as usize) {
            probe.show(format!("slot{n}.taken"), 1, place.owner.is_some());
            probe.show(format!("slot{n}.owner"), cta, place.owner.unwrap_or(0));
            probe.show(format!("slot{n}.pending"), 10, place.pending);
            probe.show(format!("slot{n}.marked"), 1, q.marked >> n & 1 == 1);
        }
        for (n, entry) in q.ctas.iter().enumerate().take(cfg.ctas as usize) {
            probe.show(format!("cta{n}.assigned"), 1, q.assigned >> n & 1 == 1);
            probe.show(format!("cta{n}.active"), 1, entry.active);
            probe.show(format!("cta{n}.fresh"), 1, entry.fresh);
            probe.show(format!("cta{n}.counter"), 10, entry.counter);
            probe.show(format!("cta{n}.live"), 6, entry.live);
            probe.show(format!("cta{n}.waiting"), 6, entry.waiting);
        }
    }

    fn protocol(_: &Config) -> Protocol {
        Protocol::default()
    }

    fn legal(cfg: &Config, p: &Protocol, q: &State, i: &In) -> Result<(), Illegal> {
        p.legal(cfg, q, i)
    }

    fn repair(cfg: &Config, p: &Protocol, q: &State, i: &mut In) {
        p.repair(cfg, q, i);
    }

    #[inline]
    fn observe(_: &Config, p: &mut Protocol, q: &State, i: &In, o: &Out) {
        p.observe(q, i, o);
    }
}
