//! Child processes: each runs to its end, for a limited time, with a limit on its output, and ends
//! with all its child processes when the user interrupts this one.

use std::io::{self, Read};
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process_group};

use crate::{end_with_starter, interrupt};

/// Interval between looks at a process.
const POLL: Duration = Duration::from_millis(5);
/// Time after an interruption after which a process that still runs is killed.
const GRACE: Duration = Duration::from_secs(2);
/// Greatest number of bytes of a program's output.
const MOST_BYTES: u64 = 16 << 20;

/// The result of a program: exit status and output.
#[derive(Debug)]
pub struct Ended {
    /// Exit status of the program.
    pub status: ExitStatus,
    /// Text that the program wrote to standard output.
    pub out: String,
    /// Text that the program wrote to standard error.
    pub err: String,
}

/// Runs a program to its end, and returns its status and output.
///
/// An interruption, endless output or the end of `patience` ends the program with all its child
/// processes: they form a group, and the end of the pipes shows that no process of it is left.
///
/// # Errors
///
/// The program cannot be started, writes too much, or takes longer than `patience`.
pub fn run(command: &mut Command, patience: Duration) -> io::Result<Ended> {
    let (mut child, group) = start(command.stdout(Stdio::piped()).stderr(Stdio::piped()))?;
    let (out, err) = (child.stdout.take().expect("it is piped"), child.stderr.take().expect("it is piped"));
    let (out, err, in_time) = thread::scope(|scope| {
        let out = scope.spawn(move || read(out, group));
        let err = scope.spawn(move || read(err, group));
        let in_time = watch(group, patience, || Ok(out.is_finished() && err.is_finished()));
        (out.join().expect("reading does not panic"), err.join().expect("reading does not panic"), in_time)
    });
    let status = child.wait()?;
    in_time?;
    Ok(Ended { status, out: out?, err: err? })
}

/// Runs a program whose output is not read to its end, and returns its status.
///
/// # Errors
///
/// The program cannot be started, or takes longer than `patience`.
pub fn wait(command: &mut Command, patience: Duration) -> io::Result<ExitStatus> {
    let (mut child, group) = start(command)?;
    let in_time = watch(group, patience, || Ok(child.try_wait()?.is_some()));
    let status = child.wait()?;
    in_time.map(|()| status)
}

/// Starts a program in a process group of its own. It is killed when the thread that starts it
/// ends, as with this process.
fn start(command: &mut Command) -> io::Result<(Child, Pid)> {
    end_with_starter(command);
    let child = command.process_group(0).spawn()?;
    let group = Pid::from_child(&child);
    Ok((child, group))
}

/// Looks at a group until it has ended; ends it after an interruption or after `patience`.
fn watch(group: Pid, patience: Duration, mut ended: impl FnMut() -> io::Result<bool>) -> io::Result<()> {
    let started = Instant::now();
    let mut interrupted = None;
    while !ended()? {
        if interrupted.is_none() && interrupt::asked() {
            // a compiler removes its temporary files
            signal(group, Signal::TERM);
            interrupted = Some(Instant::now());
        }
        if interrupted.is_some_and(|since| since.elapsed() >= GRACE) {
            signal(group, Signal::KILL);
        }
        if started.elapsed() >= patience {
            signal(group, Signal::KILL);
            let what = format!("it did not end within {} s, and was killed", patience.as_secs_f64());
            return Err(io::Error::new(io::ErrorKind::TimedOut, what));
        }
        thread::sleep(POLL);
    }
    Ok(())
}

/// Sends a signal to a group; one that is gone needs none.
fn signal(group: Pid, signal: Signal) {
    let _ = kill_process_group(group, signal);
}

/// Reads a pipe to its end; too much output ends the group.
fn read(pipe: impl Read, group: Pid) -> io::Result<String> {
    let mut text = Vec::new();
    let read = pipe.take(MOST_BYTES).read_to_end(&mut text);
    if text.len() as u64 == MOST_BYTES {
        signal(group, Signal::KILL);
        return Err(io::Error::other(format!("it wrote more than {} MiB, and was killed", MOST_BYTES >> 20)));
    }
    read.map(|_| String::from_utf8_lossy(&text).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_hangs_or_writes_without_end_is_ended() {
        let shell = |script: &str, patience| run(Command::new("sh").args(["-c", script]), patience);
        let ended = shell("echo out; echo err >&2; exit 3", Duration::from_secs(300)).unwrap();
        assert_eq!((ended.status.code(), &ended.out[..], &ended.err[..]), (Some(3), "out\n", "err\n"));
        let late = shell("sleep 1000 & sleep 1000", Duration::from_millis(400)).unwrap_err();
        assert_eq!(late.to_string(), "it did not end within 0.4 s, and was killed");
        let late = wait(Command::new("sleep").arg("1000"), Duration::from_millis(100)).unwrap_err();
        assert_eq!(late.kind(), io::ErrorKind::TimedOut);
        let rubbish = run(Command::new("yes").args(["rubbish"]), Duration::from_secs(300)).unwrap_err();
        assert!(rubbish.to_string().contains("16 MiB"), "{rubbish}");
    }
}
