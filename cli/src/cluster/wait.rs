//! The wait for the tasks of a submission, with progress.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::thread::sleep;
use std::time::{Duration, Instant};

use heddle_testbench::interrupt;

use super::claim::{Claims, is_done};
use super::folder::{Folder, Submission};
use super::slurm::{self, Stand};
use crate::console::aside;
use crate::error::Error;
use crate::progress::{Task, Work};

/// Interval at which the folder is polled.
const LOOK: Duration = Duration::from_millis(200);
/// Interval at which Slurm is polled: at first, and at most.
const ASK: [Duration; 2] = [Duration::from_secs(1), Duration::from_secs(10)];
/// Time without any claim after which no task counts as working, where no scheduler lists
/// the tasks.
const IDLE: Duration = Duration::from_secs(10);

/// Waits until all pieces of a submission are kept, or no task is left that works on them, its own
/// or that of another submission with the same pieces. An interrupt cancels the tasks if they are
/// this command's `own`.
pub fn wait(folder: &Folder, number: u32, submission: &Submission, own: bool) -> Result<(), Error> {
    let mut left: Vec<PathBuf> = submission.files(folder);
    let all = left.len();
    let task = Task::start("pieces", Work::Pieces(all as u64));
    let mut asks = Asks::new(submission);
    loop {
        let before = left.len();
        left.retain(|piece| !is_done(piece));
        task.add((before - left.len()) as u64);
        if left.is_empty() {
            // tasks that have not begun would find nothing to do
            submission.job.iter().for_each(|job| drop(slurm::cancel(job)));
            return Ok(());
        }
        if interrupt::asked() {
            let kept = format!("{} of {all} pieces are kept", all - left.len());
            let Some(job) = submission.job.as_ref().filter(|_| own) else {
                return Err(Error::Interrupted { what: format!("{kept}, and the tasks go on") });
            };
            slurm::cancel(job)?;
            let what = format!("job {job} is cancelled; {kept}, and the same command resumes from there");
            return Err(Error::Interrupted { what });
        }
        match asks.next(number, &left) {
            Some(words) => task.say(words),
            None => return Ok(()),
        }
        sleep(LOOK);
    }
}

/// The questions whether tasks still work, less and less often.
struct Asks<'a> {
    job: Option<&'a str>,
    /// Finds the owner of a piece's claim.
    claims: Claims,
    next: Instant,
    pause: Duration,
    words: String,
    /// The time since which no task works.
    idle: Instant,
    silent: bool,
}

impl<'a> Asks<'a> {
    fn new(submission: &'a Submission) -> Self {
        let now = Instant::now();
        let job = submission.job.as_deref();
        Asks { job, claims: Claims::own(), next: now, pause: ASK[0], words: String::new(), idle: now, silent: false }
    }

    /// Returns in words how the tasks stand; `None` if none is left.
    fn next(&mut self, number: u32, left: &[PathBuf]) -> Option<String> {
        if Instant::now() < self.next {
            return Some(self.words.clone());
        }
        self.next = Instant::now() + self.pause;
        self.pause = (self.pause * 3 / 2).min(ASK[1]);
        let Some(job) = self.job else {
            let working = self.in_hands(left);
            if working > 0 {
                self.idle = Instant::now();
            } else if self.idle.elapsed() > IDLE {
                return None;
            }
            self.words = format!("submission {number}, {working} under way");
            return Some(self.words.clone());
        };
        match slurm::stands(job) {
            Ok(stands) if stands.iter().any(Stand::is_active) => {
                (self.silent, self.words) = (false, format!("job {job}: {}", summary(&stands)));
            }
            // tasks end when all that is left is claimed by others
            Ok(_) => match self.in_hands(left) {
                0 => return None,
                others => self.words = format!("job {job} has ended; {others} under way in tasks of others"),
            },
            // the controller may be starting again; tasks work without it
            Err(error) if !self.silent => {
                aside!("{error}; waiting for Slurm to answer again");
                self.silent = true;
            }
            Err(_) => {}
        }
        Some(self.words.clone())
    }

    /// Returns how many pieces a task works on; one whose claims cannot be read does not count.
    fn in_hands(&self, left: &[PathBuf]) -> usize {
        left.iter().filter(|piece| matches!(self.claims.holder(piece), Ok(Some(_))) && !is_done(piece)).count()
    }
}

/// Returns in words how many tasks are in each state, with the reason of those that wait.
pub fn summary(stands: &[Stand]) -> String {
    let mut states: BTreeMap<String, usize> = BTreeMap::new();
    for Stand { state, reason, .. } in stands {
        let waits = state == "PENDING" && !["", "None"].contains(&reason.as_str());
        let why = if waits { format!(" ({reason})") } else { String::new() };
        *states.entry(format!("{}{why}", state.to_lowercase())).or_default() += 1;
    }
    states.iter().map(|(state, count)| format!("{count} {state}")).collect::<Vec<_>>().join(", ")
}
