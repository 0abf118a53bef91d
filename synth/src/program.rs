//! Programs that may take too long.

use std::io;
use std::process::{Command, ExitStatus};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// Interval between checks whether a program has ended.
const TICK: Duration = Duration::from_millis(20);

/// Runs a program, and returns its status; kills it after `time`, and then returns `None`.
pub(crate) fn run(command: &mut Command, time: Duration) -> io::Result<Option<ExitStatus>> {
    let mut child = command.spawn()?;
    let started = Instant::now();
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if started.elapsed() >= time {
            child.kill()?;
            child.wait()?;
            return Ok(None);
        }
        sleep(TICK);
    }
}
