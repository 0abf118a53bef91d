//! The queue of a program's work in streams (grids, copies, records of events) that has to wait.
//!
//! A call does its work at once, as long as that need not wait. A grid whose CTAs all repeat their
//! states waits for another stream's work, or for the host: it is kept here, and so is the work
//! behind it. A thread of its own goes on with all that can go on, and exchanges host memory with
//! the kernels that reach it. What can never go on is an error.

use std::collections::VecDeque;
use std::sync::Condvar;
use std::time::{Duration, Instant};

use super::engine::{in_vain, interrupted, stopped};
use super::gpu::{Gpu, state, with};
use super::grid::{Grid, STEP};
use super::signals::UnderWay;
use crate::boundary::say_once;
use crate::error::{Error, code};

/// Time between two looks at host memory, while all grids wait.
const LOOK: Duration = Duration::from_millis(1);
/// Time after which a line says what grids wait for, or an error if the host's threads did nothing
/// meanwhile.
const STANDS: Duration = Duration::from_secs(5);

/// Work other than a grid: a function that is called once the work before it in its stream is done.
pub type Call = Box<dyn FnOnce(&mut Gpu) -> Result<(), Error> + Send>;

/// An element of the queue: a grid, a call, or the record of an event.
pub enum Work {
    /// A grid, begun or not.
    Grid(Box<Grid>),
    /// A copy, a fill, a release of memory.
    Call(Call),
    /// The record of an event.
    Record(u64),
    /// A wait for the piece of work of this number.
    Wait(u64),
    /// A function of the host, which is called while the device is free.
    Host(Box<dyn FnOnce() + Send>),
    /// A function of the host that is being called.
    Calling,
}

/// A piece of work in its stream.
struct Task {
    number: u64,
    stream: u64,
    /// Whether it waits for work of the streams that every program has, and they for it.
    blocking: bool,
    work: Work,
}

/// The work that a caller waits for: that of a stream, that before an event, or all.
#[derive(Debug, Clone, Copy)]
pub enum Until {
    /// All work that work in this stream has to wait for.
    Stream(u64),
    /// The record of this event.
    Event(u64),
    /// All work.
    All,
}

/// The queue of all work that waits, in the order of the API calls.
pub struct Queue {
    tasks: VecDeque<Task>,
    next: u64,
    /// Whether the thread that goes on with it is there.
    works: bool,
    /// Threads of the host that wait for work.
    waiting: usize,
    /// Number of changes that a waiting grid may see.
    news: u64,
    /// When grids were last seen to go on, and the processor time of the host's threads then.
    moved: (Instant, Duration),
}

impl Default for Queue {
    fn default() -> Queue {
        let moved = (Instant::now(), Duration::ZERO);
        Queue { tasks: VecDeque::new(), next: 0, works: false, waiting: 0, news: 0, moved }
    }
}

/// Signalled when work is done.
static DONE: Condvar = Condvar::new();

/// What has become of one look through the queue.
enum Step {
    Empty,
    Worked,
    Stands,
    Host(u64, Box<dyn FnOnce() + Send>),
}

impl Queue {
    /// Whether no work waits.
    pub fn is_empty(&self) -> bool {
        self.tasks.is_empty()
    }
    /// Counts a change of memory that may let a waiting grid make progress.
    pub fn note(&mut self) {
        self.news += 1;
    }
    /// Returns the number of changes of memory so far that may let a waiting grid make progress.
    pub fn news(&self) -> u64 {
        self.news
    }
    /// Returns what the first grid waits for.
    fn why(&self) -> Option<String> {
        let why = |task: &Task| if let Work::Grid(grid) = &task.work { grid.waits.clone() } else { None };
        self.tasks.iter().find_map(why)
    }
    /// Whether work of a stream has to wait for a task.
    fn blocks(task: &Task, (stream, blocking): (u64, bool)) -> bool {
        let every = |stream: u64| stream <= 1;
        task.stream == stream || task.blocking && blocking && (every(task.stream) || every(stream))
    }
    /// Returns the number of the last record of an event that waits.
    pub fn record_of(&self, event: u64) -> Option<u64> {
        self.tasks.iter().rev().find(|task| matches!(task.work, Work::Record(e) if e == event)).map(|task| task.number)
    }
}

