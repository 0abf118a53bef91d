//! Simpler inputs of the lane, for shrinking.

use crate::lane::Lane;
use heddle_contract::lane::{Config, In, MAX_WIDTH, Out, kind, op};

use super::{issues, together};
use heddle_testbench::bench::{Shrink, propose};

impl Shrink for Lane {
    fn shrink_candidates(cfg: &Config, i: &In) -> Vec<In> {
        let mut candidates = Vec::new();
        let mut propose = |change: &dyn Fn(&mut In)| propose(&mut candidates, i, change);
        propose(&|c| *c = In::default());
        propose(&|c| c.reset = false);
        propose(&|c| c.launch_valid = false);
        propose(&|c| c.issue_valid = false);
        propose(&|c| c.res_valid = false);
        propose(&|c| c.rsp_valid = false);
        propose(&|c| c.req_ready = false);
        propose(&|c| c.ext_ready = false);
        propose(&|c| c.shared_grant = 0);
        if i.issue_valid {
            for s in 0..3 {
                propose(&|c| {
                    (c.issue_kind[s], c.issue_src[s], c.issue_wide[s]) = (kind::IMMEDIATE, 0, false);
                });
                propose(&|c| c.issue_wide[s] = false);
                // a value that needs no write before it
                if i.issue_kind[s] < kind::IMMEDIATE {
                    for special in 0..kind::SPECIALS {
                        propose(&|c| {
                            (c.issue_kind[s], c.issue_src[s], c.issue_wide[s]) = (kind::SPECIAL, special, false)
                        });
                    }
                }
            }
            let native = op::class(i.issue_op) == op::Class::Native;
            if native && !op::is_setp(i.issue_op) {
                propose(&|c| (c.issue_op, c.issue_mode) = (op::MOV, 0));
                propose(&|c| c.issue_mode = 0);
            } else if !native {
                propose(&|c| c.issue_op &= 0xe0);
            }
            let lowest = i.issue_mask & i.issue_mask.wrapping_neg();
            propose(&|c| c.issue_mask = lowest);
            propose(&|c| c.issue_mask &= c.issue_mask.wrapping_sub(1));
            propose(&|c| c.issue_guard = cfg.full_mask());
            propose(&|c| c.issue_pred = 0);
            propose(&|c| c.issue_imm = 0);
            propose(&|c| c.issue_imm = c.issue_imm.min(1));
            propose(&|c| c.issue_dst_wide = false);
            propose(&|c| (c.issue_chained, c.issue_after) = (false, 0));
            if !native {
                propose(&|c| (c.issue_writes, c.issue_dst, c.issue_dst_wide) = (false, 0, false));
            }
        }
        if i.launch_valid {
            propose(&|c| c.launch_threads = 1);
            propose(&|c| c.launch_tid = 0);
            propose(&|c| c.launch_vector = 0);
            propose(&|c| c.launch_scalar = 0);
        }
        let one = |data: &[u64; MAX_WIDTH]| data.map(|value| value.min(1));
        if i.res_valid {
            propose(&|c| c.res_slots &= c.res_slots.wrapping_neg());
            propose(&|c| c.res_data = [0; MAX_WIDTH]);
            propose(&|c| c.res_data = one(&c.res_data));
        }
        if i.rsp_valid {
            propose(&|c| c.rsp_slots &= c.rsp_slots.wrapping_neg());
            propose(&|c| c.rsp_data = [0; MAX_WIDTH]);
            propose(&|c| c.rsp_data = one(&c.rsp_data));
        }
        candidates
    }

    fn shrink_candidates_together(cfg: &Config, inputs: &[In], way: usize) -> Option<Vec<In>> {
        together::shrink_candidates(cfg, inputs, way)
    }

    fn alternatives(_: &Config, inputs: &[In], at: usize) -> Vec<In> {
        together::alternatives(inputs, at)
    }

    fn taken(_: &Config, i: &In, o: &Out) -> bool {
        (!i.issue_valid || issues(i, o)) && (!i.req_ready || o.req_valid) && (!i.ext_ready || o.ext_valid)
    }
}
