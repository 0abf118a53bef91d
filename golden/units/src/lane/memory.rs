//! The address queue, and the responses of memory and of external units (3.4-3.6).

use heddle_contract::lane::{Config, In, MAX_WIDTH, Out, op};

use super::collect::{Writers, response_row};
use super::state::{Request, State, Tag};

/// Moves a memory bundle into the address queue; its place was reserved when the instruction was
/// accepted.
#[inline(always)]
pub(super) fn enter(cfg: &Config, q: &mut State) {
    let mut at = q.queue_head + q.queue_len;
    if at >= cfg.queue as usize {
        at -= cfg.queue as usize;
    }
    q.queue_len += 1;
    let (entry, hold) = (&q.window[q.window_head], &q.hold);
    let request: &mut Request = &mut q.queue[at];
    request.op = entry.op;
    request.tag = entry.tag;
    request.warp = entry.warp;
    request.bundle = entry.bundle;
    request.slots = entry.slots;
    for k in 0..cfg.width as usize {
        let [a, b, c] = entry.operands(hold, k);
        request.addr[k] = a.wrapping_add(c);
        request.data[k] = b;
    }
}

/// Offers the oldest request to global or to shared memory.
#[inline]
pub(super) fn offer(cfg: &Config, q: &State, o: &mut Out) {
    o.req_valid = false;
    o.shared_request = 0;
    let Some(request) = q.request() else { return };
    if request.op & op::SHARED != 0 {
        o.shared_request = request.slots;
    } else {
        o.req_valid = true;
    }
    o.req_op = request.op & 0x3f;
    o.req_tag = request.tag;
    o.req_warp = request.warp;
    o.req_bundle = request.bundle;
    o.req_slots = request.slots;
    for k in 0..cfg.width as usize {
        o.req_addr[k] = request.addr[k];
        o.req_data[k] = request.data[k];
    }
}

/// Returns the slots of the oldest request that memory accepts in this cycle.
#[inline]
pub(super) fn taken(q: &State, i: &In) -> u8 {
    match q.request() {
        None => 0,
        Some(request) if request.op & op::SHARED != 0 => request.slots & i.shared_grant,
        Some(request) => request.slots * u8::from(i.req_ready),
    }
}

/// Removes the oldest request when all its slots were accepted; refused slots are offered again
/// (3.5).
#[inline(always)]
pub(super) fn depart(cfg: &Config, q: &mut State, i: &In) {
    if !i.req_ready && i.shared_grant == 0 {
        return;
    }
    let taken = taken(q, i);
    if taken == 0 {
        return;
    }
    let request = &mut q.queue[q.queue_head];
    request.slots &= !taken;
    let (tag, whole) = (request.tag, request.slots == 0);
    if !q.tags[tag as usize].responds {
        q.count_off(tag, taken.count_ones());
    }
    if !whole {
        return;
    }
    q.queue_head = if q.queue_head + 1 == cfg.queue as usize { 0 } else { q.queue_head + 1 };
    q.queue_len -= 1;
    q.reserved -= 1;
}

/// Writes results of external units and responses of memory through the collector's banks.
#[inline(always)]
pub(super) fn respond(cfg: &Config, q: &mut State, i: &In, writers: &Writers) {
    if writers.res_writes {
        write(cfg, q, i.res_tag, i.res_bundle, i.res_slots, &i.res_data, q.res_half);
        q.res_half = !writers.res_finishes;
        if writers.res_finishes {
            q.answered(i.res_tag, i.res_slots.count_ones());
        }
    }
    if writers.rsp_writes {
        write(cfg, q, i.rsp_tag, i.rsp_bundle, i.rsp_slots, &i.rsp_data, q.rsp_half);
        q.rsp_half = !writers.rsp_finishes;
        if writers.rsp_finishes {
            q.answered(i.rsp_tag, i.rsp_slots.count_ones());
        }
    }
}

#[inline(always)]
fn write(cfg: &Config, q: &mut State, tag: u8, bundle: u8, slots: u8, data: &[u64; MAX_WIDTH], high: bool) {
    let tag: &Tag = &q.tags[tag as usize];
    let at = (response_row(q.map, tag, bundle, high) * cfg.width) as usize;
    let half = |data: u64| (data >> if high { 32 } else { 0 }) as u32;
    if tag.target.scalar {
        let slot = tag.target.slot + if high { tag.target.high.slots } else { 0 };
        q.words[at + slot as usize] = half(data[0]);
        return;
    }
    for (k, data) in data.iter().enumerate().take(cfg.width as usize) {
        if slots >> k & 1 == 1 {
            q.words[at + k] = half(*data);
        }
    }
}

impl State {
    /// Records a complete response; the first one of its instruction shows as `first`.
    fn answered(&mut self, tag: u8, threads: u32) {
        let answered = &mut self.tags[tag as usize].answered;
        self.first |= u64::from(!*answered) << tag;
        *answered = true;
        self.count_off(tag, threads);
    }

    /// Counts off threads that were pending under a tag; the last of them show as `done`.
    #[inline]
    pub(super) fn count_off(&mut self, tag: u8, finished: u32) {
        let pending = &mut self.tags[tag as usize].pending;
        *pending = pending.saturating_sub(finished);
        if *pending == 0 {
            self.done |= 1 << tag;
        }
    }
}
