//! The state of the lane as signals of a waveform, and its invariants.

use heddle_contract::lane::{Config, op};

use super::state::State;
use crate::{Probe, Violation};

pub(super) fn probe(cfg: &Config, q: &State, p: &mut Probe) {
    let (tag, warp) = (cfg.tag_bits(), cfg.warp_bits());
    p.show("instruction.valid", 1, q.ir.valid);
    p.show("instruction.op", 8, q.ir.op);
    p.show("instruction.mode", 2, q.ir.mode);
    p.show("instruction.tag", tag, q.ir.tag);
    p.show("instruction.warp", warp, q.ir.warp);
    p.show("instruction.scalar", 1, q.ir.scalar);
    p.show("instruction.mask", cfg.threads, q.ir.mask);
    p.show("instruction.remaining", cfg.threads, q.ir.remaining);
    p.show("instruction.left", cfg.count_bits(), q.ir.left);
    p.show("instruction.threads", cfg.count_bits(), q.ir.threads);
    p.show("instruction.chained", 1, q.ir.chained);
    p.show("instruction.after", tag, q.ir.after);
    for n in 0..cfg.window as usize {
        let entry = q.entries().nth(n).copied().unwrap_or_default();
        let name = |field: &str| format!("window.entry{n}.{field}");
        p.show(name("valid"), 1, n < q.window_len);
        p.show(name("op"), 8, entry.op);
        p.show(name("mode"), 2, entry.mode);
        p.show(name("tag"), tag, entry.tag);
        p.show(name("bundle"), cfg.bundle_bits(), entry.bundle);
        p.show(name("slots"), cfg.width, entry.slots);
        p.show(name("coming"), 1, q.coming >> q.entry(n) & 1);
        for (s, source) in ["a", "b", "c"].iter().enumerate() {
            p.show(name(&format!("{source}.want")), 2, entry.want[s]);
            p.show(name(&format!("{source}.row")), cfg.row_bits(), entry.read_row[s]);
            for k in 0..cfg.width as usize {
                p.show(name(&format!("{source}.data{k}")), 64, entry.data[s][k]);
            }
        }
    }
    for n in 0..cfg.latency as usize {
        let stage = q.pipe[(q.pipe_at + n) % cfg.latency as usize];
        // numbered as the result travels: the writeback is the last stage
        let name = |field: &str| format!("execute.stage{}.{field}", cfg.latency as usize - n);
        p.show(name("valid"), 1, stage.valid);
        p.show(name("tag"), tag, stage.tag);
        p.show(name("row"), cfg.row_bits(), stage.row);
        for k in 0..cfg.width as usize {
            p.show(name(&format!("data{k}")), 32, stage.data[k]);
        }
        p.show(name("pred"), cfg.threads, stage.pred);
    }
    p.show("queue.length", 11, q.queue_len as u64);
    p.show("queue.reserved", 11, q.reserved);
    for (n, t) in q.tags.iter().enumerate().take(cfg.tags as usize) {
        p.show(format!("tags.pending{n}"), cfg.count_bits(), t.pending);
    }
    p.show("response.res_half", 1, q.res_half);
    p.show("response.rsp_half", 1, q.rsp_half);
}

pub(super) fn invariant(cfg: &Config, q: &State) -> Result<(), Violation> {
    let check = |holds: bool, what: String| if holds { Ok(()) } else { Err(Violation(what)) };
    check(q.window_len <= cfg.window as usize, format!("{} entries in a window of {}", q.window_len, cfg.window))?;
    check(
        q.queue_len <= q.reserved as usize && q.reserved <= cfg.queue,
        format!("{} requests queued, {} reserved, {} places", q.queue_len, q.reserved, cfg.queue),
    )?;
    let stages = || q.pipe.iter().filter(|stage| stage.valid);
    check(stages().count() == q.pipe_len, "the pipeline lost count".into())?;

    // a bundle that still reads a word must not be younger than a native bundle that will write it
    for (n, entry) in q.entries().enumerate() {
        for s in (0..3).filter(|s| entry.want[*s] != 0) {
            let row = entry.read_row[s];
            let scalar = entry.scalar_sources >> s & 1 == 1;
            let slots = if scalar { 1 << entry.read_slot[s] } else { entry.slots };
            let met = |writes: bool, at: u32, written: u8| writes && at == row && written & slots != 0;
            let in_pipe = stages().any(|stage| met(stage.writes, stage.row, stage.write_slots));
            let in_window = q.entries().take(n).any(|older| {
                met(older.writes && op::class(older.op) == op::Class::Native, older.row, older.write_slots)
            });
            check(!in_pipe && !in_window, format!("tag {} reads row {row} before it is written", entry.tag))?;
        }
    }

    // threads that are pending under a tag without response are somewhere in the lane
    for (tag, t) in q.tags.iter().enumerate().take(cfg.tags as usize).filter(|(_, t)| !t.responds) {
        let of = |slots: u8, this: u8| if this as usize == tag { slots.count_ones() } else { 0 };
        let register = if q.ir.valid && q.ir.tag as usize == tag { q.ir.threads } else { 0 };
        let window: u32 = q.entries().map(|entry| of(entry.slots, entry.tag)).sum();
        let pipe: u32 = stages().map(|stage| of(stage.write_slots, stage.tag)).sum();
        let requests = (0..q.queue_len).map(|n| &q.queue[(q.queue_head + n) % cfg.queue as usize]);
        let queue: u32 = requests.map(|request| of(request.slots, request.tag)).sum();
        let found = register + window + pipe + queue;
        check(found == t.pending, format!("tag {tag}: {} pending, {found} found", t.pending))?;
    }
    Ok(())
}
