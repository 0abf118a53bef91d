//! The functional execution of a grid: CTAs take turns, so that one may wait for another.
//!
//! A CTA keeps its turn until it ends, until all its warps repeat their states
//! ([`Livelock`](super::Livelock)), or for [`TURN`] warp instructions. Then the next CTA that has
//! not started begins, or the one whose last turn was the longest time ago goes on. So CTAs that
//! wait for nothing run one after the other, x fastest. At most [`RESIDENT`] CTAs have begun and
//! not ended, as long as [`ROOM`] holds their state.

use std::collections::VecDeque;

use super::cta::Cta;
use super::divergence::Divergence;
use super::fault::{Cause, Fault};
use super::image::Image;
use super::livelock::REPEATS;
use super::machine::wide;
use super::memory::Memory;
use super::observer::{Observer, Unobserved};
use super::run::{Launch, Options, Statistics};
use super::special::IN_ORDER;

/// The most warp instructions of a turn.
const TURN: u64 = 1 << 20;
/// Warp instructions of a turn after which it is watched whether anything changes; twice as many
/// after each change.
const EAGER: u64 = 1 << 12;
/// Instructions that a warp executes before another warp's turn while it is watched whether
/// anything changes.
const WATCHED: u64 = 64;
/// Warp instructions of a window from which on three times as many pass before the next one, and of
/// the longest window.
const LONG: u64 = 1 << 16;
const LONGEST: u64 = 1 << 24;
/// The most CTAs that have begun and not ended.
const RESIDENT: usize = 4096;
/// Bytes of registers, local and shared memory that CTAs may have together before another one
/// begins.
const ROOM: u64 = 1 << 30;

/// The progress of a grid after a CTA's time slice.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Progress {
    /// All CTAs have ended.
    Ended,
    /// A CTA's turn is over.
    Continues,
    /// Every CTA that can run repeats its states: only a change of memory from outside lets the
    /// grid go on.
    Stands,
}

/// A CTA that takes turns: one whose warps take turns in it, or a warp with a size of its own.
pub(crate) trait Member: Default {
    /// The control of the CTA's warps.
    type Control: Divergence;
    /// Starts the CTA at a place of the grid, with the buffers of one that has ended.
    fn start(&mut self, image: &Image, launch: &Launch, options: &Options, id: [u32; 3]) -> Result<(), Fault>;
    /// Gives each warp a turn of `quantum` instructions; returns whether any warp could execute.
    fn round<O: Observer>(&mut self, env: &mut Env<O>, quantum: u64, to: &mut Statistics) -> Result<bool, Fault>;
    /// Returns the CTA.
    fn cta(&self) -> &Cta<Self::Control>;
}

/// All that a turn reaches beyond its CTA.
pub(crate) struct Env<'a, 'm, O> {
    pub image: &'a Image<'m>,
    pub launch: &'a Launch,
    pub memory: &'a mut Memory,
    pub observer: &'a mut O,
    pub options: &'a Options,
}

/// A CTA that has begun.
#[derive(Debug, Default)]
struct Resident<M> {
    member: M,
    /// Warp instructions that it has executed.
    executed: u64,
    /// Bytes of its state.
    bytes: u64,
    /// Whether its last turn ended because all its warps repeated their states.
    stands: bool,
    /// Warp instructions of the window in which it is watched.
    window: u64,
}

/// A grid in functional execution, CTA by CTA in turns.
#[derive(Debug)]
pub(crate) struct Turns<M> {
    /// CTAs that have begun and not ended, the next one first.
    resident: VecDeque<Resident<M>>,
    /// The buffers of a CTA that has ended.
    spare: Option<M>,
    /// The number of the next CTA to begin, and the number of all CTAs.
    next: u64,
    all: u64,
    /// Bytes of the state of all CTAs that have begun and not ended.
    bytes: u64,
    /// Warp instructions of a turn after which it is watched whether anything changes.
    eager: u64,
    /// Turns in a row, and their warp instructions, in which CTAs only repeated their states.
    standing: (usize, u64),
    /// Whether a CTA did more than repeat its states since [`Turns::resume`].
    changed: bool,
    pub statistics: Statistics,
}

/// The end of a CTA's turn.
enum Turn {
    Ended,
    Works,
    /// All warps of the CTA repeat their states; `quiet`: memory did not change in the whole turn.
    Stands {
        quiet: bool,
    },
}

impl<M: Member> Turns<M> {
    /// Creates the execution of a grid, before its first CTA; an error if [`Launch::check`] finds a
    /// fault in the launch.
    pub fn new(image: &Image, launch: &Launch, options: &Options) -> Result<Turns<M>, Fault> {
        launch.check(image, options)?;
        let all = launch.ctas();
        let statistics = Statistics { launches: 1, ..Statistics::default() };
        let resident = VecDeque::new();
        Ok(Turns {
            resident,
            spare: None,
            next: 0,
            all,
            bytes: 0,
            eager: EAGER,
            standing: (0, 0),
            changed: false,
            statistics,
        })
    }

