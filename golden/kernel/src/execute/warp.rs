//! A warp: registers as rows of lanes, and the SIMT stack.

use super::code::{Body, Dest, Flag, FlagDest, Preset, Reduction, Slot, Source};
use super::compute::{self, Map};
use super::cta::Awaited;
use super::fault::{Cause, Halt};
use super::image::Image;
use super::rows::{Lanes, Pair, Row, blend, broadcast, double};
use super::special::{self, Shape, special};
use super::window::LOCAL;
use crate::program::{FunctionId, Location, Operand, RegisterId};

/// A part of a warp on its way to where it meets the others.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Entry {
    pub pc: u32,
    /// Where its threads wait for the others: the entry ends there.
    pub meets: u32,
    pub mask: u32,
}

/// A function's registers and local variables, as long as it runs.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Frame {
    pub function: u32,
    /// Its first row, first predicate, first word of local memory.
    pub rows: usize,
    pub flags: usize,
    pub local: u32,
    /// Entries of the stack below its first one.
    pub entries: usize,
    /// Threads that came here.
    pub mask: u32,
    /// The call that made it.
    pub call: u32,
}

/// Rows of a frame or of constants from a source on.
#[inline(always)]
pub(crate) fn rows_of<'a, const N: usize>(
    rows: &'a [Row],
    frame: usize,
    constants: &'a [Row],
    source: Source,
) -> &'a [Row; N] {
    let rows = match source.0 {
        at @ 0.. => rows.get(frame + at as usize..),
        constant => constants.get(!constant as usize..),
    };
    rows.and_then(|rows| rows.first_chunk()).unwrap_or(const { &[[0; 32]; N] })
}

/// What a warp waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    /// Nothing: it can execute.
    Ready,
    /// A barrier of this number.
    Waiting(u32),
    /// It has no threads any more.
    Done,
}

/// A warp.
#[derive(Debug, Clone)]
pub struct Warp {
    pub(crate) rows: Vec<Row>,
    pub(crate) flags: Vec<u32>,
    /// Local memory by words: a word of each lane.
    pub(crate) local: Vec<Row>,
    pub(crate) top: Entry,
    pub(crate) stack: Vec<Entry>,
    pub(crate) frame: Frame,
    pub(crate) frames: Vec<Frame>,
    pub(crate) state: State,
    pub(crate) alive: u32,
    pub(crate) shape: Shape,
    /// Instructions executed.
    pub(crate) steps: u64,
    /// A result on its way to its register.
    pub(crate) scratch: Pair,
    pub(crate) check_scalars: bool,
    /// Rows of registers and local memory at most.
    pub(crate) budget: usize,
    /// The instruction at hand.
    pub(crate) at: u32,
    /// What it gets from the barrier where it waits.
    pub(crate) awaited: Awaited,
}

impl Warp {
    /// A warp at the start of a kernel.
    pub(crate) fn new() -> Warp {
        let frame = Frame { function: 0, rows: 0, flags: 0, local: 0, entries: 0, mask: 0, call: u32::MAX };
        Warp {
            rows: vec![],
            flags: vec![],
            local: vec![],
            top: Entry { pc: 0, meets: 0, mask: 0 },
            stack: vec![],
            frame,
            frames: vec![],
            state: State::Done,
            alive: 0,
            shape: Shape::default(),
            steps: 0,
            scratch: [[0; 32]; 2],
            check_scalars: false,
            budget: 0,
            at: 0,
            awaited: None,
        }
    }

    /// Puts it at the start of the kernel; its buffers stay.
    pub(crate) fn start(&mut self, image: &Image, shape: Shape, mask: u32) -> Result<(), Halt> {
        self.flags.clear();
        self.local.clear();
        self.stack.clear();
        self.frames.clear();
        self.local.resize(image.local as usize, [0; 32]);
        self.shape = shape;
        self.alive = mask;
        self.steps = 0;
        self.state = if mask == 0 { State::Done } else { State::Ready };
        let function = image.kernel.0;
        self.frame = Frame { function, rows: 0, flags: 0, local: image.local, entries: 0, mask, call: u32::MAX };
        let body =
            image.body(function).ok_or_else(|| Halt::new(Cause::Malformed("the kernel has no body".into()), None))?;
        self.open(body)?;
        self.settle(image);
        Ok(())
    }

