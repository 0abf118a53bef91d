//! The runs of SIMT-SIMD's figure 4: matrices under three timings, with tight to loose packing, on
//! 1 to 8 partitions, in many orders of rows where a statement is judged.

use heddle_gpu::config::Config;
use heddle_gpu::policy::Policy;
use heddle_gpu::study::simt_simd_counts::counts;
use heddle_gpu::system::{Options, Run};
use heddle_testbench::interrupt;

use super::measurements::Matrix;
use crate::cli::Figure;
use crate::console::aside;
use crate::error::Error;
use crate::kernel::program::{Loaded, matrix};
use crate::models::runs_at_a_time;
use crate::sim::configuration;
use crate::sim::ending::Ending;
use crate::sim::plan::{Job, Plan};
use crate::sim::store::Store;
use crate::sim::sweep::sweep;

/// The scale of every run; the matrices have only one size.
const SCALE: &str = "test";

/// The timing models of vector instructions. The last one is ours, and no statement is judged by
/// it: V has no memory, and an operation takes one cycle or the vector length.
pub const TIMINGS: [&str; 3] = ["unit", "memory", "pipes"];
/// Number of timings by which statements are judged: the first ones.
pub const JUDGED_TIMINGS: usize = 2;
/// Packings of warps into partitions, from one warp each to any warps together.
/// A number is the largest difference of counts in a bucket, in steps of the sum. The last one is
/// ours, and no statement is judged by it: V has thresholds, and never none.
pub const PACKINGS: [&str; 5] = ["none", "0", "1", "3", "all"];
/// Number of packings by which statements are judged: the first ones.
pub const JUDGED_PACKINGS: usize = 4;
/// Index into [`PACKINGS`] for the runs whose buffer is the same for any number of partitions.
pub const CLOSE: usize = 1;
/// Numbers of partitions that runs are made with.
pub const PARTITIONS: [u32; 4] = [1, 2, 4, 8];
/// The number of partitions at which the paper's plot has error bars, and ours has the emulation
/// (V).
pub const BARS: u32 = 4;
/// Entries of a buffer that does not grow with the partitions.
pub const ENTRIES: u32 = 16;

/// A matrix of the figures, with the workload that multiplies it.
pub struct Source {
    /// The name of the matrix in the figures.
    pub name: String,
    /// Whether the paper's statements are judged by this matrix.
    pub judged: bool,
    loaded: Loaded,
}

/// The settings of a run: timing, packing, partitions and buffer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Setting {
    /// Index into [`TIMINGS`]; `packing` is an index into [`PACKINGS`].
    pub timing: usize,
    pub packing: usize,
    pub partitions: u32,
    /// Entries of the buffer; 0 for four entries a partition.
    pub entries: u32,
}

/// A run to be made: a setting, a matrix, and an order of its rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Point {
    pub setting: Setting,
    /// Index of the matrix in the list of sources.
    pub matrix: usize,
    /// Seed of the order of the rows; 0 for their own order.
    pub order: u64,
    /// Whether all warps have the greatest size, with the threads that are too many masked (III).
    pub masked: bool,
}

/// The result of one run.
#[derive(Debug, Clone, PartialEq)]
pub struct TimedRun {
    pub point: Point,
    pub cycles: u64,
    /// Busy cycles of the pipelines and the issue port, over all cycles of all of them: from 0
    /// to 1.
    pub utilization: f64,
    /// Mean length of an issued vector, in elements.
    pub length: f64,
    /// Differences between the result and the expected one; empty if there are none.
    pub wrong: Vec<String>,
}

/// Returns the matrix of the user's file, or else those of section V.
/// The upper row of figure 4 is first; the last is the first one without its long rows.
pub fn sources(args: &Figure) -> Result<Vec<Source>, Error> {
    let open = |workload: &str| Loaded::open(workload, None, args.addresses().first().copied());
    if let Some(path) = &args.matrix {
        let name = path.file_stem().map_or("matrix".into(), |stem| stem.to_string_lossy().to_string());
        let loaded = open("spmv_warp")?.with_matrix(Some(&matrix(path)?))?;
        return Ok(vec![Source { name, judged: true, loaded }]);
    }
    let source = |name: &str, workload: &str, longest: i64| {
        let loaded = open(workload)?.with_sizes(SCALE, &[("longest", longest)]);
        Ok::<_, Error>(Source { name: name.into(), judged: longest == 0, loaded })
    };
    Ok(vec![
        source("like lp22", "spmv_warp_lp22", 0)?,
        source("mycielskian11", "spmv_warp", 0)?,
        source("like lp22, rows to 100", "spmv_warp_lp22", 100)?,
    ])
}