    /// Resumes CTAs that repeated their states, since something else may have changed memory.
    pub fn resume(&mut self) {
        (self.standing, self.changed) = ((0, 0), false);
    }

    /// Whether a CTA can begin.
    fn begins(&self) -> bool {
        let room = self.resident.len() < RESIDENT && self.bytes < ROOM || self.resident.is_empty();
        self.next < self.all && room
    }

    /// Executes one CTA for a time slice.
    pub fn advance<O: Observer>(&mut self, env: &mut Env<O>) -> Result<Progress, Fault> {
        let next = if self.begins() { Some(self.begin(env)?) } else { self.resident.pop_front() };
        let Some(mut current) = next else { return Ok(Progress::Ended) };
        let turn = self.turn(&mut current, env);
        env.memory.livelock.rest();
        let turn = turn?;
        self.changed |= !matches!(turn, Turn::Stands { quiet: true });
        match turn {
            Turn::Ended => {
                self.standing = (0, 0);
                self.bytes -= current.bytes;
                self.spare = Some(current.member);
            }
            Turn::Works => {
                (self.standing, current.stands) = ((0, 0), false);
                self.resident.push_back(current);
            }
            Turn::Stands { quiet } => {
                current.window = WATCHED;
                let (turns, executed) = if quiet { self.standing } else { (0, 0) };
                self.standing = (turns + 1, executed + env.memory.livelock.executed());
                current.stands = true;
                self.resident.push_back(current);
            }
        }
        let (turns, executed) = self.standing;
        Ok(match () {
            _ if self.begins() => Progress::Continues,
            _ if self.resident.is_empty() => Progress::Ended,
            _ if turns >= self.resident.len() && executed >= env.options.livelock => Progress::Stands,
            _ => Progress::Continues,
        })
    }

    /// Returns the fault of a grid that cannot make progress: that of the CTA that was executed
    /// last.
    pub fn livelock(&self, image: &Image, memory: &Memory) -> Fault {
        let faults = self.resident.back().map(|last| last.member.cta().livelocks(image, memory));
        let first = faults.into_iter().flatten().next();
        let mut fault = first.unwrap_or_else(|| image.fault(image.kernel.0, 0, Cause::Malformed("no CTA runs".into())));
        if let Cause::Livelock { waits } = &mut fault.cause {
            if self.next < self.all {
                let (new, begun) = (self.all - self.next, self.resident.len());
                *waits += &format!("; {new} CTAs have not begun, since {begun} have not ended");
            }
            *waits += &format!("; {REPEATS}");
        }
        fault
    }

    /// Starts the next CTA.
    fn begin<O: Observer>(&mut self, env: &Env<O>) -> Result<Resident<M>, Fault> {
        let [x, y, _] = env.launch.grid.map(u64::from);
        let id = [self.next % x, self.next / x % y, self.next / x / y].map(|place| place as u32);
        let mut member = self.spare.take().unwrap_or_default();
        member.start(env.image, env.launch, env.options, id)?;
        let bytes = member.cta().bytes();
        let threads = env.launch.block_of(id).iter().product::<u32>();
        let warps = if env.launch.sizes.is_some() { 1 } else { threads.div_ceil(env.options.warp_size) };
        self.next += 1;
        self.bytes += bytes;
        self.statistics.ctas += 1;
        self.statistics.warps += u64::from(warps);
        self.statistics.threads += u64::from(threads);
        Ok(Resident { member, executed: 0, bytes, stands: false, window: WATCHED })
    }

    /// Executes a CTA until its turn is over.
    fn turn<O: Observer>(&mut self, current: &mut Resident<M>, env: &mut Env<O>) -> Result<Turn, Fault> {
        let Options { quantum, livelock, .. } = *env.options;
        let (mut spent, mut quiet) = (0, current.stands);
        // the instruction of the turn from which on it is watched whether anything changes
        let mut from = match livelock {
            0 => u64::MAX,
            _ if current.stands => 0,
            _ => self.eager,
        };
        loop {
            if !env.memory.livelock.watches() && spent >= from {
                env.memory.livelock.watch();
            }
            let watches = env.memory.livelock.watches();
            let before = self.statistics.warp_instructions;
            let quantum = if watches { quantum.min(WATCHED) } else { quantum }.max(1);
            let moved = current.member.round(env, quantum, &mut self.statistics)?;
            if !moved {
                return current.member.cta().stuck(env.image).map_or(Ok(Turn::Ended), Err);
            }
            let executed = self.statistics.warp_instructions - before;
            (spent, current.executed) = (spent + executed, current.executed + executed);
            self.over(current, env)?;
            if env.memory.livelock.repeats() {
                return Ok(Turn::Stands { quiet });
            }
            // long enough for a window, and the time until the next one
            if spent >= TURN.max(8 * current.window) {
                return Ok(Turn::Works);
            }
            if !env.memory.livelock.watches() {
                quiet = false;
                if watches {
                    (from, current.window) = (spent + self.eager, WATCHED);
                    self.eager = (2 * self.eager).min(TURN);
                }
            } else if env.memory.livelock.executed() >= current.window {
                // a warp may have come to its loop, or to a barrier, after the window began
                current.window = (2 * current.window).min(LONGEST);
                if current.window > LONG {
                    env.memory.livelock.rest();
                    from = spent + 3 * current.window;
                } else {
                    env.memory.livelock.watch();
                }
            }
        }
    }

