//! Cores that tick side by side, on several threads.
//!
//! All that cores share within a cycle is the device's memory, which they reach in their order
//! ([`Turns`]), and their ends of the memory system, which are each core's own ([`CoreLink`]). So
//! the results are those of one thread, to the bit, whatever the number of threads.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use heddle_kernel::execute::Memory;

use super::gpu::GridRun;
use super::pace::Pace;
use super::pool::Pool;
use crate::base::claim::Claim;
use crate::base::turns::{Turn, Turns};
use crate::base::{GridContext, SimError};
use crate::core::{Core, Shown};
use crate::memory::{CoreLink, MemorySystem, Reply, Request};

/// The fewest cores awake that tick side by side: a thread's part costs a fraction of a tick.
const LEAST: usize = 4;
/// The most threads that have cores of their own; further ones take what others leave.
const OWNERS: usize = 64;

/// Threads of a GPU, and their choice of cycles.
pub(crate) struct Threads {
    pool: Pool,
    turns: Turns,
    /// `None`: every cycle, for tests.
    pace: Option<Pace>,
    least: usize,
    /// The cores of a cycle by their positions: the thread that each is for, and its number there.
    order: Vec<(usize, usize)>,
}

impl Threads {
    /// Creates what `threads` threads need, the caller's included; `None` if that is one.
    pub fn new(threads: usize, always: bool) -> Option<Threads> {
        let (pace, least) = if always { (None, 1) } else { (Some(Pace::new()), LEAST) };
        (threads > 1).then(|| Threads {
            pool: Pool::new(threads - 1),
            turns: Turns::new(),
            pace,
            least,
            order: Vec::new(),
        })
    }

    /// Returns what [`Pool::idle`] does.
    pub fn idle(&self) -> Option<f64> {
        self.pool.idle()
    }

    /// Whether the cores of the next cycle, `awake` of them, tick side by side.
    pub fn take(&mut self, awake: usize, work: &GridRun) -> bool {
        // the watch for livelock counts all warps' instructions in their order
        awake >= self.least && !work.grid.memory.livelock.watches() && self.pace.as_mut().is_none_or(Pace::decide)
    }

    /// Simulates one cycle of some cores, each given with its number. Returns, in their order, what
    /// each shows behind the cycle, or its error; cores behind one that has an error have not
    /// reached the device's memory.
    pub fn tick<'c, C: Core + 'c, M: MemorySystem>(
        &mut self,
        now: u64,
        work: &mut GridRun,
        cores: impl Iterator<Item = (usize, &'c mut C)>,
        memory: &mut M,
    ) -> Vec<Result<Shown, Box<SimError>>> {
        let GridContext { image, grid, options, .. } = *work.grid;
        let program = work.needs.program;
        // The seats of a thread lie side by side, so that few cache lines pass between processors.
        let owners = self.pool.count().min(OWNERS);
        let expected = self.order.len() / owners + 1;
        let mut seats: Vec<Vec<Claim<Seat<C>>>> = (0..owners).map(|_| Vec::with_capacity(expected)).collect();
        self.order.clear();
        let take = |(number, core): (usize, &'c mut C)| {
            let owner = number % owners;
            self.order.push((owner, seats[owner].len()));
            seats[owner].push(Claim::new(Seat { core, arrived: memory.has_reply(number), ended: None }));
            number
        };
        self.turns.begin(work.grid.memory, cores.map(take));
        let (turns, order, memory, present) = (&self.turns, &self.order, Mutex::new(memory), AtomicU64::new(0));
        self.pool.run(&|thread| {
            if thread < OWNERS {
                present.fetch_or(1 << thread, Ordering::AcqRel);
            }
            let is_here = |thread: usize| present.load(Ordering::Acquire) & 1 << thread != 0;
            // A thread takes its own cores first, whose state is in its processor's cache, and
            // those of threads that are not here; then whatever is left. Each time it goes upwards,
            // so that the first core that has not passed is at work, or is the next of a thread
            // that is. So every wait ends.
            let own = order.iter().enumerate().filter(|(_, (of, _))| *of == thread || !is_here(*of));
            for (position, &(of, n)) in own.chain(order.iter().enumerate()) {
                let Some(Seat { core, arrived, ended }) = seats[of][n].claim() else { continue };
                let turn = Ending(turns.turn(position));
                let (mut empty, mut link) = (Memory::empty(0), Link { memory: &memory, arrived: *arrived });
                let mut context = GridContext { image, grid, options, memory: &mut empty, turn: Some(turn.0) };
                let ticked = core.tick(now, &mut context, program, &mut link);
                if ticked.is_ok() {
                    turn.0.pass();
                    std::mem::forget(turn);
                }
                *ended = Some(ticked.map(|()| core.status().shown()).map_err(Box::new));
            }
        });
        self.turns.end(work.grid.memory);
        let mut seats: Vec<_> = seats.into_iter().map(Vec::into_iter).collect();
        let mut next = |&(of, _): &(usize, usize)| seats[of].next().and_then(|seat| seat.into_inner().ended);
        self.order.iter().map(|at| next(at).expect("every core has ticked")).collect()
    }
}

/// A core in a cycle.
struct Seat<'c, C> {
    core: &'c mut C,
    /// Whether a reply of memory has arrived for it.
    arrived: bool,
    /// What it shows behind the cycle, or its error; `None` before.
    ended: Option<Result<Shown, Box<SimError>>>,
}

/// Fails a turn where its tick does not end well, be it by a panic.
struct Ending<'t>(Turn<'t>);

impl Drop for Ending<'_> {
    fn drop(&mut self) {
        self.0.fail();
    }
}

/// The memory system as a core sees it that ticks beside others.
struct Link<'l, 'm, M> {
    memory: &'l Mutex<&'m mut M>,
    /// Whether a reply may be there: none arrives within a cycle.
    arrived: bool,
}

impl<M: MemorySystem> CoreLink for Link<'_, '_, M> {
    fn accepts(&self, core: usize) -> bool {
        lock(self.memory).accepts(core)
    }
    fn admits(&mut self, core: usize) -> bool {
        lock(self.memory).admits(core)
    }
    fn send(&mut self, core: usize, request: Request) {
        lock(self.memory).send(core, request);
    }
    fn reply(&mut self, core: usize) -> Option<Reply> {
        if !self.arrived {
            return None;
        }
        let reply = lock(self.memory).reply(core);
        self.arrived = reply.is_some();
        reply
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
