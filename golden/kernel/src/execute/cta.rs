//! A CTA: warps with their control flow, shared memory and barriers.

use super::barrier::Barrier;
use super::divergence::{Divergence, Entry, WarpStack};
use super::fault::{Cause, Fault, Halt};
use super::image::Image;
use super::instruction::{ExecEnv, Then};
use super::memory::Memory;
use super::observer::Observer;
use super::outcome::{Arrival, Outcome};
use super::rows::Row;
use super::special::{IN_ORDER, LaneOrder, Shape};
use super::warp::{State, Warp};
use super::{Launch, Options, Statistics};
use crate::program::FunctionId;

/// The greatest size of registers and local memory of a CTA, in bytes.
pub(crate) const BUDGET: u64 = 1 << 30;

/// A CTA in execution: its warps, its shared memory and its barriers; `D` is the model of
/// divergence and reconvergence.
#[derive(Debug, Clone)]
pub struct Cta<D: Divergence = WarpStack> {
    /// The warps, in order of their threads.
    pub warps: Vec<Warp>,
    control: Vec<D>,
    shared: Vec<u8>,
    barriers: [Barrier; 16],
    id: [u32; 3],
    pub(super) threads: u32,
    pub(super) lanes: u32,
}

/// Moves a warp's threads by an outcome; returns whether its turn continues.
struct Move<'a, D> {
    control: &'a mut D,
    image: &'a Image<'a>,
    options: &'a Options,
    pc: u32,
    active: u32,
    /// The count of threads that executed the instructions.
    threads: &'a mut u64,
    /// The place of the barrier that the warp came to, and its arrival there.
    arrived: &'a mut Option<(u32, Arrival)>,
}

impl<D: Divergence> Then for Move<'_, D> {
    type Output = bool;
    #[inline(always)]
    fn then(self, warp: &mut Warp, outcome: Outcome, threads: u32) -> Result<bool, Halt> {
        self.control.apply(warp, self.image, self.options, self.pc, self.active, &outcome)?;
        *self.threads += u64::from(threads);
        if let Outcome::Barrier(arrival) = outcome {
            *self.arrived = Some((self.pc, arrival));
            return Ok(false);
        }
        Ok(true)
    }
}

impl<D: Divergence> Default for Cta<D> {
    fn default() -> Cta<D> {
        Cta {
            warps: vec![],
            control: vec![],
            shared: vec![],
            barriers: Default::default(),
            id: [0; 3],
            threads: 0,
            lanes: 0,
        }
    }
}

impl<D: Divergence> Cta<D> {
    /// Creates a CTA at the start of a kernel; an error if [`Launch::check`] finds a fault in the
    /// launch.
    pub fn new(image: &Image, launch: &Launch, options: &Options, id: [u32; 3]) -> Result<Cta<D>, Fault> {
        Cta::placed(image, launch, options, id, |_| IN_ORDER)
    }

    /// Creates a CTA as [`Cta::new`] does, with the threads of each warp assigned to lanes in
    /// another order, by warp number.
    pub fn placed(
        image: &Image,
        launch: &Launch,
        options: &Options,
        id: [u32; 3],
        order: impl Fn(u32) -> LaneOrder,
    ) -> Result<Cta<D>, Fault> {
        launch.check(image, options)?;
        let mut cta = Cta::default();
        cta.start(image, launch, options, id, order)?;
        Ok(cta)
    }

