//! Arguments of work that tasks of a cluster share, and of `heddle jobs`.

use std::ops::{Deref, DerefMut};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use clap::Args;

use super::values::duration;
use crate::cluster::Share;
use crate::error::Error;

/// How the work of a command is shared.
#[derive(Clone, Default, Args)]
#[command(next_help_heading = "Many machines")]
pub struct Cluster {
    /// Share the work among the tasks of a Slurm array, wait for them, and print what the command
    /// prints alone. The same command again resumes.
    #[arg(long, requires = "runs")]
    pub slurm: bool,
    /// The folder that tasks share, which all nodes must see: results, built models and the command
    /// itself are kept there.
    #[arg(long, value_name = "DIR")]
    pub runs: Option<PathBuf>,
    /// Number of tasks (default: 8, or one for each piece of work if there are fewer).
    #[arg(long, value_name = "N", requires = "runs", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub tasks: Option<u32>,
    /// Slurm's partition.
    #[arg(long, value_name = "P", requires = "slurm")]
    pub partition: Option<String>,
    /// Slurm's account.
    #[arg(long, value_name = "A", requires = "slurm")]
    pub account: Option<String>,
    /// Return after the submission; `heddle jobs DIR` looks, waits, cancels and resumes.
    #[arg(long, requires = "slurm")]
    pub detach: bool,
    /// Submit nothing: print the script of a task, for another scheduler or a shell.
    #[arg(long, requires = "runs", conflicts_with_all = ["slurm", "detach"])]
    pub print_script: bool,
    /// Options of `sbatch`, as in `-- --mem=2G`.
    #[arg(last = true, value_name = "SBATCH OPTIONS", requires = "runs")]
    pub options: Vec<String>,
    /// This process is a task of the submission in this folder.
    #[arg(long, value_name = "DIR", hide = true)]
    pub task: Option<PathBuf>,
    /// The time limit of a task.
    #[arg(skip)]
    pub limit: Option<Duration>,
    /// Threads of a task.
    #[arg(skip)]
    pub threads: Option<u16>,
    /// A submission that is there already, for which the command waits.
    #[arg(skip)]
    pub attached: Option<u32>,
    /// The part of this process in the work; `None` if it works alone.
    #[arg(skip)]
    pub share: Option<Arc<Share>>,
}

impl Cluster {
    /// Sets what Slurm needs of a task: its threads, one if the user says none, and its time limit.
    pub fn with(&mut self, jobs: &mut Option<u16>, limit: Option<Duration>) -> &mut Self {
        if self.task.is_some() {
            jobs.get_or_insert(1);
        }
        (self.threads, self.limit) = (*jobs, limit);
        self
    }

    /// Refuses options of a command that cannot be shared, each with whether it is given.
    pub fn takes(&self, options: &[(&str, bool)]) -> Result<(), Error> {
        match options.iter().find(|(_, given)| *given && self.share.is_some()) {
            Some((option, _)) => {
                let help = "leave one of them out: what tasks share is kept in --runs, and done once";
                Err(Error::input(format!("{option} cannot be used with --slurm or --print-script"), help))
            }
            None => Ok(()),
        }
    }
}

impl std::fmt::Debug for Cluster {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Cluster").field("slurm", &self.slurm).field("runs", &self.runs).finish_non_exhaustive()
    }
}

/// How the work of a command without a time of its own is shared.
#[derive(Debug, Clone, Default, Args)]
#[command(next_help_heading = "Many machines")]
pub struct Limited {
    #[command(flatten)]
    cluster: Cluster,
    /// Slurm's time limit of a task, as in 30m, 8h; the same command again resumes.
    #[arg(id = "task_time", long = "time", value_name = "TIME", requires = "slurm", value_parser = duration)]
    limit: Option<Duration>,
}

impl Limited {
    /// Sets what Slurm needs of a task, as [`Cluster::with`] does.
    pub fn with(&mut self, jobs: &mut Option<u16>) -> &mut Cluster {
        self.cluster.with(jobs, self.limit)
    }
}

impl Deref for Limited {
    type Target = Cluster;

    fn deref(&self) -> &Cluster {
        &self.cluster
    }
}

impl DerefMut for Limited {
    fn deref_mut(&mut self) -> &mut Cluster {
        &mut self.cluster
    }
}

/// Arguments of `heddle jobs`.
#[derive(Debug, Args)]
pub struct Jobs {
    /// The folder that tasks share: --runs of the command that was submitted.
    #[arg(value_name = "DIR")]
    pub folder: PathBuf,
    /// The number of the submission (default: the newest).
    #[arg(long, value_name = "N")]
    pub number: Option<u32>,
    /// Wait for the tasks, and print what the command prints.
    #[arg(long, conflicts_with_all = ["cancel", "resume"])]
    pub wait: bool,
    /// Cancel the tasks; what is done is kept.
    #[arg(long, conflicts_with = "resume")]
    pub cancel: bool,
    /// Submit what is left.
    #[arg(long)]
    pub resume: bool,
    /// Print one JSON object per line in place of text.
    #[arg(long)]
    pub json: bool,
}
