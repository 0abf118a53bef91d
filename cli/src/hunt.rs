//! The common part of `check` and `fuzz`: select presets, build models, run, shrink, save and
//! print.

mod pieces;

use std::time::{Duration, Instant};

use heddle_testbench::campaign::{Here, Plan, Verdict, run_pieces};
use heddle_testbench::files::could_write_in;
use heddle_testbench::interrupt;
use heddle_testbench::segment;
use heddle_testbench::shrink::Effort;
use heddle_testbench::target::{Failure, Hardware, ModelTools, Origin, Target};
use heddle_testbench::trace::TraceFile;
use heddle_testbench::verilator::Cause;

use crate::cli::{Chosen, Cluster, Hunt};
use crate::cluster::Share;
use crate::console::{pend, say};
use crate::error::{Error, Outcome};
use crate::models::{build, jobs, model_tools};
use crate::output::{effort, failure_value, found as found_text, out_error, print_failure, save};
use crate::progress::{Task, Work};
use crate::select::{hardware, select};
use crate::store::Store;
use pieces::HuntPieces;

/// A lockstep campaign that is ready to run: models, tools, seed and number of threads.
pub struct Prepared {
    /// The models of the selected presets.
    pub targets: Vec<Box<dyn Target>>,
    pub hardware: Hardware,
    pub tools: ModelTools,
    pub jobs: usize,
    pub seed: u64,
}

/// The result of a lockstep campaign.
pub struct Report {
    /// The verdict on each target, in the order of the targets.
    pub verdicts: Vec<Verdict>,
    pub elapsed: Duration,
    pub outcome: Outcome,
    /// The mismatches, shrunk, in the order of the targets.
    pub failures: Vec<Failure>,
}

impl Report {
    /// Returns an error if the campaign was interrupted and found nothing.
    /// Then nothing is known of the cycles that did not run.
    pub fn interrupted(&self) -> Result<(), Error> {
        if !interrupt::asked() || self.outcome != Outcome::Equal {
            return Ok(());
        }
        Err(Error::interrupted_after(self.verdicts.iter().map(|verdict| verdict.cycles).sum()))
    }
}

/// Prepares a lockstep campaign: selects presets, checks the output folder, finds the tools and
/// builds the models.
pub fn prepare(chosen: &Chosen, hunt: &Hunt, seed: u64) -> Result<Prepared, Error> {
    let mut selected = select(&chosen.selection)?;
    let hardware = hardware(&chosen.tested, &mut selected)?;
    could_write_in(&hunt.out).map_err(|error| out_error(&hunt.out, error))?;
    let tools = model_tools()?;
    let jobs = jobs(hunt.jobs);
    let targets = build(&tools, &selected, &hardware, jobs)?;
    Ok(Prepared { targets, hardware, tools, jobs, seed })
}

impl Prepared {
    /// Runs the campaign, and shrinks, saves and prints the mismatches.
    pub fn run(
        &self,
        hunt: &Hunt,
        cycles: Option<u64>,
        time: Option<Duration>,
        first_only: bool,
    ) -> Result<Report, Error> {
        let plan = Plan { seed: self.seed, jobs: self.jobs, cycles, time, least: 0, first_only };
        self.run_with(hunt, &plan, |progress| Ok(run_pieces(&self.targets, &plan, &Here, &interrupt::ASKED, progress)))
    }

    /// Runs this process's share of a campaign that tasks share, until the first mismatch; `start`
    /// is called before anything is printed, once all results are there.
    pub fn run_shared(
        &self,
        args: (&Hunt, &Cluster),
        cycles: Option<u64>,
        time: Option<Duration>,
        store: &Store,
        start: impl FnOnce(),
    ) -> Result<Report, Error> {
        let (hunt, cluster) = args;
        let works = store.share().is_none_or(Share::works);
        // who looks does so in order, and takes no time for it
        let (jobs, own_time) = if works { (self.jobs, time) } else { (1, None) };
        let plan = Plan { seed: self.seed, jobs, cycles, time: own_time, least: 0, first_only: true };
        let numbers = cycles.map_or(0, segment::count).saturating_mul(self.targets.len() as u64);
        self.run_with(hunt, &plan, |progress| {
            let pieces = HuntPieces::new(store, self, cycles, time, numbers);
            let share = pieces.share(cluster)?;
            if works && time.is_some() && share.is_none() {
                // every share is over, or claimed by another task
                store.gathered()?;
            }
            let mut verdicts = run_pieces(&self.targets, &plan, &pieces, &interrupt::ASKED, progress);
            verdicts.iter_mut().zip(pieces.cut()).for_each(|(verdict, cut)| verdict.cycles += cut);
            pieces.ended()?;
            if let Some(share) = share.filter(|_| !interrupt::asked()) {
                pieces.shared(share)?;
            }
            store.gathered()?;
            start();
            Ok(verdicts)
        })
    }

