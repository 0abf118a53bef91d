//! What vector cores count.

use crate::counters;
use crate::measure::lines::VECTOR_LOST;

counters! {
    /// Partitions, their instructions, and what each cycle of a vector core was.
    pub VectorCounters "vector" {
        /// Partitions that were started.
        packs ["packs"],
        /// Warps or CTAs in them.
        warps ["warps"],
        /// Threads in them.
        threads ["threads"],
        /// Vector instructions that the unit took.
        taken ["vector instructions"],
        /// Those that were issued.
        issued ["vector instructions"],
        /// Simple ones of those.
        simple ["vector instructions"],
        /// Complex ones, loads among them.
        complex ["vector instructions"],
        /// Stores, and sums into memory.
        stores ["vector instructions"],
        /// Loads.
        loads ["vector instructions"],
        /// JOINs, which find the next PC among the lanes (SIMT-SIMD IV.A).
        joins ["vector instructions"],
        /// Masks of the lanes that are active.
        masks ["vector instructions"],
        /// Writes of metadata registers at the start of partitions.
        metadata ["vector instructions"],
        /// Loads and stores of values for which a partition has no register.
        spills ["vector instructions"],
        /// Instructions that the table lacks, executed thread by thread.
        refused ["instructions"],
        /// Elements of vectors issued: their lengths.
        elements ["elements"],
        /// Threads that took part in instructions of the program.
        active_elements ["elements"],
        /// Cycles in which load ports were taken.
        busy_loads ["port cycles"],
        /// The same of store ports.
        busy_stores ["port cycles"],
        /// Cycles in which pipelines for integers and exchanges were taken.
        busy_alu ["pipeline cycles"],
        /// The same of those for quotients, roots and functions.
        busy_divide ["pipeline cycles"],
        /// The same of those for floating-point products and sums.
        busy_fma ["pipeline cycles"],
        /// Cycles in which a result was there and had to wait for another one to be written.
        late_results ["core cycles"],
        /// Cycles in which a vector instruction was issued.
        cycles_issued ["core cycles"],
        /// Those in which one was offered whose pipeline was taken.
        cycles_pipeline ["core cycles"],
        /// Those in which the oldest instruction in the buffer waited for a load.
        cycles_load ["core cycles"],
        /// Those in which it waited for another result.
        cycles_operand ["core cycles"],
        /// Those with an empty buffer in which a stream waited for a JOIN.
        cycles_join ["core cycles"],
        /// Those in which a stream waited for instructions, or for the cycle from being taken to the buffer.
        cycles_fetch ["core cycles"],
        /// Those in which partitions started and ended.
        cycles_turnover ["core cycles"],
        /// Those in which the scalar way did what the table lacks.
        cycles_scalar ["core cycles"],
        /// Those in which a barrier, a fence or the end of a partition waited for what was on its way.
        cycles_quiet ["core cycles"],
        /// Those in which no partition ran, and none was to start: other cores still had work, or memory had.
        cycles_idle ["core cycles"],
    }
}

/// What a cycle of a vector core is, by the first of these that holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Class {
    Issued,
    Pipeline,
    Load,
    Operand,
    Join,
    Fetch,
    Turnover,
    Scalar,
    Quiet,
    Idle,
}

impl Class {
    /// Which of the classes that an instruction's profile has it is, if it is one of them.
    pub(super) fn lost(self) -> Option<usize> {
        let name = match self {
            Class::Pipeline => "pipeline",
            Class::Operand => "operand",
            Class::Fetch => "fetch",
            Class::Load => "load",
            Class::Join => "join",
            Class::Scalar => "scalar",
            Class::Issued | Class::Turnover | Class::Quiet | Class::Idle => return None,
        };
        VECTOR_LOST.iter().position(|lost| *lost == name)
    }
}

impl VectorCounters {
    /// Counts cycles of a class.
    pub(super) fn count(&mut self, class: Class, cycles: u64) {
        *match class {
            Class::Issued => &mut self.cycles_issued,
            Class::Pipeline => &mut self.cycles_pipeline,
            Class::Load => &mut self.cycles_load,
            Class::Operand => &mut self.cycles_operand,
            Class::Join => &mut self.cycles_join,
            Class::Fetch => &mut self.cycles_fetch,
            Class::Turnover => &mut self.cycles_turnover,
            Class::Scalar => &mut self.cycles_scalar,
            Class::Quiet => &mut self.cycles_quiet,
            Class::Idle => &mut self.cycles_idle,
        } += cycles;
    }
}
