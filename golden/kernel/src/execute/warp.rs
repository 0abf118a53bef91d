//! A warp: the registers and memory of its threads. Their program counters belong to
//! [`super::Divergence`].

use super::code::{AnyDest, Reduction};
use super::fault::{Cause, Halt};
use super::frame::Frame;
use super::image::{Image, Where};
use super::livelock::Seen;
use super::outcome::Arrival;
use super::rows::{Pair, Row};
use super::special::{Shape, special};
use super::window::LOCAL;
use crate::program::{FunctionId, Location, Operand, RegisterId};

/// The state of a warp: ready, waiting at a barrier, or done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    /// The warp can execute.
    Ready,
    /// The warp waits at the barrier of this number.
    Waiting(u32),
    /// The warp has no threads left.
    Done,
}

/// The threads of a warp that wait at a barrier.
#[derive(Debug, Clone)]
pub(crate) struct Waiting {
    pub barrier: u32,
    pub threads: u32,
    /// The instruction at which the last of them came.
    pub at: u32,
    results: Vec<Awaited>,
}

/// The results that threads get from a barrier that opens.
#[derive(Debug, Clone)]
struct Awaited {
    frame: Frame,
    threads: u32,
    reduction: Reduction,
    to: AnyDest,
}

/// A warp: the registers, predicates and local memory of its threads.
#[derive(Debug, Clone)]
pub struct Warp {
    pub(crate) rows: Vec<Row>,
    pub(crate) flags: Vec<u32>,
    /// Local memory by words: a word of each lane.
    pub(crate) local: Vec<Row>,
    /// The frame of the function that the threads execute.
    pub(crate) frame: Frame,
    pub(crate) alive: u32,
    pub(crate) shape: Shape,
    /// The number of executed instructions.
    pub(crate) steps: u64,
    /// The result of an instruction before it is written to its register.
    pub(crate) scratch: Pair,
    pub(crate) check_scalars: bool,
    /// The greatest number of rows of registers and local memory.
    pub(crate) budget: usize,
    /// The place of the instruction that the warp executed last.
    pub(crate) at: u32,
    /// The targets of the last branch by table, by lane.
    pub(crate) targets: [u32; 32],
    pub(crate) waiting: Option<Waiting>,
    /// The state in the window of the watch for livelock.
    pub(crate) seen: Option<Box<Seen>>,
}

impl Warp {
    /// Creates a warp without threads.
    pub(crate) fn new() -> Warp {
        Warp {
            rows: vec![],
            flags: vec![],
            local: vec![],
            frame: Frame { function: 0, rows: 0, flags: 0, local: 0, mask: 0, lanes: 0, call: u32::MAX, depth: 0 },
            alive: 0,
            shape: Shape::default(),
            steps: 0,
            scratch: [[0; 32]; 2],
            check_scalars: false,
            budget: 0,
            at: 0,
            targets: [0; 32],
            waiting: None,
            seen: None,
        }
    }

    /// Sets the warp to the start of a kernel, with the threads of `mask`; its buffers stay.
    pub(crate) fn start(&mut self, image: &Image, shape: Shape, mask: u32) -> Result<(), Halt> {
        self.flags.clear();
        self.local.clear();
        self.local.resize(image.local as usize, [0; 32]);
        self.shape = shape;
        self.alive = mask;
        self.steps = 0;
        self.waiting = None;
        self.seen = None;
        self.frame = Frame::of_kernel(image, mask);
        let missing = || Halt::new(Cause::Malformed("the kernel has no body".into()), None);
        self.open(image.body(self.frame.function).ok_or_else(missing)?)
    }

