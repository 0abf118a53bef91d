//! Execution of the runs of a plan on several threads, except those whose results are kept, or that
//! other tasks have.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use heddle_gpu::system::SimError;
use heddle_gpu::system::{Ended, Event, Watch, simulate};
use heddle_kernel::execute::Cause;
use heddle_kernel::launch::{LaunchError, RunError};
use heddle_testbench::interrupt;
use heddle_testbench::jobs::in_parallel;

use super::budget::{Budget, processor_time};
use super::ending::Ending;
use super::plan::{Job, Plan};
use super::record::{Memory, Record};
use super::store::Store;
use super::timeline::Timeline;
use super::verilated::{Verilated, wanted};
use crate::cluster::Share;
use crate::console::aside;
use crate::error::Error;
use crate::explain::Explained;
use crate::number::group;
use crate::progress::{RUN, Task, Work};

/// Makes every run of the plan, and returns the endings in the order of the plan.
pub fn sweep(
    plan: &Plan,
    store: &Store,
    afresh: bool,
    threads: usize,
    timelines: &[Mutex<Timeline>],
) -> Result<Vec<Ending>, Error> {
    let kept = |job: &Job| if afresh { Ok(None) } else { store.find(plan, job) };
    let mut endings: Vec<Option<Ending>> = plan.jobs.iter().map(kept).collect::<Result<_, _>>()?;
    let left = left(plan, &endings, store.share().is_some());
    let works = store.share().is_none_or(Share::works);
    let verilated = if left.is_empty() || !works { None } else { wanted(plan)? };
    let budget = Budget::new(plan.longest, plan.workloads.len());
    if let Some(longest) = plan.longest.filter(|_| !afresh) {
        give_up_known(plan, store, &budget, longest, |job| left.contains(job))?;
    }
    let task = Task::start("sim", Work::Runs(left.len() as u64));
    let count = Count { start: Instant::now(), cycles: AtomicU64::new(0), instructions: AtomicU64::new(0) };
    let made = in_parallel(threads, &left, |job| {
        if interrupt::asked() {
            return Ok(Ending::Missed);
        }
        if let Some(longest) = plan.longest.filter(|_| store.share().is_some()) {
            give_up_known(plan, store, &budget, longest, |other| other.workload == job.workload)?;
        }
        if let Some(why) = budget.why(job.workload) {
            return Ok(Ending::Refused(why));
        }
        let mine = match store.take(plan, job)? {
            Ok(mine) => mine,
            Err(ending) => return Ok(ending),
        };
        let mut watcher = Watcher {
            task: &task,
            count: &count,
            timeline: plan.jobs.iter().position(|known| known == job).and_then(|at| timelines.get(at)),
            budget: &budget,
            workload: job.workload,
            began: processor_time(),
            exceeded: None,
            grids: 1.0,
            begun: 0.0,
            told: (0, 0, 0),
            idle: None,
        };
        let ending = one(plan, job, verilated.as_deref(), &mut watcher)?;
        watcher.end();
        if let Some((longest, done)) = watcher.exceeded {
            store.give_up(plan, job, longest)?;
            let found = format!("{:.0} % done", done * 100.0);
            if let Some(why) = budget.give_up(job.workload, plan.policy(job).name(), &found) {
                aside!("{} is given up: {why}", plan.workload(job).name);
            }
        }
        if store.keep(plan, job, &ending)? {
            mine.done();
        }
        Ok::<_, Error>(ending)
    });
    for (job, ending) in left.iter().zip(made) {
        let place = plan.jobs.iter().position(|other| other == job).expect("a run of the plan");
        endings[place] = Some(ending?);
    }
    // what is given up in this pass is not run in the next
    if let Some(share) = store.share().filter(|share| share.works() && plan.longest.is_some()) {
        share.decided()?;
    }
    // all runs of a workload or none: means of some policies over other kernels than those of
    // others are not comparable
    for (job, ending) in plan.jobs.iter().zip(&mut endings) {
        if let Some(why) = budget.why(job.workload) {
            *ending = Some(Ending::Refused(why));
        }
    }
    Ok(endings.into_iter().flatten().collect())
}

/// Gives up the workloads of those runs that were given up before.
fn give_up_known(
    plan: &Plan,
    store: &Store,
    budget: &Budget,
    longest: Duration,
    of: impl Fn(&Job) -> bool,
) -> Result<(), Error> {
    for job in plan.jobs.iter().filter(|job| of(job)) {
        if store.gave_up(plan, job, longest)? {
            budget.give_up(job.workload, plan.policy(job).name(), "found before");
        }
    }
    Ok(())
}

/// Returns the runs that are left to make: in the order of the plan, or, where tasks share them,
/// those that are known to be long first.
fn left(plan: &Plan, endings: &[Option<Ending>], shared: bool) -> Vec<Job> {
    let jobs = || plan.jobs.iter().zip(endings);
    let mut left: Vec<Job> = jobs().filter(|(_, ending)| ending.is_none()).map(|(job, _)| *job).collect();
    if shared {
        let mut cycles = vec![0; plan.workloads.len()];
        for (job, ending) in jobs() {
            let ran = ending.as_ref().and_then(Ending::record).map_or(0, |record| record.run.cycles);
            cycles[job.workload] = ran.max(cycles[job.workload]);
        }
        // of the others, any may be the longest
        left.sort_by_key(|job| {
            std::cmp::Reverse(if cycles[job.workload] == 0 { u64::MAX } else { cycles[job.workload] })
        });
    }
    left
}

