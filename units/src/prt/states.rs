//! Enumeration of the states of the partitioned renaming table.

use crate::prt::Prt;
use heddle_contract::prt::op::{CLASSES, Class};
use heddle_contract::prt::{Config, In, Ranges, SOURCES, kind};
use heddle_golden::prt::{Operand, State, key};

use heddle_testbench::states::{Change, Plant, States, also};

/// Operations: a simple one, a quotient, one that is not in the table.
const ADD: u8 = 1;
const DIV: u8 = 32;
const UNKNOWN: u8 = 63;

pub const STATES: States<Prt> = States {
    key,
    alphabet,
    without: "an instruction has a destination, one source, a guard: none, the first data or mask register, one beyond the range; \
              add, div, an unknown operation",
    least: Some(|| Config {
        partitions: 1,
        registers: 1,
        masks: 1,
        lanes: 2,
        entries: 2,
        width: 1,
        ranges: Ranges::Static,
    }),
    plants: &[
        Plant::Edge("what waits for a register is free to go", |_, _, _, after: &mut State| {
            if after.buffer.count != 0 && after.buffer.free == 0 {
                after.buffer.free = 1;
            }
        }),
        Plant::Claim("the buffer is never full with nothing that is free to go", |cfg: &Config, q: &State| {
            u32::from(q.buffer.count) < cfg.entries || q.buffer.free != 0
        }),
    ],
};

/// Kernels while no partition runs, starts of idle partitions, ends of running ones; all offers of
/// running streams; all pipelines ready, or that for quotients alone; completion of pending
/// registers.
fn alphabet(cfg: &Config, q: &State) -> Vec<In> {
    let mut letters = vec![In::default()];
    if cfg.ranges == Ranges::Static && q.partitions.running == 0 {
        let (data, masks) = ((cfg.registers / cfg.partitions) as u16, (cfg.masks / cfg.partitions) as u8);
        let most = (1u32 << cfg.size_bits()) as u16 - 1;
        let sizes = [(data, masks), (data, 0), (most, masks)];
        letters.extend(sizes.map(|(kernel_registers, kernel_masks)| In {
            kernel_valid: true,
            kernel_registers,
            kernel_masks,
            ..In::default()
        }));
    }
    let mut moves: Vec<Change<In>> = Vec::new();
    for p in 0..cfg.partitions as u8 {
        if q.partitions.runs(p) {
            moves.push(Box::new(move |i| (i.end_valid, i.end_partition) = (true, p)));
            continue;
        }
        let sizes =
            if cfg.ranges == Ranges::Static { vec![(0, 0)] } else { vec![(0, 0), (1, 1), (cfg.registers as u16, 1)] };
        for (vl, (data, masks)) in
            [0, cfg.lanes as u16].into_iter().flat_map(|vl| sizes.iter().map(move |size| (vl, *size)))
        {
            moves.push(Box::new(move |i| {
                (i.start_valid, i.start_partition, i.start_vl) = (true, p, vl);
                (i.start_registers, i.start_masks) = (data, masks);
            }));
        }
    }
    letters = also(&letters, &moves);
    for p in (0..cfg.partitions as u8).filter(|p| q.partitions.runs(*p)) {
        letters = also(&letters, &offers(q, usize::from(p)));
    }
    let ready = |mask: u8| Box::new(move |i: &mut In| i.issue_ready = mask) as Change<In>;
    letters = also(&letters, &[ready((1 << CLASSES) - 1), ready(1 << Class::Divide as u8)]);
    let done = |at: Operand| {
        Box::new(move |i: &mut In| (i.done_valid, i.done_kind, i.done_register) = (true, at.kind, at.register))
            as Change<In>
    };
    letters = also(&letters, &q.buffer.pending.iter().map(done).collect::<Vec<_>>());
    letters.push(In { reset: true, ..In::default() });
    letters
}

/// Returns the changes of an input by which stream `p` offers an instruction.
fn offers(q: &State, p: usize) -> Vec<Change<In>> {
    let beyond = q.partitions.each[p].size[usize::from(kind::DATA)] as u8;
    let none = Operand { kind: kind::NONE, register: 0 };
    let (data, mask) = (Operand { kind: kind::DATA, register: 0 }, Operand { kind: kind::MASK, register: 0 });
    let mut offers: Vec<Change<In>> = Vec::new();
    let mut offer = |op: u8, dst: Operand, a: Operand, guarded: bool| {
        offers.push(Box::new(move |i| {
            i.fetch |= 1 << p;
            i.fetch_op[p] = op;
            (i.fetch_dst_kind[p], i.fetch_dst[p]) = (dst.kind, dst.register);
            (i.fetch_src_kind[p * SOURCES], i.fetch_src[p * SOURCES]) = (a.kind, a.register);
            i.fetch_guarded |= u8::from(guarded) << p;
        }));
    };
    for (dst, a) in [none, data, mask].into_iter().flat_map(|dst| [none, data, mask].map(|a| (dst, a))) {
        offer(ADD, dst, a, false);
        offer(ADD, dst, a, true);
    }
    offer(ADD, Operand { kind: kind::DATA, register: beyond }, none, false);
    offer(DIV, data, none, false);
    offer(UNKNOWN, none, none, false);
    offers
}