    /// Starts a CTA as [`Cta::placed`] does, with the buffers of one that has ended.
    pub(crate) fn start(
        &mut self,
        image: &Image,
        launch: &Launch,
        options: &Options,
        id: [u32; 3],
        order: impl Fn(u32) -> LaneOrder,
    ) -> Result<(), Fault> {
        let lanes = options.warp_size;
        let warps = launch.block.iter().product::<u32>().div_ceil(lanes);
        // of a CTA with the resources of the greatest, threads beyond its own size have left before
        // the first instruction (SIMT-SIMD III)
        let block = launch.block_of(id);
        let threads = block.iter().product::<u32>();
        let shared = image.shared(launch.dynamic_shared) as u32;
        self.shared.clear();
        self.shared.resize(shared as usize, 0);
        self.barriers = Default::default();
        (self.id, self.threads, self.lanes) = (id, threads, lanes);
        self.warps.resize_with(warps as usize, Warp::new);
        self.control.resize_with(warps as usize, D::default);
        for (number, (warp, control)) in self.warps.iter_mut().zip(&mut self.control).enumerate() {
            let number = number as u32;
            warp.check_scalars = options.check_scalars;
            warp.budget = (BUDGET / 128 / u64::from(warps)) as usize;
            let shape = Shape {
                grid: launch.grid,
                block,
                cta: id,
                warp: number,
                lanes,
                launch: launch.number,
                shared,
                dynamic: launch.dynamic_shared,
                order: order(number),
            };
            let count = threads.saturating_sub(number * lanes).min(lanes);
            let there = |lane: &u32| u32::from(shape.order[*lane as usize]) < count;
            let mask = (0..lanes).filter(there).fold(0, |mask, lane| mask | 1 << lane);
            warp.start(image, shape, mask).map_err(|halt| {
                let mut fault = image.fault(image.kernel.0, 0, halt.0.0);
                fault.cta = Some(id);
                fault
            })?;
            control.start(warp, image);
        }
        Ok(())
    }

    /// Returns the place of the CTA in the grid, x, y, z.
    pub fn id(&self) -> [u32; 3] {
        self.id
    }
    /// Returns the contents of the CTA's shared memory, from the window's start.
    pub fn shared(&self) -> &[u8] {
        &self.shared
    }
    /// Whether all warps of the CTA have ended.
    pub fn done(&self) -> bool {
        self.warps.iter().all(|warp| warp.alive == 0)
    }

    /// Returns the control-flow state of a warp: its program counters and active masks.
    pub fn control(&self, warp: usize) -> &D {
        &self.control[warp]
    }
    /// Returns whether a warp is ready, waits at a barrier or is done. It is ready as long as some
    /// of its threads can execute.
    pub fn state(&self, warp: usize) -> State {
        match &self.warps[warp].waiting {
            _ if self.control[warp].next().is_some() => State::Ready,
            Some(waiting) => State::Waiting(waiting.barrier),
            None => State::Done,
        }
    }
    /// Returns the place of a warp's next instruction in the image, where the instructions of all
    /// its functions lie in a row.
    pub fn pc(&self, warp: usize) -> u32 {
        self.control[warp].position().0
    }
    /// Returns the threads of a warp that are at its next instruction, as a mask.
    pub fn active(&self, warp: usize) -> u32 {
        self.control[warp].position().1
    }
    /// Returns the threads of a warp that are at its next instruction and whose guard holds, as a
    /// mask.
    pub fn effective(&self, image: &Image, warp: usize) -> u32 {
        let (pc, threads) = self.control[warp].position();
        image.code.get(pc as usize).map_or(0, |decoded| threads & self.warps[warp].guard(decoded.guard))
    }
    /// Returns the function and number of the instruction that a warp executes next; `None` when it
    /// has ended.
    pub fn next(&self, image: &Image, warp: usize) -> Option<(FunctionId, u32)> {
        let decoded = image.code.get(self.pc(warp) as usize).filter(|_| self.alive(warp) != 0)?;
        Some((FunctionId(decoded.function), decoded.number))
    }
    /// Returns the threads of a warp that have not ended, as a mask.
    pub fn alive(&self, warp: usize) -> u32 {
        self.warps[warp].alive
    }
    /// Returns the number of entries of a warp's control: of its SIMT stack, or groups of threads
    /// with program counters of their own.
    pub fn depth(&self, warp: usize) -> usize {
        self.control[warp].depth()
    }
    /// Returns the entries of a warp's control, the one that executes next first.
    pub fn entries(&self, warp: usize) -> impl Iterator<Item = Entry> {
        self.control[warp].entries()
    }
    /// Returns the depth of nested calls that a warp is in; 0 in the kernel itself.
    pub fn calls(&self, warp: usize) -> usize {
        self.warps[warp].calls()
    }

