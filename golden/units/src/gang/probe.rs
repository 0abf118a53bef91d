//! The state of the ganging unit as signals of a waveform.

use heddle_contract::gang::Config;

use super::state::State;
use crate::Probe;

pub(super) fn probe(cfg: &Config, q: &State, p: &mut Probe) {
    let slices = cfg.slices;
    for (set, row) in q.sets.iter().enumerate() {
        let name = |field: &str| format!("set{set}.{field}");
        for (entry, gang) in row.gangs.into_iter().enumerate().take(cfg.entries() as usize) {
            p.show(name(&format!("gang{entry}")), slices, gang);
        }
        p.show(name("alone"), slices, row.alone);
        p.show(name("exists"), slices, row.exists);
        p.show(name("known"), slices, row.known);
        p.show(name("ready"), slices, row.ready);
        p.show(name("filled"), slices, row.filled);
        p.show(name("fetching"), slices, row.fetching);
        for s in 0..slices as usize {
            p.show(name(&format!("pc{s}")), cfg.pc_bits, row.pc[s]);
            if cfg.sync_wait != 0 {
                p.show(name(&format!("wait{s}")), 8, row.wait(s));
            }
        }
        // how many of the sets that are alive are older
        let older = q.sets.iter().filter(|other| other.exists != 0 && other.born < row.born).count();
        p.show(name("older"), 7, if row.exists == 0 { 0 } else { older as u64 });
    }
    pending(cfg, q, p);
    for k in 0..cfg.issue as usize {
        p.show(format!("issue.picked{k}"), 1, u8::from(q.picks.issue[k].is_some()));
        p.show(format!("issue.pick{k}"), cfg.id_bits(), q.picks.issue[k].unwrap_or(0));
        p.show(format!("issue.greedy_gang{k}"), cfg.id_bits(), q.greedy[k]);
    }
    p.show("issue.turn", 2, q.issue_turn);
    for k in 0..cfg.fetches as usize {
        p.show(format!("fetch.picked{k}"), 1, u8::from(q.picks.fetch[k].is_some()));
        p.show(format!("fetch.pick{k}"), cfg.id_bits(), q.picks.fetch[k].unwrap_or(0));
        p.show(format!("fetch.gang{k}"), cfg.id_bits(), q.fetched[k]);
    }
    p.show("fetch.turn", 2, q.fetch_turn);
    p.show("fetch.port", 3, q.port);
    p.show("issue.alone_picked", slices, q.picks.alone.held);
    p.show("fetch.alone_picked", slices, q.picks.want.held);
    for s in 0..slices as usize {
        p.show(format!("issue.alone_pick{s}"), cfg.set_bits(), q.picks.alone.set[s]);
        p.show(format!("fetch.alone_pick{s}"), cfg.set_bits(), q.picks.want.set[s]);
        p.show(format!("issue.greedy{s}"), cfg.set_bits(), q.greedy_alone[s]);
        p.show(format!("fetch.alone{s}"), cfg.set_bits(), q.fetched_alone[s]);
    }
    p.show("reform.set", cfg.set_bits(), q.reformed);
    p.show("fetch.count_gang", cfg.count_bits, q.count_gang);
    p.show("fetch.count_slice", cfg.count_bits, q.count_slice);
    p.show("fetch.count_local", cfg.count_bits, q.count_local);
}

/// Shows the reports and wakes that act at the next edge.
fn pending(cfg: &Config, q: &State, p: &mut Probe) {
    let pending = &q.pending;
    let masks = [
        ("report", pending.report),
        ("end", pending.end),
        ("sync", pending.sync),
        ("wake", pending.wake),
        ("memory", pending.memory),
    ];
    for (name, mask) in masks {
        p.show(format!("pending.{name}"), cfg.slices, mask);
    }
    for s in 0..cfg.slices as usize {
        p.show(format!("pending.report_set{s}"), cfg.set_bits(), pending.report_set[s]);
        p.show(format!("pending.report_pc{s}"), cfg.pc_bits, pending.report_pc[s]);
        p.show(format!("pending.wake_set{s}"), cfg.set_bits(), pending.wake_set[s]);
    }
}
