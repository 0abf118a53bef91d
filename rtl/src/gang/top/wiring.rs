//! The ganging unit's wiring: what each part's inputs are connected to.

use rust_hdl::prelude::*;

use super::Gang;

#[rustfmt::skip]
impl<
    const N: usize, const S: usize, const E: usize, const I: usize, const J: usize, const IS: usize, const JS: usize, const AHEAD: usize, const NOW:
    usize, const NOW_S: usize, const ZP: usize, const ZPE: usize, const MORE: usize, const MORE_F: usize, const BIG_F: usize, const SIZED_F: usize,
    const SIZES_F: usize, const ZF: usize, const ZFE: usize, const K: usize, const F: usize, const PB: usize, const LB: usize, const EB: usize, const
    IDB: usize, const LOG: usize, const ES: usize, const KE: usize, const KS: usize, const SS: usize, const EK: usize, const KK: usize, const KB:
    usize, const EF: usize, const FS: usize, const FF: usize, const FTB: usize, const FC: usize, const GP: usize, const GLB: usize, const GPB: usize,
    const GS_PCS: usize, const SGP: usize, const ALL: usize, const EACH: usize, const PCS: usize, const SB: usize, const CB: usize, const FB: usize,
    const PORTS: usize, const SPARE: usize, const OTHERS: usize, const BESIDE: usize, const SHARED: usize, const SIZED: usize, const LITTLE: usize,
    const BIG: usize, const Z: usize, const ZE: usize, const ZK: usize, const G: usize, const GS: usize, const GK: usize, const CYCLIC: usize, const
    CK: usize, const GREEDY: usize, const GREEDY_E: usize, const O: usize, const OLDEST: usize, const NUMBERED: usize, const NAMES: usize, const
    BY_PC: usize, const Q: usize, const KEYED: usize, const SIZES_OF: usize, const SQ: usize, const P: usize, const PE: usize, const PS: usize, const
    GREEDY_S: usize, const PLANES: usize, const TURNED: usize, const TURNS: usize, const NO_PLANES: usize, const SORTED: usize, const SK: usize, const
    SORTED_O: usize, const SORTED_ZK: usize, const SORTED_PC: usize, const TURNING: usize, const TURNING_F: usize, const TEARS: usize, const TS:
    usize, const TES: usize, const IMPATIENT: usize, const GROUP: usize, const GROUP_E: usize, const CONTROL: usize, const RANKS: usize, const
    RANKS_E: usize, const R: usize, const RS: usize, const NEVER: usize, const READS: usize, const PARTNERS: usize, const WS: usize, const WB: usize,
    const CYCLES: usize, const NO_SYNC: usize,
> Logic for Gang<
    N, S, E, I, J, IS, JS, AHEAD, NOW, NOW_S, ZP, ZPE, MORE, MORE_F, BIG_F, SIZED_F, SIZES_F, ZF, ZFE, K, F, PB, LB, EB, IDB, LOG, ES, KE, KS, SS, EK,
    KK, KB, EF, FS, FF, FTB, FC, GP, GLB, GPB, GS_PCS, SGP, ALL, EACH, PCS, SB, CB, FB, PORTS, SPARE, OTHERS, BESIDE, SHARED, SIZED, LITTLE, BIG, Z,
    ZE, ZK, G, GS, GK, CYCLIC, CK, GREEDY, GREEDY_E, O, OLDEST, NUMBERED, NAMES, BY_PC, Q, KEYED, SIZES_OF, SQ, P, PE, PS, GREEDY_S, PLANES, TURNED,
    TURNS, NO_PLANES, SORTED, SK, SORTED_O, SORTED_ZK, SORTED_PC, TURNING, TURNING_F, TEARS, TS, TES, IMPATIENT, GROUP, GROUP_E, CONTROL, RANKS,
    RANKS_E, R, RS, NEVER, READS, PARTNERS, WS, WB, CYCLES, NO_SYNC,
