//! Simpler inputs of the partitioned renaming table, for shrinking.

use crate::prt::Prt;
use heddle_contract::prt::{Config, In, Out, SOURCES, kind, op};

use heddle_testbench::bench::{Shrink, propose};

impl Shrink for Prt {
    fn shrink_candidates(cfg: &Config, i: &In) -> Vec<In> {
        let mut candidates = Vec::new();
        let mut propose = |change: &dyn Fn(&mut In)| propose(&mut candidates, i, change);
        propose(&|c| *c = In::default());
        propose(&|c| c.reset = false);
        propose(&|c| c.fetch = 0);
        for p in 0..cfg.partitions {
            propose(&|c| c.fetch &= !(1 << p));
        }
        propose(&|c| c.kernel_valid = false);
        propose(&|c| c.start_valid = false);
        propose(&|c| c.end_valid = false);
        propose(&|c| c.done_valid = false);
        propose(&|c| c.issue_ready = 0);
        for class in 0..op::CLASSES {
            propose(&|c| c.issue_ready &= !(1 << class));
        }
        propose(&|c| c.fetch_guarded = 0);
        for p in 0..cfg.partitions as usize {
            if i.fetch >> p & 1 == 1 {
                propose(&|c| plain(c, p));
                stream(i, p, &mut propose);
            }
        }
        if i.kernel_valid {
            for less in [0, 1, i.kernel_registers / 2, i.kernel_registers.saturating_sub(1)] {
                propose(&|c| c.kernel_registers = less.min(c.kernel_registers));
            }
            for less in [0, 1, i.kernel_masks / 2, i.kernel_masks.saturating_sub(1)] {
                propose(&|c| c.kernel_masks = less.min(c.kernel_masks));
            }
        }
        if i.start_valid {
            for less in [0, 1, i.start_registers / 2, i.start_registers.saturating_sub(1)] {
                propose(&|c| c.start_registers = less.min(c.start_registers));
            }
            for less in [0, 1, i.start_masks / 2, i.start_masks.saturating_sub(1)] {
                propose(&|c| c.start_masks = less.min(c.start_masks));
            }
            propose(&|c| c.start_vl = c.start_vl.min(1));
            propose(&|c| c.start_vl /= 2);
            propose(&|c| c.start_partition = 0);
        }
        if i.end_valid {
            propose(&|c| c.end_partition = 0);
        }
        candidates
    }

    fn shrink_candidates_together(cfg: &Config, inputs: &[In], way: usize) -> Option<Vec<In>> {
        let mut inputs = inputs.to_vec();
        let streams = cfg.partitions as usize;
        let each = inputs.iter_mut();
        match way {
            0 => each.for_each(|i| (0..streams).for_each(|p| plain(i, p))),
            1 => each.for_each(|i| i.fetch_imm.fill(0)),
            2 => each.for_each(|i| i.fetch_op.fill(0)),
            3 => each.for_each(|i| i.fetch_guarded = 0),
            4 => each.for_each(|i| i.start_vl = i.start_vl.min(1)),
            5 => each.for_each(|i| {
                (i.kernel_registers, i.kernel_masks) = (i.kernel_registers.min(1), i.kernel_masks.min(1))
            }),
            6 => {
                each.for_each(|i| (i.start_registers, i.start_masks) = (i.start_registers.min(1), i.start_masks.min(1)))
            }
            7 => each.for_each(|i| i.fetch_dst_kind.fill(kind::NONE)),
            8 => each.for_each(|i| i.fetch_src_kind.fill(kind::NONE)),
            // without one partition
            _ if way < 9 + streams => {
                let p = way - 9;
                each.for_each(|i| {
                    i.fetch &= !(1 << p);
                    i.start_valid &= usize::from(i.start_partition) != p;
                    i.end_valid &= usize::from(i.end_partition) != p;
                });
            }
            _ => return None,
        }
        Some(inputs)
    }

    fn taken(_: &Config, i: &In, o: &Out) -> bool {
        let entered = i.fetch & !(o.take | o.refuse) == 0;
        entered && !o.kernel_refused && !o.start_refused && (i.issue_ready == 0 || o.issue_valid)
    }
}

/// Makes stream `p` offer an instruction without operands.
fn plain(i: &mut In, p: usize) {
    (i.fetch_op[p], i.fetch_imm[p]) = (0, 0);
    i.fetch_guarded &= !(1 << p);
    (i.fetch_dst_kind[p], i.fetch_dst[p], i.fetch_guard[p]) = (kind::NONE, 0, 0);
    for at in p * SOURCES..(p + 1) * SOURCES {
        (i.fetch_src_kind[at], i.fetch_src[at]) = (kind::NONE, 0);
    }
}

/// Proposes simpler versions of one instruction.
fn stream(i: &In, p: usize, propose: &mut impl FnMut(&dyn Fn(&mut In))) {
    propose(&|c| c.fetch_guarded &= !(1 << p));
    propose(&|c| c.fetch_imm[p] = 0);
    propose(&|c| c.fetch_op[p] = 0);
    propose(&|c| (c.fetch_dst_kind[p], c.fetch_dst[p]) = (kind::NONE, 0));
    for at in p * SOURCES..(p + 1) * SOURCES {
        propose(&|c| (c.fetch_src_kind[at], c.fetch_src[at]) = (kind::NONE, 0));
    }
    for less in [0, 1] {
        propose(&|c| c.fetch_dst[p] = c.fetch_dst[p].min(less));
        propose(&|c| c.fetch_guard[p] = c.fetch_guard[p].min(less));
        for at in p * SOURCES..(p + 1) * SOURCES {
            propose(&|c| c.fetch_src[at] = c.fetch_src[at].min(less));
        }
    }
    if i.fetch_imm[p] != 0 {
        propose(&|c| c.fetch_imm[p] &= c.fetch_imm[p].wrapping_neg());
    }
}
