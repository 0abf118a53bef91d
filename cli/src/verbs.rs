//! How each verb of any block runs.

use crate::cli::{
    Area, Check, Cluster, CoreVerb, CostOf, Cover, Diff, Doctor, Enumerate, Fpga, Fuzz, Hunt, Jobs, Mutate, Power,
};
use crate::cli::{Prove, Replay, Units};
use crate::cluster::conduct;
use crate::cost;
use crate::error::{Error, Outcome};
use crate::program::Verbs;
use crate::{
    check, cover, diff, doctor, emit, enumerate, fault, foreign, fuzz, jobs, manual, mutate, new, prove, replay, units,
};

impl Verbs for CoreVerb {
    fn json(&self) -> bool {
        match self {
            CoreVerb::Units(Units { json, .. })
            | CoreVerb::Check(Check { hunt: Hunt { json, .. }, .. })
            | CoreVerb::Fuzz(Fuzz { hunt: Hunt { json, .. }, .. })
            | CoreVerb::Diff(Diff { hunt: Hunt { json, .. }, .. })
            | CoreVerb::Replay(Replay { json, .. })
            | CoreVerb::Prove(Prove { json, .. })
            | CoreVerb::Cover(Cover { json, .. })
            | CoreVerb::Enumerate(Enumerate { json, .. })
            | CoreVerb::Jobs(Jobs { json, .. })
            | CoreVerb::Mutate(Mutate { json, .. })
            | CoreVerb::Power(Power { json, .. })
            | CoreVerb::Area(Area { json, .. })
            | CoreVerb::Timing(Area { json, .. })
            | CoreVerb::Fpga(Fpga { json, .. })
            | CoreVerb::Doctor(Doctor { json }) => *json,
            CoreVerb::Cost(args) => args.of.as_ref().map_or(args.all.json, CostOf::json),
            CoreVerb::Emit(_) | CoreVerb::New(_) | CoreVerb::Completions(_) | CoreVerb::Man(_) => false,
        }
    }

    fn cluster(&mut self) -> Option<&mut Cluster> {
        match self {
            CoreVerb::Fuzz(args) => Some(&mut args.cluster),
            CoreVerb::Mutate(args) => Some(&mut *args.cluster),
            CoreVerb::Cover(args) => Some(&mut *args.cluster),
            _ => None,
        }
    }

    fn run(self, words: Vec<String>) -> Result<Outcome, Error> {
        match self {
            CoreVerb::Units(args) => units::run(&args),
            CoreVerb::Check(args) => match &args.fault {
                Some(fault) => fault::run(&args, fault),
                None if !args.verilog.is_empty() => foreign::run(&args),
                None => check::run(&args),
            },
            CoreVerb::Fuzz(args) => fuzz::shared(args, words),
            CoreVerb::Diff(args) => diff::run(&args),
            CoreVerb::Replay(args) => replay::run(&args),
            CoreVerb::Prove(args) => prove::run(&args),
            CoreVerb::Cover(args) => conduct(&words, args, |args| args.cluster.with(&mut args.jobs), cover::run),
            CoreVerb::Enumerate(args) => enumerate::run(&args),
            CoreVerb::Emit(args) => emit::run(&args),
            CoreVerb::New(args) => new::run(&args),
            CoreVerb::Jobs(args) => jobs::run(&args),
            CoreVerb::Mutate(args) => conduct(&words, args, |args| args.cluster.with(&mut args.jobs), mutate::run),
            CoreVerb::Cost(args) => cost::run(&args.of.unwrap_or(CostOf::All(args.all))),
            CoreVerb::Area(args) => cost::run_by_old_name(&CostOf::Area(args)),
            CoreVerb::Timing(args) => cost::run_by_old_name(&CostOf::Timing(args)),
            CoreVerb::Power(args) => cost::run_by_old_name(&CostOf::Power(args)),
            CoreVerb::Fpga(args) => cost::run_by_old_name(&CostOf::Fpga(args)),
            CoreVerb::Doctor(args) => doctor::run(&args),
            CoreVerb::Completions(args) => manual::completions(&args),
            CoreVerb::Man(args) => manual::pages(&args),
        }
    }
}
