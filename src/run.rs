//! `heddle run`: an unmodified CUDA program on the simulator.
//!
//! The program runs once for each policy, in a process of its own each time: a program's behaviour
//! may depend on times that it measures and on results that differ from run to run, so that its
//! launches under two policies need not be the same.

mod keep;
mod progress;
mod records;

use std::fs;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use heddle_cuda::libraries;
use heddle_cuda::settings::{STOP, Settings, Timed, VARIABLE};
use heddle_gpu::system::Options;
use heddle_testbench::interrupt;
use tempfile::TempDir;

use crate::cli::Run;
use crate::console::{self, aside};
use crate::error::{Error, Outcome};
use crate::kernel::program::{Loaded, text};
use crate::sim::ending::Ending;
use crate::sim::html::Html;
use crate::sim::plan::{Plan, named};
use crate::sim::report::Report;
use crate::sim::timeline::Timeline;
use crate::sim::trace::Trace;
use crate::sim::{INTERVAL, configuration};

use progress::Progress;
use records::Ran;

/// Time after an interruption after which a program that still runs is killed.
const GRACE: Duration = Duration::from_secs(3);
/// Time between two polls of the program's state.
const LOOK: Duration = Duration::from_millis(2);

/// Runs `heddle run`: executes a CUDA program on the simulator under each policy; returns the
/// program's exit status.
pub fn run(args: &Run) -> Result<Outcome, Error> {
    if let Some(folder) = &args.libraries {
        return lay_out(folder).map(|()| Outcome::Equal);
    }
    let config = configuration::open(&args.config, &args.set)?;
    let policies = named(&args.policy)?;
    let program = args.program[0].to_string_lossy().into_owned();
    let name = Path::new(&program).file_name().map_or(program.clone(), |name| name.to_string_lossy().into_owned());
    let plan = Plan::of(vec![config], vec![Loaded::program(&name)], policies, "program", Options::default());
    let trace = args.trace.as_deref().map(|path| Trace::wanted(path, &plan)).transpose()?;
    let html = args.html.as_deref().map(|path| Html::wanted(path, &plan)).transpose()?;
    let report = Report::wanted(args.json, args.stats.as_deref(), args.by_launch)?;
    let interval = if trace.is_some() || html.is_some() { INTERVAL } else { 0 };
    let profile = html.is_some();
    let timed = Timed { launches: args.launches, kernel: args.kernel.clone(), instructions: args.instructions };
    let checkpoint = keep::wanted(args, plan.policies.len(), timed.is_some())?;
    let settings = |policy: Option<&str>| {
        let file = heddle_gpu::config::Config::shipped(&args.config).is_none();
        let contents = file.then(|| text(Path::new(&args.config), "--config takes a TOML file")).transpose()?;
        let (config, set) = (args.config.clone(), args.set.clone());
        let policy = policy.map(str::to_string);
        let Run { limit, livelock, sample, .. } = *args;
        let threads = args.threads.into();
        let (timed, checkpoint) = (timed.clone(), checkpoint.clone());
        Ok::<_, Error>(Settings {
            policy,
            config,
            text: contents,
            set,
            interval,
            profile,
            limit,
            livelock,
            threads,
            timed,
            sample,
            checkpoint,
            progress: args.progress,
        })
    };
    if args.functional {
        let ran = once(args, &settings(None)?, None)?;
        ran.functional(&name, args.json);
        return outcome(&[ran], 1);
    }
    let mut ran = vec![];
    for policy in &plan.policies {
        if interrupt::asked() {
            break;
        }
        // a program mostly has as many launches under every policy
        let all = ran.last().map(Ran::launched).or(args.launches.and_then(|(_, end)| end));
        ran.push(once(args, &settings(Some(policy.name()))?, all)?);
    }
    let mut endings: Vec<Ending> = ran.iter().map(Ran::ending).collect();
    endings.resize(plan.policies.len(), Ending::Missed);
    if let (Some(trace), Some(first)) = (trace, ran.first()) {
        trace.write(&first.timeline(), endings[0].record())?;
    }
    if let Some(html) = html {
        let mut timelines: Vec<Timeline> = ran.iter().map(Ran::timeline).collect();
        timelines.resize_with(endings.len(), Timeline::default);
        html.write(&plan, &endings, &timelines)?;
    }
    report.write_beside(&plan, &endings)?;
    for (ran, policy) in ran.iter().zip(&plan.policies).filter(|_| timed.is_some()) {
        ran.timed(&name, policy.name(), args.json)?;
    }
    outcome(&ran, plan.policies.len())
}

