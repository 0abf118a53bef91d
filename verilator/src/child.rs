//! Child processes with a time limit and a limit on their output.

use std::io::{self, Read};
use std::os::unix::process::CommandExt;
use std::process::{Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process_group};

use crate::interrupt;

const POLL: Duration = Duration::from_millis(50);
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

/// Runs a program to its end, for at most `patience`, and returns its status and output.
///
/// An interruption, the end of `patience` or endless output ends the program with all its child
/// processes: they form a group, and the end of the pipes shows that no process of it is left.
pub fn run(command: &mut Command, patience: Duration) -> io::Result<Ended> {
    let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).process_group(0).spawn()?;
    let group = Pid::from_child(&child);
    let end = move |signal| {
        // a group that is gone needs no signal
        let _ = kill_process_group(group, signal);
    };
    let (done, waiting) = mpsc::channel::<()>();
    let (out, err) = (child.stdout.take().expect("it is piped"), child.stderr.take().expect("it is piped"));
    let read = move |pipe: &mut dyn Read| {
        let mut text = Vec::new();
        let read = pipe.take(MOST_BYTES).read_to_end(&mut text);
        if text.len() as u64 == MOST_BYTES {
            end(Signal::KILL);
            return Err(io::Error::other(format!("it wrote more than {} MiB, and was killed", MOST_BYTES >> 20)));
        }
        read.map(|_| String::from_utf8_lossy(&text).into_owned())
    };
    let started = Instant::now();
    let (out, err, late) = thread::scope(|scope| {
        let watch = scope.spawn(move || {
            while waiting.recv_timeout(POLL) == Err(RecvTimeoutError::Timeout) {
                if interrupt::asked() {
                    // the compiler removes its temporary files
                    end(Signal::TERM);
                    return false;
                }
                if started.elapsed() >= patience {
                    end(Signal::KILL);
                    return true;
                }
            }
            false
        });
        let out = scope.spawn(move || read(&mut { out }));
        let err = read(&mut { err });
        let out = out.join().expect("reading does not panic");
        drop(done);
        (out, err, watch.join().expect("watching does not panic"))
    });
    let status = child.wait()?;
    if late {
        let what = format!("it did not end within {} s, and was killed", patience.as_secs_f64());
        return Err(io::Error::new(io::ErrorKind::TimedOut, what));
    }
    Ok(Ended { status, out: out?, err: err? })
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
        let rubbish = run(Command::new("yes").args(["rubbish"]), Duration::from_secs(300)).unwrap_err();
        assert!(rubbish.to_string().contains("16 MiB"), "{rubbish}");
    }
}
