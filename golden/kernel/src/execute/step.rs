//! One instruction of a warp.

use super::Options;
use super::code::{AnyDest, AnySource, BarrierAccess, CallSite, Code, Dest, Evaluate, FlagDest, Guard, Source, Vector};
use super::compute;
use super::fault::{Cause, Halt};
use super::image::Image;
use super::memory::Memory;
use super::observer::{Issue, Observer};
use super::rows::{BITS, Lanes, Pair, Row};
use super::warp::{Entry, State, Warp, rows_of};
use super::window::space_of;
use crate::arithmetic::evaluate;
use crate::program::{FunctionId, Space};

/// What an instruction reaches beyond its warp.
pub(crate) struct Around<'a, O> {
    pub image: &'a Image<'a>,
    pub memory: &'a mut Memory,
    pub shared: &'a mut [u8],
    pub parameters: &'a [u8],
    pub options: &'a Options,
    pub observer: &'a mut O,
}

/// What became of a warp by an instruction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Event {
    /// It goes on.
    Goes,
    /// It came to a barrier.
    Arrived(Arrival),
    /// It has ended.
    Ended,
}

/// A warp at a barrier.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Arrival {
    pub barrier: u32,
    /// How many threads the barrier waits for; none for all of the CTA.
    pub expected: Option<u32>,
    /// Threads that came.
    pub mask: u32,
    /// What they bring along.
    pub predicates: u32,
}

/// x where the table's bit 2a + b is set.
#[inline(always)]
fn look(table: u8, a: u32, b: u32) -> u32 {
    let row = |bit: u8, mask: u32| if table & bit != 0 { mask } else { 0 };
    row(1, !a & !b) | row(2, !a & b) | row(4, a & !b) | row(8, a & b)
}

impl Warp {
    /// Executes the next instruction. The warp is ready.
    #[inline(always)]
    pub(crate) fn step<O: Observer>(&mut self, around: &mut Around<O>) -> Result<(Event, u32), Halt> {
        let image = around.image;
        let Some(decoded) = image.code.get(self.top.pc as usize) else {
            return Err(Halt::new(Cause::Malformed("control is nowhere".into()), None));
        };
        let active = self.top.mask;
        let mask = active & self.guard(decoded.guard);
        if decoded.timed
            && let Some(body) = image.body(self.frame.function)
        {
            self.preset(body, true);
        }
        let issue = Issue {
            cta: self.shape.cta,
            warp: self.shape.warp,
            function: FunctionId(decoded.function),
            instruction: decoded.number,
            active,
            mask,
            depth: self.stack.len() + 1,
        };
        if O::WATCHES {
            around.observer.issue(&issue, self, image);
        }
        self.steps += 1;
        self.at = self.top.pc;
        let mut event = Event::Goes;
        // threads that do something: a branch or an exit is done by those, too, whose guard says no
        let mut busy = mask;
        let mut next = self.top.pc + 1;
        match decoded.code {
            Code::Map { run, reads, to } => {
                self.map(image, run, reads, mask);
                self.write(to, mask)?;
            }
            Code::Copy { from, words, to } => self.copy(image, from, words, to, mask)?,
            Code::Test { run, reads, with, table, p, q } => {
                let [a, b, c] = reads.map(|source| self.pair(image, source));
                let holds = compute::test(run, a, b, c);
                let with = self.flag(with);
                self.write_flag(p, mask, look(table, with, holds))?;
                if q != FlagDest::SINK {
                    self.write_flag(q, mask, look(table, with, !holds))?;
                }
            }
            Code::Select { a, b, by, to } => {
                let by = self.flag(by);
                for word in 0..usize::from(to.words).min(2) {
                    let [a, b] = [a, b].map(|source| {
                        let pair: &Pair = rows_of(&self.rows, self.frame.rows, &image.constants, source);
                        &pair[word]
                    });
                    for lane in 0..32 {
                        self.scratch[word][lane] = if by & BITS[lane] != 0 { a[lane] } else { b[lane] };
                    }
                }
                self.write(to, mask)?;
            }
            Code::Logic { table, a, b, to } => self.write_flag(to, mask, look(table, self.flag(a), self.flag(b)))?,
            Code::Load(access) => self.load(around, &issue, &access)?,
            Code::Store(access) => self.store(around, &issue, &access)?,
            Code::Branch { target, meets } => {
                busy = active;
                if O::WATCHES && decoded.guard != Guard::None {
                    around.observer.branch(&issue, mask);
                }
                self.branch(target, mask, meets);
                next = self.top.pc;
            }
            Code::Return | Code::Exit => {
                busy = active;
                self.top.pc = next;
                if matches!(decoded.code, Code::Exit) { self.exit(mask) } else { self.leave(mask) }
            }
            Code::Nothing => {}
            Code::Evaluate(at) => self.evaluate(image, &image.evaluations[at as usize], mask)?,
            Code::Pack(at) => self.pack(image, &image.vectors[at as usize], mask)?,
            Code::Unpack(at) => self.unpack(image, &image.vectors[at as usize], mask)?,
            Code::Atomic { access, kind, ty } => {
                self.atomic(around, &issue, &image.atomics[access as usize], kind, ty)?;
            }
            Code::IsSpace { space, a, wide, to } => {
                let space = if space == Space::Const { Space::Global } else { space };
                let inside = |lane: &usize| space_of(self.value(image, a, wide, *lane)) == space;
                let value = Lanes(mask).filter(inside).fold(0, |value, lane| value | 1 << lane);
                self.write_flag(to, mask, value)?;
            }
            Code::Vote { .. }
            | Code::Shuffle { .. }
            | Code::Match { .. }
            | Code::ActiveMask { .. }
            | Code::Redux { .. } => {
                self.exchange(image, &decoded.code, mask)?;
            }
            Code::Barrier(at) => {
                if let Some(arrival) = self.arrive(image, &image.barriers[at as usize], mask)? {
                    event = Event::Arrived(arrival);
                }
            }
            Code::BranchIndexed { table, index, meets } => {
                busy = active;
                let table = &image.tables[table as usize];
                let mut targets = [0; 32];
                for lane in Lanes(mask) {
                    let index = self.row(image, index)[lane];
                    let missing = || Halt::new(Cause::BranchIndex { index, length: table.len() }, lane as u32);
                    targets[lane] = *table.get(index as usize).ok_or_else(missing)?;
                }
                if O::WATCHES {
                    around.observer.branch(&issue, mask);
                }
                if mask != 0 {
                    self.branch_indexed(&targets, mask, meets);
                    next = self.top.pc;
                }
            }
            Code::Call(call) => {
                if mask != 0 {
                    self.enter(image, call, mask, around.options.depth)?;
                    next = self.top.pc;
                }
            }
            Code::Trap => {
                if mask != 0 {
                    return Err(Halt::new(Cause::Trap, mask.trailing_zeros()));
                }
            }
        }
        self.top.pc = next;
        if O::WATCHES {
            around.observer.retire(&issue, self, image);
        }
        if !matches!(self.state, State::Waiting(_)) {
            self.settle(image);
        }
        if self.state == State::Done {
            event = Event::Ended;
        }
        Ok((event, busy.count_ones()))
    }

