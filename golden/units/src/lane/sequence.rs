//! Issue and sequencing: one warp instruction in, one active bundle out a cycle (3.1, 3.2).

use heddle_contract::lane::{Config, In, RowMap, kind, op};

use super::collect;
use super::state::{Entry, Follower, Instruction, Launch, Source, State, Step, Tag, Target};

impl State {
    /// Whether the address queue has places for a whole warp.
    #[inline]
    pub fn has_room(&self, cfg: &Config) -> bool {
        self.reserved + cfg.bundles() <= cfg.queue
    }

    /// Whether an instruction with the operation `op` is accepted in this cycle: the instruction
    /// register is free or becomes free, and for a memory instruction the address queue has room.
    #[inline]
    pub fn accepts(&self, cfg: &Config, op: u8) -> bool {
        let free = !self.ir.valid || self.ir.left == 0 || (self.ir.left == 1 && sends(cfg, self));
        free && (op::class(op) != op::Class::Memory || self.has_room(cfg))
    }

    /// Returns the chained instruction whose bundles are being sent; `None` if there is none.
    pub fn follower(&self, cfg: &Config) -> Option<Follower> {
        let ir = &self.ir;
        (ir.valid && ir.chained && ir.left != 0).then(|| Follower {
            after: ir.after,
            fresh: ir.fresh,
            held: self.tags[ir.after as usize].pending >= ir.threads,
            sends: sends(cfg, self),
        })
    }
}

/// Whether a bundle enters the window in this cycle. A chained bundle waits for the write of the
/// same bundle of its producer: with equal masks, that is written when fewer threads are pending
/// there than are left here.
#[inline]
pub(super) fn sends(cfg: &Config, q: &State) -> bool {
    let held = q.ir.chained && q.tags[q.ir.after as usize].pending >= q.ir.threads;
    q.ir.valid && q.ir.left != 0 && collect::takes(cfg, q) && !held
}

/// Moves the first remaining bundle into the window.
#[inline(always)]
pub(super) fn send(cfg: &Config, q: &mut State) {
    let map = q.map;
    let at = q.entry(q.window_len);
    let ir = &mut q.ir;
    let thread = ir.remaining.trailing_zeros();
    ir.remaining &= ir.remaining - 1;
    let first = ir.fresh;
    ir.fresh = false;
    ir.left -= 1;
    let last = ir.left == 0;
    ir.valid = !last;

    let bundle = thread / cfg.width;
    let all_slots = (1u64 << cfg.width) - 1;
    let slots = (ir.mask >> thread & all_slots) as u8;
    ir.threads -= slots.count_ones();
    let entry: &mut Entry = &mut q.window[at];
    q.window_len += 1;
    entry.op = ir.op;
    entry.mode = ir.mode;
    entry.tag = ir.tag;
    entry.warp = ir.warp;
    entry.bundle = bundle as u8;
    entry.slots = slots;
    entry.select = (ir.pred >> thread & all_slots) as u8;
    entry.first = first;
    entry.last = last;
    entry.scalar = ir.scalar;
    entry.writes = ir.writes;
    entry.row = map.wrap(ir.target.row + bundle);
    entry.write_slots = slots;
    if ir.target.scalar {
        entry.row = ir.target.row;
        entry.write_slots = 1 << ir.target.slot;
    }
    entry.wide_sources = 0;
    entry.scalar_sources = 0;
    for (s, source) in ir.source.iter().enumerate() {
        entry.want[s] = 0;
        if source.words == 0 {
            for (k, data) in entry.data[s][..cfg.width as usize].iter_mut().enumerate() {
                let thread = u64::from(thread) + k as u64;
                *data = source.value.wrapping_add(source.per_thread * thread);
            }
            continue;
        }
        entry.scalar_sources |= u8::from(source.scalar) << s;
        if source.scalar && !first {
            continue;
        }
        entry.wide_sources |= u8::from(source.words == 2) << s;
        entry.want[s] = source.words;
        q.reading |= 1 << at;
        entry.read_row[s] = if source.scalar { source.row } else { map.wrap(source.row + bundle) };
        entry.read_slot[s] = source.slot;
        entry.high[s] = source.high;
    }
}

/// Removes an instruction without active threads from the instruction register after one cycle.
#[inline]
pub(super) fn retire_empty(q: &mut State) {
    if q.ir.valid && q.ir.left == 0 {
        q.ir.valid = false;
        q.done |= 1 << q.ir.tag;
    }
}

