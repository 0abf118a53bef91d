//! Delays of the execute stages after the first: the pipeline never stalls.

use rust_hdl::prelude::*;

use crate::primitive::{Ignore, Registers};

/// A delay line: `q` is `d` of `D` cycles ago.
#[derive(LogicBlock, Default)]
pub struct Delay<T: Synth, const D: usize> {
    pub clock: Signal<In, Clock>,
    pub d: Signal<In, T>,
    pub q: Signal<Out, T>,
    earlier: Signal<Local, T>,
    stages: Registers<T, D>,
}

impl<T: Synth, const D: usize> Logic for Delay<T, D> {
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, stages);
        self.earlier.next = self.d.val();
        for i in 0..D {
            self.stages.d[i].next = self.earlier.val();
            self.earlier.next = self.stages.q[i].val();
        }
        self.q.next = self.earlier.val();
    }
}

/// A delay line of `D` cycles for the valid bit of a stage; `reset` empties all stages.
#[derive(LogicBlock, Default)]
pub struct ValidDelay<const D: usize> {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub d: Signal<In, Bit>,
    pub q: Signal<Out, Bit>,
    earlier: Signal<Local, Bit>,
    stages: Registers<Bit, D>,
    without_stages: Ignore<Bit>,
}

impl<const D: usize> Logic for ValidDelay<D> {
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, stages);
        self.without_stages.d.next = self.reset.val();
        self.earlier.next = self.d.val();
        for i in 0..D {
            self.stages.d[i].next = self.earlier.val() & !self.reset.val();
            self.earlier.next = self.stages.q[i].val();
        }
        self.q.next = self.earlier.val();
    }
}
