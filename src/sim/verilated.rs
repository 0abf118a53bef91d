//! RTL in the loop: Verilated lanes stand in the cores, and the run is held against the one with golden lanes, to the last count.

use std::cell::Cell;

use heddle_contract::lane::{Config, Lane};
use heddle_gpu::simulate::{Ended, Run, Watch, list, simulate, simulate_with};
use heddle_gpu::traffic::Trouble;
use heddle_kernel::launch::Session;
use heddle_testbench::bench::Bench;
use heddle_testbench::dut::{Dut, initial_seed};
use heddle_testbench::verilator::Model;

use super::plan::{Job, Plan};
use crate::error::Error;
use crate::models::verilated;

/// A model of the lane for each policy of a plan.
pub struct Verilated(Vec<Option<Model>>);

impl Verilated {
    /// Builds what the plan asks for; nothing if it asks for golden lanes.
    pub fn wanted(plan: &Plan) -> Result<Option<Verilated>, Error> {
        if plan.rtl.is_none() {
            return Ok(None);
        }
        let mut lanes: Vec<Option<Config>> = Vec::new();
        for policy in &plan.policies {
            let lane = policy.lane(&plan.config.spec).ok_or_else(|| {
                let what = format!("`{}` has no lanes that could be RTL", policy.name());
                Error::input(what, "take a policy that has: tsimt, tsimt+, stsimt2, stsimt4, ...")
            })?;
            // one that can not be is told by each run
            let lane = lane.ok();
            if let Some(lane) = lane.as_ref().filter(|lane| !has_rtl::<Lane>(lane)) {
                let what = format!("no preset of the lane is what `{}` needs here: {lane:?}", policy.name());
                return Err(Error::input(
                    what,
                    "RTL has the lane's presets: change core.count and the memory, not the core",
                ));
            }
            lanes.push(lane);
        }
        let mut models = verilated::<Lane>(&lanes.iter().flatten().collect::<Vec<_>>())?.into_iter();
        Ok(Some(Verilated(lanes.iter().map(|lane| lane.as_ref().and_then(|_| models.next())).collect())))
    }

    /// A run of the plan with Verilated lanes. It must take as long as with golden ones, and count the same.
    pub fn simulate(
        &self,
        plan: &Plan,
        job: &Job,
        session: &mut Session,
        watch: &mut dyn Watch,
    ) -> Result<Run, Trouble> {
        let (spec, policy) = (&plan.config.spec, plan.policy(job));
        let mut twin = session.clone();
        let count = Cell::new(0);
        let mut lane = |cfg: &Config| {
            count.set(count.get() + 1);
            let model = self.0[job.policy].as_ref().expect("a lane that can be was built");
            let dut = Dut::<Lane>::new(cfg, model, initial_seed(0, count.get()));
            Ok::<_, Trouble>(dut.expect("the emitted RTL never stops a simulation"))
        };
        let run = simulate_with(spec, policy, session, &plan.options, watch, &mut lane)?;
        if run.ended == Ended::Stopped {
            return Ok(run);
        }
        let golden = simulate(spec, policy, &mut twin, &plan.options, &mut ())?;
        match difference(&run, &golden) {
            None => Ok(run),
            Some(what) => Err(Trouble::Wrong { cycle: run.cycles, what }),
        }
    }
}

/// There is hardware with these parameters.
fn has_rtl<B: Bench>(cfg: &B::Config) -> bool {
    B::verilog(cfg).is_some()
}

/// The first thing in which a run on RTL differs from the golden one.
fn difference(rtl: &Run, golden: &Run) -> Option<String> {
    let counts = list().into_iter().zip(rtl.statistics.iter().zip(&golden.statistics));
    let mut counts = counts.map(|(counter, (rtl, golden))| (counter.name, *rtl, *golden));
    let cycles = ("cycles", rtl.cycles, golden.cycles);
    let differs = |(_, rtl, golden): &(&str, u64, u64)| rtl != golden;
    if let Some((name, rtl, golden)) = Some(cycles).filter(differs).or_else(|| counts.find(differs)) {
        return Some(format!("Verilated lanes and golden ones differ: {name} is {rtl} with RTL, {golden} without"));
    }
    (rtl != golden).then(|| "Verilated lanes and golden ones differ over time".into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_count_too_many_is_told() {
        let statistics = vec![7; list().len()];
        let (timeline, launches) = (vec![], vec![]);
        let (cycles, instructions, thread_instructions) = (10, 2, 3);
        let golden =
            Run { cycles, instructions, thread_instructions, ended: Ended::Whole, statistics, timeline, launches };
        assert_eq!(difference(&golden, &golden), None);
        let mut rtl = golden.clone();
        rtl.statistics[3] += 1;
        let told = difference(&rtl, &golden).unwrap();
        assert!(told.contains(list()[3].name) && told.contains("8 with RTL, 7 without"), "{told}");
        let longer = Run { cycles: 11, ..golden.clone() };
        assert!(difference(&longer, &golden).unwrap().contains("cycles is 11"));
    }
}
