//! The members of the gangs that schedulers have picked, and whether each can go.

use rust_hdl::prelude::*;

use crate::array::Array;
use crate::number::Number;

/// The member slices of the gangs that `K` schedulers have picked, and whether each gang can go:
/// whether it is still among those that could be issued or fetched. Element `e * S + s` of the
/// members is the gangs in entry e with a member in slice s, element `z * E + e` of the sizes those
/// in entry e that have bit z.
#[derive(LogicBlock, Default)]
#[rustfmt::skip]
pub struct Picked<
    const N: usize, const S: usize, const E: usize, const ES: usize, const K: usize, const EK: usize, const KS: usize, const Z: usize, const ZE: usize,
    const ZK: usize,
> {
    /// The picks, see [`Picks`](super::picks::Picks): word e has those of entry e.
    pub pick: Array<Signal<In, Bits<N>>, E>,
    pub could: Array<Signal<In, Bits<N>>, E>,
    pub member: Array<Signal<In, Bits<N>>, ES>,
    pub size: Array<Signal<In, Bits<N>>, ZE>,
    /// The set of each scheduler's pick, one-hot, and whether entry e is that of its scheduler's
    /// pick.
    pub at: Array<Signal<Out, Bits<N>>, K>,
    pub entry: Array<Signal<Out, Bit>, E>,
    pub fits: Array<Signal<Out, Bit>, K>,
    /// Element `k * S + s`: the gang of scheduler k has a member in slice s; element `z * K + k`:
    /// it has bit z.
    pub member_of: Array<Signal<Out, Bit>, KS>,
    pub size_of: Array<Signal<Out, Bit>, ZK>,
    part: Signal<Local, Bits<N>>,
    none: Number<N, 0>,
}

#[rustfmt::skip]
impl<
    const N: usize, const S: usize, const E: usize, const ES: usize, const K: usize, const EK: usize, const KS: usize, const Z: usize, const ZE: usize,
    const ZK: usize,
> Logic for Picked<N, S, E, ES, K, EK, KS, Z, ZE, ZK>
{
    #[hdl_gen]
    fn update(&mut self) {
        for l in E..(E + 1) {
            for m in K..(K + 1) {
                for n in S..(S + 1) {
                    for k in 0..K {
                        self.at[k].next = self.none.val();
                        self.part.next = self.none.val();
                        for i in 0..EK {
                            self.at[k].next = self.at[k].val() | self.pick[i * m + k].val();
                            self.entry[i * m + k].next = self.pick[i * m + k].val().any();
                            self.part.next = self.part.val() | (self.pick[i * m + k].val() & self.could[i * m + k].val());
                        }
                        self.fits[k].next = self.part.val().any();
                        for s in 0..S {
                            self.part.next = self.none.val();
                            for i in 0..EK {
                                self.part.next = self.part.val() | (self.pick[i * m + k].val() & self.member[(i * m + k) * n + s].val());
                            }
                            self.member_of[k * n + s].next = self.part.val().any();
                        }
                        for z in 0..Z {
                            self.part.next = self.none.val();
                            for i in 0..EK {
                                self.part.next = self.part.val() | (self.pick[i * m + k].val() & self.size[z * l + i * m + k].val());
                            }
                            self.size_of[z * m + k].next = self.part.val().any();
                        }
                    }
                }
            }
        }
    }
}
