//! The operand collector: banks with one access a cycle, and a window of bundles that gather their
//! operands (3.7).

use heddle_contract::lane::{Config, In, Out, RowMap, op};

use super::execute;
use super::memory;
use super::state::{State, Tag};

/// The writers of the banks in this cycle.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Writers {
    /// The banks that are written, a bit each.
    pub banks: u32,
    pub res_writes: bool,
    pub rsp_writes: bool,
    /// Whether the response writes its last word.
    pub res_finishes: bool,
    pub rsp_finishes: bool,
}

/// Chooses the writers in their order: a native result, then an external one, then a memory
/// response.
#[inline(always)]
pub(super) fn writers(q: &State, i: &In) -> Writers {
    let mut w = Writers::default();
    let stage = &q.pipe[q.pipe_at];
    if stage.valid && stage.writes {
        w.banks = 1 << q.map.bank(stage.row);
    }
    if i.res_valid {
        let tag = &q.tags[i.res_tag as usize];
        let bank = 1 << q.map.bank(response_row(q.map, tag, i.res_bundle, q.res_half));
        w.res_writes = w.banks & bank == 0;
        w.res_finishes = w.res_writes && (q.res_half || !tag.target.wide);
        w.banks |= bank;
    }
    if i.rsp_valid {
        let tag = &q.tags[i.rsp_tag as usize];
        let bank = 1 << q.map.bank(response_row(q.map, tag, i.rsp_bundle, q.rsp_half));
        w.rsp_writes = w.banks & bank == 0;
        w.rsp_finishes = w.rsp_writes && (q.rsp_half || !tag.target.wide);
        w.banks |= bank;
    }
    w
}

/// Returns the row that a response writes: that of its low words first, then that of its high ones.
#[inline]
pub(super) fn response_row(map: RowMap, tag: &Tag, bundle: u8, high: bool) -> u32 {
    let target = &tag.target;
    let bundle = if target.scalar { 0 } else { u32::from(bundle) };
    map.wrap(target.row + bundle + if high { target.high.rows } else { 0 })
}

/// Serves one read in each bank that is not written, for the oldest bundle that requests the bank.
#[inline(always)]
pub(super) fn read(cfg: &Config, q: &mut State, mut banks: u32) {
    let (map, width) = (q.map, cfg.width as usize);
    q.coming = 0;
    // the oldest entry is the first of the ring
    let behind = u16::MAX << q.window_head;
    let mut left = [q.reading & behind, q.reading & !behind];
    while left != [0; 2] {
        let part = &mut left[usize::from(left[0] == 0)];
        let at = part.trailing_zeros() as usize;
        *part &= *part - 1;
        let entry = &mut q.window[at];
        for s in 0..3 {
            if entry.want[s] == 0 {
                continue;
            }
            let row = entry.read_row[s];
            let bank = 1 << map.bank(row);
            if banks & bank != 0 {
                continue;
            }
            banks |= bank;
            let words = row as usize * width;
            let high = entry.wide_sources >> s & 1 == 1 && entry.want[s] == 1;
            for k in 0..width {
                let slot = if entry.scalar_sources >> s & 1 == 1 { entry.read_slot[s] as usize } else { k };
                let word = u64::from(q.words[words + slot]);
                if high {
                    entry.data[s][k] |= word << 32;
                } else {
                    entry.data[s][k] = word;
                }
            }
            entry.want[s] -= 1;
            q.coming |= 1 << at;
            entry.read_row[s] = map.wrap(row + entry.high[s].rows);
            entry.read_slot[s] += entry.high[s].slots;
        }
        if entry.want == [0; 3] {
            q.reading &= !(1 << at);
        }
    }
}

/// Whether the oldest bundle has all its operands.
#[inline]
fn complete(q: &State) -> bool {
    q.window_len != 0 && (q.reading | q.coming) >> q.window_head & 1 == 0
}

/// Whether the window accepts another bundle: it has a free entry, or the oldest bundle leaves it.
/// An external unit accepts or refuses the oldest bundle only during the cycle, which is too late
/// to count upon.
#[inline]
pub(super) fn takes(cfg: &Config, q: &State) -> bool {
    let leaves = || complete(q) && op::class(q.window[q.window_head].op) != op::Class::External;
    q.window_len < cfg.window as usize || leaves()
}

/// Whether the oldest bundle leaves the window in this cycle.
#[inline]
pub(super) fn leaves(q: &State, i: &In) -> bool {
    complete(q) && (op::class(q.window[q.window_head].op) != op::Class::External || i.ext_ready)
}

/// Moves the oldest bundle out of the window: to the execute stages, the address queue, or an
/// external unit.
#[inline(always)]
pub(super) fn leave(cfg: &Config, q: &mut State) {
    let oldest = &q.window[q.window_head];
    let (tag, writes, threads) = (oldest.tag, oldest.writes, oldest.slots.count_ones());
    if oldest.first {
        q.hold = [oldest.data[0][0], oldest.data[1][0], oldest.data[2][0]];
    }
    match op::class(oldest.op) {
        op::Class::Native => execute::enter(cfg, q),
        op::Class::Memory => memory::enter(cfg, q),
        op::Class::External => {
            if !writes {
                q.count_off(tag, threads);
            }
        }
    }
    q.window_head = q.entry(1);
    q.window_len -= 1;
}

/// Offers the oldest bundle to the external units while it is complete.
#[inline]
pub(super) fn offer(cfg: &Config, q: &State, o: &mut Out) {
    let oldest = &q.window[q.window_head];
    o.ext_valid = complete(q) && op::class(oldest.op) == op::Class::External;
    if !o.ext_valid {
        return;
    }
    o.ext_op = oldest.op & 0x7f;
    o.ext_tag = oldest.tag;
    o.ext_warp = oldest.warp;
    o.ext_bundle = oldest.bundle;
    o.ext_slots = oldest.slots;
    for k in 0..cfg.width as usize {
        [o.ext_a[k], o.ext_b[k], o.ext_c[k]] = oldest.operands(&q.hold, k);
    }
}