impl Gpu {
    fn key(&self, stream: u64) -> (u64, bool) {
        (stream, self.streams.get(&stream).is_none_or(|stream| stream.flags & 1 == 0))
    }

    /// Whether some of this work is not done yet.
    pub fn waits(&self, until: Until) -> bool {
        match until {
            Until::Stream(stream) => {
                let key = self.key(stream);
                self.queue.tasks.iter().any(|task| Queue::blocks(task, key))
            }
            Until::Event(event) => self.queue.record_of(event).is_some(),
            Until::All => !self.queue.is_empty(),
        }
    }

    /// Puts work behind all other work of its stream.
    pub fn put(&mut self, stream: u64, work: Work) {
        let (stream, blocking) = self.key(stream);
        self.journal.stop("work waits in a stream");
        self.queue.next += 1;
        self.queue.note();
        self.queue.tasks.push_back(Task { number: self.queue.next, stream, blocking, work });
        if !self.queue.works {
            self.queue.works = true;
            std::thread::spawn(work_on);
        }
    }

    /// Does `work` in the order of a stream: at once, or queued behind the stream's work that is
    /// not done.
    pub fn in_stream(
        &mut self,
        stream: u64,
        work: impl FnOnce(&mut Gpu) -> Result<(), Error> + Send + 'static,
    ) -> Result<(), Error> {
        self.check_stream(stream)?;
        if self.waits(Until::Stream(stream)) {
            self.put(stream, Work::Call(Box::new(work)));
            return Ok(());
        }
        work(self)
    }

    /// Goes on with the first work that can go on.
    fn step(&mut self) -> Step {
        if self.queue.is_empty() {
            return Step::Empty;
        }
        if self.host.exchange(&mut self.memory) {
            self.queue.note();
        }
        for at in 0..self.queue.tasks.len() {
            let task = &self.queue.tasks[at];
            let key = (task.stream, task.blocking);
            if self.queue.tasks.iter().take(at).any(|before| Queue::blocks(before, key)) {
                continue;
            }
            match &self.queue.tasks[at].work {
                Work::Calling => continue,
                Work::Wait(number) if self.queue.tasks.iter().any(|task| task.number == *number) => continue,
                Work::Grid(grid) if grid.waits.is_some() && grid.known == self.queue.news => continue,
                _ => {}
            }
            let Some(mut task) = self.queue.tasks.remove(at) else { continue };
            let done = match task.work {
                Work::Wait(_) | Work::Calling => Ok(()),
                Work::Record(event) => {
                    self.events.insert(event, Some(self.now));
                    Ok(())
                }
                Work::Call(call) => call(self),
                Work::Host(function) => {
                    let number = task.number;
                    self.queue.tasks.insert(at, Task { work: Work::Calling, ..task });
                    return Step::Host(number, function);
                }
                Work::Grid(mut grid) => match self.advance(&mut grid, STEP) {
                    Ok(true) => Ok(()),
                    Ok(false) => {
                        if grid.execution.changed() {
                            self.queue.moved = (Instant::now(), host_time());
                        }
                        task.work = Work::Grid(grid);
                        self.queue.tasks.insert(at, task);
                        return Step::Worked;
                    }
                    Err(error) => Err(error),
                },
            };
            self.queue.note();
            self.queue.moved = (Instant::now(), host_time());
            if let Err(error) = done {
                self.lose(error);
            }
            return Step::Worked;
        }
        Step::Stands
    }