    /// Returns those of some threads for which the guard of the instruction at a place holds.
    #[inline]
    pub fn guarded(&self, image: &Image, pc: u32, threads: u32) -> u32 {
        image.code.get(pc as usize).map_or(0, |decoded| threads & self.guard(decoded.guard))
    }
    /// Returns the threads of the warp that have not ended, as a mask.
    #[inline(always)]
    pub fn alive(&self) -> u32 {
        self.alive
    }
    /// Returns the warp's number in the CTA.
    pub fn number(&self) -> u32 {
        self.shape.warp
    }
    /// Returns the number of instructions that the warp has executed.
    pub fn steps(&self) -> u64 {
        self.steps
    }
    /// Returns the function that the warp's threads execute, whose frame is the current one.
    pub fn function(&self) -> FunctionId {
        FunctionId(self.frame.function)
    }
    /// Returns the depth of nested calls that the warp is in: the number of frames below the
    /// current one.
    pub fn calls(&self) -> usize {
        self.frame.depth
    }
    /// Returns the target of each lane at the last branch by table, as places in the image.
    pub fn targets(&self) -> &[u32; 32] {
        &self.targets
    }
    /// Returns the barrier at which threads of the warp wait, and these threads; `None` if none
    /// wait.
    pub fn waits(&self) -> Option<(u32, u32)> {
        self.waiting.as_ref().map(|waiting| (waiting.barrier, waiting.threads))
    }
    /// Ends threads of the warp, given as a mask.
    pub fn end(&mut self, threads: u32) {
        self.alive &= !threads;
    }
    /// Returns a word of the current frame by row (see [`Image::place`]) and lane.
    pub fn word(&self, row: u32, lane: usize) -> u32 {
        self.rows.get(self.frame.rows + row as usize).and_then(|row| row.get(lane)).copied().unwrap_or(0)
    }
    /// Returns a predicate register of the function that the warp is in: one bit per thread.
    pub fn predicate(&self, image: &Image, register: RegisterId) -> u32 {
        let at = image.place(FunctionId(self.frame.function), register).map(|(at, _)| self.frame.flags + at as usize);
        at.and_then(|at| self.flags.get(at)).copied().unwrap_or(0)
    }
    /// Returns the bits of a register in a lane, in the function that the warp is in; one bit of a
    /// predicate, the low 64 of wider ones.
    pub fn register(&self, image: &Image, register: RegisterId, lane: usize) -> u64 {
        let function = FunctionId(self.frame.function);
        let Some((at, _)) = image.place(function, register) else { return 0 };
        let location = image.allocation(function).and_then(|a| a.locations.get(register.0 as usize));
        match location {
            Some(Location::Predicate(_) | Location::ScalarPredicate(_)) => {
                u64::from(self.predicate(image, register) >> (lane & 31) & 1)
            }
            _ => {
                let ty = image.module.functions[function.0 as usize].registers[register.0 as usize].ty;
                let high = if ty.words() > 1 { self.word(at + 1, lane) } else { 0 };
                u64::from(self.word(at, lane)) | u64::from(high) << 32
            }
        }
    }
    /// Returns the bits of an operand of the next instruction in a lane.
    pub fn operand(&self, image: &Image, operand: &Operand, lane: usize) -> u64 {
        match *operand {
            Operand::Register(register) => self.register(image, register, lane),
            Operand::Immediate(value) => value,
            Operand::Special(which) => special(which, lane, &self.shape, self.steps),
            Operand::Variable(variable, addend) => match image.places.by_variable.get(variable.0 as usize) {
                Some(&Some(Where::At(address))) => address.wrapping_add_signed(addend),
                Some(&Some(Where::Frame(_, at))) => {
                    (LOCAL + u64::from(self.frame.local) * 4 + u64::from(at)).wrapping_add_signed(addend)
                }
                _ => 0,
            },
        }
    }

    /// Records that threads wait at a barrier, beside those that wait there already.
    pub(crate) fn wait(&mut self, image: &Image, arrival: &Arrival, pc: u32) {
        let barrier = &image.barriers[arrival.site as usize];
        let new = || Waiting { barrier: arrival.barrier, threads: 0, at: pc, results: vec![] };
        let waiting = self.waiting.get_or_insert_with(new);
        waiting.threads |= arrival.threads;
        waiting.at = pc;
        if let Some((reduction, _)) = barrier.reduction {
            let (frame, threads, to) = (self.frame, arrival.threads, barrier.to);
            waiting.results.push(Awaited { frame, threads, reduction, to });
        }
    }

    /// Opens the barrier at which threads wait, writes its reduction to their registers, and
    /// returns these threads.
    pub(crate) fn pass_barrier(&mut self, value: impl Fn(Reduction) -> u32) -> Result<u32, Halt> {
        let Some(waiting) = self.waiting.take() else { return Ok(0) };
        let here = self.frame;
        for Awaited { frame, threads, reduction, to } in waiting.results {
            let value = value(reduction);
            self.scratch = [[value; 32], [0; 32]];
            self.frame = frame;
            self.write_any(to, threads, (value & 1).wrapping_neg())?;
        }
        self.frame = here;
        Ok(waiting.threads)
    }
}
