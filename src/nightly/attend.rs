//! Steps that leave no process behind. A process of its own attends to a step: what the step
//! starts, in whatever group or session, becomes its child once its parent is gone, and it kills
//! its children before it ends. It ends when the nightly run ends, however that is killed.

use std::fs::File;
use std::io;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Child, Command, ExitCode, ExitStatus, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

use clap::Parser;
use heddle_testbench::interrupt;
use rustix::io::Errno;
use rustix::process::{
    Pid, Signal, WaitOptions, getpid, getppid, kill_process, set_child_subreaper, set_parent_process_death_signal, wait,
};

use crate::cli::Attend;
use crate::console::aside;
use crate::error::Outcome;

/// Time that a step has to end in order after a signal.
const GRACE: Duration = Duration::from_secs(5);
/// Time between two polls of a running step.
const LOOK: Duration = Duration::from_millis(20);
/// The exit status of a step that could not be started, as a shell has it.
const NOT_STARTED: u8 = 127;

/// Runs a step's command to its end under an attending process, which leaves no process behind, and
/// returns its exit status. An interruption ends the step.
pub fn attended(words: &[String], out: File, err: File) -> io::Result<ExitStatus> {
    // the step of an attendant that is killed is this process's to end
    set_child_subreaper(Some(getpid()))?;
    // the file that runs, whatever lies at its path by now
    let mut attendant = Command::new("/proc/self/exe");
    attendant.arg0("heddle").args(["attend", &std::process::id().to_string(), "--"]).args(words);
    // a terminal interrupts the nightly run, which then ends the step
    attendant.process_group(0).stdin(Stdio::null()).stdout(out).stderr(err);
    let mut child = attendant.spawn()?;
    let mut told = false;
    loop {
        if let Some(status) = child.try_wait()? {
            end_all();
            return Ok(status);
        }
        if interrupt::asked() && !told {
            told = true;
            terminate(&child);
        }
        sleep(LOOK);
    }
}

/// Runs `heddle attend`, if that is the command, and returns its exit status. An interrupt ends it
/// in order, however often it comes.
pub fn asked() -> Option<ExitCode> {
    #[derive(Parser)]
    struct Words {
        #[command(flatten)]
        attend: Attend,
    }
    if std::env::args_os().nth(1).is_none_or(|verb| verb != "attend") {
        return None;
    }
    let Words { attend } = Words::parse_from(std::env::args_os().skip(1));
    let _ = ctrlc::set_handler(|| {
        interrupt::ask();
    });
    Some(run(&attend).into())
}

/// Runs `heddle attend`: runs a step as its attending process, until the step ends, or until a
/// signal or the end of the nightly run ends it.
fn run(args: &Attend) -> Outcome {
    let ready = set_parent_process_death_signal(Some(Signal::TERM)).and_then(|()| set_child_subreaper(Some(getpid())));
    let night = Pid::from_raw(args.night as i32);
    // the nightly run may have ended before the signal was asked for
    if let Err(error) = ready.map_err(io::Error::from).and_then(|()| is_child_of(night)) {
        aside!("heddle attend: {error}");
        return Outcome::Program(NOT_STARTED);
    }
    let (program, arguments) = args.words.split_first().expect("clap wants one");
    let own = program == "heddle";
    let mut command = if own { Command::new("/proc/self/exe") } else { Command::new(program) };
    if own {
        command.arg0(program);
    }
    let step = match command.args(arguments).spawn() {
        Ok(step) => step,
        Err(error) => {
            aside!("{}: {error}", program.display());
            return Outcome::Program(NOT_STARTED);
        }
    };
    let status = ended(&step);
    end_all();
    let status = status.map(|status| status.code().unwrap_or_else(|| 128 + status.signal().unwrap_or(0)));
    Outcome::Program(status.unwrap_or(128 + Signal::KILL.as_raw()) as u8)
}

fn is_child_of(night: Option<Pid>) -> io::Result<()> {
    if getppid() == night { Ok(()) } else { Err(io::Error::other("a part of `heddle nightly`, which has ended")) }
}

/// Waits for a step to end, and collects what else ends meanwhile; `None` if it does not end in
/// time after a signal.
fn ended(step: &Child) -> Option<ExitStatus> {
    let mut told: Option<Instant> = None;
    loop {
        match wait(WaitOptions::NOHANG) {
            Ok(Some((pid, status))) if pid == Pid::from_child(step) => {
                return Some(ExitStatus::from_raw(status.as_raw()));
            }
            Ok(Some(_)) | Err(Errno::INTR) => {}
            Err(_) => return None,
            Ok(None) => match told {
                None if interrupt::asked() => {
                    told = Some(Instant::now());
                    terminate(step);
                }
                Some(since) if since.elapsed() > GRACE => return None,
                _ => sleep(LOOK),
            },
        }
    }
}

fn terminate(child: &Child) {
    // it may have ended meanwhile
    let _ = kill_process(Pid::from_child(child), Signal::TERM);
}

/// Kills every child process, and what becomes a child when its parent is gone, until none is left.
fn end_all() {
    loop {
        for child in children() {
            // it may have ended meanwhile
            let _ = kill_process(child, Signal::KILL);
        }
        match wait(WaitOptions::empty()) {
            Ok(_) | Err(Errno::INTR) => {}
            Err(_) => return,
        }
    }
}

fn children() -> Vec<Pid> {
    let own = getpid().to_string();
    let parent = |pid: &str| {
        let text = std::fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
        // the name, in parentheses, can hold anything; the state is before the parent
        Some(text.rsplit_once(')')?.1.split_whitespace().nth(1)?.to_string())
    };
    let processes = std::fs::read_dir("/proc").into_iter().flatten().flatten();
    let numbers = processes.filter_map(|process| process.file_name().into_string().ok());
    let children = numbers.filter(|pid| parent(pid).as_ref() == Some(&own));
    children.filter_map(|pid| Pid::from_raw(pid.parse().ok()?)).collect()
}
