//! The outcomes of runs of the tests of ranges.

use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};

use heddle_gpu::config::Config;
use heddle_gpu::config::spec::{KEYS, Spec};
use heddle_gpu::policy::Policy;
use heddle_gpu::system::{Ended, Options, Run, SimError, Watch, simulate};
use heddle_kernel::launch::{RunError, Session};
use heddle_workloads::Workload;

use super::case::Case;

/// Outcome of a run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    /// The run left the right memory after this many core cycles.
    Ran(u64),
    /// The run still went on after its budget of core cycles.
    Slow,
    /// The configuration or the run was refused, with this reason.
    Refused(String),
    /// The run was not right: it panicked, nothing moved any more, a unit contradicted the program,
    /// or memory was wrong.
    Failed(String),
}

impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Outcome::Ran(cycles) => write!(f, "ran {cycles}"),
            Outcome::Slow => write!(f, "slow"),
            Outcome::Refused(why) => write!(f, "refused {}", why.replace('\n', "; ")),
            Outcome::Failed(why) => write!(f, "failed {}", why.replace('\n', "; ")),
        }
    }
}

impl Outcome {
    /// Reads an outcome as it is displayed; `None` if the text is none.
    pub fn read(text: &str) -> Option<Outcome> {
        match text.split_once(' ').unwrap_or((text, "")) {
            ("ran", cycles) => cycles.parse().ok().map(Outcome::Ran),
            ("slow", _) => Some(Outcome::Slow),
            ("refused", why) => Some(Outcome::Refused(why.into())),
            ("failed", why) => Some(Outcome::Failed(why.into())),
            _ => None,
        }
    }
}

/// Way to simulate, which a test replaces by one with a fault.
pub type Simulate<'s> = &'s (dyn Fn(&Spec, &Policy, &mut Session, &mut dyn Watch) -> Result<Run, SimError> + Sync);

/// The simulator as it is.
pub const REAL: Simulate = &|spec, policy, session, watch| simulate(spec, policy, session, &Options::default(), watch);

/// Times the cycles of the GPU as it is that a run may take.
const BUDGET: u64 = 20;

/// Stops a run that still executes instructions after its budget; one that executes none comes to
/// the simulator's own limit.
struct Budget {
    cycles: u64,
    instructions: u64,
}

impl Watch for Budget {
    fn progress(&mut self, cycles: u64, instructions: u64, _: f64) -> bool {
        let moves = std::mem::replace(&mut self.instructions, instructions) != instructions;
        cycles <= self.cycles || !moves
    }
}

/// A refusal, which is a failure where its reason names no key.
fn refused(why: String) -> Outcome {
    let named = KEYS.iter().any(|key| why.contains(&key.to_string()));
    if named { Outcome::Refused(why) } else { Outcome::Failed(format!("refused without a key: {why}")) }
}

/// Makes a run and judges it; `base`: cycles of the GPU as it is, if they are known.
pub fn judge(case: &Case, base: Option<u64>, simulate: Simulate) -> Outcome {
    let mut config = Config::shipped(case.gpu).unwrap();
    if let Err(why) = config.set(&case.sets()) {
        return refused(why.to_string());
    }
    let policy = Policy::named(case.policy).unwrap();
    let run = |session: &mut Session| {
        let mut budget = Budget { cycles: base.map_or(u64::MAX, |base| BUDGET * base), instructions: 0 };
        match simulate(&config.spec, &policy, session, &mut budget) {
            Ok(run) if run.ended != Ended::Whole => Outcome::Slow,
            Ok(run) => match session.check() {
                Ok(wrong) if wrong.is_empty() => Outcome::Ran(run.cycles),
                wrong => Outcome::Failed(format!("memory: {wrong:?}")),
            },
            Err(why @ (SimError::Unfit(_) | SimError::Room { .. })) => refused(why.to_string()),
            Err(SimError::Run(why @ RunError::WarpSynchronous { .. })) => refused(why.to_string()),
            Err(why) => Outcome::Failed(why.to_string()),
        }
    };
    let workload = Workload::named(case.program).unwrap();
    catch_unwind(AssertUnwindSafe(|| workload.with("test", run))).unwrap_or_else(|panic| {
        let said = panic.downcast_ref::<String>().map(String::as_str).or(panic.downcast_ref::<&str>().copied());
        Outcome::Failed(format!("panic: {}", said.unwrap_or("without a message")))
    })
}
