//! The pipelines of a conventional core: the cycle from which each takes its next instruction, and
//! the time that it takes (STSIMT 3.3).

use crate::config::spec::{MOST_SPS, Overlap, Spec};
use crate::microop::{Class, Place, Role, Step, Unit};

/// Pipelines of a conventional core.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Pipe {
    Sfu,
    Double,
    Memory,
    Scalar,
    /// SP pipelines, of which a core can have several.
    Sp,
}

impl Pipe {
    pub const COUNT: usize = Pipe::Sp as usize + 1;
    pub const ALL: [Pipe; Pipe::COUNT] = [Pipe::Sfu, Pipe::Double, Pipe::Memory, Pipe::Scalar, Pipe::Sp];
}

/// Stages from an instruction's issue to its last address at the memory's units, beside its beats;
/// one less for constants, and one more where a pair is read: as in the lane (STSIMT 3.6;
/// DEVIATIONS, D82).
const TO_MEMORY: u64 = 3;
/// Stages from data to an instruction that needs them; one more for the second word of a pair.
const FROM_MEMORY: u64 = 3;

/// Returns the number of stages from an instruction to its last address at the memory's units.
pub(super) fn to_memory(step: &Step) -> u64 {
    let constant = matches!(step.role, Role::External(_));
    TO_MEMORY + u64::from(step.places().any(|place| place.wide)) - u64::from(constant)
}

/// Returns the number of stages from data to the instruction that needs them.
pub(super) fn from_memory(target: &Option<Place>) -> u64 {
    FROM_MEMORY + u64::from(target.is_some_and(|target| target.wide))
}

/// Assignment of steps to pipelines, with the time that each step takes.
#[derive(Debug)]
pub(in crate::datapath) struct UnitTimes {
    /// Whether there is a scalar unit.
    scalar: bool,
    width: u32,
    intervals: Intervals,
    warp_size: u32,
    /// Stages from an instruction to its dependent without its beats: by class, on the SFUs by
    /// class, of FP64.
    stages: [u64; CLASSES],
    special: [u64; CLASSES],
    double: u64,
}

/// State of the pipelines of a core.
#[derive(Debug)]
pub(super) struct Pipelines {
    pub times: UnitTimes,
    /// Cycle from which on each pipeline takes an instruction; the SP pipelines are the last.
    free: [u64; Pipe::COUNT - 1 + MOST_SPS as usize],
    /// Number of pipelines in use, SP pipelines included.
    count: usize,
    /// `None` where pipelines overlap.
    alone: Option<Alone>,
}

/// State of pipelines that do not overlap.
#[derive(Debug)]
struct Alone {
    /// Cycle from which on any pipeline takes an instruction, the scalar unit apart.
    free: u64,
    /// Cycles for which a vector instruction holds all others; `None`: as long as it occupies its
    /// own pipeline, and the scalar unit is one of those that are held.
    beats: Option<u64>,
    /// Whether accesses hold all instructions in this cycle.
    held: bool,
}

impl Alone {
    /// Whether a pipeline works beside the others: an additional scalar datapath does (STSIMT 4.1).
    fn passes(&self, pipe: Pipe) -> bool {
        self.beats.is_some() && pipe == Pipe::Scalar
    }
}

const CLASSES: usize = Class::DivideInteger as usize + 1;

/// Threads of which a configuration gives the interval.
pub(in crate::datapath) const INTERVAL_OF: u32 = 32;

/// Cycles for which [`INTERVAL_OF`] threads occupy the units that a core has few of, by class.
#[derive(Debug, Clone, Copy)]
pub(in crate::datapath) struct Intervals {
    pub special: [u32; CLASSES],
    pub double: [u32; CLASSES],
    /// Execute stages of the SFUs.
    pub stages: [u32; CLASSES],
}

impl Intervals {
    pub fn new(spec: &Spec) -> Intervals {
        let (core, pipeline) = (&spec.core, &spec.pipeline);
        let function = pipeline.special_interval.unwrap_or(INTERVAL_OF.div_ceil(core.sfus));
        let (mut special, mut stages) = ([function; CLASSES], [pipeline.special; CLASSES]);
        for (class, own, latency) in [
            (Class::Multiply, pipeline.multiply_interval, pipeline.multiply_integer.or(pipeline.multiply)),
            (
                Class::MultiplyAdd,
                pipeline.multiply_add_interval,
                pipeline.multiply_add_integer.or(pipeline.multiply_add),
            ),
            (Class::Divide, pipeline.divide_interval, pipeline.divide),
            (Class::DivideInteger, pipeline.divide_integer_interval, pipeline.divide_integer),
        ] {
            let interval = own.unwrap_or(function);
            special[class as usize] = interval;
            if let Some(latency) = latency {
                // it is counted from the first thread, and beside the beats of SP units
                stages[class as usize] = (latency + INTERVAL_OF.div_ceil(core.width)).saturating_sub(interval);
            }
        }
        let mut double = [INTERVAL_OF.div_ceil(core.doubles); CLASSES];
        double[Class::Logic as usize] = INTERVAL_OF.div_ceil(core.converters.unwrap_or(core.doubles));
        Intervals { special, double, stages }
    }
}

