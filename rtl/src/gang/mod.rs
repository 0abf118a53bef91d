//! The warp ganging unit in rust-hdl (VWS 4.1-4.6, 6.3-6.5): from the contract and the paper alone.
//!
//! Everything that the unit stores of warps and gangs is in *words of sets*: bit w of a word
//! belongs to set w, and there is a word for each slice, or for each entry, or for each slice of
//! each entry. An operation is thus written once and happens in all sets, and no set has a number
//! of its own to compare with.
//!
//! The inputs of the slices enter through `slice_events`, which delays reports and wakes, and
//! through `launch`; they are stored in `warps`, `waits`, `pcs` and `members`, the gang table; the
//! order of sets by age is a primitive, [`Order`](crate::primitive::Order). `memory_split` and
//! `divide` split, `select` and `reform` re-form. `status` has what could be issued or fetched,
//! `order`, `recent`, `turn` and `by_number` the preferences, `choose` and `cyclic` the choices of
//! the schedulers, which are their `picks` in the next cycle. What follows from a pick is in
//! `picked`; `ahead` orders picks, `arbiter` grants them, and `taken` has their effect on the
//! slices. Where picks are made in the cycle they are not registered: `next` has the gangs that go
//! beside the first one. `ports` is for fetches, `row` for the reading port.
//!
//! Hardware that a configuration has no use for is not there: its arrays have no elements, its
//! loops no turns.

mod ahead;
mod arbiter;
mod by_number;
mod choose;
mod cyclic;
mod divide;
mod launch;
mod members;
mod memory_split;
mod name;
mod next;
mod order;
mod pcs;
mod picked;
mod picks;
mod ports;
mod recent;
mod reform;
mod row;
mod select;
mod slice_events;
mod status;
mod taken;
mod top;
mod turn;
mod waits;
mod warps;

use heddle_block::{Block, Rtl, same_block};
use heddle_contract::bits;
use heddle_contract::gang::{Config, PRESETS, Picks, Schedule, Split};

use crate::emit::emit;

