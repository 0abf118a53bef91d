//! What stimulus reaches: how often each cover point and each combination of each cross is seen.

use crate::bench::Bench;
use crate::interrupt;
use crate::lockstep::{Exactly, IllegalInput, Source, golden_run};
use crate::segment::{Segment, within};
use crate::trace::{TraceError, TraceFile};

/// How often each thing was seen.
#[derive(Debug, Clone)]
pub struct Hits {
    /// A number a cover point.
    pub points: Vec<u64>,
    /// A number a combination, of each cross.
    pub crosses: Vec<Vec<u64>>,
}

impl Hits {
    /// Nothing was seen yet.
    pub fn none<B: Bench>() -> Self {
        let crosses = B::CROSSES.iter().map(|cross| vec![0; cross.cells()]).collect();
        Hits { points: vec![0; B::COVER.len()], crosses }
    }

    /// A cycle of the golden model, before its edge.
    pub fn see<B: Bench>(&mut self, cfg: &B::Config, p: &B::Protocol, q: &B::State, i: &B::In, o: &B::Out) {
        B::cover(cfg, p, q, i, o, &mut |point| self.points[point] += 1);
        B::cross(cfg, p, q, i, o, &mut |cross, bins| self.crosses[cross][B::CROSSES[cross].cell(bins)] += 1);
    }

    /// All cycles of a source, from reset.
    pub fn watch<B: Bench>(&mut self, cfg: &B::Config, source: &mut impl Source<B>) -> Result<u64, IllegalInput> {
        golden_run::<B>(cfg, source, |p, q, i, o| self.see::<B>(cfg, p, q, i, o))
    }
}

/// Something that stimulus can reach, or can not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cell {
    /// The cross; none: a cover point.
    pub cross: Option<&'static str>,
    /// What it is, in words.
    pub what: String,
    /// How often random stimulus reached it, in cycles.
    pub random: u64,
    /// How often recorded kernels did.
    pub kernels: u64,
    /// Why this configuration can not reach it.
    pub why_not: Option<&'static str>,
}

impl Cell {
    /// Nothing reached it.
    pub fn missed(&self) -> bool {
        self.why_not.is_none() && self.random + self.kernels == 0
    }
    /// It was reached, and can not be: the reason is wrong.
    pub fn refuted(&self) -> bool {
        self.why_not.is_some() && self.random + self.kernels != 0
    }
}

/// What the stimulus of a preset reaches.
#[derive(Debug, Clone)]
pub struct Coverage {
    /// Cycles of random stimulus.
    pub random: u64,
    /// Cycles of recorded kernels.
    pub kernels: u64,
    /// Everything there is to reach.
    pub cells: Vec<Cell>,
}

/// Why nothing can be said.
#[derive(Debug, thiserror::Error)]
pub enum CoverageError {
    /// A recording can not be read.
    #[error(transparent)]
    Trace(#[from] TraceError),
    /// A recording breaks the protocol.
    #[error("{path}: {illegal}")]
    Illegal {
        /// The recording.
        path: String,
        /// When and why.
        illegal: IllegalInput,
    },
}

/// A point that a unit lists as beyond a configuration; its reason stands beside it there.
const BEYOND: &str = "not in this configuration";

/// The stimulus of the first `cycles` of a campaign of this seed, in its segments, and some recordings. `progress` hears of cycles.
pub fn coverage<B: Bench>(
    cfg: &B::Config,
    seed: u64,
    cycles: u64,
    recordings: &[TraceFile],
    progress: &dyn Fn(u64),
) -> Result<Coverage, CoverageError> {
    let (mut random, mut kernels) = (Hits::none::<B>(), Hits::none::<B>());
    let mut seen = 0;
    for (number, length) in within(cycles) {
        if interrupt::asked() {
            break;
        }
        random
            .watch::<B>(cfg, &mut Segment::new(cfg, seed, number, length))
            .expect("random stimulus is not held to `legal`");
        seen += length;
        progress(length);
    }
    let mut recorded = 0;
    for file in recordings {
        let trace = file.read::<B>()?;
        recorded += kernels
            .watch::<B>(cfg, &mut Exactly(trace.inputs.iter()))
            .map_err(|illegal| CoverageError::Illegal { path: file.path().to_string(), illegal })?;
    }
    Ok(Coverage { random: seen, kernels: recorded, cells: cells::<B>(cfg, &random, &kernels) })
}

/// Everything there is to reach, and how often two stimuli reached it.
pub fn cells<B: Bench>(cfg: &B::Config, random: &Hits, kernels: &Hits) -> Vec<Cell> {
    let beyond = B::unreachable(cfg);
    let points = B::COVER.iter().enumerate().map(|(n, point)| Cell {
        cross: None,
        what: point.to_string(),
        random: random.points[n],
        kernels: kernels.points[n],
        why_not: beyond.contains(point).then_some(BEYOND),
    });
    let mut cells: Vec<Cell> = points.collect();
    for (n, cross) in B::CROSSES.iter().enumerate() {
        cells.extend((0..cross.cells()).map(|cell| {
            let bins = cross.bins(cell);
            Cell {
                cross: Some(cross.name),
                what: cross.words(&bins),
                random: random.crosses[n][cell],
                kernels: kernels.crosses[n][cell],
                why_not: cross.why_not(cfg, &bins),
            }
        }));
    }
    cells
}
