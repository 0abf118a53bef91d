//! The events of a slice: reports, wake-ups, fills and launches of its warps.

use rust_hdl::prelude::*;

use crate::number::Number;
use crate::primitive::Decode;

/// The events of one slice in this cycle as words of sets.
#[derive(LogicBlock, Default)]
pub struct SliceEvents<const N: usize, const LB: usize> {
    pub report: Signal<In, Bit>,
    pub ends: Signal<In, Bit>,
    pub report_set: Signal<In, Bits<LB>>,
    pub wake: Signal<In, Bit>,
    pub wake_set: Signal<In, Bits<LB>>,
    pub fill: Signal<In, Bit>,
    pub fill_set: Signal<In, Bits<LB>>,
    /// Whether this slice has a warp of the set that is launched.
    pub launch: Signal<In, Bit>,
    pub launch_at: Signal<In, Bits<N>>,
    pub reported: Signal<Out, Bits<N>>,
    pub ended: Signal<Out, Bits<N>>,
    pub woken: Signal<Out, Bits<N>>,
    pub loaded: Signal<Out, Bits<N>>,
    pub launched: Signal<Out, Bits<N>>,
    reports: Decode<LB, N>,
    wakes: Decode<LB, N>,
    fills: Decode<LB, N>,
    none: Number<N, 0>,
}

impl<const N: usize, const LB: usize> Logic for SliceEvents<N, LB> {
    #[hdl_gen]
    fn update(&mut self) {
        self.reports.enable.next = self.report.val();
        self.reports.at.next = self.report_set.val();
        self.wakes.enable.next = self.wake.val();
        self.wakes.at.next = self.wake_set.val();
        self.fills.enable.next = self.fill.val();
        self.fills.at.next = self.fill_set.val();
        self.reported.next = self.reports.q.val();
        self.woken.next = self.wakes.q.val();
        self.loaded.next = self.fills.q.val();
        self.ended.next = self.none.val();
        if self.ends.val() {
            self.ended.next = self.reports.q.val();
        }
        self.launched.next = self.none.val();
        if self.launch.val() {
            self.launched.next = self.launch_at.val();
        }
    }
}
