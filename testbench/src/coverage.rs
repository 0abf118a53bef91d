//! Functional coverage: how often the stimulus reaches each cover point, each combination of each
//! cross, each special value of a wide port, and each level of what piles up.

use crate::bench::Bench;
use crate::lockstep::{Exactly, IllegalInput, Source, golden_run};
use crate::segment::Segment;
use crate::special;
use crate::trace::{TraceError, TraceFile};
use heddle_verilator::interrupt;

/// Number of hits of each cover point and of each combination of each cross.
#[derive(Debug, Clone)]
pub struct Hits {
    /// Hits of each cover point.
    pub points: Vec<u64>,
    /// Hits of each combination, by cross.
    pub crosses: Vec<Vec<u64>>,
    /// Hits of the special values of wide ports; `None` before any cycle.
    specials: Option<special::Seen>,
    /// How far each of the populations came.
    populations: Vec<Population>,
    /// Cycles so far.
    cycles: u64,
}

/// The number of what is in a table, a queue or a set of outstanding things, as far as it came.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Population {
    /// Name of the table, queue or set.
    pub name: &'static str,
    /// How many there can be.
    pub size: u32,
    /// The greatest number that there were.
    pub most: u32,
    /// Cycles until then.
    pub cycles: u64,
    /// Cycles with half of them, with three quarters, and with all.
    levels: [u64; LEVELS.len()],
}

/// Size of a population up to which all at once are a cover point: of more, one is always on its
/// way.
const MANY: u32 = 100;
/// Levels of a population.
const LEVELS: [&str; 3] = ["half", "three quarters", "all"];

impl Population {
    fn see(&mut self, count: u32, size: u32, cycles: u64) {
        self.size = size;
        if count > self.most {
            (self.most, self.cycles) = (count, cycles);
        }
        let reached = [2 * count >= size, 4 * count >= 3 * size, count >= size];
        self.levels.iter_mut().zip(reached).for_each(|(hits, reached)| *hits += u64::from(reached));
    }
}

impl Hits {
    /// Creates counters that are all zero.
    pub fn none<B: Bench>() -> Self {
        let crosses = B::CROSSES.iter().map(|cross| vec![0; cross.cells()]).collect();
        let population = |name: &&'static str| Population { name, ..Population::default() };
        let populations = B::POPULATIONS.iter().map(population).collect();
        Hits { points: vec![0; B::COVER.len()], crosses, specials: None, populations, cycles: 0 }
    }

    /// Creates counters that are all zero, of special values and of populations, too.
    pub fn of<B: Bench>(cfg: &B::Config) -> Self {
        let mut hits = Hits { specials: Some(special::Seen::none::<B>(cfg)), ..Hits::none::<B>() };
        let mut populations = hits.populations.iter_mut();
        B::populations(cfg, &B::protocol(cfg), &B::reset(cfg), &mut |_, size| {
            populations.next().expect("a name for each").size = size;
        });
        hits
    }

    /// Counts the cover points and combinations of one cycle of the golden model, before its clock
    /// edge.
    pub fn see<B: Bench>(&mut self, cfg: &B::Config, p: &B::Protocol, q: &B::State, i: &B::In, o: &B::Out) {
        B::cover(cfg, p, q, i, o, &mut |point| self.points[point] += 1);
        B::cross(cfg, p, q, i, o, &mut |cross, bins| self.crosses[cross][B::CROSSES[cross].cell(bins)] += 1);
    }

    /// Counts all cycles of a source from reset, on the golden model; returns their number.
    pub fn watch<B: Bench>(&mut self, cfg: &B::Config, source: &mut impl Source<B>) -> Result<u64, IllegalInput> {
        let mut specials = self.specials.take().unwrap_or_else(|| special::Seen::none::<B>(cfg));
        let cycles = golden_run::<B>(cfg, source, |p, q, i, o| {
            self.see::<B>(cfg, p, q, i, o);
            specials.see::<B>(cfg, i);
            self.cycles += 1;
            let mut populations = self.populations.iter_mut();
            B::populations(cfg, p, q, &mut |count, size| {
                populations.next().expect("a name for each").see(count, size, self.cycles);
            });
        });
        self.specials = Some(specials);
        cycles
    }

    /// Returns the hits of what has no number of its own in a unit's lists, each with the kind, the
    /// words and the number.
    fn others(&self) -> Vec<(&'static str, String, u64)> {
        let specials = self.specials.iter().flat_map(|seen| seen.names().zip(seen.hits.iter().flatten().copied()));
        let specials = specials.map(|(what, hits)| ("special values", what, hits));
        // where the hits are those of states, nothing piles up
        let seen = self.populations.iter().filter(|_| self.specials.is_some());
        let level = |one: &Population| {
            let asked = if one.size > MANY { 2 } else { LEVELS.len() };
            let named = LEVELS[..asked].iter().map(|level| format!("{}: {level}", one.name));
            named.zip(one.levels).collect::<Vec<_>>()
        };
        let populations = seen.flat_map(level).map(|(what, hits)| ("populations", what, hits));
        specials.chain(populations).collect()
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
    /// How far the unit's populations came under random stimulus.
    pub populations: Vec<Population>,
}

impl Coverage {
    /// Adds the hits of other stimulus of the same preset.
    pub fn add(&mut self, other: &Coverage) {
        let cycles = self.random;
        (self.random, self.kernels) = (self.random + other.random, self.kernels + other.kernels);
        for (cell, more) in self.cells.iter_mut().zip(&other.cells) {
            (cell.random, cell.kernels) = (cell.random + more.random, cell.kernels + more.kernels);
        }
        for (own, more) in self.populations.iter_mut().zip(&other.populations) {
            if more.most > own.most {
                (own.most, own.cycles) = (more.most, cycles + more.cycles);
            }
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
    let (mut random, mut kernels) = (Hits::of::<B>(cfg), Hits::of::<B>(cfg));
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
    let cells = cells::<B>(cfg, &random, &kernels);
    Ok(Coverage { random: seen, kernels: recorded, cells, populations: random.populations })
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
    let of_kernels = kernels.others();
    cells.extend(random.others().into_iter().map(|(kind, what, random)| Cell {
        cross: Some(kind),
        why_not: beyond.iter().any(|beyond| *beyond == what).then_some(BEYOND),
        kernels: of_kernels.iter().find(|(_, other, _)| *other == what).map_or(0, |(_, _, hits)| *hits),
        what,
        random,
    }));
    cells
}
