//! The golden model of the partitioned renaming table (SIMT-SIMD IV.A-IV.C, V). The contract
//! specifies its cycles.

mod buffer;
mod invariant;
mod key;
mod partition;
mod protocol;
mod registers;
mod stream;

use heddle_contract::prt::{Config, In, MAX_PARTITIONS, Out, kind};

use crate::{Golden, Illegal, Probe, Violation};

pub use buffer::{Buffer, Entry};
pub use key::key;
pub use partition::{Partition, Partitions};
pub use protocol::Protocol;
pub use registers::{Operand, Registers};

/// The state of the partitioned renaming table: partitions, multiplexer and instruction buffer.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct State {
    /// The partitions that run, and the registers that they own.
    pub partitions: Partitions,
    /// The stream at which the multiplexer's next choice begins.
    pub next: u8,
    /// The instructions that wait for the vector unit.
    pub buffer: Buffer,
    /// Number of instructions that each stream gave since reset.
    pub numbers: [u32; MAX_PARTITIONS],
}

impl State {
    /// Whether partition `p` may end: it has no entry in the buffer and no pending register.
    pub fn quiet(&self, p: u8) -> bool {
        let owner = &self.partitions.each[usize::from(p)];
        let pending = |kind: u8| {
            let (base, size) = (owner.base[usize::from(kind)], owner.size[usize::from(kind)]);
            self.buffer.pending.any_within(kind, base.into(), size.into())
        };
        !self.buffer.holds(p) && ![kind::DATA, kind::MASK, kind::META].into_iter().any(pending)
    }
}

heddle_block::same_block! {
    /// The golden model of the partitioned renaming table and the multiplexer.
    pub Prt = heddle_contract::prt::Prt;
}

impl Golden for Prt {
    type State = State;
    type Protocol = Protocol;

    fn reset(_: &Config) -> State {
        State::default()
    }

    #[inline]
    fn comb(cfg: &Config, q: &State, i: &In, o: &mut Out) {
        o.kernel_refused = i.kernel_valid && !Partitions::fits(cfg, i);
        o.start_taken = i.start_valid && q.partitions.starting(cfg, i).is_some();
        o.start_refused = i.start_valid && !o.start_taken;
        let choice = stream::choose(cfg, q, i);
        (o.take, o.refuse) = (choice.take, choice.refuse);
        if choice.refuse != 0 {
            o.refuse_reason = std::array::from_fn(|p| choice.reason(p));
        }
        q.buffer.show(i.issue_ready, o);
    }

    #[inline]
    fn clock(cfg: &Config, q: &mut State, i: &In) {
        if i.reset {
            *q = State::default();
            return;
        }
        let mut moved = i.done_valid;
        let choice = stream::choose(cfg, q, i);
        let mut taken = choice.take;
        if let Some(n) = q.buffer.issued(i.issue_ready) {
            q.buffer.leave(n);
            moved = true;
        }
        if i.done_valid {
            q.buffer.pending.remove(Operand { kind: i.done_kind, register: i.done_register });
        }
        moved |= taken != 0;
        let from = q.next;
        while taken != 0 {
            let p = stream::first_from(taken, from);
            taken &= !(1 << p);
            q.buffer.enter(stream::translate(q, p, i));
            q.numbers[usize::from(p)] = q.numbers[usize::from(p)].wrapping_add(1);
        }
        if let Some(last) = choice.last {
            q.next = if u32::from(last) + 1 == cfg.partitions { 0 } else { last + 1 };
        }
        if moved {
            q.buffer.free = q.buffer.free_to_go();
        }
        if i.kernel_valid || i.start_valid || i.end_valid {
            q.partitions.clock(cfg, i);
        }
    }

    fn invariant(cfg: &Config, p: &Protocol, q: &State) -> Result<(), Violation> {
        invariant::check(cfg, p, q)
    }

    fn probe(cfg: &Config, q: &State, probe: &mut Probe) {
        let bits = cfg.register_bits();
        probe.show("running", cfg.partitions, q.partitions.running);
        let (registers, masks) = q.partitions.kernel.unwrap_or_default();
        probe.show("kernel.valid", 1, q.partitions.kernel.is_some());
        probe.show("kernel.registers", cfg.size_bits(), registers);
        probe.show("kernel.masks", cfg.mask_size_bits(), masks);
        for (p, partition) in q.partitions.each.iter().enumerate().take(cfg.partitions as usize) {
            probe.show(format!("partition{p}.vl"), cfg.vl_bits(), partition.vl);
            probe.show(format!("partition{p}.base"), bits, partition.base[usize::from(kind::DATA)]);
            probe.show(format!("partition{p}.registers"), cfg.size_bits(), partition.size[usize::from(kind::DATA)]);
            probe.show(format!("partition{p}.mask_base"), bits, partition.base[usize::from(kind::MASK)]);
            probe.show(format!("partition{p}.masks"), cfg.mask_size_bits(), partition.size[usize::from(kind::MASK)]);
        }
        probe.show("next", cfg.partition_bits(), q.next);
        probe.show("free", cfg.entries, q.buffer.free);
        for (name, kind, count) in
            [("data", kind::DATA, cfg.registers), ("mask", kind::MASK, cfg.masks), ("meta", kind::META, cfg.metas())]
        {
            for word in 0..count.div_ceil(64) {
                let width = (count - word * 64).min(64);
                probe.show(format!("pending.{name}{}", word * 64), width, q.buffer.pending.word(kind, word as usize));
            }
        }
        probe.show("count", 6, q.buffer.count);
        for (n, entry) in q.buffer.entries.iter().enumerate().take(cfg.entries as usize) {
            let filled = n < usize::from(q.buffer.count);
            let entry = if filled { *entry } else { Entry::default() };
            probe.show(format!("entry{n}.valid"), 1, filled);
            probe.show(format!("entry{n}.partition"), cfg.partition_bits(), entry.partition);
            probe.show(format!("entry{n}.op"), 8, entry.op);
            for (operand, name) in entry.operands.iter().zip(["dst", "a", "b", "c", "guard"]) {
                probe.show(format!("entry{n}.{name}_kind"), 2, operand.kind);
                probe.show(format!("entry{n}.{name}"), bits, operand.register);
            }
        }
    }

    fn protocol(_: &Config) -> Protocol {
        Protocol::default()
    }

    fn legal(cfg: &Config, _: &Protocol, q: &State, i: &In) -> Result<(), Illegal> {
        protocol::legal(cfg, q, i)
    }

    fn repair(cfg: &Config, _: &Protocol, q: &State, i: &mut In) {
        protocol::repair(cfg, q, i);
    }

    #[inline]
    fn observe(cfg: &Config, p: &mut Protocol, q: &State, i: &In, o: &Out) {
        p.observe(cfg, q, i, o);
    }
}
