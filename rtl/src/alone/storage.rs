//! The storage as a unit of its own.

use heddle_block::{Block as _, Rtl, same_block};
use heddle_contract::primitive::storage::Config;
use rust_hdl::prelude::*;

use crate::array::Array;
use crate::emit::emit;
use crate::primitive::{self, Ignore};

/// The storage, with a valid bit for each read port.
#[derive(LogicBlock, Default)]
struct Top<const A: usize, const DEPTH: usize> {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub write: Signal<In, Bit>,
    pub write_at: Signal<In, Bits<A>>,
    pub data: Signal<In, Bits<32>>,
    pub read: Array<Signal<In, Bit>, 2>,
    pub read_at: Array<Signal<In, Bits<A>>, 2>,
    pub valid: Array<Signal<Out, Bit>, 2>,
    pub q: Array<Signal<Out, Bits<32>>, 2>,
    no_reset: Ignore<Bit>,
    storage: primitive::Storage<Bits<32>, A, DEPTH, 2>,
}

impl<const A: usize, const DEPTH: usize> Logic for Top<A, DEPTH> {
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, storage);
        self.no_reset.d.next = self.reset.val();
        self.storage.write.next = self.write.val();
        self.storage.write_at.next = self.write_at.val();
        self.storage.d.next = self.data.val();
        for k in 0..2 {
            self.storage.read_at[k].next = self.read_at[k].val();
            self.valid[k].next = self.read[k].val();
            self.q[k].next = self.storage.q[k].val();
        }
    }
}

same_block! {
    /// The hardware of the storage.
    pub Storage = heddle_contract::primitive::Storage;
}

impl Rtl for Storage {
    const WAIVERS: &'static [(&'static str, &'static str)] = crate::WAIVERS;

    fn verilog(cfg: &Config) -> Option<String> {
        match *cfg {
            Config { depth: 4 } => Some(emit::<Top<2, 4>>(Storage::NAME)),
            Config { depth: 40 } => Some(emit::<Top<6, 40>>(Storage::NAME)),
            Config { depth: 7 } => Some(emit::<Top<3, 7>>(Storage::NAME)),
            Config { depth: 1 } => Some(emit::<Top<1, 1>>(Storage::NAME)),
            _ => None,
        }
    }
}
