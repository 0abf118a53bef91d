//! The ganging unit's wiring: what each part's inputs are connected to.

use rust_hdl::prelude::*;

use super::Gang;

#[rustfmt::skip]
impl<
    const N: usize, const S: usize, const E: usize, const K: usize, const PB: usize, const LB: usize, const EB: usize, const IDB: usize,
    const LOG: usize, const ES: usize, const KE: usize, const KS: usize, const SS: usize, const RS: usize, const ALL: usize, const EACH: usize,
    const PCS: usize, const SB: usize, const CB: usize, const FB: usize, const SPARE: usize, const SIZED: usize, const LITTLE: usize,
    const BIG: usize, const Z: usize, const ZE: usize, const HALF: usize, const H: usize, const T: usize, const G: usize, const GS: usize, const CYCLIC: usize,
    const GREEDY: usize, const GREEDY_E: usize, const UNAGED: usize, const O: usize, const OLDEST: usize, const NAMES: usize, const BY_PC: usize,
    const Q: usize, const KEYED: usize, const SIZES_OF: usize, const SQ: usize, const P: usize, const PE: usize, const PA: usize, const PAS: usize,
    const PLANES: usize, const TURNED: usize, const TURNS: usize, const NO_PLANES: usize, const TEARS: usize, const TS: usize, const TES: usize,
    const IMPATIENT: usize, const GROUP: usize, const GROUP_E: usize, const CONTROL: usize, const R: usize, const NEVER: usize, const READS: usize,
    const PARTNERS: usize, const WS: usize, const WB: usize, const CYCLES: usize, const NO_SYNC: usize, const F: usize, const FE: usize,
    const FS: usize, const FC: usize, const LATER: usize,
> Logic for Gang<
    N, S, E, K, PB, LB, EB, IDB, LOG, ES, KE, KS, SS, RS, ALL, EACH, PCS, SB, CB, FB, SPARE, SIZED, LITTLE, BIG, Z, ZE, HALF, H, T, G, GS, CYCLIC, GREEDY,
    GREEDY_E, UNAGED, O, OLDEST, NAMES, BY_PC, Q, KEYED, SIZES_OF, SQ, P, PE, PA, PAS, PLANES, TURNED, TURNS, NO_PLANES, TEARS, TS, TES, IMPATIENT,
    GROUP, GROUP_E, CONTROL, R, NEVER, READS, PARTNERS, WS, WB, CYCLES, NO_SYNC, F, FE, FS, FC, LATER,
