//! Functional coverage: how often the stimulus reaches each cover point and each combination of
//! each cross.

use crate::bench::Bench;
use crate::lockstep::{Exactly, IllegalInput, Source, golden_run};
use crate::segment::Segment;
use crate::trace::{TraceError, TraceFile};
use heddle_verilator::interrupt;

/// Number of hits of each cover point and of each combination of each cross.
#[derive(Debug, Clone)]
pub struct Hits {
    /// Hits of each cover point.
    pub points: Vec<u64>,
    /// Hits of each combination, by cross.
    pub crosses: Vec<Vec<u64>>,
}

impl Hits {
    /// Creates counters that are all zero.
    pub fn none<B: Bench>() -> Self {
        let crosses = B::CROSSES.iter().map(|cross| vec![0; cross.cells()]).collect();
        Hits { points: vec![0; B::COVER.len()], crosses }
    }

    /// Counts the cover points and combinations of one cycle of the golden model, before its clock
    /// edge.
    pub fn see<B: Bench>(&mut self, cfg: &B::Config, p: &B::Protocol, q: &B::State, i: &B::In, o: &B::Out) {
        B::cover(cfg, p, q, i, o, &mut |point| self.points[point] += 1);
        B::cross(cfg, p, q, i, o, &mut |cross, bins| self.crosses[cross][B::CROSSES[cross].cell(bins)] += 1);
    }

    /// Counts all cycles of a source from reset, on the golden model; returns their number.
    pub fn watch<B: Bench>(&mut self, cfg: &B::Config, source: &mut impl Source<B>) -> Result<u64, IllegalInput> {
        golden_run::<B>(cfg, source, |p, q, i, o| self.see::<B>(cfg, p, q, i, o))
    }
}

/// A cover point or a combination of a cross, with its hits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cell {
    /// Name of the cross; `None` for a cover point.
    pub cross: Option<&'static str>,
    /// Description of the point or combination.
    pub what: String,
    /// Hits by random stimulus, in cycles.
    pub random: u64,
    /// Hits by recorded kernels, in cycles.
    pub kernels: u64,
    /// Why this configuration cannot reach the cell; `None` if it can.
    pub why_not: Option<&'static str>,
}

impl Cell {
    /// Whether a reachable cell has no hit.
    pub fn missed(&self) -> bool {
        self.why_not.is_none() && self.random + self.kernels == 0
    }
    /// Whether a cell has hits though a reason says that it cannot be reached: the reason is wrong.
    pub fn refuted(&self) -> bool {
        self.why_not.is_some() && self.random + self.kernels != 0
    }
}

/// The coverage of a preset by random stimulus and by recorded kernels.
#[derive(Debug, Clone)]
pub struct Coverage {
    /// Number of cycles of random stimulus.
    pub random: u64,
    /// Number of cycles of recorded kernels.
    pub kernels: u64,
    /// Every cover point and every combination, with its hits.
    pub cells: Vec<Cell>,
}

impl Coverage {
    /// Adds the hits of other stimulus of the same preset.
    pub fn add(&mut self, other: &Coverage) {
        (self.random, self.kernels) = (self.random + other.random, self.kernels + other.kernels);
        for (cell, more) in self.cells.iter_mut().zip(&other.cells) {
            (cell.random, cell.kernels) = (cell.random + more.random, cell.kernels + more.kernels);
        }
    }
}

/// The error of a coverage run: a recording that cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum CoverageError {
    /// A recording cannot be read.
    #[error(transparent)]
    Trace(#[from] TraceError),
    /// A recording breaks the protocol.
    #[error("{path}: {illegal}")]
    Illegal {
        /// The recording.
        path: String,
        /// The cycle and the rule.
        illegal: IllegalInput,
    },
}

/// The reason of a point that a unit lists as unreachable in a configuration; the full reason is
/// given in that list.
const BEYOND: &str = "not in this configuration";

/// Measures the coverage of some segments of a campaign, each by number and length, and of some
/// recordings. `progress` is called with finished cycles.
pub fn coverage<B: Bench>(
    cfg: &B::Config,
    seed: u64,
    segments: &[(u64, u64)],
    recordings: &[TraceFile],
    progress: &dyn Fn(u64),
) -> Result<Coverage, CoverageError> {
    let (mut random, mut kernels) = (Hits::none::<B>(), Hits::none::<B>());
    let mut seen = 0;
    for &(number, length) in segments {
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

/// Returns every cover point and combination of a configuration, with its hits by two kinds of
/// stimulus.
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
