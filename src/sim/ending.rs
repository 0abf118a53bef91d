//! The ending of a simulation run: done, refused, failed or not made.

use super::record::Record;

/// The ending of a run of the plan.
#[derive(Clone)]
pub enum Ending {
    /// The run was simulated.
    Done {
        /// The result of the run.
        record: Record,
        /// Whether the result is from an earlier command.
        kept: bool,
    },
    /// The policy cannot run the workload, or not within the time that a run may take: the reason.
    Refused(String),
    /// The run failed: the reason.
    Trouble(String),
    /// The command was interrupted before the run began, or another task makes the run.
    Missed,
}

impl Ending {
    /// Whether the result is from an earlier command.
    pub fn kept(&self) -> bool {
        matches!(self, Ending::Done { kept: true, .. })
    }

    /// Returns the result of the run; `None` if the run has none.
    pub fn record(&self) -> Option<&Record> {
        match self {
            Ending::Done { record, .. } => Some(record),
            _ => None,
        }
    }
}
