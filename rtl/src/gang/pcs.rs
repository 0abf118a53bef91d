//! The PCs of one slice's warps.

use rust_hdl::prelude::*;

use crate::array::Array;
use crate::number::Number;
use crate::primitive::{Ignore, Join, Split, Words};

/// The PC registers of one slice's warps, one for each of `N` sets, written by launches and by
/// reports of the next PC. There are `G` gangs that are picked, for issue and then for fetches: the
/// sets of all side by side are read. `REFORMS` is 1 when gangs are re-formed, else 0; `Q` and
/// `QN`: the planes that `Lpc` sorts by, see [`Words`].
#[derive(LogicBlock, Default)]
pub struct Pcs<
    const N: usize,
    const LB: usize,
    const PB: usize,
    const G: usize,
    const GLB: usize,
    const GPB: usize,
    const READS: usize,
    const REFORMS: usize,
    const STAYS: usize,
    const Q: usize,
    const QN: usize,
> {
    pub clock: Signal<In, Clock>,
    pub launch: Signal<In, Bit>,
    pub launch_set: Signal<In, Bits<LB>>,
    pub launch_pc: Signal<In, Bits<PB>>,
    pub report: Signal<In, Bit>,
    pub report_set: Signal<In, Bits<LB>>,
    pub report_pc: Signal<In, Bits<PB>>,
    pub gang_sets: Signal<In, Bits<GLB>>,
    pub want_set: Signal<In, Bits<LB>>,
    pub reform_set: Signal<In, Bits<LB>>,
    /// Whether the reported PC differs from the PC that the warp had.
    pub moved: Signal<Out, Bit>,
    pub gang_pcs: Signal<Out, Bits<GPB>>,
    pub want_pc: Signal<Out, Bits<PB>>,
    pub reform_pc: Signal<Out, Bits<PB>>,
    pub planes: Signal<Out, Bits<QN>>,
    file: Words<Bits<PB>, LB, N, 2, READS, Q, QN>,
    sets: Split<Bits<LB>, G, GLB>,
    words: Join<Bits<PB>, G, GPB>,
    never: Array<Ignore<Bits<LB>>, STAYS>,
    zero: Number<PB, 0>,
}

impl<
    const N: usize,
    const LB: usize,
    const PB: usize,
    const G: usize,
    const GLB: usize,
    const GPB: usize,
    const READS: usize,
    const REFORMS: usize,
    const STAYS: usize,
    const Q: usize,
    const QN: usize,
> Logic for Pcs<N, LB, PB, G, GLB, GPB, READS, REFORMS, STAYS, Q, QN>
{
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, file);
        self.file.write[0].next = self.launch.val();
        self.file.write_at[0].next = self.launch_set.val();
        self.file.d[0].next = self.launch_pc.val();
        self.file.write[1].next = self.report.val();
        self.file.write_at[1].next = self.report_set.val();
        self.file.d[1].next = self.report_pc.val();
        self.file.read_at[0].next = self.report_set.val();
        self.file.read_at[1].next = self.want_set.val();
        self.moved.next = self.file.q[0].val() != self.report_pc.val();
        self.want_pc.next = self.file.q[1].val();
        self.planes.next = self.file.planes.val();
        self.reform_pc.next = self.zero.val();
        self.sets.d.next = self.gang_sets.val();
        for g in 0..G {
            self.file.read_at[g + 2].next = self.sets.q[g].val();
            self.words.d[g].next = self.file.q[g + 2].val();
        }
        self.gang_pcs.next = self.words.q.val();
        for m in G..(G + 1) {
            for r in 0..REFORMS {
                self.file.read_at[m + r + 2].next = self.reform_set.val();
                self.reform_pc.next = self.file.q[m + r + 2].val();
            }
        }
        for k in 0..STAYS {
            self.never[k].d.next = self.reform_set.val();
        }
    }
}
