//! How each verb of the GPU runs.

use heddle_command::Cluster;
use heddle_command::Verbs;

use crate::cli::{Figure, Kernel, KernelList, KernelRun, Nightly, Policies, Run, Sim, Verb};
use crate::cluster::conduct;
use crate::error::{Error, Outcome};
use crate::{figure, golden, kernel, nightly, policies, run, sim};

impl Verbs for Verb {
    fn json(&self) -> bool {
        match self {
            Verb::Block(verb) => verb.json(),
            Verb::Nightly(Nightly { json, .. })
            | Verb::Figure(Figure { json, .. })
            | Verb::Kernel(Kernel::List(KernelList { json }) | Kernel::Run(KernelRun { json, .. }))
            | Verb::Sim(Sim { json, .. })
            | Verb::Policies(Policies { json })
            | Verb::Run(Run { json, .. }) => *json,
            Verb::Kernel(Kernel::Show(_) | Kernel::Record(_)) | Verb::Golden(_) => false,
        }
    }

    fn cluster(&mut self) -> Option<&mut Cluster> {
        match self {
            Verb::Block(verb) => verb.cluster(),
            Verb::Sim(args) => Some(&mut *args.cluster),
            Verb::Figure(args) => Some(&mut *args.cluster),
            Verb::Nightly(args) => Some(&mut args.cluster),
            _ => None,
        }
    }

    fn run(self, words: Vec<String>) -> Result<Outcome, Error> {
        match self {
            Verb::Block(verb) => verb.run(words),
            Verb::Golden(args) => golden::run(&args),
            Verb::Figure(args) => conduct(&words, args, |args| args.cluster.with(&mut args.jobs), figure::run),
            Verb::Kernel(args) => kernel::run(&args),
            Verb::Sim(args) => conduct(&words, args, |args| args.cluster.with(&mut args.jobs), sim::run),
            Verb::Policies(args) => policies::run(&args),
            Verb::Run(args) => run::run(&args),
            Verb::Nightly(args) => conduct(&words, args, |args| &mut args.cluster, nightly::run),
        }
    }
}
