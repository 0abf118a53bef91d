//! The unit: its parts, wired (VWS, figure 6).

mod wiring;

use rust_hdl::prelude::*;

use super::ahead::{Ahead, BigFirst};
use super::arbiter::Arbiter;
use super::by_number::ByNumber;
use super::choose::{ChooseGangs, ChooseSingletons};
use super::cyclic::{CyclicGangs, CyclicSingletons};
use super::divide::Divide;
use super::launch::Launch;
use super::members::Members;
use super::memory_split::MemorySplit;
use super::name::Name;
use super::next::{Biggest, NextFetch, NextGang};
use super::order::{AloneOrder, GangOrder, Sizes};
use super::pcs::Pcs;
use super::picked::Picked;
use super::picks::Picks;
use super::ports::{Fetches, Grant, Wanted};
use super::recent::{Recent, RecentGang};
use super::reform::{Reform, Stirred};
use super::row::Row;
use super::select::{Crowd, Select};
use super::slice_events::SliceEvents;
use super::status::{Alone, Status};
use super::taken::{Empty, GangPc, Granted, Left, Taken};
use super::turn::{GangTurns, PortTurn, Turn};
use super::waits::Waits;
use super::warps::Warps;
use crate::array::Array;
use crate::number::Number;
use crate::primitive::{Decode, Encode, Ignore, Join, Order, Registers, Since, Split};

