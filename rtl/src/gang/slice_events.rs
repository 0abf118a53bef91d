//! The events of a slice: reports, wake-ups, fills and launches of its warps.

use rust_hdl::prelude::*;

use crate::number::Number;
use crate::primitive::{Decode, Register, Resettable};

/// The events of one slice that act in this cycle, as words of sets: launches and fills of this
/// cycle, reports and wakes of the last one.
#[derive(LogicBlock, Default)]
pub struct SliceEvents<const N: usize, const LB: usize> {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    pub report: Signal<In, Bit>,
    pub ends: Signal<In, Bit>,
    pub report_set: Signal<In, Bits<LB>>,
    /// Whether the reported PC is a new one.
    pub moves: Signal<In, Bit>,
    pub wake: Signal<In, Bit>,
    pub wake_set: Signal<In, Bits<LB>>,
    pub fill: Signal<In, Bit>,
    pub fill_set: Signal<In, Bits<LB>>,
    /// Whether this slice has a warp of the set that is launched.
    pub launch: Signal<In, Bit>,
    pub launch_at: Signal<In, Bits<N>>,
    pub reported: Signal<Out, Bits<N>>,
    pub ended: Signal<Out, Bits<N>>,
    pub moved: Signal<Out, Bits<N>>,
    pub woken: Signal<Out, Bits<N>>,
    pub loaded: Signal<Out, Bits<N>>,
    pub launched: Signal<Out, Bits<N>>,
    /// What came in the last cycle.
    report_q: Resettable<Bits<N>>,
    wake_q: Resettable<Bits<N>>,
    ended_q: Register<Bits<N>>,
    moved_q: Register<Bits<N>>,
    reports: Decode<LB, N>,
    wakes: Decode<LB, N>,
    fills: Decode<LB, N>,
    none: Number<N, 0>,
}

impl<const N: usize, const LB: usize> Logic for SliceEvents<N, LB> {
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, report_q, wake_q, ended_q, moved_q);
        self.report_q.reset.next = self.reset.val();
        self.wake_q.reset.next = self.reset.val();
        self.reports.enable.next = self.report.val();
        self.reports.at.next = self.report_set.val();
        self.wakes.enable.next = self.wake.val();
        self.wakes.at.next = self.wake_set.val();
        self.report_q.d.next = self.reports.q.val();
        self.wake_q.d.next = self.wakes.q.val();
        self.ended_q.d.next = self.none.val();
        if self.ends.val() {
            self.ended_q.d.next = self.reports.q.val();
        }
        self.moved_q.d.next = self.none.val();
        if self.moves.val() {
            self.moved_q.d.next = self.reports.q.val();
        }
        self.fills.enable.next = self.fill.val();
        self.fills.at.next = self.fill_set.val();
        self.reported.next = self.report_q.q.val();
        self.woken.next = self.wake_q.q.val();
        self.loaded.next = self.fills.q.val();
        self.ended.next = self.ended_q.q.val();
        self.moved.next = self.moved_q.q.val();
        self.launched.next = self.none.val();
        if self.launch.val() {
            self.launched.next = self.launch_at.val();
        }
    }
}