/// Loads the instruction register, and sets the threads pending under its tag.
pub(super) fn accept(cfg: &Config, q: &mut State, i: &In) {
    let launch = q.launch[i.issue_warp as usize];
    let active = i.issue_mask & i.issue_guard & cfg.full_mask();
    let mask = if i.issue_scalar { u64::from(active != 0) } else { active };
    let remaining = match cfg.width {
        1 => mask,
        2 => (mask | mask >> 1) & 0x5555_5555_5555_5555,
        _ => (mask | mask >> 1 | mask >> 2 | mask >> 3) & 0x1111_1111_1111_1111,
    };
    let left = remaining.count_ones();
    let class = op::class(i.issue_op);
    let responds = class != op::Class::Native && i.issue_writes;
    let target = target(cfg, q.map, &launch, i);
    let threads = mask.count_ones();
    q.tags[i.issue_tag as usize] = Tag { pending: threads, responds, answered: false, target };
    if class == op::Class::Memory {
        q.reserved += left;
    }
    q.ir = Instruction {
        valid: true,
        op: i.issue_op,
        mode: i.issue_mode,
        tag: i.issue_tag,
        warp: i.issue_warp,
        scalar: i.issue_scalar,
        mask,
        pred: i.issue_pred,
        remaining,
        left,
        threads,
        fresh: true,
        chained: i.issue_chained,
        after: i.issue_after,
        writes: i.issue_writes,
        target,
        source: [
            source(cfg, q.map, &launch, i, 0),
            source(cfg, q.map, &launch, i, 1),
            source(cfg, q.map, &launch, i, 2),
        ],
    };
}

fn source(cfg: &Config, map: RowMap, launch: &Launch, i: &In, s: usize) -> Source {
    let index = i.issue_src[s];
    let words = 1 + u8::from(i.issue_wide[s]);
    match i.issue_kind[s] {
        kind::VECTOR => {
            let row = map.wrap(launch.vector + u32::from(index) * launch.stride);
            Source { words, row, high: vector_step(launch), ..Source::default() }
        }
        kind::SCALAR => {
            let (row, slot) = scalar_word(cfg, map, launch, index);
            Source { words, scalar: true, row, slot, high: scalar_step(cfg), ..Source::default() }
        }
        kind::IMMEDIATE => Source { value: i.issue_imm as i32 as u64, ..Source::default() },
        _ => {
            let (value, per_thread) = match index {
                kind::POSITION => (0, 1),
                kind::THREAD => (launch.tid, 1),
                _ => (u32::from(i.issue_warp), 0),
            };
            Source { value: value.into(), per_thread, ..Source::default() }
        }
    }
}

fn target(cfg: &Config, map: RowMap, launch: &Launch, i: &In) -> Target {
    let (wide, scalar) = (i.issue_dst_wide, i.issue_scalar);
    if scalar {
        let (row, slot) = scalar_word(cfg, map, launch, i.issue_dst);
        Target { row, slot, scalar, wide, high: scalar_step(cfg) }
    } else {
        let row = map.wrap(launch.vector + u32::from(i.issue_dst) * launch.stride);
        Target { row, slot: 0, scalar, wide, high: vector_step(launch) }
    }
}

/// Returns row and slot of a scalar: scalars are packed, `width` of them in a row (4.1).
fn scalar_word(cfg: &Config, map: RowMap, launch: &Launch, index: u8) -> (u32, u8) {
    let index = u32::from(index);
    (map.wrap(launch.scalar + index / cfg.width), (index % cfg.width) as u8)
}

fn vector_step(launch: &Launch) -> Step {
    Step { rows: launch.stride, slots: 0 }
}

/// The step to the high word of a scalar pair: pairs are aligned, so it lies in the next slot, or
/// in the next row when there is one slot.
fn scalar_step(cfg: &Config) -> Step {
    if cfg.width == 1 { Step { rows: 1, slots: 0 } } else { Step { rows: 0, slots: 1 } }
}

/// Sets the registers of a warp slot.
pub(super) fn launch(cfg: &Config, q: &mut State, i: &In) {
    let threads = u32::from(i.launch_threads);
    q.launch[i.launch_warp as usize] = Launch {
        threads,
        stride: cfg.stride(threads),
        vector: i.launch_vector,
        scalar: i.launch_scalar,
        tid: i.launch_tid.into(),
    };
}