/// Returns the run of a matrix with the rows in their own order; `None` if there is none.
pub fn at(made: &[TimedRun], matrix: usize, setting: Setting, masked: bool) -> Option<&TimedRun> {
    made.iter().find(|made| made.point == Point { setting, matrix, order: 0, masked })
}

/// Returns every run of the matrices, with `orders` orders of rows where statements are judged. All
/// settings run with the rows in their own order. There are also runs with warps of the greatest
/// size, and runs with a buffer that does not grow.
pub fn points(sources: &[Source], orders: u64) -> Vec<Point> {
    let mut points = Vec::new();
    for timing in 0..TIMINGS.len() {
        for packing in 0..PACKINGS.len() {
            for (partitions, entries) in
                PARTITIONS.into_iter().flat_map(|partitions| [(partitions, 0), (partitions, ENTRIES)])
            {
                let setting = Setting { timing, packing, partitions, entries };
                if entries != 0 && packing != CLOSE {
                    continue;
                }
                let masks = entries == 0 && packing == 0 && partitions == BARS;
                let many = if setting.is_judged() { orders } else { 0 };
                for (matrix, source) in sources.iter().enumerate() {
                    let many = if source.judged { many } else { 0 };
                    points.extend((0..=many).map(|order| Point { setting, matrix, order, masked: false }));
                    points.extend(masks.then_some(Point { setting, matrix, order: 0, masked: true }));
                }
            }
        }
    }
    points
}

/// Makes the runs of these points, except those whose results are kept.
pub fn make(args: &Figure, sources: &[Source], points: &[Point]) -> Result<Vec<TimedRun>, Error> {
    let store = Store::open(args.keep.as_deref(), &args.cluster)?;
    let steps = sources.iter().map(|source| source.step(args)).collect::<Result<Vec<u32>, _>>()?;
    let step = steps.iter().copied().max().unwrap_or(0);
    let mut made = Vec::new();
    for together in points.chunk_by(|one, other| one.setting == other.setting) {
        made.extend(pass(args, sources, &store, step, together)?);
    }
    store.gathered()?;
    Ok(made)
}

/// Makes the runs of points that share one setting.
fn pass(args: &Figure, sources: &[Source], store: &Store, step: u32, points: &[Point]) -> Result<Vec<TimedRun>, Error> {
    let Some(Point { setting, .. }) = points.first() else { return Ok(vec![]) };
    let config = gpu(args, &setting.changes(step))?;
    let policy = Policy::named("simt-simd");
    let policy = policy.ok_or_else(|| Error::input("there is no policy `simt-simd`", "build heddle anew"))?;
    let of = |point: &Point| {
        let sizes = [("order", point.order as i64), ("masked", point.masked.into())];
        sources[point.matrix].loaded.clone().with_sizes(SCALE, &sizes)
    };
    let plan = Plan {
        configs: vec![config],
        scale: SCALE.into(),
        options: Options { threads: args.threads.into(), ..Options::default() },
        longest: None,
        rtl: None,
        workloads: points.iter().map(of).collect(),
        policies: vec![policy],
        jobs: (0..points.len()).map(|workload| Job { workload, config: 0, policy: 0 }).collect(),
    };
    aside!("{}: {} runs", setting.name(), points.len());
    let endings = sweep(&plan, store, args.afresh, runs_at_a_time(args.jobs, args.threads), &[])?;
    if interrupt::asked() {
        let what = format!("the pass {} had not ended; the same command resumes from there", setting.name());
        return Err(Error::Interrupted { what });
    }
    // what other tasks make is looked for when all passes are through
    let there = |(_, ending): &(&Point, &Ending)| store.share().is_none() || !matches!(ending, Ending::Missed);
    let run = |(point, ending): (&Point, &Ending)| match ending {
        Ending::Done { record, .. } => Ok(TimedRun {
            point: *point,
            cycles: record.run.cycles,
            utilization: utilization(&plan.configs[0], &record.run),
            length: length(&record.run),
            wrong: record.wrong().iter().map(|wrong| format!("{point:?}: {wrong}")).collect(),
        }),
        Ending::Refused(why) | Ending::Trouble(why) => Err(Error::input(why.clone(), "change --set, or the matrix")),
        Ending::Missed => Err(Error::interrupted()),
    };
    points.iter().zip(&endings).filter(there).map(run).collect()
}