> {
    #[hdl_gen]
    fn update(&mut self) {
        // launch, and the reports of the slices
        self.start.valid.next = self.launch_valid.val(); self.start.set.next = self.launch_set.val();
        self.start.slices.next = self.launch_mask.val(); self.start.apart.next = self.launch_apart.val();
        for s in 0..S {
            self.events[s].clock.next = self.clock.val(); self.events[s].reset.next = self.reset.val();
            self.events[s].report.next = self.report.val().get_bit(s); self.events[s].ends.next = self.report_end.val().get_bit(s);
            self.events[s].report_set.next = self.report_set[s].val(); self.events[s].moves.next = self.pcs[s].moved.val();
            self.events[s].wake.next = self.wake.val().get_bit(s); self.events[s].wake_set.next = self.wake_set[s].val();
            self.events[s].fill.next = self.fill.val().get_bit(s); self.events[s].fill_set.next = self.fill_set[s].val();
            self.events[s].launch.next = self.start.launched.val().get_bit(s); self.events[s].launch_at.next = self.start.at.val();
        }
        self.syncs.clock.next = self.clock.val(); self.from_memory.clock.next = self.clock.val();
        // the warps
        for s in 0..S {
            self.issued[s].next = self.taken.by[s].val() | self.left.at[s].val();
            self.warps[s].clock.next = self.clock.val(); self.warps[s].reset.next = self.reset.val();
            self.warps[s].launched.next = self.events[s].launched.val(); self.warps[s].reported.next = self.events[s].reported.val();
            self.warps[s].ended.next = self.events[s].ended.val(); self.warps[s].woken.next = self.events[s].woken.val();
            self.warps[s].loaded.next = self.events[s].loaded.val(); self.warps[s].issued.next = self.issued[s].val();
            self.warps[s].fetched.next = self.fetch_taken.by[s].val() | self.granted.granted[s].val(); self.held[s].next = self.none.val();
        }
        for s in 0..WS {
            self.waits[s].clock.next = self.clock.val(); self.syncs.d[s].next = self.report_sync.val().get_bit(s);
            self.waits[s].sync.next = self.syncs.q[s].val(); self.waits[s].reported.next = self.events[s].reported.val();
            self.waits[s].launched.next = self.events[s].launched.val(); self.waits[s].issued.next = self.issued[s].val();
            self.held[s].next = self.waits[s].waits.val() & self.crowd[0].crowd.val();
        }
        self.reform_set.next = self.no_set.val();
        for r in 0..R { self.reform_set.next = self.select_set[r].q.val(); }
        for s in 0..S {
            self.pcs[s].clock.next = self.clock.val(); self.pcs[s].launch.next = self.start.launched.val().get_bit(s);
            self.pcs[s].launch_set.next = self.launch_set.val(); self.pcs[s].launch_pc.next = self.launch_pc.val();
            self.pcs[s].report.next = self.report.val().get_bit(s); self.pcs[s].report_set.next = self.report_set[s].val();
            self.pcs[s].report_pc.next = self.report_pc[s].val(); self.pcs[s].gang_sets.next = self.gang_sets.q.val();
            self.slice_pcs.d[s].next = self.pcs[s].gang_pcs.val(); self.pcs[s].want_set.next = self.want_sets[s].q.val();
            self.pcs[s].reform_set.next = self.reform_set.val();
        }
        for k in 0..K { self.gang_sets.d[k].next = self.names[k].set.val(); }
        for m in K..(K + 1) {
            for k in 0..F { self.gang_sets.d[m + k].next = self.fetch_sets[k].q.val(); }
        }
        self.gang_pcs.d.next = self.slice_pcs.q.val();
        // gangs and singletons
        self.members.clock.next = self.clock.val(); self.members.reset.next = self.reset.val();
        self.members.launch_at.next = self.start.at.val(); self.members.gang.next = self.start.gang.val();
        for m in 0..ES {
            self.alones.member[m].next = self.members.member[m].val(); self.picked.member[m].next = self.members.member[m].val();
            self.fetch_picked.member[m].next = self.members.member[m].val(); self.status.member[m].next = self.members.member[m].val();
            self.row.member[m].next = self.members.member[m].val(); self.divide.member[m].next = self.members.member[m].val();
            self.member_words.d[m].next = self.members.member[m].val();
        }
        for s in 0..S {
            self.alones.exists[s].next = self.warps[s].exists.val(); self.status.known[s].next = self.warps[s].known.val();
            self.status.filled[s].next = self.warps[s].filled.val(); self.status.fetching[s].next = self.warps[s].fetching.val();
            self.status.ready[s].next = self.warps[s].ready.val(); self.status.held[s].next = self.held[s].val();
            self.status.busy[s].next = self.busy.val().get_bit(s); self.status.alone[s].next = self.alones.alone[s].val();
            self.row.alone[s].next = self.alones.alone[s].val();
        }
        self.reading.enable.next = true; self.reading.at.next = self.read_set.val(); self.row.at.next = self.reading.q.val();
        for e in 0..E { self.read_gang[e].next = self.row.gang[e].val(); }
        self.read_alone.next = self.row.singletons.val();
        // the order of issue
        self.ages.clock.next = self.clock.val(); self.ages.last.next = self.start.at.val();
        for m in 0..SIZES_OF { self.sizes.member[m].next = self.members.member[m].val(); }
        for s in 0..S { self.planes.d[s].next = self.pcs[s].planes.val(); }
        self.pc_planes.d.next = self.planes.q.val();
        for q in 0..SQ { self.alone_order.pc[q].next = self.pc_planes.q[q].val(); }
        for q in 0..NO_PLANES { self.no_planes[q].d.next = self.pc_planes.q[q].val(); }
        for m in 0..KEYED { self.order.member[m].next = self.members.member[m].val(); }
        for q in 0..SQ { self.order.pc[q].next = self.pc_planes.q[q].val(); }
        for s in 0..GS {
            self.recent[s].clock.next = self.clock.val(); self.recent[s].reset.next = self.reset.val();
            self.recent[s].issued.next = self.left.at[s].val(); self.alone_order.recent[s].next = self.recent[s].prefer.val();
        }
        for j in 0..OLDEST { self.choose.after[j].next = self.ages.after[j].val(); self.choose_alone.after[j].next = self.ages.after[j].val(); }
        for j in 0..NUMBERED {
            self.choose.after[j].next = self.by_number.after[j].val(); self.choose_alone.after[j].next = self.by_number.after[j].val();
        }
        // issue: the picks of gangs
        for p in 0..PE { self.choose.prefer[p].next = self.order.prefer[p].val(); }
        for z in 0..ZE { self.choose.size[z].next = self.sizes.size[z].val(); }
        for z in 0..ZPE { self.picked.size[z].next = self.sizes.size[z].val(); }
        for e in 0..GREEDY_E { self.choose.greedy[e].next = self.order.greedy[e].val(); }
        for e in 0..E {
            self.choose.request[e].next = self.status.issue_gang[e].val(); self.picked.could[e].next = self.status.issue_gang[e].val();
            self.picked.pick[e].next = self.choose.first[e].val();
        }
        for a in 0..AHEAD {
            self.picks[a].clock.next = self.clock.val(); self.picks[a].reset.next = self.reset.val();
            for k in 0..I { self.picks[a].some[k].next = self.choose.some[k].val(); }
            for e in 0..E {
                self.choose.request[e].next = self.status.issue_gang[e].val() & !self.picks[a].pick[e].val();
                self.picks[a].first[e].next = self.choose.first[e].val(); self.picked.pick[e].next = self.picks[a].pick[e].val();
            }
        }
        // issue: the gangs that go
        for k in 0..SK { self.ahead.at[k].next = self.picked.at[k].val(); }
        for z in 0..SORTED_ZK { self.ahead.size[z].next = self.picked.size_of[z].val(); }
        for k in 0..SORTED_PC { self.ahead.pc[k].next = self.gang_pc.pc[k].val(); }
        for j in 0..SORTED_O { self.ahead.after[j].next = self.choose.after[j].val(); }
        for k in 0..KK {
            self.arbiter.ahead[k].next = self.ahead.ahead[k].val();
            for b in 0..TURNING { self.arbiter.ahead[k].next = self.turn[b].ahead.val().get_bit(k); }
        }
        for b in 0..TURNING {
            self.turn[b].clock.next = self.clock.val(); self.turn[b].reset.next = self.reset.val();
            self.turn[b].fits.next = self.fit_bits.q.val();
        }
        for k in 0..NOW { self.no_some[k].d.next = self.choose.some[k].val(); self.no_some_fetch[k].d.next = self.choose_fetch.some[k].val(); }
        for s in 0..NOW_S {
            self.no_some_alone[s].d.next = self.choose_alone.some[s].val(); self.no_some_want[s].d.next = self.choose_want.some[s].val();
        }
        self.no_turn.d.next = self.fit_bits.q.val();
        for e in 0..KE { self.entry_bits.d[e].next = false; }
        for l in E..(E + 1) {
            for m in I..(I + 1) {
                for k in 0..I {
                    for i in 0..EK { self.entry_bits.d[k * l + i * m + k].next = self.picked.entry[i * m + k].val(); }
                }
            }
        }
        for k in 0..IS { self.arbiter.member_of[k].next = self.picked.member_of[k].val(); self.member_of[k].next = self.picked.member_of[k].val(); }
        for k in 0..I {
            self.fit_bits.d[k].next = self.picked.fits[k].val(); self.arbiter.fits[k].next = self.picked.fits[k].val();
            self.goes[k].next = self.arbiter.goes[k].val(); self.at[k].next = self.picked.at[k].val();
        }
        for m in MORE..(MORE + 1) {
            for k in 0..MORE {
                for p in 0..PE { self.more[k].prefer[p].next = self.order.prefer[p].val(); }
                for z in 0..ZE { self.more[k].size[z].next = self.sizes.size[z].val(); }
                for e in 0..GREEDY_E { self.more[k].greedy[e].next = self.order.greedy[e].val(); }
                for j in 0..O { self.more[k].after[j].next = self.choose.after[j].val(); }
                for e in 0..ES { self.more[k].member[e].next = self.members.member[e].val(); }
                for e in 0..E {
                    self.more[k].request[e].next = self.status.issue_gang[e].val();
                    if 0 < k { self.more[k].request[e].next = self.more[(k + m - 1) % m].left[e].val(); }
                }
                for l in E..(E + 1) {
                    for e in 0..E { self.entry_bits.d[(k + 1) * l + e].next = self.more[k].entry[e].val(); }
                }
                for n in S..(S + 1) {
                    for s in 0..S {
                        self.more[k].taken[s].next = self.member_of[k * n + s].val();
                        self.member_of[(k + 1) * n + s].next = self.more[k].member_of[s].val();
                    }
                }
                self.goes[k + 1].next = self.more[k].goes.val(); self.at[k + 1].next = self.more[k].at.val();
            }
        }
        self.entries.d.next = self.entry_bits.q.val();
        // issue: what was issued last
        for k in 0..GK {
            self.recent_gang[k].clock.next = self.clock.val(); self.recent_gang[k].reset.next = self.reset.val();
            self.recent_gang[k].goes.next = self.goes[k].val(); self.recent_gang[k].at.next = self.at[k].val();
            self.recent_gang[k].issued_entry.next = self.entries.q[k].val(); self.greedy_at[k].enable.next = true;
            self.greedy_at[k].at.next = self.recent_gang[k].set.val(); self.order.at[k].next = self.greedy_at[k].q.val();
            self.order.entry[k].next = self.recent_gang[k].entry.val();
        }
        for k in 0..CK { self.greedy_since[k].at.next = self.recent_gang[k].set.val(); self.order.since[k].next = self.greedy_since[k].q.val(); }
        for k in 0..KS {
            self.mask_bits.d[k].next = self.member_of[k].val(); self.taken.member_of[k].next = self.member_of[k].val();
            self.left.member_of[k].next = self.member_of[k].val(); self.gang_pc.member_of[k].next = self.member_of[k].val();
        }
        for g in GP..(GP + 1) {
            for m in K..(K + 1) {
                for s in 0..S {
                    for k in 0..K { self.gang_pc.slice[s * m + k].next = self.gang_pcs.q[s * g + k].val(); }
                }
            }
        }
        self.masks.d.next = self.mask_bits.q.val();
        for k in 0..K {
            self.names[k].at.next = self.at[k].val(); self.names[k].entry.next = self.entries.q[k].val();
            self.taken.at[k].next = self.at[k].val(); self.taken.goes[k].next = self.goes[k].val();
            self.left.gang_goes[k].next = self.goes[k].val(); self.issue_valid[k].next = self.goes[k].val();
            self.issue_id[k].next = self.names[k].id.val(); self.issue_mask[k].next = self.masks.q[k].val();
            self.issue_pc[k].next = self.gang_pc.pc[k].val();
        }
        // issue: singletons
        for p in 0..PS { self.choose_alone.prefer[p].next = self.alone_order.prefer[p].val(); }
        for s in 0..GREEDY_S { self.choose_alone.greedy[s].next = self.alone_order.greedy[s].val(); }
        for s in 0..S {
            self.choose_alone.request[s].next = self.status.issue_alone[s].val();
            self.alone_pick[s].next = self.choose_alone.first[s].val();
            for a in 0..AHEAD {
                self.alone_picks[a].clock.next = self.clock.val(); self.alone_picks[a].reset.next = self.reset.val();
                self.choose_alone.request[s].next = self.status.issue_alone[s].val() & !self.alone_picks[a].pick[s].val();
                self.alone_picks[a].first[s].next = self.choose_alone.first[s].val();
                self.alone_picks[a].some[s].next = self.choose_alone.some[s].val();
                self.alone_pick[s].next = self.alone_picks[a].pick[s].val();
            }
            self.left.alone[s].next = self.alone_pick[s].val();
            self.left.fits[s].next = (self.alone_pick[s].val() & self.status.issue_alone[s].val()).any();
            self.alone_bits.d[s].next = self.left.goes[s].val(); self.alone_sets[s].d.next = self.alone_pick[s].val();
            self.alone_set[s].next = self.alone_sets[s].q.val();
        }
        self.alone.next = self.alone_bits.q.val();
        // fetch: the picks of gangs
        self.gang_turns.clock.next = self.clock.val(); self.gang_turns.reset.next = self.reset.val();
        for m in 0..SIZES_F { self.fetch_sizes.member[m].next = self.members.member[m].val(); }
        for c in 0..NOW {
            for z in 0..ZFE { self.biggest[c].size[z].next = self.fetch_sizes.size[z].val(); }
            for e in 0..E {
                self.biggest[c].request[e].next = self.status.fetch_gang[e].val();
                self.choose_fetch.request[e].next = self.biggest[c].kept[e].val();
                self.fetch_picked.pick[e].next = self.choose_fetch.first[e].val();
            }
        }
        for a in 0..AHEAD {
            self.fetch_picks[a].clock.next = self.clock.val(); self.fetch_picks[a].reset.next = self.reset.val();
            for k in 0..J { self.fetch_picks[a].some[k].next = self.choose_fetch.some[k].val(); }
            for e in 0..E {
                self.choose_fetch.request[e].next = self.status.fetch_gang[e].val() & !self.fetch_picks[a].pick[e].val();
                self.fetch_picks[a].first[e].next = self.choose_fetch.first[e].val();
                self.fetch_picked.pick[e].next = self.fetch_picks[a].pick[e].val();
            }
        }
        for e in 0..E {
            self.gang_turns.entry[e].next = self.fetch_picked.entry[e].val();
            self.choose_fetch.turn[e].next = self.gang_turns.turn[e].val();
            self.fetch_picked.could[e].next = self.status.fetch_gang[e].val();
        }
        // fetch: the gangs that go
        for k in 0..FF { self.fetch_arbiter.ahead[k].next = false; }
        for b in 0..TURNING_F {
            self.fetch_turn[b].clock.next = self.clock.val(); self.fetch_turn[b].reset.next = self.reset.val();
            self.fetch_turn[b].fits.next = self.fetch_order[b].first.val(); self.fetch_order[b].turn.next = self.fetch_turn[b].ahead.val();
            for k in 0..J { self.fetch_order[b].fits[k].next = self.fetch_picked.fits[k].val(); }
            for k in 0..JS { self.fetch_order[b].member_of[k].next = self.fetch_picked.member_of[k].val(); }
            for k in 0..FF { self.fetch_arbiter.ahead[k].next = self.fetch_order[b].ahead[k].val(); }
        }
        for k in 0..JS {
            self.fetch_arbiter.member_of[k].next = self.fetch_picked.member_of[k].val();
            self.fetch_member_of[k].next = self.fetch_picked.member_of[k].val();
        }
        for k in 0..J {
            self.fetch_arbiter.fits[k].next = self.fetch_picked.fits[k].val();
            self.gang_turns.goes[k].next = self.fetch_arbiter.goes[k].val(); self.gang_turns.at[k].next = self.fetch_picked.at[k].val();
            self.fetch_goes[k].next = self.fetch_arbiter.goes[k].val(); self.fetch_at[k].next = self.fetch_picked.at[k].val();
        }
        for m in MORE_F..(MORE_F + 1) {
            for k in 0..MORE_F {
                for z in 0..ZFE { self.more_fetch[k].size[z].next = self.fetch_sizes.size[z].val(); }
                for e in 0..ES { self.more_fetch[k].member[e].next = self.members.member[e].val(); }
                for e in 0..E {
                    self.more_fetch[k].turn[e].next = self.gang_turns.turn[e].val();
                    self.more_fetch[k].request[e].next = self.status.fetch_gang[e].val();
                    if 0 < k { self.more_fetch[k].request[e].next = self.more_fetch[(k + m - 1) % m].left[e].val(); }
                }
                for n in S..(S + 1) {
                    for s in 0..S {
                        self.more_fetch[k].taken[s].next = self.fetch_member_of[k * n + s].val();
                        self.fetch_member_of[(k + 1) * n + s].next = self.more_fetch[k].member_of[s].val();
                    }
                }
                self.fetch_goes[k + 1].next = self.more_fetch[k].goes.val(); self.fetch_at[k + 1].next = self.more_fetch[k].at.val();
            }
        }
        for k in 0..FS {
            self.empty.member_of[k].next = self.fetch_member_of[k].val(); self.fetch_mask_bits.d[k].next = self.empty.empty[k].val();
            self.fetch_taken.member_of[k].next = self.empty.empty[k].val(); self.fetch_pc.member_of[k].next = self.empty.empty[k].val();
            self.wanted.member_of[k].next = self.empty.empty[k].val();
        }
        for g in GP..(GP + 1) {
            for l in K..(K + 1) {
                for m in F..(F + 1) {
                    for s in 0..S {
                        for k in 0..F { self.fetch_pc.slice[s * m + k].next = self.gang_pcs.q[s * g + l + k].val(); }
                    }
                }
            }
        }
        for s in 0..S { self.empty.filled[s].next = self.warps[s].filled.val(); }
        self.fetch_masks.d.next = self.fetch_mask_bits.q.val();
        for k in 0..F {
            self.empty.at[k].next = self.fetch_at[k].val(); self.fetch_sets[k].d.next = self.fetch_at[k].val();
            self.fetch_taken.at[k].next = self.fetch_at[k].val(); self.fetch_taken.goes[k].next = self.fetch_goes[k].val();
            self.gang_bits.d[k].next = self.fetch_goes[k].val(); self.grants.gang[k].next = self.fetch_goes[k].val();
            self.wanted.gang[k].next = self.fetch_goes[k].val();
            self.gang_fetch[k].next = self.fetch_goes[k].val(); self.gang_fetch_set[k].next = self.fetch_sets[k].q.val();
            self.gang_fetch_mask[k].next = self.fetch_masks.q[k].val(); self.gang_fetch_pc[k].next = self.fetch_pc.pc[k].val();
        }
        // fetch: singletons, in slices for which no gang fetches
        for s in 0..S {
            self.choose_want.request[s].next = self.status.fetch_alone[s].val(); self.want_pick[s].next = self.choose_want.first[s].val();
            for a in 0..AHEAD {
                self.want_picks[a].clock.next = self.clock.val(); self.want_picks[a].reset.next = self.reset.val();
                self.choose_want.request[s].next = self.status.fetch_alone[s].val() & !self.want_picks[a].pick[s].val();
                self.want_picks[a].first[s].next = self.choose_want.first[s].val();
                self.want_picks[a].some[s].next = self.choose_want.some[s].val(); self.want_pick[s].next = self.want_picks[a].pick[s].val();
            }
            self.turns[s].clock.next = self.clock.val(); self.turns[s].reset.next = self.reset.val();
            self.turns[s].goes.next = self.grants.grant.val().get_bit(s); self.turns[s].last.next = self.want_pick[s].val();
            self.choose_want.turn[s].next = self.turns[s].turn.val();
            self.want_bits.d[s].next = (self.want_pick[s].val() & self.status.fetch_alone[s].val()).any();
            self.want_sets[s].d.next = self.want_pick[s].val(); self.want_set[s].next = self.want_sets[s].q.val();
            self.want_pc[s].next = self.pcs[s].want_pc.val(); self.granted.at[s].next = self.want_pick[s].val();
        }
        self.wanted.request.next = self.want_bits.q.val(); self.want.next = self.wanted.want.val();
        self.slice_turn.clock.next = self.clock.val(); self.slice_turn.reset.next = self.reset.val();
        self.slice_turn.goes.next = self.grants.last.val().any(); self.slice_turn.last.next = self.grants.last.val();
        self.grants.request.next = self.want_bits.q.val(); self.grants.want.next = self.wanted.want.val();
        self.grants.l0.next = self.l0.val();
        self.grants.turn.next = self.slice_turn.turn.val(); self.granted.grant.next = self.grants.grant.val();
        self.grant.next = self.grants.grant.val();
        self.fetches_gang.clock.next = self.clock.val(); self.fetches_gang.reset.next = self.reset.val();
        self.fetches_gang.d.next = self.gang_bits.q.val(); self.count_gang.next = self.fetches_gang.total.val();
        self.fetches_slice.clock.next = self.clock.val(); self.fetches_slice.reset.next = self.reset.val();
        self.fetches_slice.d.next = self.grants.from_l1.val(); self.count_slice.next = self.fetches_slice.total.val();
        self.fetches_local.clock.next = self.clock.val(); self.fetches_local.reset.next = self.reset.val();
        self.fetches_local.d.next = self.grants.from_l0.val(); self.count_local.next = self.fetches_local.total.val();
        // splits
        self.divide.clock.next = self.clock.val();
        for m in 0..TES { self.tear.member[m].next = self.members.member[m].val(); }
        for s in 0..TS {
            self.tear.ended[s].next = self.events[s].ended.val(); self.tear.woken[s].next = self.events[s].woken.val();
            self.tear.ready[s].next = self.warps[s].ready.val(); self.from_memory.d[s].next = self.wake_memory.val().get_bit(s);
            self.tear.memory[s].next = self.from_memory.q[s].val(); self.divide.torn[s].next = self.tear.torn[s].val();
        }
        for s in 0..S {
            self.divide.reported[s].next = self.events[s].reported.val(); self.divide.ended[s].next = self.events[s].ended.val();
            self.divide.pc[s].next = self.report_pc[s].val(); self.divide.moved[s].next = self.events[s].moved.val();
        }
        for m in 0..ES { self.divided.d[m].next = self.divide.after[m].val(); }
        self.members.after.next = self.divided.q.val();
        // re-forming
        for s in 0..S {
            self.alone_words.d[s].next = self.alones.alone[s].val(); self.known_words.d[s].next = self.warps[s].known.val();
            self.reform_pcs.d[s].next = self.pcs[s].reform_pc.val();
        }
        for s in 0..RS {
            self.stirred.reported[s].next = self.events[s].reported.val(); self.stirred.woken[s].next = self.events[s].woken.val();
            self.stirred.issued[s].next = self.taken.by[s].val(); self.stirred.alone[s].next = self.left.at[s].val();
        }
        for r in 0..R {
            self.crowd[r].member.next = self.member_words.q.val(); self.crowd[r].alone.next = self.alone_words.q.val();
            self.select[r].clock.next = self.clock.val(); self.select[r].reset.next = self.reset.val();
            self.select[r].crowd.next = self.crowd[r].crowd.val(); self.select_set[r].d.next = self.select[r].at.val();
            self.reform[r].at.next = self.select[r].at.val(); self.reform[r].stirred.next = self.stirred.stirred[r].val();
            self.reform[r].member.next = self.member_words.q.val(); self.reform[r].alone.next = self.alone_words.q.val();
            self.reform[r].known.next = self.known_words.q.val(); self.reform[r].pcs.next = self.reform_pcs.q.val();
            self.reform[r].divided.next = self.divided.q.val(); self.members.after.next = self.reform[r].after.val();
        }
        for k in 0..NEVER {
            self.no_members[k].d.next = self.member_words.q.val(); self.no_words[k].d.next = self.alone_words.q.val();
            self.no_known[k].d.next = self.known_words.q.val(); self.no_pcs[k].d.next = self.reform_pcs.q.val();
        }
        for k in 0..NO_SYNC { self.no_sync[k].d.next = self.report_sync.val(); }
        for k in 0..CONTROL { self.no_memory[k].d.next = self.wake_memory.val(); }
    }
}
