//! The address queue: memory bundles that leave the lane (3.4 to 3.6).

use rust_hdl::prelude::*;

use super::ring::{NextPlace, Oldest, Ring};
use crate::array::Array;
use crate::number::Number;
use crate::primitive::{Adder, Join, Resettable, Split, Storage};

/// The handshake of the bundle at the head of the address queue: the mask of its `W` slots that are
/// offered to memory, and of those that leave in this cycle.
#[derive(LogicBlock, Default)]
pub struct Depart<const W: usize> {
    pub occupied: Signal<In, Bit>,
    pub shared: Signal<In, Bit>,
    pub slots: Signal<In, Bits<W>>,
    /// Slots that shared memory granted in earlier cycles.
    pub granted: Signal<In, Bits<W>>,
    pub req_ready: Signal<In, Bit>,
    pub grant: Signal<In, Bits<W>>,
    pub req_valid: Signal<Out, Bit>,
    pub shared_request: Signal<Out, Bits<W>>,
    /// Mask of the slots that are offered, to global or to shared memory.
    pub offered: Signal<Out, Bits<W>>,
    pub next_granted: Signal<Out, Bits<W>>,
    /// Mask of the slots that leave the lane in this cycle.
    pub leaves: Signal<Out, Bits<W>>,
    pub pop: Signal<Out, Bit>,
    none: Number<W, 0>,
}

impl<const W: usize> Logic for Depart<W> {
    #[hdl_gen]
    fn update(&mut self) {
        self.offered.next = self.slots.val() & !self.granted.val();
        self.req_valid.next = self.occupied.val() & !self.shared.val();
        self.shared_request.next = self.none.val();
        self.pop.next = self.occupied.val() & self.req_ready.val();
        self.leaves.next = self.none.val();
        if self.pop.val() {
            self.leaves.next = self.offered.val();
        }
        if self.shared.val() {
            self.leaves.next = self.grant.val();
            self.pop.next = self.occupied.val() & !(self.offered.val() & !self.grant.val()).any();
            if self.occupied.val() {
                self.shared_request.next = self.offered.val();
            }
        }
        // refused slots are offered again (3.5)
        self.next_granted.next = self.granted.val();
        if self.occupied.val() & self.shared.val() {
            self.next_granted.next = self.granted.val() | self.grant.val();
        }
        if self.pop.val() {
            self.next_granted.next = self.none.val();
        }
    }
}

/// The address queue: a ring of `QUEUE` places for memory bundles. `RD` = 64 `W` bits: a value for
/// each slot.
#[derive(LogicBlock, Default)]
pub struct AddressQueue<
    const W: usize,
    const RD: usize,
    const BB: usize,
    const WB: usize,
    const TB: usize,
    const QUEUE: usize,
    const QB: usize,
    const QCB: usize,
    const QLAST: usize,
> {
    pub clock: Signal<In, Clock>,
    pub reset: Signal<In, Bit>,
    /// Whether a bundle enters from the window. Its place is reserved, so there is one.
    pub push: Signal<In, Bit>,
    pub op: Signal<In, Bits<6>>,
    pub tag: Signal<In, Bits<TB>>,
    pub warp: Signal<In, Bits<WB>>,
    pub bundle: Signal<In, Bits<BB>>,
    pub slots: Signal<In, Bits<W>>,
    pub writes: Signal<In, Bit>,
    pub address: Array<Signal<In, Bits<64>>, W>,
    pub offset: Array<Signal<In, Bits<64>>, W>,
    pub data: Array<Signal<In, Bits<64>>, W>,
    pub req_ready: Signal<In, Bit>,
    pub shared_grant: Signal<In, Bits<W>>,
    pub req_valid: Signal<Out, Bit>,
    pub shared_request: Signal<Out, Bits<W>>,
    pub req_op: Signal<Out, Bits<6>>,
    pub req_tag: Signal<Out, Bits<TB>>,
    pub req_warp: Signal<Out, Bits<WB>>,
    pub req_bundle: Signal<Out, Bits<BB>>,
    pub req_slots: Signal<Out, Bits<W>>,
    pub req_addr: Array<Signal<Out, Bits<64>>, W>,
    pub req_data: Array<Signal<Out, Bits<64>>, W>,
    /// Mask of the head's slots that leave the lane; then whether the last of them does, and
    /// whether a response will come.
    pub leaves: Signal<Out, Bits<W>>,
    pub pop: Signal<Out, Bit>,
    pub answered: Signal<Out, Bit>,
    one: Number<QCB, 1>,
    ring: Ring<QB, QLAST>,
    second: NextPlace<QB, QLAST>,
    used: Resettable<Bits<QCB>>,
    alone: Signal<Local, Bit>,
    empty: Signal<Local, Bit>,
    granted: Resettable<Bits<W>>,
    depart: Depart<W>,
    ops: Oldest<Bits<6>, QB, QUEUE>,
    tags: Oldest<Bits<TB>, QB, QUEUE>,
    warps: Oldest<Bits<WB>, QB, QUEUE>,
    bundles: Oldest<Bits<BB>, QB, QUEUE>,
    slot_sets: Oldest<Bits<W>, QB, QUEUE>,
    writers: Oldest<Bit, QB, QUEUE>,
    addresses: Storage<Bits<RD>, QB, QUEUE, 1>,
    values: Storage<Bits<RD>, QB, QUEUE, 1>,
    sum: Array<Adder<64>, W>,
    join_address: Join<Bits<64>, W, RD>,
    join_data: Join<Bits<64>, W, RD>,
    split_address: Split<Bits<64>, W, RD>,
    split_data: Split<Bits<64>, W, RD>,
}