/// Emits the Verilog of a configuration if it is one of those listed: presets by number, some with
/// other values of parameters. rust-hdl needs every width in the type, so all that follows from the
/// parameters is computed here.
macro_rules! gang_with {
    ($cfg:ident: $([$preset:literal $(, $name:ident: $value:literal)*])*) => {{
        $({
            const C: Config = Config { $($name: $value,)* ..PRESETS[$preset].1 };
            if *$cfg == C {
                const N: usize = C.sets as usize;
                const S: usize = C.slices as usize;
                const E: usize = C.entries() as usize;
                const K: usize = C.issue as usize;
                const F: usize = C.fetches as usize;
                const PB: usize = C.pc_bits as usize;
                const LB: usize = C.set_bits() as usize;
                const EB: usize = bits(C.entries()) as usize;
                const IDB: usize = C.id_bits() as usize;
                const LOG: usize = C.entries().ilog2() as usize;
                const ES: usize = E * S;
                const KE: usize = K * E;
                const KS: usize = K * S;
                const SS: usize = S * S;
                const ALL: usize = ES * N;
                const EACH: usize = S * N;
                const PCS: usize = S * PB;
                const SB: usize = bits(C.slices) as usize;
                const CB: usize = bits(C.slices + 1) as usize;
                const FB: usize = C.count_bits as usize;
                // schedulers that issue, and that fetch; entries of one; pairs of schedulers, and
                // bits of a scheduler's number
                const I: usize = C.issuers() as usize;
                const IS: usize = I * S;
                const EK: usize = E / I;
                const KK: usize = I * I;
                const KB: usize = bits(C.issuers()) as usize;
                const J: usize = C.fetchers() as usize;
                const JS: usize = J * S;
                const EF: usize = E / J;
                const FS: usize = F * S;
                const FF: usize = J * J;
                const FTB: usize = bits(C.fetchers()) as usize;
                /// Whether picks are made ahead, or in the cycle; in the cycle, gangs beside the
                /// first, and the sizes by which they are fetched.
                const AHEAD: usize = matches!(C.picks, Picks::Ahead) as usize;
                const NOW: usize = 1 - AHEAD;
                const NOW_S: usize = NOW * S;
                const MORE: usize = K - I;
                const MORE_F: usize = F - J;
                const BIG_F: usize = (NOW == 1 && S > 2) as usize;
                const SIZED_F: usize = BIG_F * E;
                const SIZES_F: usize = BIG_F * ES;
                const ZF: usize = BIG_F * (S - 2);
                const ZFE: usize = ZF * E;
                const FC: usize = bits(C.fetches + 1) as usize;
                // picked gangs, those for issue first: their sets, their PCs in a slice and in all
                // slices
                const GP: usize = K + F;
                const GLB: usize = GP * LB;
                const GPB: usize = GP * PB;
                const GS_PCS: usize = S * GPB;
                const SGP: usize = S * GP;
                /// L1 ports: those that slices can use, those that remain when all gangs fetch, and
                /// those that slices can use beside a gang that fetches.
                const PORTS: usize = if C.ports as usize > S { S } else { C.ports as usize };
                const SPARE: usize = if C.ports as usize - F > S { S } else { C.ports as usize - F };
                const OTHERS: usize = F - 1;
                const BESIDE: usize = SPARE + OTHERS;
                const SHARED: usize = (BESIDE > 0) as usize;

                // The order of issue. Gangs of two slices are all of one size.
                const BY_SIZE: usize = (matches!(C.schedule, Schedule::Bgto | Schedule::Lgto) && S > 2) as usize;
                const LITTLE: usize = matches!(C.schedule, Schedule::Lgto) as usize;
                const BIG: usize = 1 - LITTLE;
                const CYCLIC: usize = matches!(C.schedule, Schedule::Lrr) as usize;
                const BY_PC: usize = matches!(C.schedule, Schedule::Lpc) as usize;
                const GREEDY: usize = 1 - CYCLIC - BY_PC;
                const UNAGED: usize = 1 - GREEDY;
                /// Words of an order of sets.
                const O: usize = if N == 1 { 0 } else { N };
                const OLDEST: usize = GREEDY * O;
                const NUMBERED: usize = UNAGED * O;
                /// Entries whose gangs are counted; bits of a size in unary.
                const SIZED: usize = BY_SIZE * E;
                const SIZES_OF: usize = BY_SIZE * ES;
                const Z: usize = BY_SIZE * (S - 2);
                const ZE: usize = Z * E;
                /// Sizes of picked gangs, which the arbiter compares.
                const ZP: usize = SORTED * Z;
                const ZPE: usize = ZP * E;
                const ZK: usize = ZP * I;
                /// Bits of PCs that are sorted by; words of what was issued last.
                const Q: usize = BY_PC * PB;
                const SQ: usize = Q * S;
                const G: usize = 1 - BY_PC;
                const GS: usize = G * S;
                const GK: usize = G * I;
                const CK: usize = CYCLIC * I;
                const P: usize = CYCLIC + Q;
                const PE: usize = P * E;
                const PS: usize = P * S;
                const GREEDY_S: usize = GREEDY * S;
                const GREEDY_E: usize = GREEDY * E;
                const NAMES: usize = G * E;
                const KEYED: usize = BY_PC * ES;
                /// The planes of PCs; one, of zeros, if there are none.
                const PLANES: usize = if Q == 0 { S } else { SQ };
                const NO_PLANES: usize = PLANES - SQ;
                const TURNED: usize = PLANES / S * N;
                const TURNS: usize = PLANES * N;
                /// Whether picks of several ports are ordered, by what they are or by turns;
                /// likewise for fetches.
                const SORTED: usize = (I > 1) as usize * (1 - CYCLIC);
                const SK: usize = SORTED * I;
                const SORTED_O: usize = SORTED * O;
                const SORTED_ZK: usize = SORTED * ZK;
                const SORTED_PC: usize = SK * BY_PC;
                const TURNING: usize = (I > 1) as usize * CYCLIC;
                const TURNING_F: usize = (J > 1) as usize;

                // splits and re-forming
                const IMPATIENT: usize = matches!(C.split, Split::Impatient) as usize;
                const GROUP: usize = matches!(C.split, Split::Group) as usize;
                const TEARS: usize = IMPATIENT + GROUP;
                const CONTROL: usize = 1 - TEARS;
                const TS: usize = TEARS * S;
                const TES: usize = TEARS * ES;
                const GROUP_E: usize = GROUP * E;
                /// Classes of a split that may need another entry.
                const RANKS: usize = E - 1;
                const RANKS_E: usize = RANKS * E;
                const R: usize = (C.partners != 0) as usize;
                const NEVER: usize = 1 - R;
                const RS: usize = R * S;
                const READS: usize = 2 + GP + R;
                const PARTNERS: usize = C.partners as usize;
                const WS: usize = if C.sync_wait == 0 { 0 } else { S };
                const WB: usize = bits(C.sync_wait + 1) as usize;
                const CYCLES: usize = C.sync_wait as usize;
                const NO_SYNC: usize = (WS == 0) as usize;
                type ThisGang = top::Gang<
                    N, S, E, I, J, IS, JS, AHEAD, NOW, NOW_S, ZP, ZPE, MORE, MORE_F, BIG_F, SIZED_F, SIZES_F, ZF, ZFE, K, F, PB, LB, EB, IDB, LOG, ES,
                    KE, KS, SS, EK, KK, KB, EF, FS, FF, FTB, FC, GP, GLB, GPB, GS_PCS, SGP, ALL, EACH, PCS, SB, CB, FB, PORTS, SPARE, OTHERS, BESIDE,
                    SHARED, SIZED, LITTLE, BIG, Z, ZE, ZK, G, GS, GK, CYCLIC, CK, GREEDY, GREEDY_E, O, OLDEST, NUMBERED, NAMES, BY_PC, Q, KEYED,
                    SIZES_OF, SQ, P, PE, PS, GREEDY_S, PLANES, TURNED, TURNS, NO_PLANES, SORTED, SK, SORTED_O, SORTED_ZK, SORTED_PC, TURNING,
                    TURNING_F, TEARS, TS, TES, IMPATIENT, GROUP, GROUP_E, CONTROL, RANKS, RANKS_E, R, RS, NEVER, READS, PARTNERS, WS, WB, CYCLES,
                    NO_SYNC,
                >;
                return Some(emit::<ThisGang>(Gang::NAME));
            }
        })*
        None
    }};
}

same_block! {
    /// The hardware of the warp ganging unit.
    pub Gang = heddle_contract::gang::Gang;
}

impl Rtl for Gang {
    const WAIVERS: &'static [(&'static str, &'static str)] = crate::WAIVERS;

    fn verilog(cfg: &Config) -> Option<String> {
        gang_with!(cfg: [0] [1] [2] [3] [4] [5] [6] [7] [8] [9] [10] [11] [12] [13] [14] [15] [16] [17] [18] [19] [20] [21] [22] [23])
    }
}