    #[inline(always)]
    fn copy(&mut self, image: &Image, from: Source, words: u8, to: Dest, mask: u32) -> Result<(), Halt> {
        let pair = *self.pair(image, from);
        self.scratch = pair;
        if words == 1 {
            self.scratch[1] = [0; 32];
        }
        if words <= 2 {
            return self.write(to, mask);
        }
        let quad: [Row; 4] = *rows_of(&self.rows, self.frame.rows, &image.constants, from);
        for (word, row) in quad.iter().enumerate().take(usize::from(to.words)) {
            self.scratch[0] = *row;
            self.put(to.row + word as u32, to.scalar, mask, 0)?;
        }
        Ok(())
    }

    fn any(&self, image: &Image, source: AnySource, lane: usize) -> u64 {
        match source {
            AnySource::Word(source, words) => self.value(image, source, words > 1, lane),
            AnySource::Flag(flag) => u64::from(self.flag(flag) >> lane & 1),
        }
    }

    /// Puts a value a lane into the scratch rows.
    fn keep(&mut self, lane: usize, value: u64) {
        self.scratch[0][lane] = value as u32;
        self.scratch[1][lane] = (value >> 32) as u32;
    }

    pub(crate) fn write_any(&mut self, to: AnyDest, mask: u32, flags: u32) -> Result<(), Halt> {
        match to {
            AnyDest::Word(to) => self.write(to, mask),
            AnyDest::Flag(to) => self.write_flag(to, mask, flags),
        }
    }

    fn evaluate(&mut self, image: &Image, evaluation: &Evaluate, mask: u32) -> Result<(), Halt> {
        let (mut first, mut second) = (0, 0);
        for lane in Lanes(mask) {
            let reads = evaluation.reads.map(|source| self.any(image, source, lane));
            let outcome = evaluate(&evaluation.op, &reads).unwrap_or_default();
            self.keep(lane, outcome.value);
            first |= (outcome.value as u32 & 1) << lane;
            second |= u32::from(outcome.second) << lane;
        }
        self.write_any(evaluation.writes[0], mask, first)?;
        if let AnyDest::Flag(to) = evaluation.writes[1] {
            self.write_flag(to, mask, second)?;
        }
        Ok(())
    }

    fn pack(&mut self, image: &Image, vector: &Vector, mask: u32) -> Result<(), Halt> {
        let Some(&AnyDest::Word(to)) = vector.to.first() else { return Ok(()) };
        let mut quad = [[0u32; 32]; 4];
        for lane in Lanes(mask) {
            let mut whole = 0u128;
            for (n, &source) in vector.from.iter().enumerate() {
                let element = u128::from(self.any(image, source, lane)) & (u128::MAX >> (128 - vector.bits.min(128)));
                whole |= element << (n as u32 * vector.bits).min(127);
            }
            for (word, row) in quad.iter_mut().enumerate() {
                row[lane] = (whole >> (32 * word)) as u32;
            }
        }
        for (word, row) in quad.iter().enumerate().take(usize::from(to.words)) {
            self.scratch[0] = *row;
            self.put(to.row + word as u32, to.scalar, mask, 0)?;
        }
        Ok(())
    }

