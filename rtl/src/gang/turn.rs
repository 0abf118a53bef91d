//! Cyclic orders of sets, slices and gangs.

use rust_hdl::prelude::*;

use super::by_number::ByNumber;
use crate::array::Array;
use crate::number::Number;
use crate::primitive::{Decode, Encode, Join, Resettable, Since};

/// A round-robin pointer over `N` sets or slices: the cyclic order begins after the one that had
/// its turn last and, after a reset, with 0.
#[derive(LogicBlock, Default)]
pub struct Turn<const N: usize, const LB: usize> {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    /// Whether a set or slice has its turn in this cycle, and which one.
    pub goes: Signal<In, Bit>,
    pub last: Signal<In, Bits<N>>,
    /// The sets or slices from the beginning of the order upwards, which come before those below.
    pub turn: Signal<Out, Bits<N>>,
    /// The beginning of the order. A number beyond the end means that 0 comes first, too.
    begins: Resettable<Bits<LB>>,
    encode: Encode<N, LB>,
    since: Since<LB, N>,
    one: Number<LB, 1>,
}

impl<const N: usize, const LB: usize> Logic for Turn<N, LB> {
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, begins);
        self.begins.reset.next = self.reset.val();
        self.encode.d.next = self.last.val();
        self.begins.d.next = self.begins.q.val();
        if self.goes.val() {
            self.begins.d.next = self.encode.q.val() + self.one.val();
        }
        self.since.at.next = self.begins.q.val();
        self.turn.next = self.since.q.val();
    }
}

/// Round-robin pointers over the gangs of each of `K` schedulers, by id: each cyclic order begins
/// after the gang that had its turn last and, after a reset, with 0.
#[derive(LogicBlock, Default)]
pub struct GangTurns<const N: usize, const LB: usize, const E: usize, const K: usize, const EK: usize> {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    /// Whether each scheduler's pick has its turn in this cycle; the picks, see
    /// [`Picked`](super::picked::Picked).
    pub goes: Array<Signal<In, Bit>, K>,
    pub at: Array<Signal<In, Bits<N>>, K>,
    pub entry: Array<Signal<In, Bit>, E>,
    pub turn: Array<Signal<Out, Bits<N>>, E>,
    /// The set of the last gang, and the entries of that set that have had their turn.
    set: Array<Resettable<Bits<LB>>, K>,
    had: Array<Resettable<Bit>, E>,
    above: Signal<Local, Bit>,
    encode: Array<Encode<N, LB>, K>,
    decode: Array<Decode<LB, N>, K>,
    since: Array<Since<LB, N>, K>,
}

impl<const N: usize, const LB: usize, const E: usize, const K: usize, const EK: usize> Logic
    for GangTurns<N, LB, E, K, EK>
{
    #[hdl_gen]
    fn update(&mut self) {
        for m in K..(K + 1) {
            for k in 0..K {
                self.set[k].clock.next = self.clock.val();
                self.set[k].reset.next = self.reset.val();
                self.encode[k].d.next = self.at[k].val();
                self.set[k].d.next = self.set[k].q.val();
                if self.goes[k].val() {
                    self.set[k].d.next = self.encode[k].q.val();
                }
                self.decode[k].enable.next = true;
                self.decode[k].at.next = self.set[k].q.val();
                self.since[k].at.next = self.set[k].q.val();
                self.above.next = false;
                for i in 0..EK {
                    self.had[i * m + k].clock.next = self.clock.val();
                    self.had[i * m + k].reset.next = self.reset.val();
                    self.had[i * m + k].d.next = self.had[i * m + k].q.val();
                    if self.goes[k].val() {
                        self.had[i * m + k].d.next = !self.above.val();
                    }
                    self.above.next = self.above.val() | self.entry[i * m + k].val();
                    self.turn[i * m + k].next = self.since[k].q.val();
                    if self.had[i * m + k].q.val() {
                        self.turn[i * m + k].next = self.since[k].q.val() & !self.decode[k].q.val();
                    }
                }
            }
        }
    }
}

/// A cyclic order of `N` ports or slices as a matrix, from those that come before the others in
/// ascending order: the word `after[j]` has what comes after j.
#[derive(LogicBlock, Default)]
pub struct CyclicOrder<const N: usize, const LB: usize> {
    pub turn: Signal<In, Bits<N>>,
    pub after: Array<Signal<Out, Bits<N>>, N>,
    by_number: ByNumber<N, LB, N>,
}

impl<const N: usize, const LB: usize> Logic for CyclicOrder<N, LB> {
    #[hdl_gen]
    fn update(&mut self) {
        for j in 0..N {
            self.after[j].next = self.by_number.after[j].val() & !self.turn.val();
            if self.turn.val().get_bit(j) {
                self.after[j].next = self.by_number.after[j].val() | !self.turn.val();
            }
        }
    }
}

/// The rotating priority of `K` ports, as a matrix: bit `a * K + b` says that port a comes before
/// port b. The order is cyclic; it begins after the port that came first the last time.
#[derive(LogicBlock, Default)]
pub struct PortTurn<const K: usize, const KB: usize, const KK: usize> {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    /// Ports whose gang can go.
    pub fits: Signal<In, Bits<K>>,
    pub ahead: Signal<Out, Bits<KK>>,
    order: Turn<K, KB>,
    among: Signal<Local, Bits<K>>,
    matrix: CyclicOrder<K, KB>,
    words: Join<Bits<K>, K, KK>,
    zero: Number<K, 0>,
}

impl<const K: usize, const KB: usize, const KK: usize> Logic for PortTurn<K, KB, KK> {
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, order);
        self.order.reset.next = self.reset.val();
        self.among.next = self.fits.val() & self.order.turn.val();
        if !self.among.val().any() {
            self.among.next = self.fits.val();
        }
        self.order.last.next = self.among.val() & (self.zero.val() - self.among.val());
        self.order.goes.next = self.among.val().any();
        self.matrix.turn.next = self.order.turn.val();
        for a in 0..K {
            self.words.d[a].next = self.matrix.after[a].val();
        }
        self.ahead.next = self.words.q.val();
    }
}