impl UnitTimes {
    /// Returns the times of a conventional core.
    fn of_warp(spec: &Spec, scalar: bool) -> UnitTimes {
        UnitTimes { scalar, ..UnitTimes::with(spec, spec.pipeline.around.into()) }
    }
    /// Returns the latencies of the units of slices, which have no stages before and after
    /// execution (VWS table 1).
    pub fn of_set(spec: &Spec) -> UnitTimes {
        UnitTimes::with(spec, 0)
    }

    fn with(spec: &Spec, around: u64) -> UnitTimes {
        let (core, pipeline) = (&spec.core, &spec.pipeline);
        let mut stages = [0; CLASSES];
        for (class, own) in [
            (Class::Add, None),
            (Class::Logic, pipeline.logic),
            (Class::MinMax, pipeline.min_max),
            (Class::Multiply, pipeline.multiply),
            (Class::MultiplyAdd, pipeline.multiply_add),
            (Class::Divide, pipeline.divide),
            (Class::Root, pipeline.divide),
            (Class::DivideInteger, pipeline.divide_integer),
        ] {
            stages[class as usize] = u64::from(own.unwrap_or(pipeline.execute)) + around;
        }
        let intervals = Intervals::new(spec);
        let special = intervals.stages.map(|stages| u64::from(stages) + around);
        UnitTimes {
            scalar: false,
            width: core.width,
            intervals,
            warp_size: core.warp_size,
            stages,
            special,
            double: u64::from(pipeline.double) + around,
        }
    }

    /// Returns the pipeline that a step goes through.
    pub fn of(&self, step: &Step) -> Pipe {
        match step.role {
            Role::Memory(..) | Role::External(Unit::Constant | Unit::Texture) => Pipe::Memory,
            Role::External(Unit::Special) => Pipe::Sfu,
            Role::External(Unit::Double) => Pipe::Double,
            _ if step.scalar && self.scalar => Pipe::Scalar,
            _ => Pipe::Sp,
        }
    }

    /// Returns the number of cycles that a step occupies its pipeline.
    pub fn beats(&self, step: &Step, pipe: Pipe) -> u64 {
        let threads = if step.scalar { 1 } else { self.warp_size };
        let (cycles, of) = match pipe {
            Pipe::Sfu => (self.intervals.special[step.class as usize], INTERVAL_OF),
            Pipe::Double => (self.intervals.double[step.class as usize], INTERVAL_OF),
            _ => (1, self.width),
        };
        (threads * cycles).div_ceil(of).into()
    }

    /// Returns the number of cycles from the last beat of a step to a step that needs its result.
    pub fn stages(&self, step: &Step, pipe: Pipe) -> u64 {
        match pipe {
            Pipe::Sfu => self.special[step.class as usize],
            Pipe::Double => self.double,
            _ => self.stages[step.class as usize],
        }
    }
}

impl Pipelines {
    pub fn new(spec: &Spec, scalar: bool) -> Pipelines {
        let core = &spec.core;
        let alone = |beats| Some(Alone { free: 0, beats, held: false });
        Pipelines {
            times: UnitTimes::of_warp(spec, scalar),
            free: [0; Pipe::COUNT - 1 + MOST_SPS as usize],
            count: Pipe::Sp as usize + core.sps as usize,
            alone: match core.overlap {
                Overlap::Pipelines => None,
                Overlap::None => alone(Some(core.warp_size.div_ceil(core.width).into())),
                Overlap::InOrder => alone(None),
            },
        }
    }

    /// Whether a pipeline takes a step in this cycle.
    #[inline(always)]
    pub fn takes(&self, now: u64, pipe: Pipe) -> bool {
        let free = match pipe {
            Pipe::Sp => self.free[Pipe::Sp as usize..self.count].iter().any(|&free| free <= now),
            _ => self.free[pipe as usize] <= now,
        };
        free && self.alone.as_ref().is_none_or(|alone| alone.passes(pipe) || alone.free <= now && !alone.held)
    }

    /// Occupies a pipeline that is free, until cycle `until`, with a step that is scalar or not.
    pub fn occupy(&mut self, now: u64, pipe: Pipe, until: u64, scalar: bool) {
        let places = match pipe {
            Pipe::Sp => Pipe::Sp as usize..self.count,
            _ => pipe as usize..pipe as usize + 1,
        };
        if let Some(free) = self.free[places].iter_mut().find(|free| **free <= now) {
            *free = until;
        }
        if let Some(alone) = self.alone.as_mut().filter(|alone| !alone.passes(pipe)) {
            alone.free = alone.beats.map_or(until, |beats| now + if scalar { 1 } else { beats });
        }
    }

    /// Begins a cycle in which accesses of earlier ones wait, or not.
    #[inline(always)]
    pub fn hold(&mut self, held: impl FnOnce() -> bool) {
        if let Some(alone) = &mut self.alone {
            alone.held = alone.beats.is_none() && held();
        }
    }

    /// Returns the cycle in which the next occupied pipeline becomes free; `None` if all are free.
    pub fn next(&self, now: u64) -> Option<u64> {
        let later = |free: u64| if free > now { free } else { u64::MAX };
        let alone = match &self.alone {
            Some(alone) if alone.held => now + 1,
            Some(alone) => later(alone.free),
            None => u64::MAX,
        };
        let next = self.free[..self.count].iter().fold(alone, |next, &free| next.min(later(free)));
        (next != u64::MAX).then_some(next)
    }
}