    /// Decides about grids that all wait: those that nothing can wake are an error.
    fn stand(&mut self) {
        let Some(why) = self.queue.why() else { return };
        let others = threads().saturating_sub(self.queue.waiting + 1);
        let (since, used) = self.queue.moved;
        if stopped() {
            return self.lose(interrupted(&why));
        }
        let alone = self.queue.waiting > 0 && others == 0;
        if !alone && since.elapsed() < STANDS {
            return;
        }
        let idle = host_time().saturating_sub(used) < since.elapsed() / 20;
        if alone || self.queue.waiting > 0 && idle {
            return self.lose(in_vain(why));
        }
        say_once(format!("{why}; the kernel goes on when the host or another stream changes that"));
        self.queue.moved = (Instant::now(), host_time());
    }

    /// Ends all work that waits, with the error that it failed with.
    fn lose(&mut self, error: Error) {
        self.queue.tasks.clear();
        self.fail(error);
    }

    /// Does all queued work that can still be done when the program ends, and drops the rest.
    pub fn abandon(&mut self) {
        while let Step::Worked = self.step() {}
        if let Some(why) = self.journal.is_behind() {
            self.fail(Error::new(code::UNKNOWN, why));
        }
        if let Some(why) = self.queue.why() {
            self.lose(Error::new(code::LAUNCH_FAILED, format!("the program has ended, and not its kernel: {why}")));
        }
    }
}

/// Blocks the calling thread until this work is done.
pub fn settle(until: Until) {
    let mut state = state();
    let process = std::process::id();
    loop {
        let here = state.process == process;
        let Some(gpu) = state.gpu.as_mut().filter(|gpu| here && gpu.waits(until)) else { return };
        gpu.queue.waiting += 1;
        state = DONE.wait(state).unwrap_or_else(std::sync::PoisonError::into_inner);
        if let Some(gpu) = state.gpu.as_mut() {
            gpu.queue.waiting = gpu.queue.waiting.saturating_sub(1);
        }
    }
}

/// Blocks the calling thread until the work `until` is done, then runs `work` on the device.
pub fn after<T>(until: Until, work: impl FnOnce(&mut Gpu) -> Result<T, Error>) -> Result<T, Error> {
    settle(until);
    with(work)
}

/// Synchronises with the default stream, then runs `work` on the device.
pub fn synchronised<T>(work: impl FnOnce(&mut Gpu) -> Result<T, Error>) -> Result<T, Error> {
    after(Until::Stream(0), |gpu| {
        gpu.synchronise()?;
        work(gpu)
    })
}

/// Goes on with work until none is left.
fn work_on() {
    let _under_way = UnderWay::begin();
    if let Some(gpu) = state().gpu.as_mut() {
        gpu.queue.moved = (Instant::now(), host_time());
    }
    loop {
        let mut locked = state();
        let Some(gpu) = locked.gpu.as_mut() else { return };
        let step = gpu.step();
        match step {
            Step::Empty => {
                gpu.queue.works = false;
                DONE.notify_all();
                return;
            }
            Step::Worked => {
                DONE.notify_all();
                drop(locked);
                // a call that waits for the device gets it
                std::thread::sleep(Duration::from_micros(20));
            }
            Step::Stands => {
                gpu.stand();
                DONE.notify_all();
                drop(locked);
                std::thread::sleep(LOOK);
            }
            Step::Host(number, function) => {
                drop(locked);
                function();
                if let Some(gpu) = state().gpu.as_mut() {
                    gpu.queue.tasks.retain(|task| task.number != number);
                    gpu.queue.note();
                }
            }
        }
    }
}

/// Number of threads of the process.
fn threads() -> usize {
    std::fs::read_dir("/proc/self/task").map_or(usize::MAX, Iterator::count)
}

/// Processor time of the process without this thread.
fn host_time() -> Duration {
    let time = |clock| {
        let mut at = libc::timespec { tv_sec: 0, tv_nsec: 0 };
        // SAFETY: the pointer is to a place for the time
        unsafe { libc::clock_gettime(clock, &mut at) };
        Duration::new(at.tv_sec as u64, at.tv_nsec as u32)
    };
    time(libc::CLOCK_PROCESS_CPUTIME_ID).saturating_sub(time(libc::CLOCK_THREAD_CPUTIME_ID))
}
