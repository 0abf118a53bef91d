//! The instruction buffer: filled by all streams, from which the oldest instruction that waits for
//! no register, and whose pipeline is ready, is issued (IV.B, IV.C, V).

use heddle_contract::prt::op::CLASSES;
use rust_hdl::prelude::*;

use super::front::Front;
use super::memory::Memory;
use super::order::{Ages, Order};
use super::places::Occupied;
use super::rows::{Chain, Rows};
use super::select::Select;
use crate::array::Array;
use crate::number::{Number, Numbers, Powers};
use crate::primitive::{OneReader, Resettable};

/// The instruction buffer: `N` entries, of partitions with `D` data and `M` mask registers at most.
/// Of an entry, all is stored that depends on more than the partition; the vector length is not,
/// since it cannot change while the partition has an entry. An entry has a row of the memory, where
/// it stays, and a place in the order of age, where those behind one that leaves move up.
#[derive(LogicBlock, Default)]
pub struct Buffer<
    const T: usize,
    const W: usize,
    const D: usize,
    const M: usize,
    const N: usize,
    const A: usize,
    const PB: usize,
    const RB: usize,
    const ORB: usize,
    const OB: usize,
    const DST: usize,
    const VB: usize,
> {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    /// For each partition, its first physical registers and its vector length.
    pub data_base: Array<Signal<In, Bits<RB>>, T>,
    pub mask_base: Array<Signal<In, Bits<RB>>, T>,
    pub vl: Array<Signal<In, Bits<VB>>, T>,
    /// For each stream, the instruction that it offers, and mask of the streams that are taken
    /// before it.
    pub offered: Array<Signal<In, Bits<OB>>, T>,
    pub before: Array<Signal<In, Bits<T>>, T>,
    /// Mask of the streams whose instruction enters.
    pub take: Signal<In, Bits<T>>,
    /// For each input, the stream that has a turn, one-hot, in the order of age; the fields follow.
    pub pick: Array<Signal<In, Bits<T>>, W>,
    pub word: Array<Signal<In, Bits<OB>>, W>,
    pub imm: Array<Signal<In, Bits<32>>, W>,
    /// Mask of the classes whose pipelines are ready.
    pub issue_ready: Signal<In, Bits<{ CLASSES as usize }>>,
    pub done_valid: Signal<In, Bit>,
    pub done_kind: Signal<In, Bits<2>>,
    pub done_register: Signal<In, Bits<RB>>,
    /// For each input, whether there is room for it and those before it.
    pub room: Array<Signal<Out, Bit>, W>,
    pub issue_valid: Signal<Out, Bit>,
    pub issue_partition: Signal<Out, Bits<PB>>,
    pub issue_vl: Signal<Out, Bits<VB>>,
    pub issue_word: Signal<Out, Bits<OB>>,
    pub issue_imm: Signal<Out, Bits<32>>,
    gets: Signal<Local, Bits<N>>,
    no_place: Number<N, 0>,
    stream: Powers<T, T>,
    name: Numbers<PB, T>,
    occupied: Occupied<N, W>,
    /// For each input, the partition whose entry it brought in the last cycle, one-hot; zero if
    /// none.
    entered: Array<Resettable<Bits<T>>, W>,
    /// Mask of the places that close up: from the one on that was left in the last cycle.
    closes: Resettable<Bits<N>>,
    /// Whether an input brings an entry.
    brings: Signal<Local, Bit>,
    leaves: Signal<Local, Bit>,
    takes: Signal<Local, Bit>,
    enters: Signal<Local, Bits<A>>,
    writes: Signal<Local, Bit>,
    behind: Signal<Local, Bits<A>>,
    no_row: Number<A, 0>,
    rows: Rows<T, N, A, W>,
    imms: Memory<32, N, A, W, 1>,
    words: Memory<OB, N, A, W, T>,
    /// For each row, the row of the next entry of its partition.
    links: Memory<A, N, A, W, T>,
    chain: Array<Chain<A>, T>,
    third: OneReader<T, A>,
    order: Array<Order<N, A>, T>,
    front: Array<Front<D, M, PB, RB, ORB, OB, DST>, T>,
    ages: Ages<T, N>,
    select: Select<T, N, A, PB, VB, OB>,
}

impl<
    const T: usize,
    const W: usize,
    const D: usize,
    const M: usize,
    const N: usize,
    const A: usize,
    const PB: usize,
    const RB: usize,
    const ORB: usize,
    const OB: usize,
    const DST: usize,
    const VB: usize,
