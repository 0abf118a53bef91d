//! What `check` and `fuzz` do alike: select, build, run, shrink, save, tell.

use std::time::{Duration, Instant};

use heddle_testbench::campaign::{Plan, Verdict, run};
use heddle_testbench::target::{Hardware, Target, Workshop};
use serde_json::json;

use crate::cli::Hunt;
use crate::error::{Error, Outcome};
use crate::output::{Progress, STOP, catch_interrupt, failure_value, print_failure, save};
use crate::select::{hardware, select};
use crate::workshop::{build, jobs, workshop};

/// A campaign ready to run.
pub struct Prepared {
    /// The models of what was selected.
    pub targets: Vec<Box<dyn Target>>,
    pub hardware: Hardware,
    pub workshop: Workshop,
    pub progress: Progress,
    pub jobs: usize,
    pub seed: u64,
}

/// How a campaign ended.
pub struct Report {
    /// One for each target.
    pub verdicts: Vec<Verdict>,
    pub elapsed: Duration,
    pub outcome: Outcome,
}

/// Everything before the first cycle.
pub fn prepare(hunt: &Hunt, seed: u64) -> Result<Prepared, Error> {
    catch_interrupt();
    let mut selected = select(&hunt.selection)?;
    let hardware = hardware(hunt.dut.as_deref(), &mut selected)?;
    let workshop = workshop()?;
    let jobs = jobs(hunt.jobs);
    let progress = Progress::new(hunt.json);
    let targets = build(&workshop, &selected, &hardware, jobs, &progress)?;
    Ok(Prepared { targets, hardware, workshop, progress, jobs, seed })
}

impl Prepared {
    /// Runs it, and shrinks, saves and shows what was found.
    pub fn run(
        &self,
        hunt: &Hunt,
        cycles: Option<u64>,
        time: Option<Duration>,
        first_only: bool,
    ) -> Result<Report, Error> {
        let plan = Plan { seed: self.seed, jobs: self.jobs, cycles, time, first_only };
        let total = cycles.map_or(0, |cycles| cycles * self.targets.len() as u64);
        self.progress.start("lockstep cycles", total);
        let started = Instant::now();
        let verdicts = run(&self.targets, &plan, &STOP, &|cycles| self.progress.add(cycles));
        let elapsed = started.elapsed();
        self.progress.finish();
        let mut outcome = Outcome::Equal;
        for (target, verdict) in self.targets.iter().zip(&verdicts) {
            let Some((segment, length, ended)) = &verdict.failed else { continue };
            outcome = Outcome::Mismatch;
            match ended {
                Ok(_) => self.explain(hunt, target.as_ref(), *segment, *length)?,
                Err(stopped) if hunt.json => {
                    let event = json!({
                        "event": "stopped", "unit": target.unit(), "preset": target.preset(),
                        "seed": self.seed, "stretch": segment, "reason": stopped.to_string(),
                    });
                    println!("{event}");
                }
                Err(stopped) => println!("STOPPED {}/{}: {stopped}", target.unit(), target.preset()),
            }
        }
        Ok(Report { verdicts, elapsed, outcome })
    }

    fn explain(&self, hunt: &Hunt, target: &dyn Target, segment: u64, length: u64) -> Result<(), Error> {
        self.progress.start("shrinking", 0);
        let say = &mut |cycles: usize| self.progress.say(&format!("{cycles} cycles"));
        let failure = target.explain(self.seed, segment, length, say);
        self.progress.finish();
        let Some(failure) = failure else {
            let what = format!("{}/{}: stretch {segment} failed once and not again", target.unit(), target.preset());
            return Err(Error::tool(what, "the Verilog depends on something other than its inputs and initial state"));
        };
        let (trace, wave) = save(&self.workshop, target, &failure, &hunt.out)?;
        if hunt.json {
            println!("{}", failure_value(&failure, &trace, &wave, &self.hardware));
        } else {
            print_failure(&failure, &trace, &wave, &self.hardware);
        }
        Ok(())
    }
}
