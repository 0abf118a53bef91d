use crate::primitive::Fp32;
use heddle_contract::lane::op;
use heddle_contract::primitive::fp32::{Config, In, Out, has};

use crate::lane::fpu;
use crate::require;
use crate::{Golden, Illegal, Probe, Violation};

/// An operation in the pipeline, whose result is computed as the operation enters.
#[derive(Debug, Clone, Copy, Default)]
struct Stage {
    valid: bool,
    setp: bool,
    result: u32,
    flag: bool,
}

/// The state of the FP32 datapath: the stages as a ring; `last` is the last stage, and the first
/// one after the edge.
#[derive(Debug, Clone)]
pub struct State {
    stages: Box<[Stage]>,
    last: usize,
}

impl Golden for Fp32 {
    type State = State;
    type Protocol = ();

    fn reset(cfg: &Config) -> State {
        State { stages: vec![Stage::default(); cfg.latency as usize].into(), last: 0 }
    }

    #[inline]
    fn comb(_: &Config, q: &State, _: &In, o: &mut Out) {
        let stage = q.stages[q.last];
        *o = Out { done: stage.valid, setp: stage.setp, result: stage.result, flag: stage.flag };
    }

    #[inline]
    fn clock(_: &Config, q: &mut State, i: &In) {
        if i.reset {
            q.stages.fill(Stage::default());
            return;
        }
        q.stages[q.last] = if i.valid {
            let setp = op::is_setp(i.op);
            let result = if setp { 0 } else { fpu::word(i.op, i.mode, i.a, i.b, i.c) };
            Stage { valid: true, setp, result, flag: setp && fpu::predicate(i.op, i.mode, i.a, i.b) }
        } else {
            Stage::default()
        };
        q.last = if q.last + 1 == q.stages.len() { 0 } else { q.last + 1 };
    }

    fn invariant(_: &Config, (): &(), _: &State) -> Result<(), Violation> {
        Ok(())
    }

    fn probe(_: &Config, q: &State, probe: &mut Probe) {
        let stages = q.stages.len();
        for n in 0..stages {
            let stage = q.stages[(q.last + n) % stages];
            // numbered as they travel
            let name = |field: &str| format!("stage{}.{field}", stages - n);
            probe.show(name("valid"), 1, stage.valid);
            probe.show(name("result"), 32, stage.result);
            probe.show(name("flag"), 1, stage.flag);
        }
    }

    fn protocol(_: &Config) {}

    fn legal(_: &Config, (): &(), _: &State, i: &In) -> Result<(), Illegal> {
        require(!(i.reset && i.valid), "valid", || "low during reset".into())?;
        require(!i.valid || has(i.op, i.mode), "op", || {
            format!("no operation {:#04x} on numbers with modes {:#04b}", i.op, i.mode)
        })
    }

    fn repair(_: &Config, (): &(), _: &State, i: &mut In) {
        i.valid &= !i.reset;
        if i.valid {
            i.mode &= op::modes(i.op);
        }
        i.valid &= has(i.op, i.mode);
    }

    #[inline]
    fn observe(_: &Config, (): &mut (), _: &State, _: &In, _: &Out) {}
}
