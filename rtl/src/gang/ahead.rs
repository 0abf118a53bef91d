//! The orders in which the arbiters grant the gangs that schedulers have picked (4.6, 6.3).

use rust_hdl::prelude::*;

use crate::array::Array;
use crate::number::Number;
use crate::primitive::{Count, Join, Split};

/// The order of priority among the gangs that `K` ports have picked, as a matrix of `K * K` bits:
/// element `a * K + b` says that the gang of port a comes before that of port b (6.3). First count
/// the sizes in `Z` bits (a gang that has a bit comes before one that lacks it) or, if `BY_PC` is
/// 1, the PCs, the lowest first; then the order of sets in `O` words. Two gangs of one set have no
/// order. If `SORTED` is 0, no gang comes before another, and the inputs have no elements; else it
/// is 1, and `SK` is `K`.
#[derive(LogicBlock, Default)]
#[rustfmt::skip]
pub struct Ahead<
    const N: usize, const K: usize, const KK: usize, const SORTED: usize, const SK: usize, const Z: usize, const ZK: usize, const BY_PC: usize,
    const PCS: usize, const PB: usize, const O: usize,
> {
    pub at: Array<Signal<In, Bits<N>>, SK>,
    /// Element `z * K + k`: whether the gang of port k has bit z; and the PC of port k.
    pub size: Array<Signal<In, Bit>, ZK>,
    pub pc: Array<Signal<In, Bits<PB>>, PCS>,
    pub after: Array<Signal<In, Bits<N>>, O>,
    pub ahead: Array<Signal<Out, Bit>, KK>,
    behind: Array<Signal<Local, Bits<N>>, SORTED>,
    part: Array<Signal<Local, Bits<N>>, SORTED>,
    more: Array<Signal<Local, Bit>, SORTED>,
    less: Array<Signal<Local, Bit>, SORTED>,
    none: Array<Number<N, 0>, SORTED>,
}

#[rustfmt::skip]
impl<
    const N: usize, const K: usize, const KK: usize, const SORTED: usize, const SK: usize, const Z: usize, const ZK: usize, const BY_PC: usize,
    const PCS: usize, const PB: usize, const O: usize,
> Logic for Ahead<N, K, KK, SORTED, SK, Z, ZK, BY_PC, PCS, PB, O>
{
    #[hdl_gen]
    fn update(&mut self) {
        for k in 0..KK {
            self.ahead[k].next = false;
        }
        for i in 0..SORTED {
            for m in K..(K + 1) {
                for a in 0..K {
                    // without an order (O = 0) the loop below assigns nothing
                    self.part[i].next = self.none[i].val();
                    self.behind[i].next = self.part[i].val();
                    for j in 0..O {
                        self.part[i].next = self.none[i].val();
                        if self.at[a].val().get_bit(j) {
                            self.part[i].next = self.after[j].val();
                        }
                        self.behind[i].next = self.behind[i].val() | self.part[i].val();
                    }
                    for b in 0..K {
                        self.more[i].next = false;
                        self.less[i].next = false;
                        for z in 0..Z {
                            self.more[i].next = self.more[i].val() | (self.size[z * m + a].val() & !self.size[z * m + b].val());
                            self.less[i].next = self.less[i].val() | (self.size[z * m + b].val() & !self.size[z * m + a].val());
                        }
                        for _i in 0..BY_PC {
                            self.more[i].next = self.pc[a].val() < self.pc[b].val();
                            self.less[i].next = self.pc[b].val() < self.pc[a].val();
                        }
                        self.ahead[a * m + b].next = self.more[i].val() | (!self.less[i].val() & (self.behind[i].val() & self.at[b].val()).any());
                    }
                }
            }
        }
    }
}

/// The order of priority among the gangs that `K` ports have picked for a fetch, as a matrix like
/// that of [`Ahead`]: the one with more members, of `S`, comes first (4.6); of equal ones the one
/// whose port does in `turn`. `CB` bits count the members.
#[derive(LogicBlock, Default)]
pub struct BigFirst<const S: usize, const K: usize, const KK: usize, const KS: usize, const CB: usize> {
    /// Ports whose gang can go; element `k * S + s`: the gang of port k has a member in slice s.
    pub fits: Array<Signal<In, Bit>, K>,
    pub member_of: Array<Signal<In, Bit>, KS>,
    pub turn: Signal<In, Bits<KK>>,
    pub ahead: Array<Signal<Out, Bit>, KK>,
    /// The port that comes first of those that can go.
    pub first: Signal<Out, Bits<K>>,
    member_bits: Join<Bit, KS, KS>,
    masks: Split<Bits<S>, K, KS>,
    sizes: Array<Count<S, CB>, K>,
    first_bits: Join<Bit, K, K>,
}

impl<const S: usize, const K: usize, const KK: usize, const KS: usize, const CB: usize> Logic
    for BigFirst<S, K, KK, KS, CB>
{
    #[hdl_gen]
    fn update(&mut self) {
        for k in 0..KS {
            self.member_bits.d[k].next = self.member_of[k].val();
        }
        self.masks.d.next = self.member_bits.q.val();
        for k in 0..K {
            self.sizes[k].d.next = self.masks.q[k].val();
        }
        for m in K..(K + 1) {
            for a in 0..K {
                for b in 0..K {
                    self.ahead[a * m + b].next = (self.sizes[b].q.val() < self.sizes[a].q.val())
                        | ((self.sizes[a].q.val() >= self.sizes[b].q.val()) & self.turn.val().get_bit(a * m + b));
                }
            }
            for b in 0..K {
                self.first_bits.d[b].next = self.fits[b].val();
                for a in 0..K {
                    self.first_bits.d[b].next =
                        self.first_bits.d[b].val() & !(self.fits[a].val() & self.ahead[a * m + b].val());
                }
            }
        }
        self.first.next = self.first_bits.q.val();
    }
}
