//! Re-forming a gang in one set (4.5).

use rust_hdl::prelude::*;

use super::row::Row;
use crate::array::Array;
use crate::number::Number;
use crate::primitive::{Join, Split};

/// The place of each unit (gang or singleton) of a set, which is the lowest slice of its members,
/// one-hot of `S`: for each of `E` entries the place of its gang, and the mask of the places of all
/// units whose PC is known.
#[derive(LogicBlock, Default)]
pub struct Places<const S: usize, const E: usize> {
    pub gang: Array<Signal<In, Bits<S>>, E>,
    pub alone: Signal<In, Bits<S>>,
    pub known: Signal<In, Bits<S>>,
    pub place: Array<Signal<Out, Bits<S>>, E>,
    pub units: Signal<Out, Bits<S>>,
    zero: Number<S, 0>,
}

impl<const S: usize, const E: usize> Logic for Places<S, E> {
    #[hdl_gen]
    fn update(&mut self) {
        self.units.next = self.alone.val() & self.known.val();
        for e in 0..E {
            self.place[e].next = self.gang[e].val() & (self.zero.val() - self.gang[e].val());
            self.units.next = self.units.val() | (self.place[e].val() & self.known.val());
        }
    }
}

/// Comparators that find the units (gangs or singletons) of a set at one PC: word a has, from place
/// a upwards, the places of the units at the PC of the unit at place a; it is zero if there is only
/// one.
#[derive(LogicBlock, Default)]
pub struct Groups<const S: usize, const SS: usize, const PB: usize, const PCS: usize> {
    pub units: Signal<In, Bits<S>>,
    pub pcs: Signal<In, Bits<PCS>>,
    pub group: Array<Signal<Out, Bits<S>>, S>,
    split: Split<Bits<PB>, S, PCS>,
    some: Signal<Local, Bit>,
    bits: Join<Bit, SS, SS>,
    rows: Split<Bits<S>, S, SS>,
}

impl<const S: usize, const SS: usize, const PB: usize, const PCS: usize> Logic for Groups<S, SS, PB, PCS> {
    #[hdl_gen]
    fn update(&mut self) {
        self.split.d.next = self.pcs.val();
        for n in S..(S + 1) {
            for a in 0..S {
                self.some.next = false;
                for b in 0..S {
                    self.bits.d[a * n + b].next = false;
                    if a < b {
                        self.bits.d[a * n + b].next = self.units.val().get_bit(a)
                            & self.units.val().get_bit(b)
                            & (self.split.q[a].val() == self.split.q[b].val());
                        self.some.next = self.some.val()
                            | (self.units.val().get_bit(a)
                                & self.units.val().get_bit(b)
                                & (self.split.q[a].val() == self.split.q[b].val()));
                    }
                }
                self.bits.d[a * n + a].next = self.some.val();
            }
        }
        self.rows.d.next = self.bits.q.val();
        for s in 0..S {
            self.group[s].next = self.rows.q[s].val();
        }
    }
}

/// The gang table's row of a set after the merge of units at one PC: the first `PARTNERS` units of
/// the first group become a gang (4.5).
#[derive(LogicBlock, Default)]
pub struct Merge<const S: usize, const E: usize, const PARTNERS: usize> {
    pub group: Array<Signal<In, Bits<S>>, S>,
    pub gang: Array<Signal<In, Bits<S>>, E>,
    pub place: Array<Signal<In, Bits<S>>, E>,
    pub alone: Signal<In, Bits<S>>,
    pub merged: Array<Signal<Out, Bits<S>>, E>,
    left: Signal<Local, Bits<S>>,
    first: Signal<Local, Bits<S>>,
    chosen: Signal<Local, Bits<S>>,
    members: Signal<Local, Bits<S>>,
    wants: Signal<Local, Bit>,
    zero: Number<S, 0>,
}

impl<const S: usize, const E: usize, const PARTNERS: usize> Logic for Merge<S, E, PARTNERS> {
    #[hdl_gen]
    fn update(&mut self) {
        self.left.next = self.zero.val();
        for a in 0..S {
            if !self.left.val().any() {
                self.left.next = self.group[a].val();
            }
        }
        self.chosen.next = self.zero.val();
        for _i in 0..PARTNERS {
            self.first.next = self.left.val() & (self.zero.val() - self.left.val());
            self.left.next = self.left.val() & !self.first.val();
            self.chosen.next = self.chosen.val() | self.first.val();
        }
        self.members.next = self.chosen.val() & self.alone.val();
        for e in 0..E {
            if (self.place[e].val() & self.chosen.val()).any() {
                self.members.next = self.members.val() | self.gang[e].val();
            }
        }
        // the first gang among them has the entry, else the lowest free one
        self.first.next = self.chosen.val() & !self.alone.val();
        self.wants.next = self.chosen.val().any() & !self.first.val().any();
        self.first.next = self.first.val() & (self.zero.val() - self.first.val());
        for e in 0..E {
            self.merged[e].next = self.gang[e].val();
            if (self.place[e].val() & self.chosen.val()).any() {
                self.merged[e].next = self.zero.val();
            }
            if (self.place[e].val() & self.first.val()).any() | (self.wants.val() & !self.gang[e].val().any()) {
                self.merged[e].next = self.members.val();
            }
            self.wants.next = self.wants.val() & self.gang[e].val().any();
        }
    }
}

