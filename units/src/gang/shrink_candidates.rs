//! Simpler inputs of the ganging unit, for shrinking.

use crate::gang::Gang;
use heddle_contract::gang::{Config, In, Out};

use super::together;
use heddle_testbench::bench::{Shrink, propose};

impl Shrink for Gang {
    fn shrink_candidates(cfg: &Config, i: &In) -> Vec<In> {
        let mut candidates = Vec::new();
        let mut propose = |change: &dyn Fn(&mut In)| propose(&mut candidates, i, change);
        propose(&|c| *c = In::default());
        propose(&|c| c.reset = false);
        propose(&|c| c.launch_valid = false);
        propose(&|c| (c.report, c.report_end, c.report_sync) = (0, 0, 0));
        propose(&|c| (c.wake, c.wake_memory) = (0, 0));
        propose(&|c| c.fill = 0);
        propose(&|c| c.busy = 0);
        propose(&|c| c.l0 = 0);
        propose(&|c| c.report_sync = 0);
        propose(&|c| c.report_end = 0);
        propose(&|c| c.wake_memory = 0);
        propose(&|c| c.read_set = 0);
        for s in 0..cfg.slices as usize {
            let without = |mask: &mut u8| *mask &= !(1 << s);
            propose(&|c| {
                for mask in [&mut c.report, &mut c.report_end, &mut c.report_sync] {
                    without(mask);
                }
            });
            propose(&|c| {
                for mask in [&mut c.wake, &mut c.wake_memory] {
                    without(mask);
                }
            });
            propose(&|c| without(&mut c.fill));
            propose(&|c| without(&mut c.busy));
            propose(&|c| without(&mut c.l0));
            propose(&|c| without(&mut c.report_end));
            propose(&|c| without(&mut c.report_sync));
            propose(&|c| without(&mut c.wake_memory));
        }
        if i.launch_valid {
            propose(&|c| c.launch_apart = false);
            propose(&|c| c.launch_pc = 0);
            for s in 0..cfg.slices {
                propose(&|c| c.launch_mask &= !(1 << s));
            }
        }
        if i.report != 0 {
            propose(&|c| c.report_pc = [0; 8]);
            propose(&|c| c.report_pc = c.report_pc.map(|pc| pc.min(1)));
            for s in 0..cfg.slices as usize {
                propose(&|c| c.report_pc[s] = 0);
                propose(&|c| c.report_pc[s] = c.report_pc[s].min(1));
            }
        }
        candidates
    }

    fn shrink_candidates_together(cfg: &Config, inputs: &[In], way: usize) -> Option<Vec<In>> {
        together::shrink_candidates(cfg, inputs, way)
    }

    fn alternatives(cfg: &Config, inputs: &[In], at: usize) -> Vec<In> {
        together::alternatives(cfg, &inputs[at])
    }

    fn taken(_: &Config, i: &In, o: &Out) -> bool {
        i.l0 & !o.want == 0
    }
}