/// Returns the first exit status of the program's runs that is not 0, or whether all launches of
/// all `planned` runs came to their end.
fn outcome(ran: &[Ran], planned: usize) -> Result<Outcome, Error> {
    let status = |ran: &Ran| ran.status.code().unwrap_or_else(|| 128 + ran.status.signal().unwrap_or(0));
    let bad = ran.iter().map(status).find(|status| *status != 0);
    Ok(match bad {
        Some(status) => Outcome::Program(status as u8),
        None if ran.len() == planned && ran.iter().all(Ran::is_whole) => Outcome::Equal,
        None => Outcome::Incomplete,
    })
}

/// Writes CUDA's libraries into a folder of the user's.
fn lay_out(folder: &Path) -> Result<(), Error> {
    let refuse = |error: std::io::Error| {
        Error::input(format!("{}: {error}", folder.display()), "name a new folder, or an empty one, with --libraries")
    };
    fs::create_dir_all(folder).map_err(refuse)?;
    libraries::lay_out(folder, &core()?).map_err(refuse)
}

/// Returns the path of the library that holds the implementations.
fn core() -> Result<PathBuf, Error> {
    let command = std::env::current_exe().unwrap_or_default();
    libraries::core(&command).ok_or_else(|| {
        let what = format!("{} is missing beside {}", libraries::CORE, command.display());
        Error::tool(
            what,
            "`cargo build --release` makes the library in target/release/deps; copy it beside the command",
        )
    })
}

/// Runs the program once with these settings, to its end; `launches` is the number of its launches,
/// as far as it is known.
fn once(args: &Run, settings: &Settings, launches: Option<u64>) -> Result<Ran, Error> {
    let unusable = |error: std::io::Error| {
        Error::tool(
            format!("the temporary folder cannot be used: {error}"),
            "set TMPDIR to a folder that can be written and has room",
        )
    };
    let folder = TempDir::with_prefix("heddle-run-").map_err(unusable)?;
    keep::check(settings)?;
    libraries::lay_out(folder.path(), &core()?).map_err(unusable)?;
    settings.write(folder.path()).map_err(unusable)?;
    let mut command = Command::new(&args.program[0]);
    command.args(&args.program[1..]).env(VARIABLE, folder.path());
    let mut path = folder.path().as_os_str().to_owned();
    if let Some(known) = std::env::var_os("LD_LIBRARY_PATH").filter(|known| !known.is_empty()) {
        path.push(":");
        path.push(known);
    }
    command.env("LD_LIBRARY_PATH", path);
    if let Some(output) = console::output().filter(|_| !args.json) {
        command.stdout(Stdio::from(output));
    }
    let child = command.spawn().map_err(|error| {
        let what = format!("{}: {error}", Path::new(&args.program[0]).display());
        Error::input(what, "name a program that can be run, as in `heddle run --policy simt -- ./program`")
    })?;
    let mut progress = settings.progress.then(|| Progress::start(settings.policy.as_deref(), launches));
    let status = wait(child, folder.path(), progress.as_mut()).map_err(unusable)?;
    drop(progress);
    keep::missed(settings);
    Ok(Ran::new(status, folder.path()))
}

/// Waits for the program to end. After Ctrl-C, which the program receives too, its launches end;
/// after [`GRACE`] the program is killed.
fn wait(mut child: Child, folder: &Path, mut progress: Option<&mut Progress>) -> std::io::Result<ExitStatus> {
    let mut asked: Option<Instant> = None;
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(status);
        }
        if let Some(progress) = &mut progress {
            progress.look(folder);
        }
        match asked {
            None if interrupt::asked() => {
                asked = Some(Instant::now());
                fs::write(folder.join(STOP), "")?;
            }
            Some(since) if since.elapsed() > GRACE => {
                aside!("the program did not end by itself, and is killed");
                child.kill()?;
                return child.wait();
            }
            _ => std::thread::sleep(LOOK),
        }
    }
}
