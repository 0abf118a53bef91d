//! Counters of vector cores.

use crate::counters;
use crate::measure::lines::VECTOR_LOST;

counters! {
    /// Partitions, their instructions, and the class of each cycle of a vector core.
    pub VectorCounters "vector" {
        /// Partitions that were started.
        packs ["packs"],
        /// Warps or CTAs in partitions that were started.
        warps ["warps"],
        /// Threads in partitions that were started.
        threads ["threads"],
        /// Vector instructions that the unit took.
        taken ["vector instructions"],
        /// Vector instructions that were issued.
        issued ["vector instructions"],
        /// Simple vector instructions that were issued.
        simple ["vector instructions"],
        /// Complex vector instructions that were issued, loads among them.
        complex ["vector instructions"],
        /// Stores that were issued, and sums into memory.
        stores ["vector instructions"],
        /// Loads that were issued.
        loads ["vector instructions"],
        /// JOINs, which find the next PC among the lanes (SIMT-SIMD IV.A).
        joins ["vector instructions"],
        /// Masks of the active lanes that were issued.
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
        /// Cycles in which store ports were taken.
        busy_stores ["port cycles"],
        /// Cycles in which pipelines for integers and exchanges were taken.
        busy_alu ["pipeline cycles"],
        /// Cycles in which pipelines for quotients, roots and functions were taken.
        busy_divide ["pipeline cycles"],
        /// Cycles in which pipelines for floating-point products and sums were taken.
        busy_fma ["pipeline cycles"],
        /// Cycles in which a result was there and had to wait for another one to be written.
        late_results ["core cycles"],
        /// Cycles in which a vector instruction was issued.
        cycles_issued ["core cycles"],
        /// Cycles in which no instruction was issued, and one waited for its pipeline alone.
        cycles_pipeline ["core cycles"],
        /// Cycles in which the oldest instruction in the buffer waited for a load.
        cycles_load ["core cycles"],
        /// Cycles in which the oldest instruction in the buffer waited for a result other than a
        /// load's.
        cycles_operand ["core cycles"],
        /// Cycles with an empty buffer in which a stream waited for a JOIN.
        cycles_join ["core cycles"],
        /// Cycles in which a stream waited for instructions, or for the cycle from being taken to
        /// the buffer.
        cycles_fetch ["core cycles"],
        /// Cycles in which partitions started and ended.
        cycles_turnover ["core cycles"],
        /// Cycles in which the scalar side executed an instruction that the table lacks.
        cycles_scalar ["core cycles"],
        /// Cycles in which a barrier, a fence or the end of a partition waited for instructions in
        /// flight.
        cycles_quiet ["core cycles"],
        /// Cycles in which no partition ran, and none was to start: other cores still had work, or
        /// memory had.
        cycles_idle ["core cycles"],
    }
}

/// Class of a cycle of a vector core: the first of these that holds.
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
    /// Returns the index of the class in [`VECTOR_LOST`]; `None` if no instruction is blamed for
    /// it.
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