    fn unpack(&mut self, image: &Image, vector: &Vector, mask: u32) -> Result<(), Halt> {
        let AnySource::Word(whole, words) = vector.whole else { return Ok(()) };
        let low: Pair = *self.pair(image, whole);
        let quad: [Row; 4] = *rows_of(&self.rows, self.frame.rows, &image.constants, whole);
        for (n, &to) in vector.to.iter().enumerate() {
            let at = n as u32 * vector.bits;
            for lane in Lanes(mask) {
                let mut bits = u128::from(low[0][lane]);
                for word in 1..usize::from(words) {
                    let row = if words > 2 { &quad[word] } else { &low[word] };
                    bits |= u128::from(row[lane]) << (32 * word);
                }
                self.keep(lane, (bits >> at.min(127)) as u64 & (u64::MAX >> (64 - vector.bits.min(64))));
            }
            self.write_any(to, mask, self.scratch[0].iter().enumerate().fold(0, |f, (l, v)| f | (v & 1) << l))?;
        }
        Ok(())
    }

    fn arrive(&mut self, image: &Image, barrier: &BarrierAccess, mask: u32) -> Result<Option<Arrival>, Halt> {
        if mask == 0 {
            return Ok(None);
        }
        let first = mask.trailing_zeros() as usize;
        let same = |source: Source, what: &Warp| {
            let row = what.row(image, source);
            Lanes(mask).all(|lane| row[lane] == row[first]).then_some(row[first])
        };
        let number = self.row(image, barrier.number)[first];
        let wrong = || Halt::new(Cause::BarrierOperand(number), first as u32);
        let number = same(barrier.number, self).filter(|&number| number < 16).ok_or_else(wrong)?;
        let expected = match barrier.threads {
            Some(threads) => {
                Some(same(threads, self).filter(|&n| n > 0 && n % self.shape.lanes == 0).ok_or_else(wrong)?)
            }
            None => None,
        };
        let missing = self.alive & !mask;
        if missing != 0 {
            let cause = Cause::DivergentBarrier { barrier: number, missing: missing.count_ones() };
            return Err(Halt::new(cause, first as u32));
        }
        if barrier.waits {
            self.state = State::Waiting(number);
            self.awaited = barrier.reduction.map(|(reduction, _)| (reduction, barrier.to));
        }
        let predicates = barrier.reduction.map_or(0, |(_, flag)| self.flag(flag));
        Ok(Some(Arrival { barrier: number, expected, mask, predicates }))
    }

    /// Starts a call: of one function, or of the first thread's where addresses differ.
    fn enter(&mut self, image: &Image, call: u32, mask: u32, limit: usize) -> Result<(), Halt> {
        let site = &image.calls[call as usize];
        let first = mask.trailing_zeros();
        let (function, group) = match site.address {
            None => (site.functions.first().copied().unwrap_or(u32::MAX), mask),
            Some((source, wide)) => {
                let address = self.value(image, source, wide, first as usize);
                let known = FunctionId::of_address(address).filter(|f| site.functions.contains(&f.0));
                let function = known.ok_or_else(|| Halt::new(Cause::CallTarget { address }, first))?;
                let same = |lane: &usize| self.value(image, source, wide, *lane) == address;
                (function.0, Lanes(mask).filter(same).fold(0, |group, lane| group | 1 << lane))
            }
        };
        if image.body(function).is_some() {
            return self.call(image, call, function, group, mask & !group, limit);
        }
        self.outside(image, function, site, first)?;
        let later = mask & !group;
        if later != 0 {
            let next = self.top.pc + 1;
            self.stack.push(Entry { pc: next, ..self.top });
            self.top = Entry { pc: self.top.pc, meets: next, mask: later };
        } else {
            self.top.pc += 1;
        }
        Ok(())
    }

    /// A function that the module declares and CUDA's runtime defines.
    fn outside(&mut self, image: &Image, function: u32, site: &CallSite, lane: u32) -> Result<(), Halt> {
        let name = image.module.functions.get(function as usize).map_or("?", |f| &f.name);
        match name {
            // what is printed goes nowhere; 0 is what comes back
            "vprintf" => {
                for slot in &site.results {
                    let start = (self.frame.local + slot.word) as usize;
                    for row in self.local.iter_mut().skip(start).take(slot.words as usize) {
                        *row = [0; 32];
                    }
                }
                Ok(())
            }
            "__assertfail" | "__assert_fail" => Err(Halt::new(Cause::Assertion, lane)),
            _ => Err(Halt::new(Cause::Undefined(name.into()), lane)),
        }
    }
}
