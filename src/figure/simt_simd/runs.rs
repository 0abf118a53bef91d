//! The runs of SIMT-SIMD's figure 4: two matrices under three timings, packed more and more loosely, on 1 to 8 partitions, and in many orders of rows.

use heddle_gpu::config::Config;
use heddle_gpu::policy::Policy;
use heddle_gpu::study::simt_simd_counts::counts;
use heddle_gpu::system::{Options, Run, simulate};
use heddle_kernel::launch::{Description, Session};
use heddle_testbench::interrupt;
use heddle_testbench::jobs::in_parallel;
use heddle_workloads::Workload;

use crate::cli::Figure;
use crate::error::Error;
use crate::models::jobs;
use crate::progress::{Task, Work};
use crate::sim::configuration;

/// The matrices of section V, the upper row of figure 4 first.
pub const MATRICES: [&str; 2] = ["spmv_warp_lp22", "spmv_warp"];
/// What an instruction takes.
pub const TIMINGS: [&str; 3] = ["unit", "memory", "pipes"];
/// From a warp a partition to any warps in one; numbers are steps of the sum by which counts may differ.
pub const PACKINGS: [&str; 5] = ["none", "0", "1", "3", "all"];
/// Partitions at once.
pub const PARTITIONS: [u32; 4] = [1, 2, 4, 8];
/// The point with error bars (V).
pub const BARS: u32 = 4;

/// A run to be made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Point {
    /// Places in the lists above.
    pub matrix: usize,
    pub timing: usize,
    pub packing: usize,
    pub partitions: u32,
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
    pub wrong: Option<String>,
}

/// Every run: all points in the rows' own order, and so many other orders where the error bars are.
pub fn points(orders: u64) -> Vec<Point> {
    let mut points = Vec::new();
    for (matrix, _) in MATRICES.iter().enumerate() {
        for (timing, _) in TIMINGS.iter().enumerate() {
            for (packing, _) in PACKINGS.iter().enumerate() {
                let point = |partitions, order| Point { matrix, timing, packing, partitions, order, masked: false };
                points.extend(PARTITIONS.map(|partitions| point(partitions, 0)));
                points.extend((1..=orders).map(|order| point(BARS, order)));
            }
            points.push(Point { matrix, timing, packing: 0, partitions: BARS, order: 0, masked: true });
        }
    }
    points
}

/// Makes them.
pub fn make(args: &Figure, points: &[Point]) -> Result<Vec<Made>, Error> {
    let steps = MATRICES.map(|name| step(args, name));
    let [first, second] = steps;
    let steps = [first?, second?];
    let task = Task::start("figure simt-simd", Work::Pieces(points.len() as u64));
    let made = in_parallel(jobs(args.jobs), points, |point| {
        if interrupt::asked() {
            return Err(Error::interrupted());
        }
        let made = run(args, point, steps[point.matrix]);
        task.add(1);
        made
    });
    made.into_iter().collect()
}

/// The lengths of a matrix's rows.
pub fn lengths(args: &Figure, matrix: usize) -> Result<Vec<u32>, Error> {
    with(args, &point(matrix), |session| {
        Ok(session.contents().s32("rows").windows(2).map(|ends| (ends[1] - ends[0]) as u32).collect())
    })
}

fn point(matrix: usize) -> Point {
    Point { matrix, timing: 0, packing: 0, partitions: BARS, order: 0, masked: false }
}

/// Instructions of a step of the sum: what a warp of 4 issues more than one of 2.
fn step(args: &Figure, name: &str) -> Result<u32, Error> {
    let config = gpu(args, &[])?;
    let matrix = MATRICES.iter().position(|known| *known == name).unwrap_or(0);
    let machine =
        config.spec.vector.ok_or_else(|| Error::input("the GPU has no section `vector`", "leave out --set"))?;
    with(args, &point(matrix), |session| {
        let counted = counts(&machine, session, &[2, 4]).map_err(|why| Error::input(why, "change --set"))?;
        Ok((counted[1] - counted[0]).abs().ceil() as u32)
    })
}

fn gpu(args: &Figure, changes: &[String]) -> Result<Config, Error> {
    configuration::open("simt-simd", &args.set.iter().cloned().chain(changes.iter().cloned()).collect::<Vec<_>>())
}

/// A matrix with its rows in an order, and sizes of warps as they are or the greatest for all.
fn with<T>(args: &Figure, point: &Point, act: impl FnOnce(&mut Session) -> Result<T, Error>) -> Result<T, Error> {
    let unknown = || Error::input("a workload of our own is missing", "build heddle anew");
    let workload = Workload::named(MATRICES[point.matrix]).ok_or_else(unknown)?;
    let (file, text) = workload.program(args.addresses().first().copied().unwrap_or_default());
    let module = heddle_kernel::read(&file, text).map_err(|why| Error::input(why, "build heddle anew"))?;
    let mut description = Description::read(&workload.file(), workload.launch)?;
    if let Some(sizes) = description.size.get_mut("test") {
        sizes.insert("order".into(), point.order as i64);
        sizes.insert("masked".into(), point.masked.into());
    }
    let mut session = Session::new(&workload.file(), &module, &description, "test", Some(workload.host))?;
    act(&mut session)
}

fn run(args: &Figure, point: &Point, step: u32) -> Result<Made, Error> {
    let (pack, threshold) = match PACKINGS[point.packing] {
        steps @ ("0" | "1" | "3") => ("bucket", step * steps.parse::<u32>().unwrap_or(0)),
        pack => (pack, 0),
    };
    let changes = [
        format!("vector.partitions={}", point.partitions),
        format!("vector.timing={}", TIMINGS[point.timing]),
        format!("vector.pack={pack}"),
        format!("vector.threshold={threshold}"),
    ];
    let config = gpu(args, &changes)?;
    let policy = Policy::named("simt-simd")
        .ok_or_else(|| Error::input("there is no policy `simt-simd`", "build heddle anew"))?;
    with(args, point, |session| {
        let run = simulate(&config.spec, &policy, session, &Options::default(), &mut ());
        let run = run.map_err(|why| Error::input(why, "change --set"))?;
        let wrong = session.check()?.first().map(|wrong| format!("{point:?}: {wrong}"));
        Ok(Made {
            point: *point,
            cycles: run.cycles,
            utilization: utilization(&config, &run),
            length: length(&run),
            wrong,
        })
    })
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
