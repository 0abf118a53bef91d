//! Work that many machines share: a command whose pieces are done by tasks that share nothing but a
//! folder.
//!
//! A task is the same command. The command that the user gives finds out what is left, submits one
//! array whose every task runs the command again as a worker, waits, and then runs once more with
//! every result kept, so that it prints what it would have printed alone. There is no daemon and no
//! protocol: the tasks meet in the folder alone.
//!
//! | where | what |
//! |---|---|
//! | `claim` | which task has which piece |
//! | `owner` | the identity of a task, and whether it is alive |
//! | `share` | the role of one process: a task or an observer |
//! | `folder` | what lies in the shared folder |
//! | `slurm` | `sbatch`, `squeue`, `scancel` |
//! | `script` | the script of a task |
//! | `work` | the loop of a task |
//! | `submit` | the command that submits, waits and prints |
//! | `wait` | the wait for an array, with progress |
//! | `left` | why pieces are left |

mod claim;
mod folder;
mod left;
mod owner;
mod script;
mod share;
mod slurm;
mod submit;
mod wait;
mod work;

use std::sync::Arc;

pub use claim::{Claim, Claims, is_done};
pub use folder::{Folder, Submission, refused};
pub use owner::Owner;
pub use share::Share;
pub use slurm::{cancel, stands};
pub use submit::TASKS;
pub use wait::summary;

use crate::cli::Cluster;
use crate::error::{Error, Outcome};

/// Runs a verb in one of three ways: alone, as a task, or as the command that submits tasks. `of`
/// returns the verb's arguments about the cluster. `words` are those of the command, without the
/// program.
pub fn conduct<A>(
    words: &[String],
    mut args: A,
    of: fn(&mut A) -> &mut Cluster,
    run: fn(&A) -> Result<Outcome, Error>,
) -> Result<Outcome, Error> {
    let cluster = of(&mut args).clone();
    let part = |share: &Arc<Share>| {
        of(&mut args).share = Some(Arc::clone(share));
        run(&args)
    };
    match &cluster.task {
        Some(place) => work::work(place, part),
        None if cluster.slurm || cluster.print_script => submit::submit(words, &cluster, part),
        None => run(&args),
    }
}