    /// Executes one instruction of a warp that is ready; returns how many threads executed it.
    pub fn step<O: Observer>(
        &mut self,
        image: &Image,
        launch: &Launch,
        options: &Options,
        memory: &mut Memory,
        observer: &mut O,
        warp: usize,
    ) -> Result<u32, Fault> {
        let mut statistics = Statistics::default();
        self.steps(image, launch, options, memory, observer, warp, 1, &mut statistics)?;
        Ok(statistics.thread_instructions as u32)
    }

    /// Executes up to `most` instructions of a warp as long as it is ready. Its turn also ends
    /// where it comes to a barrier.
    #[allow(clippy::too_many_arguments)]
    #[inline(always)]
    pub(crate) fn steps<O: Observer>(
        &mut self,
        image: &Image,
        launch: &Launch,
        options: &Options,
        memory: &mut Memory,
        observer: &mut O,
        number: usize,
        most: u64,
        statistics: &mut Statistics,
    ) -> Result<(), Fault> {
        let (Some(warp), Some(control)) = (self.warps.get_mut(number), self.control.get_mut(number)) else {
            return Ok(());
        };
        let mut next = control.next();
        if next.is_none() {
            return Ok(());
        }
        let parameters = &launch.parameters;
        let mut env = ExecEnv { image, memory, shared: &mut self.shared, parameters, observer, depth: 0 };
        let (mut left, mut threads, mut arrived) = (most, 0, None);
        let end = loop {
            let Some((pc, active)) = next.filter(|_| left > 0) else { break Ok(()) };
            left -= 1;
            if O::WATCHES {
                env.depth = control.depth();
            }
            let then = Move { control, image, options, pc, active, threads: &mut threads, arrived: &mut arrived };
            let moved = warp.execute_then(&mut env, pc, active, then);
            match moved {
                Ok(true) => next = control.next(),
                Ok(false) => break Ok(()),
                Err(halt) => break Err(halt),
            }
        };
        statistics.warp_instructions += most - left;
        statistics.thread_instructions += threads;
        let settled = end.and_then(|()| match arrived {
            Some((pc, arrival)) => self.arrived(image, number, pc, &arrival),
            None if next.is_none() => self.release(image),
            None => Ok(()),
        });
        settled.map_err(|halt| self.fault(image, number, halt))
    }

    /// Executes the instruction at `pc` for `threads` of a warp and returns its outcome, which
    /// [`Self::apply`] then takes to move the threads. Until then the CTA is the same but for
    /// registers and memory.
    #[allow(clippy::too_many_arguments)]
    pub fn execute<O: Observer>(
        &mut self,
        image: &Image,
        launch: &Launch,
        memory: &mut Memory,
        observer: &mut O,
        warp: usize,
        pc: u32,
        threads: u32,
    ) -> Result<Outcome, Fault> {
        let (shared, parameters, depth) = (&mut self.shared, &launch.parameters, self.control[warp].depth());
        let mut env = ExecEnv { image, memory, shared, parameters, observer, depth };
        let executed = self.warps[warp].execute(&mut env, pc, threads);
        executed.map(|(outcome, _)| outcome).map_err(|halt| self.fault(image, warp, halt))
    }

    /// Moves `threads` of a warp, which executed the instruction at `pc`, and opens the barriers
    /// that this completes.
    pub fn apply(
        &mut self,
        image: &Image,
        options: &Options,
        warp: usize,
        pc: u32,
        threads: u32,
        outcome: &Outcome,
    ) -> Result<(), Fault> {
        self.warps[warp].at = pc;
        let applied = self.control[warp].apply(&mut self.warps[warp], image, options, pc, threads, outcome);
        let settled = applied.and_then(|()| match outcome {
            Outcome::Barrier(arrival) => self.arrived(image, warp, pc, arrival),
            _ if self.control[warp].next().is_none() => self.release(image),
            _ => Ok(()),
        });
        settled.map_err(|halt| self.fault(image, warp, halt))
    }