    /// Makes room for the frame at hand and goes to its function's first instruction.
    pub(crate) fn open(&mut self, body: &Body) -> Result<(), Halt> {
        let frame = self.frame;
        let (rows, local) = (frame.rows + body.rows as usize + 2, (frame.local + body.local) as usize);
        if rows + local > self.budget {
            let what = "registers and local memory of a CTA".into();
            return Err(Halt::new(Cause::MemoryFull { what, limit: super::cta::BUDGET }, None));
        }
        // rows keep what an earlier frame left, except those that may be read before they are written
        if self.rows.len() < rows {
            self.rows.resize(rows, [0; 32]);
        }
        for &row in &body.fresh {
            if let Some(row) = self.rows.get_mut(frame.rows + row as usize) {
                *row = [0; 32];
            }
        }
        self.flags.truncate(frame.flags);
        self.flags.resize(frame.flags + body.predicates as usize, 0);
        self.local.resize(local, [0; 32]);
        self.preset(body, false);
        self.top = Entry { pc: body.start, meets: body.end, mask: frame.mask };
        Ok(())
    }

    /// Sets the rows that hold special registers and local addresses; or those only that change with time.
    pub(crate) fn preset(&mut self, body: &Body, timed: bool) {
        for &(row, preset) in &body.prologue {
            let rows = match preset {
                Preset::Special(which) if !timed || which.by_time() => special::rows(which, &self.shape, self.steps),
                Preset::Local(byte) if !timed => {
                    broadcast((LOCAL + u64::from(self.frame.local) * 4).wrapping_add_signed(byte))
                }
                _ => continue,
            };
            let at = self.frame.rows + row as usize;
            if let Some(to) = self.rows.get_mut(at..at + 2) {
                to.copy_from_slice(&rows);
            }
        }
    }