> {
    #[hdl_gen]
    fn update(&mut self) {
        // launch, and the reports of the slices
        self.start.valid.next = self.launch_valid.val();
        self.start.set.next = self.launch_set.val();
        self.start.slices.next = self.launch_mask.val();
        self.start.apart.next = self.launch_apart.val();
        for s in 0..S {
            self.hear[s].report.next = self.report.val().get_bit(s);
            self.hear[s].ends.next = self.report_end.val().get_bit(s);
            self.hear[s].report_set.next = self.report_set[s].val();
            self.hear[s].wake.next = self.wake.val().get_bit(s);
            self.hear[s].wake_set.next = self.wake_set[s].val();
            self.hear[s].fill.next = self.fill.val().get_bit(s);
            self.hear[s].fill_set.next = self.fill_set[s].val();
            self.hear[s].launch.next = self.start.launched.val().get_bit(s);
            self.hear[s].launch_at.next = self.start.at.val();
        }
        // the warps
        for s in 0..S {
            self.issued[s].next = self.taken.by[s].val() | self.left.at[s].val();
            self.warps[s].clock.next = self.clock.val();
            self.warps[s].reset.next = self.reset.val();
            self.warps[s].launched.next = self.hear[s].launched.val();
            self.warps[s].reported.next = self.hear[s].reported.val();
            self.warps[s].ended.next = self.hear[s].ended.val();
            self.warps[s].woken.next = self.hear[s].woken.val();
            self.warps[s].loaded.next = self.hear[s].loaded.val();
            self.warps[s].issued.next = self.issued[s].val();
            self.warps[s].fetched.next = self.fetching.fetched[s].val() | self.granted.granted[s].val();
            self.held[s].next = self.none.val();
        }
        for s in 0..WS {
            self.waits[s].clock.next = self.clock.val();
            self.waits[s].sync.next = self.report_sync.val().get_bit(s);
            self.waits[s].reported.next = self.hear[s].reported.val();
            self.waits[s].launched.next = self.hear[s].launched.val();
            self.waits[s].issued.next = self.issued[s].val();
            self.held[s].next = self.waits[s].waits.val() & self.crowd[0].crowd.val();
        }
        self.reform_set.next = self.no_set.val();
        for r in 0..R {
            self.reform_set.next = self.select_set[r].q.val();
        }
        for s in 0..S {
            self.pcs[s].clock.next = self.clock.val();
            self.pcs[s].launch.next = self.start.launched.val().get_bit(s);
            self.pcs[s].launch_set.next = self.launch_set.val();
            self.pcs[s].launch_pc.next = self.launch_pc.val();
            self.pcs[s].report.next = self.report.val().get_bit(s);
            self.pcs[s].report_set.next = self.report_set[s].val();
            self.pcs[s].report_pc.next = self.report_pc[s].val();
            self.pcs[s].issue_set.next = self.taken.by_set[s].val();
            self.pcs[s].gang_fetch_set.next = self.fetch_taken.by_set[s].val();
            self.pcs[s].want_set.next = self.want_sets[s].q.val();
            self.pcs[s].reform_set.next = self.reform_set.val();
        }
        // gangs and singletons
        self.members.clock.next = self.clock.val();
        self.members.reset.next = self.reset.val();
        self.members.launch_at.next = self.start.at.val();
        self.members.gang.next = self.start.gang.val();
        for m in 0..ES {
            self.alones.member[m].next = self.members.member[m].val();
            self.status.member[m].next = self.members.member[m].val();
            self.row.member[m].next = self.members.member[m].val();
            self.gangs.member[m].next = self.members.member[m].val();
            self.fetch.member[m].next = self.members.member[m].val();
            self.divide.member[m].next = self.members.member[m].val();
            self.member_words.d[m].next = self.members.member[m].val();
        }
        for s in 0..S {
            self.alones.exists[s].next = self.warps[s].exists.val();
            self.status.known[s].next = self.warps[s].known.val();
            self.status.filled[s].next = self.warps[s].filled.val();
            self.status.fetching[s].next = self.warps[s].fetching.val();
            self.status.ready[s].next = self.warps[s].ready.val();
            self.status.held[s].next = self.held[s].val();
            self.status.busy[s].next = self.busy.val().get_bit(s);
            self.status.alone[s].next = self.alones.alone[s].val();
            self.row.alone[s].next = self.alones.alone[s].val();
        }
        self.reading.enable.next = true;
        self.reading.at.next = self.read_set.val();
        self.row.at.next = self.reading.q.val();
        for e in 0..E {
            self.read_gang[e].next = self.row.gang[e].val();
        }
        self.read_alone.next = self.row.singletons.val();
        // the order of issue
        self.ages.clock.next = self.clock.val();
        self.ages.last.next = self.start.at.val();
        for j in 0..OLDEST {
            self.gangs.after[j].next = self.ages.after[j].val();
            self.singletons.after[j].next = self.ages.after[j].val();
        }
        for j in 0..O {
            for _i in 0..UNAGED {
                self.gangs.after[j].next = self.by_number.after[j].val();
                self.singletons.after[j].next = self.by_number.after[j].val();
            }
            self.fetch.after[j].next = self.by_number.after[j].val();
            self.wants.after[j].next = self.by_number.after[j].val();
        }
        for m in 0..SIZES_OF {
            self.sizes.member[m].next = self.members.member[m].val();
        }
        for c in 0..ZE {
            self.gangs.class[c].next = self.sizes.class[c].val();
        }
        for e in 0..GREEDY_E {
            self.gangs.greedy[e].next = self.order.greedy[e].val();
        }
        for m in 0..KEYED {
            self.order.member[m].next = self.members.member[m].val();
        }
        for s in 0..S {
            self.planes.d[s].next = self.pcs[s].planes.val();
        }
        self.pc_planes.d.next = self.planes.q.val();
        for q in 0..SQ {
            self.order.pc[q].next = self.pc_planes.q[q].val();
            self.alone_order.pc[q].next = self.pc_planes.q[q].val();
        }
        for q in 0..NO_PLANES {
            self.no_planes[q].d.next = self.pc_planes.q[q].val();
        }
        for g in 0..G {
            self.recent_gang[g].clock.next = self.clock.val();
            self.recent_gang[g].reset.next = self.reset.val();
            self.recent_gang[g].issued.next = self.gangs.at[g].val();
            self.recent_gang[g].issued_entry.next = self.entries.q[g].val();
            self.greedy_at[g].enable.next = true;
            self.greedy_at[g].at.next = self.recent_gang[g].set.val();
            self.order.at[g].next = self.greedy_at[g].q.val();
            self.order.entry[g].next = self.recent_gang[g].entry.val();
        }
        for c in 0..CYCLIC {
            self.greedy_since[c].at.next = self.recent_gang[c].set.val();
            self.order.since[c].next = self.greedy_since[c].q.val();
        }
        for s in 0..GS {
            self.recent[s].clock.next = self.clock.val();
            self.recent[s].reset.next = self.reset.val();
            self.recent[s].issued.next = self.left.at[s].val();
            self.alone_order.recent[s].next = self.recent[s].prefer.val();
        }
        // issue: gangs
        for e in 0..E {
            self.gangs.request[e].next = self.status.issue_gang[e].val();
        }
        for p in 0..PE {
            self.gangs.prefer[p].next = self.order.prefer[p].val();
        }
        for e in 0..KE {
            self.entry_bits.d[e].next = self.gangs.entry[e].val();
        }
        self.entries.d.next = self.entry_bits.q.val();
        for m in 0..KS {
            self.mask_bits.d[m].next = self.gangs.member_of[m].val();
            self.gang_pc.member_of[m].next = self.gangs.member_of[m].val();
            self.taken.member_of[m].next = self.gangs.member_of[m].val();
            self.left.member_of[m].next = self.gangs.member_of[m].val();
        }
        self.masks.d.next = self.mask_bits.q.val();
        for k in 0..K {
            self.names[k].at.next = self.gangs.at[k].val();
            self.names[k].entry.next = self.entries.q[k].val();
            self.taken.at[k].next = self.gangs.at[k].val();
            self.taken.set[k].next = self.names[k].set.val();
            self.issue_valid[k].next = self.gangs.some[k].val();
            self.issue_id[k].next = self.names[k].id.val();
            self.issue_mask[k].next = self.masks.q[k].val();
            self.issue_pc[k].next = self.gang_pc.pc[k].val();
        }
        // issue: singletons
        for p in 0..PAS {
            self.singletons.prefer[p].next = self.alone_order.prefer[p].val();
        }
        for s in 0..S {
            self.gang_pc.slice[s].next = self.pcs[s].issue_pc.val();
            self.singletons.request[s].next = self.status.issue_alone[s].val();
            self.left.alone[s].next = self.singletons.at[s].val();
            self.left.some[s].next = self.status.issue_alone[s].val().any();
            self.alone_bits.d[s].next = self.left.goes[s].val();
            self.alone_sets[s].d.next = self.singletons.at[s].val();
            self.alone_set[s].next = self.alone_sets[s].q.val();
        }
        self.alone.next = self.alone_bits.q.val();
        // fetch: gangs, and whose turn is next: after the first of them
        self.gang_turn.clock.next = self.clock.val();
        self.gang_turn.reset.next = self.reset.val();
        self.gang_turn.last.next = self.fetch.at[0].val();
        for e in 0..E {
            self.gang_turn.last_entry[e].next = self.fetch.entry[e].val();
            self.fetch.request[e].next = self.status.fetch_gang[e].val();
            self.fetch.prefer[e].next = self.gang_turn.turn[e].val();
        }
        for m in E..(E + 1) {
            for e in 0..LATER {
                self.later_entries[e].d.next = self.fetch.entry[m + e].val();
            }
        }
        for m in 0..FS {
            self.fetch_taken.member_of[m].next = self.fetch.member_of[m].val();
            self.fetching.member_of[m].next = self.fetch.member_of[m].val();
            self.fetch_pc.member_of[m].next = self.fetch.member_of[m].val();
        }
        for s in 0..S {
            self.fetching.by[s].next = self.fetch_taken.by[s].val();
            self.fetching.filled[s].next = self.warps[s].filled.val();
            self.fetch_pc.slice[s].next = self.pcs[s].gang_fetch_pc.val();
        }
        for k in 0..F {
            self.fetch_sets[k].d.next = self.fetch.at[k].val();
            self.fetch_taken.at[k].next = self.fetch.at[k].val();
            self.fetch_taken.set[k].next = self.fetch_sets[k].q.val();
            self.gang_bits.d[k].next = self.fetch.some[k].val();
            self.grants.gang[k].next = self.fetch.some[k].val();
            self.gang_fetch[k].next = self.fetch.some[k].val();
            self.gang_fetch_set[k].next = self.fetch_sets[k].q.val();
            self.gang_fetch_mask[k].next = self.fetching.slices[k].val();
            self.gang_fetch_pc[k].next = self.fetch_pc.pc[k].val();
        }
        // fetch: singletons
        for s in 0..S {
            self.turns[s].clock.next = self.clock.val();
            self.turns[s].reset.next = self.reset.val();
            self.turns[s].last.next = self.granted.granted[s].val();
            self.wants.request[s].next = self.status.fetch_alone[s].val();
            self.wants.prefer[s].next = self.turns[s].turn.val();
            self.want_bits.d[s].next = self.status.fetch_alone[s].val().any();
            self.want_sets[s].d.next = self.wants.at[s].val();
            self.want_set[s].next = self.want_sets[s].q.val();
            self.want_pc[s].next = self.pcs[s].want_pc.val();
            self.granted.at[s].next = self.wants.at[s].val();
        }
        self.want.next = self.want_bits.q.val();
        self.slice_turn.clock.next = self.clock.val();
        self.slice_turn.reset.next = self.reset.val();
        self.slice_turn.last.next = self.grants.last.val();
        self.grants.want.next = self.want_bits.q.val();
        self.grants.l0.next = self.l0.val();
        self.grants.turn.next = self.slice_turn.turn.val();
        self.granted.grant.next = self.grants.grant.val();
        self.grant.next = self.grants.grant.val();
        self.fetches_gang.clock.next = self.clock.val();
        self.fetches_gang.reset.next = self.reset.val();
        self.fetches_gang.d.next = self.gang_bits.q.val();
        self.count_gang.next = self.fetches_gang.total.val();
        self.fetches_slice.clock.next = self.clock.val();
        self.fetches_slice.reset.next = self.reset.val();
        self.fetches_slice.d.next = self.grants.from_l1.val();
        self.count_slice.next = self.fetches_slice.total.val();
        self.fetches_local.clock.next = self.clock.val();
        self.fetches_local.reset.next = self.reset.val();
        self.fetches_local.d.next = self.grants.from_l0.val();
        self.count_local.next = self.fetches_local.total.val();
        // splits
        for m in 0..TES {
            self.tear.member[m].next = self.members.member[m].val();
        }
        for s in 0..TS {
            self.tear.ended[s].next = self.hear[s].ended.val();
            self.tear.woken[s].next = self.hear[s].woken.val();
            self.tear.ready[s].next = self.warps[s].ready.val();
            self.tear.memory[s].next = self.wake_memory.val().get_bit(s);
            self.divide.torn[s].next = self.tear.torn[s].val();
        }
        for s in 0..S {
            self.divide.reported[s].next = self.hear[s].reported.val();
            self.divide.ended[s].next = self.hear[s].ended.val();
            self.divide.pc[s].next = self.report_pc[s].val();
            self.divide.moved[s].next = self.pcs[s].moved.val();
        }
        for m in 0..ES {
            self.divided.d[m].next = self.divide.after[m].val();
        }
        self.members.after.next = self.divided.q.val();
        // re-forming
        for s in 0..S {
            self.alone_words.d[s].next = self.alones.alone[s].val();
            self.known_words.d[s].next = self.warps[s].known.val();
            self.reform_pcs.d[s].next = self.pcs[s].reform_pc.val();
        }
        for s in 0..RS {
            self.stirred.reported[s].next = self.hear[s].reported.val();
            self.stirred.woken[s].next = self.hear[s].woken.val();
            self.stirred.issued[s].next = self.taken.by[s].val();
            self.stirred.alone[s].next = self.left.at[s].val();
        }
        for r in 0..R {
            self.crowd[r].member.next = self.member_words.q.val();
            self.crowd[r].alone.next = self.alone_words.q.val();
            self.select[r].clock.next = self.clock.val();
            self.select[r].reset.next = self.reset.val();
            self.select[r].crowd.next = self.crowd[r].crowd.val();
            self.select_set[r].d.next = self.select[r].at.val();
            self.reform[r].at.next = self.select[r].at.val();
            self.reform[r].stirred.next = self.stirred.stirred[r].val();
            self.reform[r].member.next = self.member_words.q.val();
            self.reform[r].alone.next = self.alone_words.q.val();
            self.reform[r].known.next = self.known_words.q.val();
            self.reform[r].pcs.next = self.reform_pcs.q.val();
            self.reform[r].divided.next = self.divided.q.val();
            self.members.after.next = self.reform[r].after.val();
        }
        for k in 0..NEVER {
            self.no_members[k].d.next = self.member_words.q.val();
            self.no_words[k].d.next = self.alone_words.q.val();
            self.no_known[k].d.next = self.known_words.q.val();
            self.no_pcs[k].d.next = self.reform_pcs.q.val();
        }
        for k in 0..NO_SYNC {
            self.no_sync[k].d.next = self.report_sync.val();
        }
        for k in 0..CONTROL {
            self.no_memory[k].d.next = self.wake_memory.val();
        }
    }
}
