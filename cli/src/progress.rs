//! Display of progress: a bar on a terminal, a line from time to time elsewhere; or events for a
//! program that draws a bar of its own, where the variable `HEDDLE_PROGRESS` is `json`.

use std::io::IsTerminal;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use humantime::format_duration;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde_json::json;

use crate::console::aside;
use crate::number::group;

/// The amount of work of a task, in the unit that its progress is counted in.
#[derive(Debug, Clone, Copy)]
pub enum Work {
    /// A known number of pieces.
    Pieces(u64),
    /// A known number of cycles.
    Cycles(u64),
    /// As many cycles as run in a given time.
    CyclesFor(Duration),
    /// A known number of runs, each counted in [`RUN`] parts.
    Runs(u64),
    /// An unknown amount of work.
    Open,
}

/// The number of parts into which the progress of one run is divided.
pub const RUN: u64 = 1_000_000;

/// A task in progress, shown to the user until it is dropped.
pub struct Task {
    state: Arc<State>,
    end: Option<mpsc::Sender<()>>,
    ticker: Option<JoinHandle<()>>,
}

struct State {
    bar: ProgressBar,
    what: &'static str,
    work: Work,
    started: Instant,
    done: AtomicU64,
    word: Mutex<String>,
}

/// The variable of the environment that chooses events.
const VARIABLE: &str = "HEDDLE_PROGRESS";
/// Time between two updates of the bar; shorter work shows no bar.
const TICK: Duration = Duration::from_millis(200);
/// Time before the first plain line, and between two plain lines.
const PLAIN: [Duration; 2] = [Duration::from_secs(2), Duration::from_secs(10)];
/// Part of the work from which the time to the end is estimated: the first cycles may take a build.
const LEAST: f64 = 0.01;
/// Length of the bar, in steps.
const WHOLE: f64 = 1000.0;

impl Task {
    /// Starts the progress display of a task named `what`.
    pub fn start(what: &'static str, work: Work) -> Self {
        let (started, done) = (Instant::now(), AtomicU64::new(0));
        let state = Arc::new(State { bar: bar(work), what, work, started, done, word: Mutex::default() });
        let (end, ended) = mpsc::channel();
        let told = Arc::clone(&state);
        let ticker = std::thread::spawn(move || match () {
            _ if std::env::var_os(VARIABLE).is_some_and(|value| value == "json") => told.events(&ended),
            _ if told.bar.is_hidden() => told.lines(&ended),
            _ => told.draw(&ended),
        });
        Task { state, end: Some(end), ticker: Some(ticker) }
    }

    /// Adds `done` to the amount of work that is done.
    pub fn add(&self, done: u64) {
        self.state.done.fetch_add(done, Ordering::Relaxed);
    }

    /// Sets the text about the current piece of work.
    pub fn say(&self, word: String) {
        *self.state.word.lock().expect("no panic here") = word;
    }

    /// Prints, or shows the progress of a part, while this task's own display is away.
    pub fn aside<T>(&self, print: impl FnOnce() -> T) -> T {
        self.state.bar.suspend(print)
    }
}

impl Drop for Task {
    fn drop(&mut self) {
        drop(self.end.take());
        // the thread has nothing left to do but to clear the bar
        self.ticker.take().map(JoinHandle::join);
    }
}

fn bar(work: Work) -> ProgressBar {
    let terminal = std::io::stderr().is_terminal();
    let target = if terminal { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
    let template =
        if matches!(work, Work::Open) { "{spinner} {prefix}: {wide_msg}" } else { "{prefix} [{bar:16}] {wide_msg}" };
    let style = ProgressStyle::with_template(template).expect("the template is right");
    ProgressBar::with_draw_target(Some(WHOLE as u64), target).with_style(style)
}

impl State {
    fn draw(&self, ended: &mpsc::Receiver<()>) {
        let bar = &self.bar;
        bar.set_prefix(self.what);
        while ended.recv_timeout(TICK) == Err(RecvTimeoutError::Timeout) {
            bar.set_position((self.part() * WHOLE) as u64);
            bar.set_message(self.words());
            bar.tick();
        }
        bar.finish_and_clear();
    }

    fn lines(&self, ended: &mpsc::Receiver<()>) {
        let [mut wait, next] = PLAIN;
        while ended.recv_timeout(wait) == Err(RecvTimeoutError::Timeout) {
            aside!("{}: {}", self.what, self.words());
            wait = next;
        }
    }

    /// Prints a JSON object for each update on standard error.
    fn events(&self, ended: &mpsc::Receiver<()>) {
        while ended.recv_timeout(TICK) == Err(RecvTimeoutError::Timeout) {
            let (part, text) = (self.part(), self.words());
            aside!("{}", json!({ "event": "progress", "what": self.what, "part": part, "text": text }));
        }
    }

    fn done(&self) -> u64 {
        self.done.load(Ordering::Relaxed)
    }

    /// The part of the work that is done, from 0 to 1.
    fn part(&self) -> f64 {
        let part = match self.work {
            Work::Pieces(all) | Work::Cycles(all) => self.done() as f64 / all.max(1) as f64,
            Work::Runs(all) => self.done() as f64 / (all * RUN).max(1) as f64,
            Work::CyclesFor(time) => self.started.elapsed().as_secs_f64() / time.as_secs_f64(),
            Work::Open => 0.0,
        };
        part.min(1.0)
    }

    /// The work that is done, its rate, and the estimated time to the end, in words.
    fn words(&self) -> String {
        let (done, elapsed) = (self.done(), self.started.elapsed());
        let rate = format!("{:.2} M/s", done as f64 / elapsed.as_secs_f64() / 1e6);
        let mut words = match self.work {
            Work::Pieces(all) => vec![format!("{done} of {all}"), seconds(elapsed)],
            Work::Runs(all) => vec![format!("{} of {all} runs", done / RUN), seconds(elapsed)],
            Work::Cycles(all) => vec![format!("{} of {} cycles", group(done), group(all)), rate],
            Work::CyclesFor(time) => {
                let (elapsed, left) = (seconds(elapsed), seconds(time.saturating_sub(elapsed)));
                vec![
                    format!("{} cycles", group(done)),
                    rate,
                    format!("{elapsed} of {}", seconds(time)),
                    format!("{left} left"),
                ]
            }
            Work::Open => vec![seconds(elapsed)],
        };
        let part = self.part();
        match self.work {
            Work::Pieces(_) | Work::Cycles(_) | Work::Runs(_) if part > LEAST => {
                let left = elapsed.as_secs_f64() * (1.0 - part) / part;
                words.push(format!("{} left", seconds(Duration::from_secs_f64(left))));
            }
            _ => {}
        }
        words.push(self.word.lock().expect("no panic here").clone());
        words.retain(|word| !word.is_empty());
        words.join(", ")
    }
}

fn seconds(time: Duration) -> String {
    format_duration(Duration::from_secs(time.as_secs())).to_string()
}