impl Setting {
    /// Whether statements of the paper are judged by this setting.
    pub fn is_judged(&self) -> bool {
        self.timing < JUDGED_TIMINGS && self.packing < JUDGED_PACKINGS && self.entries == 0
    }

    /// Returns the setting in words.
    pub fn name(&self) -> String {
        let Setting { timing, packing, partitions, entries } = *self;
        let entries = if entries == 0 { String::new() } else { format!(", {entries} entries") };
        format!("timing {}, packing {}, {partitions} partitions{entries}", TIMINGS[timing], PACKINGS[packing])
    }

    /// Returns the changes of the GPU that the setting makes, if a step of the sum takes `step`
    /// instructions.
    fn changes(&self, step: u32) -> Vec<String> {
        let (pack, threshold) = match PACKINGS[self.packing] {
            steps @ ("0" | "1" | "3") => ("bucket", step * steps.parse::<u32>().unwrap_or(0)),
            pack => (pack, 0),
        };
        vec![
            format!("vector.partitions={}", self.partitions),
            format!("vector.timing={}", TIMINGS[self.timing]),
            format!("vector.pack={pack}"),
            format!("vector.threshold={threshold}"),
            format!("vector.entries={}", self.entries),
        ]
    }
}

impl Source {
    /// Returns the matrix, with the lengths of its rows.
    pub fn matrix(&self) -> Result<Matrix, Error> {
        let contents = self.loaded.session(SCALE)?.contents();
        let lengths = contents.s32("rows").windows(2).map(|ends| (ends[1] - ends[0]) as u32).collect();
        Ok(Matrix { name: self.name.clone(), judged: self.judged, lengths })
    }

    /// Returns the instructions of a step of the sum: what a warp of 4 issues more than a warp
    /// of 2.
    fn step(&self, args: &Figure) -> Result<u32, Error> {
        let machine = gpu(args, &[])?.spec.vector;
        let machine = machine.ok_or_else(|| Error::input("the GPU has no section `vector`", "leave out --set"))?;
        let counted = counts(&machine, &self.loaded.session(SCALE)?, &[2, 4]);
        let counted = counted.map_err(|why| Error::input(why, "change --set"))?;
        Ok((counted[1] - counted[0]).abs().ceil() as u32)
    }
}

fn gpu(args: &Figure, changes: &[String]) -> Result<Config, Error> {
    configuration::open("simt-simd", &args.set.iter().cloned().chain(changes.iter().cloned()).collect::<Vec<_>>())
}

fn get(run: &Run, name: &str) -> f64 {
    run.get(&format!("vector.{name}")).unwrap_or(0) as f64
}

fn length(run: &Run) -> f64 {
    get(run, "elements") / get(run, "issued").max(1.0)
}

/// Returns the busy share of loads, stores, exchanges, quotients, and issue for simple
/// instructions; under `pipes` of products and sums too.
fn utilization(config: &Config, run: &Run) -> f64 {
    let Some(vector) = &config.spec.vector else { return 0.0 };
    let mut parts = vec![
        ("busy_loads", vector.loads),
        ("busy_stores", vector.stores),
        ("busy_alu", vector.alu),
        ("busy_divide", vector.divide),
        ("cycles_issued", 1),
    ];
    if vector.timing == heddle_gpu::config::spec::Timing::Pipes {
        parts.push(("busy_fma", vector.fma));
    }
    let busy: f64 = parts.iter().map(|(name, _)| get(run, name)).sum();
    let all: u32 = parts.iter().map(|(_, count)| count).sum();
    // to six digits, as many as data files keep
    (1e6 * busy / (f64::from(all) * run.cycles.max(1) as f64)).round() / 1e6
}