impl<
    const W: usize,
    const RD: usize,
    const BB: usize,
    const WB: usize,
    const TB: usize,
    const QUEUE: usize,
    const QB: usize,
    const QCB: usize,
    const QLAST: usize,
> Logic for AddressQueue<W, RD, BB, WB, TB, QUEUE, QB, QCB, QLAST>
{
    #[hdl_gen]
    fn update(&mut self) {
        clock!(self, clock, ring, used, granted);
        clock!(self, clock, ops, tags, warps, bundles, slot_sets, writers, addresses, values);
        self.ring.reset.next = self.reset.val();
        self.used.reset.next = self.reset.val();
        self.granted.reset.next = self.reset.val();
        self.alone.next = self.used.q.val() == self.one.val();
        self.empty.next = !self.used.q.val().any();
        self.second.at.next = self.ring.head.val();
        self.second.moves.next = true;
        // in, at the tail
        for w in 0..W {
            self.sum[w].a.next = self.address[w].val();
            self.sum[w].b.next = self.offset[w].val();
            self.sum[w].carry.next = false;
            self.join_address.d[w].next = self.sum[w].q.val();
            self.join_data.d[w].next = self.data[w].val();
        }
        self.ops.enter.next = self.push.val();
        self.tags.enter.next = self.push.val();
        self.warps.enter.next = self.push.val();
        self.bundles.enter.next = self.push.val();
        self.slot_sets.enter.next = self.push.val();
        self.writers.enter.next = self.push.val();
        self.addresses.write.next = self.push.val();
        self.values.write.next = self.push.val();
        self.ops.tail.next = self.ring.tail.val();
        self.tags.tail.next = self.ring.tail.val();
        self.warps.tail.next = self.ring.tail.val();
        self.bundles.tail.next = self.ring.tail.val();
        self.slot_sets.tail.next = self.ring.tail.val();
        self.writers.tail.next = self.ring.tail.val();
        self.addresses.write_at.next = self.ring.tail.val();
        self.values.write_at.next = self.ring.tail.val();
        self.ops.d.next = self.op.val();
        self.tags.d.next = self.tag.val();
        self.warps.d.next = self.warp.val();
        self.bundles.d.next = self.bundle.val();
        self.slot_sets.d.next = self.slots.val();
        self.writers.d.next = self.writes.val();
        self.addresses.d.next = self.join_address.q.val();
        self.values.d.next = self.join_data.q.val();
        self.ops.second.next = self.second.next_at.val();
        self.ops.leave.next = self.depart.pop.val();
        self.ops.alone.next = self.alone.val();
        self.ops.empty.next = self.empty.val();
        self.tags.second.next = self.second.next_at.val();
        self.tags.leave.next = self.depart.pop.val();
        self.tags.alone.next = self.alone.val();
        self.tags.empty.next = self.empty.val();
        self.warps.second.next = self.second.next_at.val();
        self.warps.leave.next = self.depart.pop.val();
        self.warps.alone.next = self.alone.val();
        self.warps.empty.next = self.empty.val();
        self.bundles.second.next = self.second.next_at.val();
        self.bundles.leave.next = self.depart.pop.val();
        self.bundles.alone.next = self.alone.val();
        self.bundles.empty.next = self.empty.val();
        self.slot_sets.second.next = self.second.next_at.val();
        self.slot_sets.leave.next = self.depart.pop.val();
        self.slot_sets.alone.next = self.alone.val();
        self.slot_sets.empty.next = self.empty.val();
        self.writers.second.next = self.second.next_at.val();
        self.writers.leave.next = self.depart.pop.val();
        self.writers.alone.next = self.alone.val();
        self.writers.empty.next = self.empty.val();
        self.addresses.read_at[0].next = self.ring.head.val();
        self.values.read_at[0].next = self.ring.head.val();
        // out, at the head
        self.depart.occupied.next = !self.empty.val();
        self.depart.shared.next = self.ops.q.val().get_bit(5);
        self.depart.slots.next = self.slot_sets.q.val();
        self.depart.granted.next = self.granted.q.val();
        self.depart.req_ready.next = self.req_ready.val();
        self.depart.grant.next = self.shared_grant.val();
        self.req_valid.next = self.depart.req_valid.val();
        self.shared_request.next = self.depart.shared_request.val();
        self.req_op.next = self.ops.q.val();
        self.req_tag.next = self.tags.q.val();
        self.req_warp.next = self.warps.q.val();
        self.req_bundle.next = self.bundles.q.val();
        self.req_slots.next = self.depart.offered.val();
        self.split_address.d.next = self.addresses.q[0].val();
        self.split_data.d.next = self.values.q[0].val();
        for w in 0..W {
            self.req_addr[w].next = self.split_address.q[w].val();
            self.req_data[w].next = self.split_data.q[w].val();
        }
        self.leaves.next = self.depart.leaves.val();
        self.pop.next = self.depart.pop.val();
        self.answered.next = self.writers.q.val();
        self.granted.d.next = self.depart.next_granted.val();
        self.ring.enter.next = self.push.val();
        self.ring.leave.next = self.depart.pop.val();
        self.used.d.next = self.used.q.val();
        if self.push.val() & !self.depart.pop.val() {
            self.used.d.next = self.used.q.val() + self.one.val();
        }
        if !self.push.val() & self.depart.pop.val() {
            self.used.d.next = self.used.q.val() - self.one.val();
        }
    }
}
