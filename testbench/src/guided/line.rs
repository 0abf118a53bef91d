//! Stretches of a hunt: segments of a seed's stream, and variations of a stretch that was run
//! before.

use std::any::Any;
use std::sync::Arc;

use heddle_golden::Illegal;

use crate::bench::Bench;
use crate::lockstep::Source;
use crate::segment::{SEGMENT, Segment};

/// A variation's number in its segment's number: above what selects the segment's length.
const SERIAL: u32 = 32;
/// For how many cycles a variation goes on before the kept stimulus is put back.
const PERIODS: [u64; 4] = [64, 128, 256, 1024];

/// The state of a unit's stimulus, kept without the unit's type.
#[derive(Clone)]
pub struct Kept(Arc<dyn Any + Send + Sync>);

impl Kept {
    /// Keeps the state of a unit's stimulus.
    pub fn new<B: Bench>(stimulus: &B::Stimulus) -> Self {
        Kept(Arc::new(stimulus.clone()))
    }
}

impl std::fmt::Debug for Kept {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Kept")
    }
}

/// The moment of a stretch whose stimulus is varied.
#[derive(Debug, Clone)]
pub struct Moment {
    /// Name of the stretch.
    pub name: String,
    /// The state of the stimulus after the moment's cycle.
    pub kept: Kept,
}

/// A stretch of a hunt: a segment of a seed's stream, alone or with a kept stimulus that is put
/// back again and again.
#[derive(Debug, Clone)]
pub struct Line {
    /// Number of the segment, from which its randomness follows.
    pub number: u64,
    /// Number of cycles.
    pub cycles: u64,
    /// For how many cycles a variation holds most ports, so that everything pending waits; 0 for
    /// none.
    pub waits: u64,
    /// The moment that is varied; `None` for a segment of the seed's stream.
    pub varies: Option<Moment>,
}

impl Line {
    /// Creates the first `cycles` of a segment of the stream.
    pub fn blind(segment: u64, cycles: u64) -> Self {
        Line { number: segment, cycles, waits: 0, varies: None }
    }

    /// Creates variation `serial`, counted from 1, of a moment; it has the rules of segment `like`.
    pub fn varied(serial: u64, like: u64, cycles: u64, moment: Moment) -> Self {
        Line { number: serial << SERIAL | like, cycles, waits: 0, varies: Some(moment) }
    }

    /// Returns the number of a variation; `None` for a segment of the stream.
    pub fn serial(&self) -> Option<u64> {
        self.varies.as_ref().map(|_| self.number >> SERIAL & 0xffff)
    }

    /// Returns the name of the stretch: a segment's number, or `v` and a variation's.
    pub fn name(&self) -> String {
        self.serial().map_or_else(|| self.number.to_string(), |serial| format!("v{serial}"))
    }

    /// Returns a stretch with other randomness, in which what this one found may be found again; no
    /// hunt reaches it.
    pub fn again(&self, again: u64) -> Self {
        Line { number: self.number ^ again << 48, cycles: self.waits + 4 * SEGMENT, ..self.clone() }
    }

    /// Returns the first `cycles` of the stretch.
    pub fn first(&self, cycles: u64) -> Self {
        Line { cycles, ..self.clone() }
    }
}

/// The inputs of a stretch, cycle by cycle.
pub struct Inputs<B: Bench> {
    segment: Segment<B>,
    kept: Option<B::Stimulus>,
    period: u64,
    cycle: u64,
}

impl<B: Bench> Inputs<B> {
    /// Creates the inputs of a stretch of a seed.
    ///
    /// # Panics
    ///
    /// The stretch varies another unit's stimulus.
    pub fn new(cfg: &B::Config, seed: u64, line: &Line) -> Self {
        let kept = |moment: &Moment| moment.kept.0.downcast_ref::<B::Stimulus>().expect("it is this unit's").clone();
        let period = PERIODS[(line.number >> SERIAL) as usize % PERIODS.len()];
        let mut segment = Segment::new(cfg, seed, line.number, line.cycles);
        if line.waits != 0 {
            segment.freeze(line.waits);
        }
        Inputs { segment, kept: line.varies.as_ref().map(kept), period, cycle: 0 }
    }

    /// Returns the state of the stimulus after the last cycle.
    pub fn keep(&mut self) -> Kept {
        Kept::new::<B>(self.segment.stimulus())
    }
}

impl<B: Bench> Source<B> for Inputs<B> {
    #[inline]
    fn next(&mut self, cfg: &B::Config, p: &B::Protocol, q: &B::State, i: &mut B::In) -> Result<bool, Illegal> {
        let Some(kept) = &self.kept else { return self.segment.next(cfg, p, q, i) };
        if self.cycle.is_multiple_of(self.period) {
            self.segment.stimulus().clone_from(kept);
        }
        self.cycle += 1;
        let more = self.segment.next(cfg, p, q, i)?;
        if more {
            // what the stimulus remembers may belong to another state
            B::repair(cfg, p, q, i);
        }
        Ok(more)
    }
}