> Logic for Buffer<T, W, D, M, N, A, PB, RB, ORB, OB, DST, VB>
{
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, occupied, closes, rows, imms, words, links, ages);
        self.occupied.reset.next = self.reset.val();
        // what enters
        self.occupied.leaves.next = self.select.any.val();
        self.closes.reset.next = self.reset.val();
        self.closes.d.next = self.select.closes.val();
        self.rows.reset.next = self.reset.val();
        self.rows.leaves.next = self.select.its.val();
        for p in 0..T {
            self.rows.first[p].next = self.chain[p].first.val();
        }
        for k in 0..W {
            self.room[k].next = self.occupied.room[k].val();
            self.entered[k].clock.next = self.clock.val();
            self.entered[k].reset.next = self.reset.val();
            self.entered[k].d.next = self.pick[k].val() & self.take.val();
            self.brings.next = (self.pick[k].val() & self.take.val()).any();
            self.occupied.enters[k].next = self.brings.val();
            self.rows.enters[k].next = self.brings.val();
            // no entry is in a free row, so what is not taken may be written there
            self.imms.write[k].next = self.rows.free[k].val();
            self.words.write[k].next = self.rows.free[k].val();
            self.imms.write_at[k].next = self.rows.row[k].val();
            self.words.write_at[k].next = self.rows.row[k].val();
            self.imms.d[k].next = self.imm[k].val();
            self.words.d[k].next = self.word[k].val();
            // behind the last of its partition, whose row may be another's if there is none; what
            // does not enter may be named there, too
            self.writes.next = false;
            self.behind.next = self.no_row.val();
            for p in 0..T {
                if (self.pick[k].val() & self.stream[p].val()).any() {
                    self.writes.next = self.chain[p].has_first.val();
                    self.behind.next = self.behind.val() | self.chain[p].last.val();
                }
            }
            self.links.write[k].next = self.writes.val();
            self.links.write_at[k].next = self.behind.val();
            self.links.d[k].next = self.rows.row[k].val();
        }
        // the third of a partition is read as its oldest leaves
        self.third.wants.next = self.select.its.val();
        // the order of the entries, and what the oldest of each partition waits for
        for p in 0..T {
            self.order[p].clock.next = self.clock.val();
            self.order[p].reset.next = self.reset.val();
            self.order[p].closes.next = self.closes.q.val();
            self.leaves.next = (self.select.its.val() & self.stream[p].val()).any();
            self.takes.next = (self.take.val() & self.stream[p].val()).any();
            self.enters.next = self.rows.row[0].val();
            for k in 1..W {
                if (self.pick[k].val() & self.stream[p].val()).any() {
                    self.enters.next = self.rows.row[k].val();
                }
            }
            self.gets.next = self.no_place.val();
            for k in 0..W {
                if (self.entered[k].q.val() & self.stream[p].val()).any() {
                    self.gets.next = self.occupied.from[k].val();
                }
            }
            self.order[p].leaves.next = self.leaves.val();
            self.order[p].gets.next = self.gets.val();
            self.front[p].clock.next = self.clock.val();
            self.front[p].reset.next = self.reset.val();
            self.front[p].partition.next = self.name[p].val();
            self.front[p].data_base.next = self.data_base[p].val();
            self.front[p].mask_base.next = self.mask_base[p].val();
            self.front[p].done_valid.next = self.done_valid.val();
            self.front[p].done_kind.next = self.done_kind.val();
            self.front[p].done_register.next = self.done_register.val();
            self.front[p].issue_ready.next = self.issue_ready.val();
            self.front[p].has_first.next = self.chain[p].has_first.val();
            self.front[p].has_second.next = self.chain[p].has_second.val();
            self.front[p].has_third.next = self.chain[p].has_third.val();
            self.front[p].leaves.next = self.leaves.val();
            self.front[p].offered.next = self.offered[p].val();
            self.third.at[p].next = self.chain[p].third.val();
            self.words.read_at[p].next = self.third.read_at[p].val();
            self.links.read_at[p].next = self.third.read_at[p].val();
            self.front[p].third.next = self.words.q[p].val();
            self.chain[p].clock.next = self.clock.val();
            self.chain[p].reset.next = self.reset.val();
            self.chain[p].leaves.next = self.leaves.val();
            self.chain[p].takes.next = self.takes.val();
            self.chain[p].enters.next = self.enters.val();
            self.chain[p].fourth.next = self.links.q[p].val();
            self.ages.has_first[p].next = self.chain[p].has_first.val();
            self.ages.has_second[p].next = self.chain[p].has_second.val();
            self.ages.from[p].next = self.order[p].from.val();
            self.ages.second[p].next = self.order[p].second.val();
            self.ages.second_placed[p].next = self.order[p].second_placed.val();
            self.ages.before[p].next = self.before[p].val();
        }
        self.ages.leaves.next = self.select.its.val();
        // what is issued
        for p in 0..T {
            self.select.can_go[p].next = self.front[p].can_go.val();
            self.select.older[p].next = self.ages.older[p].val();
            self.select.first[p].next = self.chain[p].first.val();
            self.select.from[p].next = self.order[p].next_from.val();
            self.select.word[p].next = self.front[p].first.val();
            self.select.vl[p].next = self.vl[p].val();
        }
        self.imms.read_at[0].next = self.select.row.val();
        self.issue_valid.next = self.select.any.val();
        self.issue_partition.next = self.select.partition.val();
        self.issue_vl.next = self.select.its_vl.val();
        self.issue_word.next = self.select.its_word.val();
        self.issue_imm.next = self.imms.q[0].val();
    }
}