fn one(plan: &Plan, job: &Job, verilated: Option<&dyn Verilated>, watcher: &mut Watcher) -> Result<Ending, Error> {
    let mut session = plan.workload(job).session(plan.scale_of(job))?;
    watcher.grids = 0.0;
    session
        .grids(|_| {
            watcher.grids += 1.0;
            Ok::<_, LaunchError>(())
        })
        .explained()?;
    let run = match verilated {
        Some(verilated) => verilated.simulate(plan, job, &mut session, watcher),
        None => simulate(&plan.config(job).spec, plan.policy(job), &mut session, &plan.options, watcher),
    };
    let run = match run {
        Ok(run) => run,
        Err(SimError::Run(RunError::Launch(error))) => return Err(error.explained()),
        Err(trouble) if refuses(&trouble) => return Ok(Ending::Refused(trouble.to_string())),
        Err(trouble) => return Ok(Ending::Trouble(trouble.to_string())),
    };
    let memory = match run.ended {
        Ended::Whole if session.expects() => {
            let wrong: Vec<String> = session.check().explained()?.iter().map(ToString::to_string).collect();
            if wrong.is_empty() { Memory::Right } else { Memory::Wrong(wrong) }
        }
        Ended::Whole => Memory::Unchecked,
        Ended::Limit | Ended::Stopped => Memory::Partial,
    };
    Ok(Ending::Done { record: Record { run, memory }, kept: false })
}

/// Whether the workload is too large for the GPU, or made for other warps, which is no fault of the
/// simulator.
fn refuses(trouble: &SimError) -> bool {
    match trouble {
        SimError::Unfit(_) | SimError::Room { .. } | SimError::Run(RunError::WarpSynchronous { .. }) => true,
        SimError::Run(RunError::Fault(fault)) => {
            matches!(fault.cause, Cause::Block { .. } | Cause::SharedTooLarge { .. })
        }
        _ => false,
    }
}

/// Progress of all runs together.
struct Count {
    start: Instant,
    cycles: AtomicU64,
    instructions: AtomicU64,
}

/// The observer of one run: progress, timeline and time limit.
struct Watcher<'a> {
    task: &'a Task,
    count: &'a Count,
    timeline: Option<&'a Mutex<Timeline>>,
    budget: &'a Budget,
    /// The workload's index in the plan.
    workload: usize,
    /// The processor time of this thread when the run began.
    began: Duration,
    /// The time that the run may take, if the run took longer, and the part of the run that was
    /// done.
    exceeded: Option<(Duration, f64)>,
    /// Grids of the run, and grids that have begun.
    grids: f64,
    begun: f64,
    /// Cycles, instructions and parts of the run that are reported so far.
    told: (u64, u64, u64),
    /// The part of the threads' time in which they waited for each other, with several of them.
    idle: Option<f64>,
}

impl Watcher<'_> {
    fn tell(&mut self, cycles: u64, instructions: u64, part: u64) {
        let before = self.told;
        self.told = (cycles, instructions, part.max(before.2));
        let add = |all: &AtomicU64, more: u64| all.fetch_add(more, Ordering::Relaxed) + more;
        let cycles = add(&self.count.cycles, cycles - before.0);
        let instructions = add(&self.count.instructions, instructions - before.1);
        self.task.add(self.told.2 - before.2);
        let rate = instructions as f64 / self.count.start.elapsed().as_secs_f64() / 1e3;
        let idle = self.idle.map_or_else(String::new, |part| format!(", {:.0} % at barriers", part * 100.0));
        self.task.say(format!("{} cycles, {rate:.0} KIPS{idle}", group(cycles)));
    }

    fn end(&mut self) {
        self.tell(self.told.0, self.told.1, RUN);
    }
}

impl Watch for Watcher<'_> {
    fn progress(&mut self, cycles: u64, instructions: u64, done: f64) -> bool {
        let done = (self.begun - 1.0 + done) / self.grids;
        self.tell(cycles, instructions, (done.clamp(0.0, 1.0) * RUN as f64) as u64);
        self.exceeded =
            self.budget.exceeded(processor_time() - self.began).map(|longest| (longest, done.clamp(0.0, 1.0)));
        !interrupt::asked() && self.exceeded.is_none() && self.budget.why(self.workload).is_none()
    }

    fn idle(&mut self, part: f64) {
        self.idle = Some(part);
    }

    fn grid(&mut self, cycle: u64, kernel: &str) {
        self.begun += 1.0;
        if let Some(timeline) = self.timeline {
            timeline.lock().expect("no panic here").grid(cycle, kernel);
        }
    }

    fn event(&mut self, event: &Event) {
        if let Some(timeline) = self.timeline {
            timeline.lock().expect("no panic here").event(event);
        }
    }
}