    /// Fails if the run is stopped, or has executed more instructions than its options allow.
    fn over<O: Observer>(&self, current: &Resident<M>, env: &Env<O>) -> Result<(), Fault> {
        let Options { cta_limit, limit, stop, .. } = *env.options;
        let cause = match () {
            _ if stop() => Cause::Stopped,
            _ if current.executed > cta_limit => Cause::Limit(cta_limit),
            _ if self.statistics.warp_instructions > limit => Cause::Limit(limit),
            _ => return Ok(()),
        };
        Err(current.member.cta().halted(env.image, cause))
    }
}

/// Gives each warp of a CTA a turn; returns whether any warp could execute.
#[inline(always)]
fn round<D: Divergence, O: Observer>(
    cta: &mut Cta<D>,
    env: &mut Env<O>,
    quantum: u64,
    to: &mut Statistics,
) -> Result<bool, Fault> {
    let mut moved = false;
    for warp in 0..cta.warps.len() {
        if cta.control(warp).next().is_some() {
            moved = true;
            cta.steps(env.image, env.launch, env.options, env.memory, env.observer, warp, quantum, to)?;
        }
    }
    Ok(moved)
}

wide! {
    unsafe fn round_wide<D: Divergence, O: Observer>(
        cta: &mut Cta<D>,
        env: &mut Env<O>,
        quantum: u64,
        to: &mut Statistics,
    ) -> Result<bool, Fault> {
        round(cta, env, quantum, to)
    }
}

impl<D: Divergence> Member for Cta<D> {
    type Control = D;
    fn start(&mut self, image: &Image, launch: &Launch, options: &Options, id: [u32; 3]) -> Result<(), Fault> {
        Cta::start(self, image, launch, options, id, |_| IN_ORDER)
    }
    fn round<O: Observer>(&mut self, env: &mut Env<O>, quantum: u64, to: &mut Statistics) -> Result<bool, Fault> {
        if env.image.wide {
            // SAFETY: the image says so on machines alone that have the instructions
            return unsafe { round_wide(self, env, quantum, to) };
        }
        round(self, env, quantum, to)
    }
    fn cta(&self) -> &Cta<D> {
        self
    }
}

/// A grid of CTAs in functional execution with a SIMT stack per warp, which can be left between two
/// turns.
#[derive(Debug)]
pub struct Execution(Turns<Cta>);

impl Execution {
    /// Creates the execution of a grid; an error if [`Launch::check`] finds a fault in the launch.
    pub fn new(image: &Image, launch: &Launch, options: &Options) -> Result<Execution, Fault> {
        Turns::new(image, launch, options).map(Execution)
    }
    /// Executes one CTA for a time slice. The arguments are the same in every call.
    pub fn advance(
        &mut self,
        image: &Image,
        launch: &Launch,
        memory: &mut Memory,
        options: &Options,
    ) -> Result<Progress, Fault> {
        self.0.advance(&mut Env { image, launch, memory, observer: &mut Unobserved, options })
    }
    /// Resumes CTAs that repeated their states, since something else may have changed memory.
    pub fn resume(&mut self) {
        self.0.resume();
    }
    /// Returns the fault of a grid that [cannot make progress](Progress::Stands).
    pub fn livelock(&self, image: &Image, memory: &Memory) -> Fault {
        self.0.livelock(image, memory)
    }
    /// Whether the grid did more than repeat its states since [`Execution::resume`].
    pub fn changed(&self) -> bool {
        self.0.changed
    }
    /// Returns the statistics so far.
    pub fn statistics(&self) -> Statistics {
        self.0.statistics
    }
}

/// Runs a grid to its end, from its CTA with number `first` on.
pub(crate) fn run_all<M: Member, O: Observer>(mut env: Env<O>, first: u64) -> Result<Statistics, Fault> {
    let mut turns = Turns::<M>::new(env.image, env.launch, env.options)?;
    turns.next = first;
    loop {
        match turns.advance(&mut env)? {
            Progress::Ended => return Ok(turns.statistics),
            Progress::Continues => {}
            Progress::Stands => return Err(turns.livelock(env.image, env.memory)),
        }
    }
}