    /// Function and number of the instruction that it would execute next; none when it has ended.
    pub fn next(&self, image: &Image) -> Option<(FunctionId, u32)> {
        let decoded = image.code.get(self.top.pc as usize).filter(|_| self.state != State::Done)?;
        Some((FunctionId(decoded.function), decoded.number))
    }
    /// The next instruction's place in the image, where the instructions of all its functions lie in a row.
    pub fn pc(&self) -> u32 {
        self.top.pc
    }
    /// Threads that stand at the next instruction.
    pub fn active(&self) -> u32 {
        self.top.mask
    }
    /// Those of them whose guard holds.
    pub fn effective(&self, image: &Image) -> u32 {
        image.code.get(self.top.pc as usize).map_or(0, |decoded| self.top.mask & self.guard(decoded.guard))
    }
    /// What it waits for.
    pub fn state(&self) -> State {
        self.state
    }
    /// Threads that have not ended.
    pub fn alive(&self) -> u32 {
        self.alive
    }
    /// Its number in the CTA.
    pub fn number(&self) -> u32 {
        self.shape.warp
    }
    /// Instructions that it has executed.
    pub fn steps(&self) -> u64 {
        self.steps
    }
    /// Entries of the SIMT stack.
    pub fn depth(&self) -> usize {
        self.stack.len() + 1
    }
    /// The SIMT stack, the entry at hand first: its next instruction and where it meets the others, as numbers in the whole program; its threads.
    pub fn entries(&self) -> impl Iterator<Item = (u32, u32, u32)> + '_ {
        std::iter::once(&self.top).chain(self.stack.iter().rev()).map(|entry| (entry.pc, entry.meets, entry.mask))
    }
    /// Calls that it is in: frames below the one at hand.
    pub fn calls(&self) -> usize {
        self.frames.len()
    }
    /// A word of the frame at hand, by row (see [`Image::place`]).
    pub fn word(&self, row: u32, lane: usize) -> u32 {
        self.rows.get(self.frame.rows + row as usize).and_then(|row| row.get(lane)).copied().unwrap_or(0)
    }
    /// The bits of a register of the function that it is in, a predicate's being one; the low 64 of wider ones.
    pub fn register(&self, image: &Image, register: RegisterId, lane: usize) -> u64 {
        let function = FunctionId(self.frame.function);
        let Some((at, _)) = image.place(function, register) else { return 0 };
        let location = image.allocation(function).and_then(|a| a.locations.get(register.0 as usize));
        match location {
            Some(Location::Predicate(_) | Location::ScalarPredicate(_)) => {
                let flags = self.flags.get(self.frame.flags + at as usize).copied().unwrap_or(0);
                u64::from(flags >> (lane & 31) & 1)
            }
            _ => {
                let ty = image.module.functions[function.0 as usize].registers[register.0 as usize].ty;
                let high = if ty.words() > 1 { self.word(at + 1, lane) } else { 0 };
                u64::from(self.word(at, lane)) | u64::from(high) << 32
            }
        }
    }
    /// The bits of an operand of the next instruction.
    pub fn operand(&self, image: &Image, operand: &Operand, lane: usize) -> u64 {
        match *operand {
            Operand::Register(register) => self.register(image, register, lane),
            Operand::Immediate(value) => value,
            Operand::Special(which) => special(which, lane, &self.shape, self.steps),
            Operand::Variable(variable, addend) => match image.places.by_variable.get(variable.0 as usize) {
                Some(&Some(super::image::Where::At(address))) => address.wrapping_add_signed(addend),
                Some(&Some(super::image::Where::Frame(_, at))) => {
                    (LOCAL + u64::from(self.frame.local) * 4 + u64::from(at)).wrapping_add_signed(addend)
                }
                _ => 0,
            },
        }
    }

    /// The rows of a value. What is decoded lies in the frame or among the constants.
    #[inline(always)]
    pub(crate) fn pair<'a>(&'a self, image: &'a Image, source: Source) -> &'a Pair {
        self.rows_of::<2>(image, source)
    }
    #[inline(always)]
    pub(crate) fn row<'a>(&'a self, image: &'a Image, source: Source) -> &'a Row {
        &self.rows_of::<1>(image, source)[0]
    }
    #[inline(always)]
    fn rows_of<'a, const N: usize>(&'a self, image: &'a Image, source: Source) -> &'a [Row; N] {
        rows_of(&self.rows, self.frame.rows, &image.constants, source)
    }
    /// Runs a loop on three operands into the scratch rows.
    #[inline(always)]
    pub(crate) fn map(&mut self, image: &Image, run: Map, [a, b, c]: [Source; 3], mask: u32) {
        let [a, b, c] = [a, b, c].map(|source| rows_of(&self.rows, self.frame.rows, &image.constants, source));
        compute::map(run, a, b, c, mask, &mut self.scratch);
    }
    /// 64 bits of a lane, or 32.
    pub(crate) fn value(&self, image: &Image, source: Source, wide: bool, lane: usize) -> u64 {
        if wide { double(self.pair(image, source), lane) } else { u64::from(self.row(image, source)[lane]) }
    }

    #[inline(always)]
    pub(crate) fn flag(&self, flag: Flag) -> u32 {
        match flag.0 {
            index @ 0.. => self.flags.get(self.frame.flags + index as usize).copied().unwrap_or(0),
            -1 => 0,
            _ => u32::MAX,
        }
    }
    #[inline(always)]
    pub(crate) fn guard(&self, guard: super::code::Guard) -> u32 {
        match guard {
            super::code::Guard::None => u32::MAX,
            super::code::Guard::If(index) => self.flag(Flag(index as i32)),
            super::code::Guard::Unless(index) => !self.flag(Flag(index as i32)),
        }
    }

    /// Writes a row of a register from the scratch row.
    #[inline(always)]
    pub(crate) fn put(&mut self, row: u32, scalar: bool, mask: u32, from: usize) -> Result<(), Halt> {
        if mask == 0 {
            return Ok(());
        }
        if scalar {
            self.share(mask, from, row)?;
        }
        let mask = if scalar { u32::MAX } else { mask };
        if let Some(to) = self.rows.get_mut(self.frame.rows + row as usize) {
            blend(to, &self.scratch[from & 1], mask);
        }
        Ok(())
    }

    /// Gives all lanes the first thread's word.
    fn share(&mut self, mask: u32, from: usize, row: u32) -> Result<(), Halt> {
        let scratch = &mut self.scratch[from & 1];
        let first = scratch[mask.trailing_zeros() as usize & 31];
        if self.check_scalars {
            for lane in Lanes(mask) {
                if scratch[lane] != first {
                    let (first, this) = (u64::from(first), u64::from(scratch[lane]));
                    return Err(Halt::new(Cause::Scalar { register: row.to_string(), first, this }, lane as u32));
                }
            }
        }
        *scratch = [first; 32];
        Ok(())
    }

    /// Writes a register from the scratch rows; rows above the two get zeros.
    #[inline(always)]
    pub(crate) fn write(&mut self, to: Dest, mask: u32) -> Result<(), Halt> {
        if to.words > 0 {
            self.put(to.row, to.scalar, mask, 0)?;
        }
        if to.words > 1 {
            self.put(to.row + 1, to.scalar, mask, 1)?;
        }
        for word in 2..u32::from(to.words) {
            self.scratch[0] = [0; 32];
            self.put(to.row + word, to.scalar, mask, 0)?;
        }
        Ok(())
    }

    /// Writes a predicate.
    #[inline(always)]
    pub(crate) fn write_flag(&mut self, to: FlagDest, mask: u32, value: u32) -> Result<(), Halt> {
        if !to.real || mask == 0 {
            return Ok(());
        }
        let (mut mask, mut value) = (mask, value);
        if to.scalar {
            let first = value >> mask.trailing_zeros() & 1;
            let odd = (value ^ first.wrapping_neg()) & mask;
            if self.check_scalars && odd != 0 {
                let cause =
                    Cause::Scalar { register: format!("p{}", to.index), first: first.into(), this: (first ^ 1).into() };
                return Err(Halt::new(cause, odd.trailing_zeros()));
            }
            (mask, value) = (u32::MAX, first.wrapping_neg());
        }
        if let Some(flags) = self.flags.get_mut(self.frame.flags + to.index as usize) {
            *flags = *flags & !mask | value & mask;
        }
        Ok(())
    }

    /// Goes on behind a barrier, with what that computed.
    pub(crate) fn pass_barrier(&mut self, image: &Image, value: impl Fn(Reduction) -> u32) -> Result<(), Halt> {
        self.state = State::Ready;
        if let Some((reduction, to)) = self.awaited.take() {
            let value = value(reduction);
            self.scratch = [[value; 32], [0; 32]];
            self.write_any(to, self.top.mask, (value & 1).wrapping_neg())?;
        }
        self.settle(image);
        Ok(())
    }

    /// Copies words between local frames, for a call.
    pub(crate) fn pass(&mut self, from: (u32, Slot), to: (u32, Slot), mask: u32) {
        for word in 0..from.1.words.min(to.1.words) {
            let source = self.local.get((from.0 + from.1.word + word) as usize).copied();
            let target = self.local.get_mut((to.0 + to.1.word + word) as usize);
            if let (Some(source), Some(target)) = (source, target) {
                blend(target, &source, mask);
            }
        }
    }
}
