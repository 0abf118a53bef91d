//! Set and id of a gang that was chosen.

use rust_hdl::prelude::*;

use crate::number::Number;
use crate::primitive::{Encode, Resize};

/// An encoder from one-hot to binary: the set and the id of a gang. The id is `set * E + entry`,
/// where `E` is two to the power of `LOG`; a set's number has `LB` bits, an entry's `EB`, an id
/// `IDB`.
#[derive(LogicBlock, Default)]
pub struct Name<const N: usize, const LB: usize, const E: usize, const EB: usize, const IDB: usize, const LOG: usize> {
    pub at: Signal<In, Bits<N>>,
    pub entry: Signal<In, Bits<E>>,
    pub set: Signal<Out, Bits<LB>>,
    pub id: Signal<Out, Bits<IDB>>,
    encode: Encode<N, LB>,
    encode_entry: Encode<E, EB>,
    wide_set: Resize<LB, IDB>,
    wide_entry: Resize<EB, IDB>,
    log: Number<2, LOG>,
}

impl<const N: usize, const LB: usize, const E: usize, const EB: usize, const IDB: usize, const LOG: usize> Logic
    for Name<N, LB, E, EB, IDB, LOG>
{
    #[hdl_gen]
    fn update(&mut self) {
        self.encode.d.next = self.at.val();
        self.encode_entry.d.next = self.entry.val();
        self.wide_set.d.next = self.encode.q.val();
        self.wide_entry.d.next = self.encode_entry.q.val();
        self.set.next = self.encode.q.val();
        self.id.next = (self.wide_set.q.val() << self.log.val()) | self.wide_entry.q.val();
    }
}