/// The warp ganging unit, with the ports of the contract. Its parameters are explained where
/// `gang_with!` computes them.
#[derive(LogicBlock, Default)]
#[rustfmt::skip]
pub struct Gang<
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
> {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub launch_valid: Signal<In, Bit>,
    pub launch_set: Signal<In, Bits<LB>>,
    pub launch_mask: Signal<In, Bits<S>>,
    pub launch_apart: Signal<In, Bit>,
    pub launch_pc: Signal<In, Bits<PB>>,
    pub report: Signal<In, Bits<S>>,
    pub report_end: Signal<In, Bits<S>>,
    pub report_sync: Signal<In, Bits<S>>,
    pub report_set: Array<Signal<In, Bits<LB>>, S>,
    pub report_pc: Array<Signal<In, Bits<PB>>, S>,
    pub wake: Signal<In, Bits<S>>,
    pub wake_memory: Signal<In, Bits<S>>,
    pub wake_set: Array<Signal<In, Bits<LB>>, S>,
    pub fill: Signal<In, Bits<S>>,
    pub fill_set: Array<Signal<In, Bits<LB>>, S>,
    pub busy: Signal<In, Bits<S>>,
    pub l0: Signal<In, Bits<S>>,
    pub read_set: Signal<In, Bits<LB>>,
    pub issue_valid: Array<Signal<Out, Bit>, K>,
    pub issue_id: Array<Signal<Out, Bits<IDB>>, K>,
    pub issue_mask: Array<Signal<Out, Bits<S>>, K>,
    pub issue_pc: Array<Signal<Out, Bits<PB>>, K>,
    pub alone: Signal<Out, Bits<S>>,
    pub alone_set: Array<Signal<Out, Bits<LB>>, S>,
    pub gang_fetch: Array<Signal<Out, Bit>, F>,
    pub gang_fetch_set: Array<Signal<Out, Bits<LB>>, F>,
    pub gang_fetch_mask: Array<Signal<Out, Bits<S>>, F>,
    pub gang_fetch_pc: Array<Signal<Out, Bits<PB>>, F>,
    pub want: Signal<Out, Bits<S>>,
    pub want_set: Array<Signal<Out, Bits<LB>>, S>,
    pub want_pc: Array<Signal<Out, Bits<PB>>, S>,
    pub grant: Signal<Out, Bits<S>>,
    pub read_gang: Array<Signal<Out, Bits<S>>, E>,
    pub read_alone: Signal<Out, Bits<S>>,
    pub count_gang: Signal<Out, Bits<FB>>,
    pub count_slice: Signal<Out, Bits<FB>>,
    pub count_local: Signal<Out, Bits<FB>>,
    // the events of the slices, and the state of their warps
    start: Launch<N, LB, S>,
    events: Array<SliceEvents<N, LB>, S>,
    syncs: Registers<Bit, WS>,
    from_memory: Registers<Bit, TS>,
    warps: Array<Warps<N>, S>,
    waits: Array<Waits<N, WB, CYCLES>, WS>,
    pcs: Array<Pcs<N, LB, PB, GP, GLB, GPB, READS, R, NEVER, Q, TURNED>, S>,
    gang_sets: Join<Bits<LB>, GP, GLB>,
    slice_pcs: Join<Bits<GPB>, S, GS_PCS>,
    gang_pcs: Split<Bits<PB>, SGP, GS_PCS>,
    ages: Order<N, OLDEST>,
    by_number: ByNumber<N, LB, NUMBERED>,
    members: Members<N, S, ES, ALL>,
    alones: Alone<N, S, E, ES>,
    status: Status<N, S, E, ES>,
    reading: Decode<LB, N>,
    row: Row<N, S, E, ES>,
    // the order of issue
    sizes: Sizes<N, S, SIZED, SIZES_OF, LITTLE, BIG, Z, ZE>,
    planes: Join<Bits<TURNED>, S, TURNS>,
    pc_planes: Split<Bits<N>, PLANES, TURNS>,
    no_planes: Array<Ignore<Bits<N>>, NO_PLANES>,
    recent: Array<Recent<N, LB, CYCLIC>, GS>,
    recent_gang: Array<RecentGang<N, LB, E, EB>, GK>,
    greedy_at: Array<Decode<LB, N>, GK>,
    greedy_since: Array<Since<LB, N>, CK>,
    order: GangOrder<N, S, E, EB, I, EK, NAMES, PE, GREEDY, GREEDY_E, GK, CYCLIC, CK, BY_PC, KEYED, Q, SQ>,
    alone_order: AloneOrder<N, S, GREEDY_S, PS, CYCLIC, GS, Q, SQ>,
    // issue: gangs
    choose: ChooseGangs<N, E, I, EK, P, PE, Z, ZE, GREEDY, GREEDY_E, O>,
    picks: Array<Picks<N, E, I, EK>, AHEAD>,
    picked: Picked<N, S, E, ES, I, EK, IS, ZP, ZPE, ZK>,
    fit_bits: Join<Bit, I, I>,
    ahead: Ahead<N, I, KK, SORTED, SK, Z, SORTED_ZK, BY_PC, SORTED_PC, PB, SORTED_O>,
    turn: Array<PortTurn<I, KB, KK>, TURNING>,
    arbiter: Arbiter<S, I, KK, IS>,
    more: Array<NextGang<N, S, E, ES, P, PE, Z, ZE, GREEDY, GREEDY_E, O>, MORE>,
    entry_bits: Join<Bit, KE, KE>,
    entries: Split<Bits<E>, K, KE>,
    names: Array<Name<N, LB, E, EB, IDB, LOG>, K>,
    mask_bits: Join<Bit, KS, KS>,
    masks: Split<Bits<S>, K, KS>,
    gang_pc: GangPc<S, K, KS, PB>,
    taken: Taken<N, S, K, KS>,
    // issue: singletons
    choose_alone: ChooseSingletons<N, S, GREEDY, GREEDY_S, P, PS, O>,
    alone_picks: Array<Picks<N, S, S, 1>, AHEAD>,
    left: Left<N, S, K, KS>,
    alone_bits: Join<Bit, S, S>,
    alone_sets: Array<Encode<N, LB>, S>,
    // fetch: gangs
    gang_turns: GangTurns<N, LB, E, J, EF>,
    fetch_sizes: Sizes<N, S, SIZED_F, SIZES_F, 0, BIG_F, ZF, ZFE>,
    biggest: Array<Biggest<N, E, ZF, ZFE>, NOW>,
    choose_fetch: CyclicGangs<N, E, J, EF>,
    fetch_picks: Array<Picks<N, E, J, EF>, AHEAD>,
    fetch_picked: Picked<N, S, E, ES, J, EF, JS, 0, 0, 0>,
    fetch_turn: Array<PortTurn<J, FTB, FF>, TURNING_F>,
    fetch_order: Array<BigFirst<S, J, FF, JS, CB>, TURNING_F>,
    fetch_arbiter: Arbiter<S, J, FF, JS>,
    more_fetch: Array<NextFetch<N, S, E, ES, ZF, ZFE>, MORE_F>,
    fetch_sets: Array<Encode<N, LB>, F>,
    empty: Empty<N, S, F, FS>,
    fetch_mask_bits: Join<Bit, FS, FS>,
    fetch_masks: Split<Bits<S>, F, FS>,
    fetch_pc: GangPc<S, F, FS, PB>,
    fetch_taken: Taken<N, S, F, FS>,
    // fetch: singletons, ports, counters
    turns: Array<Turn<N, LB>, S>,
    choose_want: CyclicSingletons<N, S>,
    want_picks: Array<Picks<N, S, S, 1>, AHEAD>,
    want_bits: Join<Bit, S, S>,
    want_sets: Array<Encode<N, LB>, S>,
    slice_turn: Turn<S, SB>,
    wanted: Wanted<S, F, FS>,
    grants: Grant<S, SB, F, PORTS, SPARE, OTHERS, BESIDE, SHARED>,
    granted: Granted<N, S>,
    gang_bits: Join<Bit, F, F>,
    fetches_gang: Fetches<F, FC, FB>,
    fetches_slice: Fetches<S, CB, FB>,
    fetches_local: Fetches<S, CB, FB>,
    // splits and re-forming
    tear: MemorySplit<N, S, E, TEARS, TS, TES, GROUP>,
    divide: Divide<N, S, E, ES, SS, PB, IMPATIENT, GROUP, GROUP_E, TS, RANKS, RANKS_E>,
    divided: Join<Bits<N>, ES, ALL>,
    member_words: Join<Bits<N>, ES, ALL>,
    alone_words: Join<Bits<N>, S, EACH>,
    known_words: Join<Bits<N>, S, EACH>,
    reform_pcs: Join<Bits<PB>, S, PCS>,
    crowd: Array<Crowd<N, S, E, ES, ALL, EACH>, R>,
    select: Array<Select<N, LB>, R>,
    select_set: Array<Encode<N, LB>, R>,
    stirred: Stirred<N, R, RS>,
    reform: Array<Reform<N, S, E, ES, SS, PB, ALL, EACH, PCS, PARTNERS>, R>,
    // wires
    held: Array<Signal<Local, Bits<N>>, S>,
    /// The gangs that go: whether there is one at each port, its set and its members; likewise for
    /// fetches.
    goes: Array<Signal<Local, Bit>, K>,
    at: Array<Signal<Local, Bits<N>>, K>,
    member_of: Array<Signal<Local, Bit>, KS>,
    fetch_goes: Array<Signal<Local, Bit>, F>,
    fetch_at: Array<Signal<Local, Bits<N>>, F>,
    fetch_member_of: Array<Signal<Local, Bit>, FS>,
    alone_pick: Array<Signal<Local, Bits<N>>, S>,
    want_pick: Array<Signal<Local, Bits<N>>, S>,
    issued: Array<Signal<Local, Bits<N>>, S>,
    reform_set: Signal<Local, Bits<LB>>,
    no_set: Number<LB, 0>,
    none: Number<N, 0>,
    // what this configuration does not need
    no_turn: Ignore<Bits<I>>,
    no_some: Array<Ignore<Bit>, NOW>,
    no_some_alone: Array<Ignore<Bit>, NOW_S>,
    no_some_fetch: Array<Ignore<Bit>, NOW>,
    no_some_want: Array<Ignore<Bit>, NOW_S>,
    no_sync: Array<Ignore<Bits<S>>, NO_SYNC>,
    no_memory: Array<Ignore<Bits<S>>, CONTROL>,
    no_members: Array<Ignore<Bits<ALL>>, NEVER>,
    no_words: Array<Ignore<Bits<EACH>>, NEVER>,
    no_known: Array<Ignore<Bits<EACH>>, NEVER>,
    no_pcs: Array<Ignore<Bits<PCS>>, NEVER>,
}
