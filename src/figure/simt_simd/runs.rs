//! The runs of SIMT-SIMD's figure 4: matrices under three timings, packed more and more loosely, on 1 to 8 partitions, and in many orders of rows.

use heddle_gpu::config::Config;
use heddle_gpu::policy::Policy;
use heddle_gpu::study::simt_simd_counts::counts;
use heddle_gpu::system::{Options, Run};
use heddle_testbench::interrupt;

use crate::cli::Figure;
use crate::console::aside;
use crate::error::Error;
use crate::kernel::program::{Loaded, matrix};
use crate::models::jobs;
use crate::sim::configuration;
use crate::sim::plan::{Job, Plan};
use crate::sim::store::Store;
use crate::sim::sweep::{Ending, sweep};

/// The scale of every run: the matrices have one size.
const SCALE: &str = "test";

/// What an instruction takes.
pub const TIMINGS: [&str; 3] = ["unit", "memory", "pipes"];
/// From a warp a partition to any warps in one; numbers are steps of the sum by which counts may differ.
pub const PACKINGS: [&str; 5] = ["none", "0", "1", "3", "all"];
/// The packing of the runs whose buffer is the same for any number of partitions.
pub const CLOSE: usize = 1;
/// Partitions at once.
pub const PARTITIONS: [u32; 4] = [1, 2, 4, 8];
/// The point with error bars (V).
pub const BARS: u32 = 4;
/// Entries of the buffer where it does not grow with the partitions.
pub const ENTRIES: u32 = 16;

/// A matrix of the figures.
pub struct Source {
    /// What it is called.
    pub name: String,
    /// The paper's sentences are judged by it.
    pub judged: bool,
    loaded: Loaded,
}

/// What a run is made under.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Setting {
    /// Places in the lists above.
    pub timing: usize,
    pub packing: usize,
    pub partitions: u32,
    /// Entries of the buffer; 0: four a partition.
    pub entries: u32,
}

/// A run to be made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Point {
    pub setting: Setting,
    /// The matrix's place.
    pub matrix: usize,
    /// Rows in an order of this seed; 0 for their own.
    pub order: u64,
    /// All warps are of the greatest size, their other threads masked (III).
    pub masked: bool,
}

/// What a run took.
#[derive(Debug, Clone, PartialEq)]
pub struct Made {
    pub point: Point,
    pub cycles: u64,
    /// Busy cycles of pipelines and the issue port, over all cycles of all of them.
    pub utilization: f64,
    /// Elements of a vector that is issued, on average.
    pub length: f64,
    /// Why the result is not as it should be.
    pub wrong: Vec<String>,
}

/// The matrix of the user's file; or those of section V, the upper row of figure 4 first, and the first one without its long rows.
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

/// The run of a matrix in the rows' own order.
pub fn at(made: &[Made], matrix: usize, setting: Setting, masked: bool) -> Option<&Made> {
    made.iter().find(|made| made.point == Point { setting, matrix, order: 0, masked })
}

/// Every run of the matrices: all settings in the rows' own order, so many other orders of those that are judged where the error bars are, sizes of the
/// greatest, and a buffer that does not grow.
pub fn points(sources: &[Source], orders: u64) -> Vec<Point> {
    let mut points = Vec::new();
    for timing in 0..TIMINGS.len() {
        for packing in 0..PACKINGS.len() {
            for (partitions, entries) in
                PARTITIONS.into_iter().flat_map(|partitions| [(partitions, 0), (partitions, ENTRIES)])
            {
                let setting = Setting { timing, packing, partitions, entries };
                let many = if partitions == BARS { orders } else { 0 };
                let (many, masks) = match (entries, packing) {
                    (0, 0) if partitions == BARS => (many, true),
                    (0, _) => (many, false),
                    (_, CLOSE) => (0, false),
                    _ => continue,
                };
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

/// Makes them, but for those that are kept.
pub fn make(args: &Figure, sources: &[Source], points: &[Point]) -> Result<Vec<Made>, Error> {
    let store = Store::open(args.keep.as_deref())?;
    let steps = sources.iter().map(|source| source.step(args)).collect::<Result<Vec<u32>, _>>()?;
    let step = steps.iter().copied().max().unwrap_or(0);
    let mut made = Vec::new();
    for together in points.chunk_by(|one, other| one.setting == other.setting) {
        made.extend(pass(args, sources, &store, step, together)?);
    }
    Ok(made)
}

/// The runs of one setting.
fn pass(args: &Figure, sources: &[Source], store: &Store, step: u32, points: &[Point]) -> Result<Vec<Made>, Error> {
    let Some(Point { setting, .. }) = points.first() else { return Ok(vec![]) };
    let config = gpu(args, &setting.changes(step))?;
    let policy = Policy::named("simt-simd");
    let policy = policy.ok_or_else(|| Error::input("there is no policy `simt-simd`", "build heddle anew"))?;
    let of = |point: &Point| {
        let sizes = [("order", point.order as i64), ("masked", point.masked.into())];
        sources[point.matrix].loaded.clone().with_sizes(SCALE, &sizes)
    };
    let plan = Plan {
        config,
        scale: SCALE.into(),
        options: Options::default(),
        longest: None,
        rtl: None,
        workloads: points.iter().map(of).collect(),
        policies: vec![policy],
        jobs: (0..points.len()).map(|workload| Job { workload, policy: 0 }).collect(),
    };
    aside!("{}: {} runs", setting.name(), points.len());
    let endings = sweep(&plan, store, args.afresh, jobs(args.jobs), &[])?;
    if interrupt::asked() {
        let what = format!("the pass {} had not ended; the same command resumes from there", setting.name());
        return Err(Error::Interrupted { what });
    }
    let run = |(point, ending): (&Point, &Ending)| match ending {
        Ending::Done { record, .. } => Ok(Made {
            point: *point,
            cycles: record.run.cycles,
            utilization: utilization(&plan.config, &record.run),
            length: length(&record.run),
            wrong: record.wrong().iter().map(|wrong| format!("{point:?}: {wrong}")).collect(),
        }),
        Ending::Refused(why) | Ending::Trouble(why) => Err(Error::input(why.clone(), "change --set, or the matrix")),
        Ending::Missed => Err(Error::interrupted()),
    };
    points.iter().zip(&endings).map(run).collect()
}

impl Setting {
    /// In words.
    pub fn name(&self) -> String {
        let Setting { timing, packing, partitions, entries } = *self;
        let entries = if entries == 0 { String::new() } else { format!(", {entries} entries") };
        format!("timing {}, packing {}, {partitions} partitions{entries}", TIMINGS[timing], PACKINGS[packing])
    }

    /// What it changes in the GPU, where a step of the sum takes so many instructions.
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
    /// The lengths of its rows.
    pub fn lengths(&self) -> Result<Vec<u32>, Error> {
        let contents = self.loaded.session(SCALE)?.contents();
        Ok(contents.s32("rows").windows(2).map(|ends| (ends[1] - ends[0]) as u32).collect())
    }

    /// Instructions of a step of the sum: what a warp of 4 issues more than one of 2.
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

/// Loads, stores, exchanges, quotients, and issue for the simple ones; under `pipes` products and sums, too.
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
    busy / (f64::from(all) * run.cycles.max(1) as f64)
}
