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
    p.show("issue.greedy", cfg.id_bits(), q.greedy);
    p.show("fetch.gang", cfg.id_bits(), q.fetched);
    p.show("fetch.port", 3, q.port);
    for s in 0..slices as usize {
        p.show(format!("issue.greedy{s}"), cfg.set_bits(), q.greedy_alone[s]);
        p.show(format!("fetch.alone{s}"), cfg.set_bits(), q.fetched_alone[s]);
    }
    p.show("reform.set", cfg.set_bits(), q.reformed);
    p.show("fetch.count_gang", cfg.count_bits, q.count_gang);
    p.show("fetch.count_slice", cfg.count_bits, q.count_slice);
    p.show("fetch.count_local", cfg.count_bits, q.count_local);
}
