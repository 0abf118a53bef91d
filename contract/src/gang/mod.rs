//! # `gang`: the warp ganging unit
//!
//! Source: VWS (Rogers, Johnson, O'Connor, Keckler, ISCA 2015), sections 4.1-4.6, 6.1, 6.3-6.5.
//!
//! ## Purpose
//!
//! The datapath is cut into `slices`, each of which fetches, decodes and issues small warps of its
//! own (4.1). The ganging unit makes warps of different slices that are at the same PC move in
//! lock-step, as a *gang*: one fetch, one decode, one issue for all of them (4.2). It splits gangs
//! where their warps diverge (4.4), re-forms them where they meet (4.5), chooses in each cycle what
//! is issued (6.3), and gives out the ports of the L1 instruction cache (4.6).
//!
//! ## Symbol
//!
//! ```text
//!     launch      report, wake (from each slice)                     fill (from the instruction cache)
//!        |          |                                                  |
//!   +----v----------v--------------------------------------------------v-----------------------------+
//!   | gang table: `sets` x `entries` masks  | a warp: PC, known, ready, filled, fetching, wait        |
//!   +---+-----------------+-----------------------------+------------------------+-------------------+
//!       |  split          |  re-form                    |  issue                 |  fetch
//!       |  every set with |  one set a cycle,           |  schedulers pick       |  schedulers pick
//!       |  a report or    |  round-robin                |  gangs, then a         |  gangs, then a singleton a
//!       |  wake           |                             |  singleton a slice     |  slice: L0 or a port that is left
//!       |                 |                             |  that is left          |
//!                                                       v                        v
//!                                          issue, alone  (<- busy)     gang_fetch, want -> grant  (<- l0)
//! ```
//!
//! ## Ports
//!
//! [`In`] and [`Out`] document each one. A mask of slices has `slices` bits, bit s for slice s. An
//! array port with one element a slice describes a warp of that slice: `x_set$s` names its set. All
//! outputs are functions of state alone, but what is issued (`busy`), `grant` (`l0`) and the
//! reading port (`read_set`).
//!
//! ## Sets, gangs, singletons
//!
//! * Warp w of each slice belongs to **set** w: the warps of one set are those of one *original
//!   gang* (4.3), one a slice, and are never ganged with others. A set is free when none of its
//!   warps exists.
//! * The table has `slices / 2` **entries** a set: a gang has two warps or more (4.3). An entry is
//!   the mask of its members; an empty mask is a free entry. A warp that exists and is in no gang
//!   is a **singleton**, which its slice schedules for itself. A *unit* below is a gang or a
//!   singleton; its *place* is its lowest slice.
//! * The id of a gang is the place of its entry: `set * entries + entry` (4.3: ids of one original
//!   gang are one group).
//! * Every warp has: `pc`; `known`: its PC is known; `filled`: its instruction buffer holds the
//!   instruction at that PC; `fetching`: it is being fetched; `ready`: the scoreboard lets it go;
//!   `wait`: cycles that it still waits at a sync point. The other fields of the paper's entry
//!   follow from its members: the PC is that of any (they agree), *valid* is `filled` of all, the
//!   ready mask is their `ready` bits. So a split or a merge moves nothing but mask bits.
//! * A gang is **valid** when all its members are `filled` (4.3), **ready** when all are `ready`.
//!
//! ## The life of an instruction
//!
//! ```text
//! cycle  t      issue: at the end of the cycle its warps are not known, not filled, not ready, and wait for nothing
//!        > t    report: the slice gives the next PC (4.3: of the top of the warp's stack)
//!        + 1    the report acts: at the end of the cycle the warp is known
//!        + 1    a unit that is known, not filled and not being fetched is a candidate: `Ahead` picks it for a fetch, if it is not picked already
//!        + 1    fetch, at the earliest (`Cycle`: in the cycle before); granted, it is fetching from the end of the cycle
//!        > +1   fill: at the end of the cycle it is filled, and no longer fetching
//!        + 1    `Ahead` picks it for issue, if also ready, and not picked already
//!        + 1    issue again, at the earliest (`Cycle`: in the cycle before)
//!        any    wake, not before the report; it acts in the next cycle: at the end of that one the warp is ready
//! ```
//!
//! * **Launch**: the warps of `launch_mask` begin to exist at `launch_pc`: known, ready, not
//!   filled. Two or more of them are one gang in entry 0, unless `launch_apart` is set (slice-only
//!   mode, 4.1): then, as one alone always is, they are singletons. The set becomes the youngest.
//! * **Report**: `report_pc` becomes the warp's PC, and its buffer is emptied; with `report_sync`
//!   it starts to wait `sync_wait` cycles; with `report_end` it exists no more. A warp may also
//!   report again, while its buffer is filled and it is not ready: a split clears `valid` of those
//!   whose PC moved.
//! * **Wake**: the warp is ready; `wake_memory` says that what it waited for was a memory
//!   instruction.
//! * Reports and wakes **act** at the end of the cycle after the one in which they come; in that
//!   cycle they are *pending*, and nothing of the warp has changed. Launches and fills act at the
//!   end of their own cycle.
//!
//! ## Splits
//!
//! At each edge, every gang of which a report or a wake of some member acts is looked at. Let M be
//! its members that do not end at this edge, each with its PC after it.
//! * **Memory divergence** (4.4), on memory wakes only. Let W be the members of M that wake at this
//!   edge with `wake_memory`, A those that are ready after it. The gang is *torn* when W is not
//!   empty and A is not M.
//!   [`Split::Control`]: never. [`Split::Impatient`]: every member of a torn gang is by itself.
//!   [`Split::Group`]: A and the rest part.
//! * **Control divergence** (4.4): those that are left together and have the same PC stay together.
//! * A class of one becomes a singleton. Of the classes of two or more, one keeps the entry: when
//!   the gang was torn by `Group`, the first among those of warps that are not ready, if there is
//!   one; in all other cases the first. The first is the one with the lowest slice. The others take
//!   the set's entries that were free before the edge, the lowest first, in order of their lowest
//!   slices (there are always enough). A class that ends or falls apart frees its entry.
//!
//! ## Re-forming
//!
//! With `partners` 0 never (I-VWS). Otherwise (4.5, E-VWS), in each cycle, one set is selected: the
//! first, in round-robin order after the one selected last (after a reset: from set 0), that holds
//! two units or more. Nothing happens in it if at the end of this cycle a report or a wake of one
//! of its warps acts, or if one of them is issued. Else, among its units that are known, those at
//! the same PC form a group; of the groups of two units or more, the one with the lowest place
//! wins, and its first `partners` units, in order of place, become one gang. It takes the entry of
//! the first of them that has one, or the lowest free entry if they are all singletons; other
//! entries of theirs become free. (4.5 merges any number of partners, 6.1 at most two.)
//!
//! **Waiting at sync points** (6.4). A unit is *held*, which means not issued, while one of its
//! warps still waits and the unit is not the whole of its set. `wait` counts down to zero by one a
//! cycle, from the cycle after that in which the report acts.
//!
//! ## Schedulers and picks
//!
//! Each slice has a scheduler that issues its singletons, and one that fetches for them. With
//! [`Picks::Cycle`] one scheduler issues gangs at all ports, and one fetches for gangs at all
//! ports; each chooses among its requests in the cycle in which they go.
//!
//! With [`Picks::Ahead`] what is issued or fetched in a cycle was *picked* in a cycle before: one
//! cycle chooses, the next one acts.
//!
//! * Issue port k has a scheduler for the gangs in the entries e with `e mod issue = k`, fetch port
//!   k one for those with `e mod fetches = k`.
//! * A scheduler holds a **pick**: the id of a gang, or the set of a singleton; nothing after a
//!   reset. In each cycle it looks at its *requests*, but for its pick. At the end of the cycle its
//!   pick is the first of them in its order; if there is no other request, it holds the pick that
//!   it has.
//! * A pick is a name, and is checked again in the cycle in which it would be issued or fetched. So
//!   a pick that has been issued may be held until it can be issued again, at once then; and one
//!   that is blocked, by a busy slice or by another gang, makes way for one cycle if there is
//!   another request.
//!
//! ## Issue
//!
//! A gang **may be issued** when it is valid, ready and not held; a singleton when it is filled,
//! ready and not held. The requests of a scheduler are those of its units that may be issued, and
//! none of whose slices is `busy` in this cycle. Its order (6.3), by [`Schedule`]:
//!
//! | | gangs | singletons of a slice |
//! |---|---|---|
//! | `Bgto` | most members; then the greedy one; then the oldest set; then the lowest entry | the greedy one; then the oldest set |
//! | `Gto` | the greedy one; then the oldest set; then the lowest entry | as above |
//! | `Lgto` | fewest members; then as `Gto` | as above |
//! | `Lrr` | by id, cyclically, from the one after the greedy one's | by set, cyclically, from the one after the greedy one's |
//! | `Lpc` | lowest PC; then lowest id | lowest PC; then lowest set |
//!
//! The greedy gang of a scheduler is the id that it issued last, or first of those of the last
//! cycle in which it issued any; the greedy singleton of a slice is the set that was issued there
//! last. Both are 0 after a reset (so `Lrr` begins after 0); a port above 0 that has a scheduler
//! has no greedy gang then, since id 0 is in an entry of port 0. An id outlives the gang that had
//! it. A set is older than those launched after it. An order is that at the start of a cycle: what
//! is issued, or fetched, in the same cycle is not the last one yet.
//!
//! **`Cycle`.** The requests are issued in their order while their slices are free: up to `issue`
//! of them (6.3; 1, 2 or 4), the n-th at port n - 1. So the first of all goes, then the first of
//! those that share no slice with it, and so on.
//!
//! **`Ahead`: the arbiter.** The picked gangs that may be issued, and none of whose slices is
//! `busy` in this cycle, are put in order, and issued in that order while their slices are free,
//! each at its scheduler's port. `Bgto`: most members, then the oldest set; `Lgto`: fewest members,
//! then the oldest set; `Gto`: the oldest set; `Lpc`: the lowest PC, then the lowest set; `Lrr`: by
//! port, cyclically, from the one after the port that came first in the last cycle in which a gang
//! was issued (after a reset: from port 0). Gangs of one set share no slice: their order decides
//! nothing.
//!
//! Then each slice that is neither busy nor taken by a gang of this cycle issues a singleton: the
//! first of its requests (`Cycle`), or its pick if that may be issued (`Ahead`).
//!
//! ## Fetch
//!
//! A gang is a *candidate* when it is known, has no member that is fetching, and is not valid; a
//! singleton when it is known, not filled and not fetching. The requests of a scheduler are its
//! candidates.
//!
//! * Gangs that fetch in a cycle are put in order by size, the one with most members first (4.6: to
//!   serve as many lanes as possible), then in turn. They are fetched in that order while none of
//!   their members' slices is taken by another gang of this cycle, up to `fetches` of them. So what
//!   is fetched together can be filled together. `Cycle`: all candidates, in turn by id,
//!   cyclically, from the one after the gang that fetched first in the last cycle in which one
//!   fetched; the n-th fetches at port n - 1. `Ahead`: the picked gangs that are candidates in this
//!   cycle, in turn by port, cyclically, from the one after the port that came first in the last
//!   cycle in which a gang was fetched; a scheduler picks by id, cyclically, from the one after the
//!   gang that it fetched last.
//! * `gang_fetch_mask` are the members that are not filled; they are fetching from the end of the
//!   cycle. A gang that is fetched always gets a port. (4.1 has one fetch scheduler for gangs,
//!   which is `fetches` 1; 6.1 fetches up to eight instructions a cycle, and 6.3 issues up to four
//!   gangs.)
//! * A slice in some `gang_fetch_mask` of this cycle has no `want` (4.1: gangs override what slices
//!   fetch): its buffers are filled one a cycle. The `want` of any other slice is the first of its
//!   candidates (`Cycle`), or its pick if that is one (`Ahead`). The order of a slice's scheduler
//!   is by set, cyclically, from the one after the set that was granted last. What is wanted is
//!   granted at once, without a port, when the slice's L0 cache has it (`l0`, an answer to `want`
//!   within the cycle). The others get the L1 ports that are left, in cyclic order of slices from
//!   the one after the slice that got the last one.
//! * After a reset all these orders begin with 0.
//! * `count_gang`, `count_slice`, `count_local` count the fetches of gangs, of singletons from L1
//!   and of singletons from L0 since the reset, modulo 2^`count_bits`. A fetch is counted at the
//!   end of the cycle after it.
//!
//! ## Protocol
//!
//! Legal input, cycle by cycle. What is not valid is ignored; so is `l0` where nothing is wanted.
//! * Every set that is named is less than `sets`, `read_set` always.
//! * `reset`: no launch, report, wake or fill in its cycle.
//! * `launch`: the set is free; the mask is not empty.
//! * `report`: the warp exists, is not ready and not fetching, and neither a report nor a wake of
//!   it is pending. Either its PC is not known, and then all members of its gang report in this
//!   cycle, since they execute in lock-step (4.2); or its buffer is filled. `report_end` and
//!   `report_sync` lie within `report` and exclude each other.
//! * `wake`: the warp exists, is not ready, and neither a wake nor its end is pending; it is known,
//!   or its report is pending, or it reports a PC in this very cycle. `wake_memory` lies within
//!   `wake`.
//! * `fill`: the warp is fetching.
//!
//! ## Reset
//!
//! `reset` is synchronous and wins over everything else in its cycle; it may come at any time. All
//! sets are free, nothing is pending or picked, all orders start anew, the counters are zero. PCs
//! and ages keep what they have: they are undefined until a launch.

mod config;
mod ports;

pub use config::{Config, PRESETS, Picks, Schedule, Split};
pub use ports::{In, Out};

/// The greatest number of slices: 32 lanes in warps of four (4.1).
pub const MAX_SLICES: usize = 8;
/// The greatest number of gangs issued in a cycle (6.3).
pub const MAX_ISSUE: usize = 4;
/// The greatest number of gangs fetched in a cycle (6.1).
pub const MAX_FETCHES: usize = 4;
/// The greatest number of entries of one set in the gang table.
pub const MAX_ENTRIES: usize = MAX_SLICES / 2;

/// The warp ganging unit as a [`Block`](crate::Block).
#[derive(Debug, Clone, Copy)]
pub struct Gang;

impl crate::Block for Gang {
    const NAME: &'static str = "gang";
    const SOURCE: &'static str = "VWS 4.1-4.6, 6.1, 6.3-6.5";
    type Config = Config;
    type In = In;
    type Out = Out;
}
