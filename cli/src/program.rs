//! A program of verbs: its units, and what it has beside them.

use std::process::ExitCode;
use std::sync::OnceLock;
use std::time::{Duration, Instant};

use clap::{Command, CommandFactory, FromArgMatches, Parser, Subcommand};
use heddle_testbench::bench::Bench;
use heddle_testbench::interrupt;
use heddle_testbench::unit::Unit;
use include_dir::Dir;

use crate::cli::{Cluster, CoreVerb};
use crate::console::{self, aside};
use crate::error::{Error, INTERRUPTED, Outcome};
use crate::name;

/// Recordings of real work at the ports of units, which drive a unit beside random stimulus.
pub trait Recordings: Send + Sync {
    /// Returns the first recordings of at most `cycles` cycles that fit a preset, each as the name
    /// of its program and the text of a trace file: at most `most` of the default programs, or one
    /// of each of `named` if there are any. The list is empty if no program drives the unit.
    fn of(
        &self,
        unit: &str,
        preset: &'static str,
        named: &[String],
        most: usize,
        cycles: usize,
    ) -> Result<Vec<(String, String)>, Error>;

    /// Checks that the programs with these names, or the default ones if there are none, can be
    /// read.
    fn open(&self, named: &[String]) -> Result<(), Error>;
}

/// A function that returns the Verilog of variants of a unit's preset that no preset is; each
/// variant is a list of changed numbers, with their names.
pub type Variants = fn(&Unit, &'static str, &[&[(String, u32)]]) -> Result<Vec<String>, Error>;

/// A program that compares units with their RTL: its name, its units, and what it has beside them.
///
/// ```
/// # use heddle_testbench::bench::Bench;
/// # fn program<Fifo: Bench>() -> std::process::ExitCode {
/// heddle_command::Heddle::new("mine").unit::<Fifo>().main()
/// # }
/// ```
pub struct Heddle {
    name: &'static str,
    version: &'static str,
    about: Option<&'static str>,
    units: Vec<Unit>,
    corpus: Option<&'static Dir<'static>>,
    recordings: Option<Box<dyn Recordings>>,
    variants: Option<Variants>,
}

/// What runs: set once, by [`Heddle::run`].
static RUNNING: OnceLock<Running> = OnceLock::new();

struct Running {
    heddle: Heddle,
    command: fn() -> Command,
    again: Again,
}

/// A function that runs a command with what it says of the cluster changed.
type Again = fn(Vec<String>, &dyn Fn(&mut Cluster)) -> Result<Outcome, Error>;

/// Verbs of a program, and how each runs.
pub trait Verbs: Subcommand + 'static {
    /// Whether the user wants JSON, one object a line, in place of text.
    fn json(&self) -> bool;
    /// Returns what the verb's arguments say of the cluster; `None` if its work cannot be shared.
    fn cluster(&mut self) -> Option<&mut Cluster>;
    /// Runs the verb; `words` are those of the command without the program.
    fn run(self, words: Vec<String>) -> Result<Outcome, Error>;
}

#[derive(Debug, Parser)]
#[command(max_term_width = 110)]
struct Cli<V: Subcommand> {
    /// What to do.
    #[command(subcommand)]
    verb: V,
}

impl Heddle {
    /// Creates a program without units; the name is that of the command.
    pub fn new(name: &'static str) -> Self {
        let version = env!("CARGO_PKG_VERSION");
        Heddle { name, version, about: None, units: Vec::new(), corpus: None, recordings: None, variants: None }
    }

    /// Adds unit `B`. Panics if there is a unit of that name.
    #[must_use]
    pub fn unit<B: Bench>(self) -> Self {
        self.units(vec![Unit::of::<B>()])
    }

    /// Adds units. Panics if two have the same name.
    #[must_use]
    pub fn units(mut self, units: Vec<Unit>) -> Self {
        for unit in units {
            if let Some(other) = self.units.iter().find(|other| other.name == unit.name) {
                panic!("{} and {} are both named `{}`", other.of, unit.of, unit.name);
            }
            self.units.push(unit);
        }
        self
    }

    /// Sets the version that `--version` prints, in place of this crate's.
    #[must_use]
    pub fn version(mut self, version: &'static str) -> Self {
        self.version = version;
        self
    }

    /// Sets the description of the program in its help.
    #[must_use]
    pub fn about(mut self, about: &'static str) -> Self {
        self.about = Some(about);
        self
    }

    /// Sets the traces that `check` replays, `UNIT/*.trace`, in place of those in the folder
    /// `corpus` where the command runs.
    #[must_use]
    pub fn corpus(mut self, corpus: &'static Dir<'static>) -> Self {
        self.corpus = Some(corpus);
        self
    }

