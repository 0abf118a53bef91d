//! RTL in the loop: cores run with Verilated units, and each run is compared with the run on golden
//! units, to the last count.

use std::cell::Cell;
use std::marker::PhantomData;

use heddle_golden::Device;
use heddle_gpu::system::{Ended, PolicyUnit, Run, SimError, Watch, list, simulate};
use heddle_kernel::launch::Session;
use heddle_testbench::dut::{Dut, initial_seed};
use heddle_testbench::verilator::Model;

use super::plan::{Job, Plan};
use crate::error::Error;
use crate::in_gpu::{InGpu, Visitor, each};
use crate::models::verilated;

/// A simulator whose cores hold Verilated units.
pub trait Verilated: Sync {
    /// Simulates a run of the plan; an error if its cycles or counts differ from those with golden
    /// units.
    fn simulate(&self, plan: &Plan, job: &Job, session: &mut Session, watch: &mut dyn Watch) -> Result<Run, SimError>;
}

/// Builds the Verilated units that the plan selects; `None` if the plan selects golden units.
pub fn wanted(plan: &Plan) -> Result<Option<Box<dyn Verilated>>, Error> {
    struct Find<'p>(&'p Plan, Option<Result<Box<dyn Verilated>, Error>>);
    impl Visitor for Find<'_> {
        fn visit<B: InGpu>(&mut self) {
            if self.0.rtl == Some(B::NAME) {
                self.1 = Some(Models::<B>::build(self.0).map(|models| Box::new(models) as Box<_>));
            }
        }
    }
    let mut find = Find(plan, None);
    each(&mut find);
    find.1.transpose()
}

/// Models of the unit, one for each policy in each configuration of a plan; `None` where the GPU
/// cannot have the unit, which each run reports.
struct Models<B> {
    models: Vec<Option<Model>>,
    unit: PhantomData<fn() -> B>,
}

impl<B: InGpu> Models<B> {
    fn build(plan: &Plan) -> Result<Self, Error> {
        let mut units: Vec<Option<B::Config>> = Vec::new();
        let each = |config| plan.policies.iter().map(move |policy| (config, policy));
        for (config, policy) in plan.configs.iter().flat_map(each) {
            let unit = B::Golden::configured(policy, &config.spec).ok_or_else(|| {
                let what =
                    format!("the cores of policy `{}` contain no `{}` that RTL could replace", policy.name(), B::NAME);
                Error::input(what, "choose a policy whose cores contain the unit: `heddle policies` lists the policies")
            })?;
            let unit = unit.ok();
            if let Some(unit) = unit.as_ref().filter(|unit| B::verilog(unit).is_none()) {
                let what = format!(
                    "no preset of `{}` has the configuration that policy `{}` needs: {unit:?}",
                    B::NAME,
                    policy.name()
                );
                return Err(Error::input(
                    what,
                    "only the unit's presets have RTL: change core.count and the memory, not the core",
                ));
            }
            units.push(unit);
        }
        let mut models = verilated::<B>(&units.iter().flatten().collect::<Vec<_>>())?.into_iter();
        let models = units.iter().map(|unit| unit.as_ref().and_then(|_| models.next())).collect();
        Ok(Models { models, unit: PhantomData })
    }
}

impl<B: InGpu> Verilated for Models<B> {
    fn simulate(&self, plan: &Plan, job: &Job, session: &mut Session, watch: &mut dyn Watch) -> Result<Run, SimError> {
        let (spec, policy) = (&plan.config(job).spec, plan.policy(job));
        let mut twin = session.clone();
        let count = Cell::new(0);
        let mut unit = |cfg: &B::Config| {
            count.set(count.get() + 1);
            let model = self.models[job.config * plan.policies.len() + job.policy]
                .as_ref()
                .expect("a unit that can be was built");
            let dut = Dut::<B>::new(cfg, model, initial_seed(0, count.get()));
            Ok(Box::new(dut.expect("the emitted RTL never stops a simulation")) as Box<dyn Device<B::Golden>>)
        };
        let run = B::Golden::simulate(spec, policy, session, &plan.options, watch, &mut unit)?;
        if run.ended == Ended::Stopped {
            return Ok(run);
        }
        let golden = simulate(spec, policy, &mut twin, &plan.options, &mut ())?;
        match difference(&run, &golden) {
            None => Ok(run),
            Some(what) => Err(SimError::Wrong { cycle: run.cycles, what }),
        }
    }
}

/// Returns the first difference between a run on RTL and the golden run, in words; `None` if there
/// is none.
fn difference(rtl: &Run, golden: &Run) -> Option<String> {
    let counts = list().into_iter().zip(rtl.statistics.iter().zip(&golden.statistics));
    let mut counts = counts.map(|(counter, (rtl, golden))| (counter.name, *rtl, *golden));
    let cycles = ("cycles", rtl.cycles, golden.cycles);
    let differs = |(_, rtl, golden): &(&str, u64, u64)| rtl != golden;
    if let Some((name, rtl, golden)) = Some(cycles).filter(differs).or_else(|| counts.find(differs)) {
        return Some(format!("Verilated units and golden ones differ: {name} is {rtl} with RTL, {golden} without"));
    }
    (rtl != golden).then(|| "Verilated units and golden ones differ over time".into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_count_too_many_is_told() {
        let statistics = vec![7; list().len()];
        let (timeline, launches) = (vec![], vec![]);
        let (cycles, instructions, thread_instructions) = (10, 2, 3);
        let golden = Run {
            cycles,
            instructions,
            thread_instructions,
            ended: Ended::Whole,
            statistics,
            timeline,
            launches,
            profile: None,
            sampled: None,
        };
        assert_eq!(difference(&golden, &golden), None);
        let mut rtl = golden.clone();
        rtl.statistics[3] += 1;
        let told = difference(&rtl, &golden).unwrap();
        assert!(told.contains(list()[3].name) && told.contains("8 with RTL, 7 without"), "{told}");
        let longer = Run { cycles: 11, ..golden.clone() };
        assert!(difference(&longer, &golden).unwrap().contains("cycles is 11"));
    }
}