    /// Records that threads of a warp came to a barrier.
    fn arrived(&mut self, image: &Image, number: usize, pc: u32, arrival: &Arrival) -> Result<(), Halt> {
        // a barrier that counts takes warps as whole, in units that do not depend on their size:
        // PTX counts 32 for the last one
        let first = number as u32 * self.lanes;
        let whole = self.threads.next_multiple_of(32.max(self.lanes)) - first;
        let counted = if first + self.lanes >= self.threads { whole } else { self.lanes };
        self.barriers[arrival.barrier as usize & 15].count(arrival, counted)?;
        if arrival.waits {
            self.warps[number].wait(image, arrival, pc);
        }
        self.release(image)
    }

    /// Opens the barriers that are complete.
    fn release(&mut self, image: &Image) -> Result<(), Halt> {
        loop {
            let alive: u32 = self.warps.iter().map(|warp| warp.alive.count_ones()).sum();
            let complete = self.barriers.iter().position(|barrier| barrier.complete(alive));
            let Some(number) = complete else { return Ok(()) };
            let barrier = std::mem::take(&mut self.barriers[number]);
            for (warp, control) in self.warps.iter_mut().zip(&mut self.control) {
                if warp.waits().is_some_and(|(at, _)| at == number as u32) {
                    let threads = warp.pass_barrier(|reduction| barrier.value(reduction))?;
                    control.resume(warp, image, threads);
                }
            }
        }
    }

    /// Returns the fault of a deadlock: all warps that have not ended wait. `None` if a warp is
    /// ready or all have ended.
    pub fn stuck(&self, image: &Image) -> Option<Fault> {
        if self.control.iter().any(|control| control.next().is_some()) {
            return None;
        }
        let (number, waiting) =
            self.warps.iter().enumerate().find_map(|(number, warp)| Some((number, warp.waiting.as_ref()?)))?;
        let alive = self.warps.iter().map(|warp| warp.alive.count_ones()).sum();
        let (arrived, expected) = self.barriers[waiting.barrier as usize & 15].progress(alive);
        let (barrier, lane) = (waiting.barrier, waiting.threads.trailing_zeros());
        let halt = Halt::new(Cause::Barrier { barrier, arrived, expected }, lane);
        Some(self.fault_at(image, number, waiting.at, halt))
    }

    /// Returns a fault of a warp at the instruction that it executed last.
    pub(crate) fn fault(&self, image: &Image, number: usize, halt: Halt) -> Fault {
        self.fault_at(image, number, self.warps[number].at, halt)
    }

    /// Returns the fault of a CTA that is stopped: at the next instruction of the first warp that
    /// is ready.
    pub(crate) fn halted(&self, image: &Image, cause: Cause) -> Fault {
        let ready = self.control.iter().position(|control| control.next().is_some()).unwrap_or(0);
        let lane = self.active(ready).trailing_zeros().min(31);
        self.fault(image, ready, Halt::new(cause, lane))
    }

    /// Returns the bytes of the CTA's registers, local memory and shared memory.
    pub(crate) fn bytes(&self) -> u64 {
        let rows = self.warps.iter().map(|warp| warp.rows.len() + warp.local.len()).sum::<usize>();
        (rows * size_of::<Row>() + self.shared.len()) as u64
    }

    pub(super) fn fault_at(&self, image: &Image, number: usize, pc: u32, halt: Halt) -> Fault {
        let (mut cause, lane) = *halt.0;
        let warp = &self.warps[number];
        let (function, instruction) = image.code.get(pc as usize).map_or((0, 0), |d| (d.function, d.number));
        if let Cause::Scalar { register, .. } = &mut cause {
            *register = image.written_at(function, instruction, register);
        }
        let mut fault = image.fault(function, instruction, cause);
        fault.cta = Some(self.id);
        fault.thread = lane.map(|lane| warp.shape.thread(lane));
        fault
    }
}