    /// Sets the recordings that drive units beside random stimulus.
    #[must_use]
    pub fn recordings(mut self, recordings: Box<dyn Recordings>) -> Self {
        self.recordings = Some(recordings);
        self
    }

    /// Sets how Verilog is made for numbers that no preset has.
    #[must_use]
    pub fn variants(mut self, variants: Variants) -> Self {
        self.variants = Some(variants);
        self
    }

    /// Runs the program with the verbs of any block, and returns its exit status.
    pub fn main(self) -> ExitCode {
        self.run::<CoreVerb>()
    }

    /// Runs the program with these verbs, and returns its exit status.
    pub fn run<V: Verbs>(self) -> ExitCode {
        name::set(self.name);
        let _ = RUNNING.set(Running { heddle: self, command: command::<V>, again: again_as::<V> });
        let verb = match parse::<V>(std::env::args_os()) {
            Ok(verb) => verb,
            Err(error) => error.exit(),
        };
        console::claim();
        catch_interrupt();
        let json = verb.json();
        let words = std::env::args_os().skip(1).map(|word| word.to_string_lossy().into_owned()).collect();
        let status = match verb.run(words) {
            Ok(outcome) => outcome.into(),
            // a tool that was ended with this process says nothing about the input
            Err(error) if interrupt::asked() => error.interrupted_by_user().report(json),
            Err(error) => error.report(json),
        };
        match console::ended() {
            Ok(()) => status,
            Err(error) => {
                Error::input(format!("standard output: {error}"), "send the output to a place with free space")
                    .report(false)
            }
        }
    }
}

fn parse<V: Verbs>(words: impl IntoIterator<Item = impl Into<std::ffi::OsString> + Clone>) -> Result<V, clap::Error> {
    let mut command = command::<V>();
    let mut matches = command.try_get_matches_from_mut(words)?;
    let cli = Cli::<V>::from_arg_matches_mut(&mut matches).map_err(|error| error.format(&mut command))?;
    Ok(cli.verb)
}

fn command<V: Verbs>() -> Command {
    let Heddle { name, version, about, .. } = running().heddle;
    let command = Cli::<V>::command().name(name).version(version);
    match about {
        Some(about) => command.about(about.split("\n\n").next().unwrap_or(about).to_string()).long_about(about),
        None => command,
    }
}

fn running() -> &'static Running {
    RUNNING.get().expect("a verb runs in a program")
}

/// Returns the units of the program.
pub fn units() -> &'static [Unit] {
    &running().heddle.units
}

/// Returns the command line of the program, for its manual.
pub fn command_line() -> Command {
    (running().command)()
}

/// Runs a command whose work tasks share once more, with what it says of the cluster changed.
/// `words` are those of the command without the program.
pub fn again(words: Vec<String>, change: &dyn Fn(&mut Cluster)) -> Result<Outcome, Error> {
    (running().again)(words, change)
}

fn again_as<V: Verbs>(words: Vec<String>, change: &dyn Fn(&mut Cluster)) -> Result<Outcome, Error> {
    let wrong = |why: String| Error::input(why, "give the command itself again");
    let typed = std::iter::once(running().heddle.name.to_string()).chain(words.iter().cloned());
    let mut verb = parse::<V>(typed).map_err(|error| wrong(error.to_string()))?;
    change(verb.cluster().ok_or_else(|| wrong("its command cannot be shared".into()))?);
    verb.run(words)
}

/// Returns the recordings that drive units; `None` if the program has none.
pub fn recordings() -> Option<&'static dyn Recordings> {
    running().heddle.recordings.as_deref()
}

/// Returns the traces that are part of the program; `None` if it has none.
pub fn corpus() -> Option<&'static Dir<'static>> {
    running().heddle.corpus
}

/// Returns how Verilog is made for numbers that no preset has; `None` if it is not.
pub fn variants() -> Option<Variants> {
    running().heddle.variants
}

/// Time after a request to end within which a further one is the same: `timeout` sends its signal
/// to the process and to its group.
const SAME: Duration = Duration::from_millis(500);

/// Installs the handler for Ctrl-C and requests to terminate: the first ends the work in order, the
/// second at once.
fn catch_interrupt() {
    // a handler that is already there serves as well
    let mut first: Option<Instant> = None;
    let _ = ctrlc::set_handler(move || {
        let since = first.get_or_insert_with(Instant::now).elapsed();
        if interrupt::ask() {
            if since < SAME {
                return;
            }
            console::tell_pending();
            std::process::exit(INTERRUPTED.into());
        }
        aside!("\nstopping at the next safe point; a second Ctrl-C stops at once");
    });
}
