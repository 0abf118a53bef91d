//! Counters of cores.

use heddle_contract::lane::op;

use crate::counters;
use crate::microop::{MicroOp, Place, Role, Unit};

counters! {
    /// Counters of the work of cores.
    pub CoreCounters "core" {
        /// Warp instructions of the program, executed.
        instructions ["warp instructions"],
        /// Thread instructions of the program, executed: warp instructions, once a thread that took
        /// part.
        thread_instructions ["thread instructions"],
        /// Thread instructions of the program's text that these stand for: what the compiler added
        /// stands for none, what it put together for several.
        text_instructions ["thread instructions"],
        /// Warp instructions that are scalar.
        scalar_instructions ["warp instructions"],
        /// Steps issued: an instruction has one or several.
        steps ["steps"],
        /// Threads of steps issued.
        thread_steps ["threads"],
        /// Cycles in which something was issued.
        issue_cycles ["core cycles"],
        /// CTAs that ended.
        ctas ["CTAs"],
        /// Cycles in which a core held a warp.
        busy ["core cycles"],
        /// Warps that cores held, each cycle.
        warps ["warp cycles"],
        /// Words of registers given away, each cycle.
        registers ["word cycles"],
        /// Bytes of shared memory that CTAs have for their data, each cycle.
        shared ["byte cycles"],
        /// Lanes with a warp, each cycle (STSIMT table IV: static).
        lanes_static ["lane cycles"],
        /// Lanes with a warp that has not ended and does not wait for memory, at the end of each
        /// cycle (STSIMT table IV: dynamic).
        lanes_dynamic ["lane cycles"],
        /// Cycles in which one lane could have taken an instruction beside those that were issued
        /// (STSIMT table IV).
        conflicts_1 ["core cycles"],
        /// Cycles in which two lanes could have taken an instruction beside those that were issued.
        conflicts_2 ["core cycles"],
        /// Cycles in which three or more lanes could have taken an instruction beside those that
        /// were issued.
        conflicts_3 ["core cycles"],
        /// Threads of integer, FP32, conversion, comparison steps executed.
        arithmetic ["threads"],
        /// Threads of special function steps.
        special ["threads"],
        /// Threads of FP64 steps.
        double ["threads"],
        /// Threads of steps that access memory.
        accesses ["threads"],
        /// Threads of accesses to shared memory.
        shared_accesses ["threads"],
        /// Cycles that accesses to shared memory took beyond those that they would have without
        /// conflicts; with lanes: cycles of a lane in which the arbiter refused a thread (STSIMT
        /// 3.5).
        shared_conflicts ["core cycles"],
        /// Steps that are scalar.
        scalar_steps ["steps"],
        /// Words of registers read, as they move: under SIMT a whole entry of the warp's width,
        /// whatever the mask; in a lane the bundles in which threads take part; a scalar once.
        operands_read ["words"],
        /// Words of registers written, counted as those read.
        operands_written ["words"],
    }
}

impl CoreCounters {
    /// Counts cycles in which a core holds warps, words of registers and bytes of shared memory.
    pub(crate) fn hold(&mut self, cycles: u64, warps: u64, registers: u64, shared: u64) {
        self.busy += cycles;
        self.warps += cycles * warps;
        self.registers += cycles * registers;
        self.shared += cycles * shared;
    }

    /// Counts a step that is issued; `moved` words move with each of its vector registers.
    pub(crate) fn tally(&mut self, op: &MicroOp, moved: u64) {
        self.steps += 1;
        self.scalar_steps += u64::from(op.step.scalar);
        self.tally_part(op, moved, true);
    }

    /// Counts the work of warps of a unit in a step that is issued once for all of them; scalar
    /// operands count with the `first` of them.
    pub(crate) fn tally_part(&mut self, op: &MicroOp, moved: u64, first: bool) {
        let step = &op.step;
        let mut threads = u64::from(op.mask().count_ones());
        if step.scalar {
            threads = threads.min(first.into());
        }
        self.thread_steps += threads;
        *match step.role {
            Role::Memory(..) if step.op & op::SHARED != 0 => &mut self.shared_accesses,
            Role::Memory(..) | Role::External(Unit::Constant | Unit::Texture) => &mut self.accesses,
            Role::External(Unit::Special) => &mut self.special,
            Role::External(Unit::Double) => &mut self.double,
            _ => &mut self.arithmetic,
        } += threads;
        let scalar = threads.min(first.into());
        let words = |place: &Place| (1 + u64::from(place.wide)) * if place.scalar { scalar } else { moved };
        self.operands_read += step.places().map(words).sum::<u64>();
        self.operands_written += step.target.iter().map(words).sum::<u64>();
    }
}
