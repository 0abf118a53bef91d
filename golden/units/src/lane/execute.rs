//! The execute stages and the writeback.

use heddle_contract::lane::{Config, MAX_WIDTH, op};

use super::state::{Executed, State};
use super::{alu, fpu};

/// Moves a native bundle into the first stage. Its result is computed here and travels to the
/// writeback.
#[inline(always)]
pub(super) fn enter(cfg: &Config, q: &mut State) {
    // the stage furthest from the writeback, which the ring reaches in `latency` cycles
    let at = if q.pipe_at == 0 { cfg.latency as usize } else { q.pipe_at } - 1;
    let (entry, hold) = (&q.window[q.window_head], &q.hold);
    let stage: &mut Executed = &mut q.pipe[at];
    q.pipe_len += 1;
    stage.valid = true;
    stage.tag = entry.tag;
    stage.warp = entry.warp;
    stage.first = entry.first;
    stage.last = entry.last;
    stage.setp = op::is_setp(entry.op);
    stage.writes = entry.writes;
    stage.row = entry.row;
    stage.write_slots = entry.write_slots;
    let float = op::is_float(entry.op);
    if stage.setp {
        let mut bits = 0;
        for k in (0..cfg.width as usize).filter(|k| entry.slots >> k & 1 == 1) {
            let [a, b, _] = entry.operands(hold, k);
            let (a, b) = (a as u32, b as u32);
            let holds = if float { fpu::predicate(entry.op, entry.mode, a, b) } else { alu::predicate(entry.op, a, b) };
            bits |= u64::from(holds) << k;
        }
        // a scalar's one answer is every thread's
        stage.pred = if entry.scalar { bits * cfg.full_mask() } else { bits << (u32::from(entry.bundle) * cfg.width) };
        return;
    }
    for k in 0..cfg.width as usize {
        let [a, b, c] = entry.operands(hold, k).map(|operand| operand as u32);
        stage.data[k] = if float {
            fpu::word(entry.op, entry.mode, a, b, c)
        } else {
            alu::word(entry.op, a, b, c, entry.select >> k & 1 == 1)
        };
    }
    if entry.scalar {
        // thread 0's result goes to whichever slot holds the scalar
        stage.data = [stage.data[0]; MAX_WIDTH];
    }
}

/// Writes the result of the last stage, or adds its bits to the predicate word, and counts its
/// bundle off.
#[inline(always)]
pub(super) fn write_back(cfg: &Config, q: &mut State) {
    if q.pipe_len == 0 {
        return;
    }
    let at = q.pipe_at;
    q.pipe_at = if at + 1 == cfg.latency as usize { 0 } else { at + 1 };
    if !q.pipe[at].valid {
        return;
    }
    q.pipe[at].valid = false;
    q.pipe_len -= 1;
    let stage = &q.pipe[at];
    let (tag, first, threads) = (stage.tag, stage.first, stage.write_slots.count_ones());
    if stage.writes {
        let words = stage.row as usize * cfg.width as usize;
        for (k, data) in stage.data.iter().enumerate().take(cfg.width as usize) {
            if stage.write_slots >> k & 1 == 1 {
                q.words[words + k] = *data;
            }
        }
    }
    if stage.setp {
        q.gather = stage.pred | if stage.first { 0 } else { q.gather };
        if stage.last {
            q.pred_valid = true;
            q.pred_tag = stage.tag;
            q.pred_warp = stage.warp;
            q.pred_word = q.gather;
        }
    }
    if first {
        q.first |= 1 << tag;
    }
    q.count_off(tag, threads);
}
