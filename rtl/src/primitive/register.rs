//! Registers without an initial value.

use rust_hdl::prelude::*;

use crate::array::Array;

/// A register: `q` is `d` of the last cycle. Undefined at first: there is no `initial` and no
/// reset.
#[derive(LogicBlock, Default)]
pub struct Register<T: Synth> {
    pub clock: Signal<In, Clock>,
    pub d: Signal<In, T>,
    pub q: Signal<Out, T>,
}

impl<T: Synth> Logic for Register<T> {
    fn update(&mut self) {
        if self.clock.pos_edge() {
            self.q.next = self.d.val();
        }
    }
    fn connect(&mut self) {
        self.q.connect();
    }
    fn hdl(&self) -> Verilog {
        Verilog::Custom("always @(posedge clock) q <= d;\n".into())
    }
}

/// A register with a load enable: `q` becomes `d` only when `load` is high.
#[derive(LogicBlock, Default)]
pub struct Kept<T: Synth> {
    pub clock: Signal<In, Clock>,
    pub load: Signal<In, Bit>,
    pub d: Signal<In, T>,
    pub q: Signal<Out, T>,
}

impl<T: Synth> Logic for Kept<T> {
    fn update(&mut self) {
        if self.clock.pos_edge() && self.load.val() {
            self.q.next = self.d.val();
        }
    }
    fn connect(&mut self) {
        self.q.connect();
    }
    fn hdl(&self) -> Verilog {
        Verilog::Custom("always @(posedge clock) if (load) q <= d;\n".into())
    }
}

/// `N` registers on one clock.
#[derive(LogicBlock, Default)]
pub struct Registers<T: Synth, const N: usize> {
    pub clock: Signal<In, Clock>,
    pub d: Array<Signal<In, T>, N>,
    pub q: Array<Signal<Out, T>, N>,
}

impl<T: Synth, const N: usize> Logic for Registers<T, N> {
    fn update(&mut self) {
        if self.clock.pos_edge() {
            for k in 0..N {
                self.q[k].next = self.d[k].val();
            }
        }
    }
    fn connect(&mut self) {
        self.q.connect();
    }
    fn hdl(&self) -> Verilog {
        if N == 0 {
            return Verilog::Custom(super::unused("clock"));
        }
        let each: String = (0..N).map(|k| format!("    q${k} <= d${k};\n")).collect();
        Verilog::Custom(format!("always @(posedge clock) begin\n{each}end\n"))
    }
}

/// A register of control state with a synchronous reset to zero, made of logic before a plain
/// register.
#[derive(LogicBlock, Default)]
pub struct Resettable<T: Synth> {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub d: Signal<In, T>,
    pub q: Signal<Out, T>,
    zero: Zero<T>,
    state: Register<T>,
}

impl<T: Synth> Logic for Resettable<T> {
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, state);
        self.state.d.next = self.d.val();
        if self.reset.val() {
            self.state.d.next = self.zero.val();
        }
        self.q.next = self.state.q.val();
    }
}

/// The constant zero of any type.
struct Zero<T: Synth>(Constant<T>);

impl<T: Synth> Zero<T> {
    fn val(&self) -> T {
        self.0.val()
    }
}

impl<T: Synth> Default for Zero<T> {
    fn default() -> Self {
        Self(Constant::new(T::default()))
    }
}

crate::number::field!([T: Synth] Zero<T>);