    /// Runs a campaign, and shrinks, saves and prints the mismatches.
    fn run_with(
        &self,
        hunt: &Hunt,
        &Plan { cycles, time, .. }: &Plan,
        run: impl FnOnce(&(dyn Fn(u64) + Sync)) -> Result<Vec<Verdict>, Error>,
    ) -> Result<Report, Error> {
        let all = |cycles: u64| Work::Cycles(cycles.saturating_mul(self.targets.len() as u64));
        let task = Task::start("lockstep", cycles.map(all).or(time.map(Work::CyclesFor)).unwrap_or(Work::Open));
        let started = Instant::now();
        let verdicts = run(&|cycles| task.add(cycles))?;
        let elapsed = started.elapsed();
        drop(task);
        let (outcome, failures) = self.judge(hunt, &verdicts)?;
        Ok(Report { verdicts, elapsed, outcome, failures })
    }

    /// Shrinks, saves and prints the mismatches of a campaign that has ended.
    pub fn judge(&self, hunt: &Hunt, verdicts: &[Verdict]) -> Result<(Outcome, Vec<Failure>), Error> {
        let (mut outcome, mut failures) = (Outcome::Equal, Vec::new());
        for (target, verdict) in self.targets.iter().zip(verdicts) {
            let Some((segment, ended)) = &verdict.failed else { continue };
            if ended.as_ref().is_err_and(|stopped| stopped.cause == Cause::Interrupt) {
                continue;
            }
            outcome = Outcome::Mismatch;
            match ended {
                Ok(run) => {
                    let origin = Origin::Stimulus { seed: self.seed, segment: *segment };
                    let found = run.mismatch.clone().map(|found| origin.from_start(found));
                    pend(found.map_or(String::new(), |found| {
                        found_text(target.as_ref(), &origin, &found, &self.hardware, hunt.json)
                    }));
                    let explain =
                        |effort, say: &mut dyn FnMut(usize)| Ok(target.explain(self.seed, *segment, effort, say));
                    failures.push(self.explain(hunt, target.as_ref(), &origin, explain)?);
                }
                Err(stopped) => return Err(stopped.clone().into()),
            }
        }
        Ok((outcome, failures))
    }

    /// Replays a trace, and shrinks and prints a mismatch; returns whether golden model and RTL
    /// agree.
    pub fn replay(&self, hunt: &Hunt, target: &dyn Target, file: &TraceFile) -> Result<bool, Error> {
        let Some(found) = target.replay(file)?.mismatch else { return Ok(true) };
        let origin = Origin::Trace { name: file.path().to_string() };
        pend(found_text(target, &origin, &found, &self.hardware, hunt.json));
        let explain = |effort, say: &mut dyn FnMut(usize)| Ok(target.explain_trace(file, effort, say)?);
        self.explain(hunt, target, &origin, explain)?;
        Ok(false)
    }

    fn explain(
        &self,
        hunt: &Hunt,
        target: &dyn Target,
        origin: &Origin,
        explain: impl FnOnce(Effort, &mut dyn FnMut(usize)) -> Result<Option<Failure>, Error>,
    ) -> Result<Failure, Error> {
        let task = Task::start("shrinking", Work::Open);
        let failure = explain(effort(hunt), &mut |cycles: usize| task.say(format!("{cycles} cycles")))?;
        drop(task);
        let Some(failure) = failure else {
            let what = format!("{}/{}: {origin} showed a mismatch once, and not again", target.unit(), target.preset());
            return Err(Error::tool(what, "the Verilog depends on something other than its inputs and initial state"));
        };
        // a mismatch is printed even if it cannot be saved
        let saved = save(&failure, hunt);
        pend(String::new());
        if hunt.json {
            say!("{}", failure_value(&failure, saved.as_ref().ok(), &self.hardware));
        } else {
            print_failure(&failure, saved.as_ref().ok(), &self.hardware);
        }
        // its model takes long to build
        saved?.follow(&self.tools, target, &failure, hunt.json)?;
        Ok(failure)
    }
}