/// The sets in which gangs are not re-formed in this cycle, since one of their warps reports, wakes
/// or is issued. `RS` is `S` when gangs are re-formed (`R` is 1), else 0.
#[derive(LogicBlock, Default)]
pub struct Stirred<const N: usize, const R: usize, const RS: usize> {
    pub reported: Array<Signal<In, Bits<N>>, RS>,
    pub woken: Array<Signal<In, Bits<N>>, RS>,
    pub issued: Array<Signal<In, Bits<N>>, RS>,
    pub alone: Array<Signal<In, Bits<N>>, RS>,
    pub stirred: Array<Signal<Out, Bits<N>>, R>,
    none: Array<Number<N, 0>, R>,
}

impl<const N: usize, const R: usize, const RS: usize> Logic for Stirred<N, R, RS> {
    #[hdl_gen]
    fn update(&mut self) {
        for r in 0..R {
            self.stirred[r].next = self.none[r].val();
            for s in 0..RS {
                self.stirred[r].next = self.stirred[r].val()
                    | self.reported[s].val()
                    | self.woken[s].val()
                    | self.issued[s].val()
                    | self.alone[s].val();
            }
        }
    }
}

/// The next state of the gang table: splits, then re-forming in one set (4.5). Words of all
/// members, of all slices, and all PCs come side by side.
#[derive(LogicBlock, Default)]
pub struct Reform<
    const N: usize,
    const S: usize,
    const E: usize,
    const ES: usize,
    const SS: usize,
    const PB: usize,
    const ALL: usize,
    const EACH: usize,
    const PCS: usize,
    const PARTNERS: usize,
> {
    pub at: Signal<In, Bits<N>>,
    /// Sets of which some warp reports, wakes or is issued.
    pub stirred: Signal<In, Bits<N>>,
    pub member: Signal<In, Bits<ALL>>,
    pub alone: Signal<In, Bits<EACH>>,
    pub known: Signal<In, Bits<EACH>>,
    pub pcs: Signal<In, Bits<PCS>>,
    /// The members after the splits, and after splits and re-forming.
    pub divided: Signal<In, Bits<ALL>>,
    pub after: Signal<Out, Bits<ALL>>,
    quiet: Signal<Local, Bits<N>>,
    members: Split<Bits<N>, ES, ALL>,
    singletons: Split<Bits<N>, S, EACH>,
    knowns: Split<Bits<N>, S, EACH>,
    row: Row<N, S, E, ES>,
    known_bits: Join<Bit, S, S>,
    places: Places<S, E>,
    groups: Groups<S, SS, PB, PCS>,
    merge: Merge<S, E, PARTNERS>,
    parts: Split<Bits<N>, ES, ALL>,
    rows: Join<Bits<S>, E, ES>,
    bits: Split<Bit, ES, ES>,
    together: Join<Bits<N>, ES, ALL>,
}

impl<
    const N: usize,
    const S: usize,
    const E: usize,
    const ES: usize,
    const SS: usize,
    const PB: usize,
    const ALL: usize,
    const EACH: usize,
    const PCS: usize,
    const PARTNERS: usize,
> Logic for Reform<N, S, E, ES, SS, PB, ALL, EACH, PCS, PARTNERS>
{
    #[hdl_gen]
    fn update(&mut self) {
        self.quiet.next = self.at.val() & !self.stirred.val();
        self.members.d.next = self.member.val();
        self.singletons.d.next = self.alone.val();
        self.knowns.d.next = self.known.val();
        self.row.at.next = self.at.val();
        for m in 0..ES {
            self.row.member[m].next = self.members.q[m].val();
        }
        for s in 0..S {
            self.row.alone[s].next = self.singletons.q[s].val();
            self.known_bits.d[s].next = (self.knowns.q[s].val() & self.at.val()).any();
        }
        self.places.alone.next = self.row.singletons.val();
        self.places.known.next = self.known_bits.q.val();
        self.groups.units.next = self.places.units.val();
        self.groups.pcs.next = self.pcs.val();
        self.merge.alone.next = self.row.singletons.val();
        for s in 0..S {
            self.merge.group[s].next = self.groups.group[s].val();
        }
        for e in 0..E {
            self.places.gang[e].next = self.row.gang[e].val();
            self.merge.gang[e].next = self.row.gang[e].val();
            self.merge.place[e].next = self.places.place[e].val();
            self.rows.d[e].next = self.merge.merged[e].val();
        }
        self.bits.d.next = self.rows.q.val();
        self.parts.d.next = self.divided.val();
        for m in 0..ES {
            self.together.d[m].next = self.parts.q[m].val() & !self.quiet.val();
            if self.bits.q[m].val() {
                self.together.d[m].next = self.parts.q[m].val() | self.quiet.val();
            }
        }
        self.after.next = self.together.q.val();
    }
}
