//! The execution of one instruction of a warp.

use super::code::{Code, Decoded, FlagDest, Guard};
use super::fault::{Cause, Halt};
use super::image::Image;
use super::machine::wide;
use super::memory::Memory;
use super::observer::{Issue, Observer};
use super::outcome::Outcome;
use super::rows::Lanes;
use super::warp::Warp;
use super::window::space_of;
use crate::program::{FunctionId, Space};

/// The environment of an instruction: all that it reaches beyond its warp.
pub(crate) struct ExecEnv<'a, O> {
    pub image: &'a Image<'a>,
    pub memory: &'a mut Memory,
    pub shared: &'a mut [u8],
    pub parameters: &'a [u8],
    pub observer: &'a mut O,
    /// The number of entries of the warp's control, for the observer.
    pub depth: usize,
}

/// The continuation after an instruction.
///
/// It is compiled into the place of each kind of outcome: an outcome that is a value costs the loop
/// over instructions a tenth of its time.
pub(crate) trait Then {
    type Output;
    fn then(self, warp: &mut Warp, outcome: Outcome, threads: u32) -> Result<Self::Output, Halt>;
}

/// No continuation: the outcome is returned to the caller.
struct Report;

impl Then for Report {
    type Output = (Outcome, u32);
    #[inline(always)]
    fn then(self, _: &mut Warp, outcome: Outcome, threads: u32) -> Result<(Outcome, u32), Halt> {
        Ok((outcome, threads))
    }
}

/// Returns a mask with the bit of a lane set where the table's bit 2a + b is.
#[inline(always)]
fn look(table: u8, a: u32, b: u32) -> u32 {
    let row = |bit: u8, mask: u32| if table & bit != 0 { mask } else { 0 };
    row(1, !a & !b) | row(2, !a & b) | row(4, a & !b) | row(8, a & b)
}

wide! {
    unsafe fn execute_wide<O: Observer>(
        warp: &mut Warp,
        env: &mut ExecEnv<O>,
        pc: u32,
        threads: u32,
    ) -> Result<(Outcome, u32), Halt> {
        warp.execute_then(env, pc, threads, Report)
    }
}

impl Warp {
    /// Executes one instruction for some threads and changes neither program counters nor which
    /// threads live. Returns the outcome for control, and how many threads executed the
    /// instruction: for a branch or an exit, threads whose guard is false too.
    pub(crate) fn execute<O: Observer>(
        &mut self,
        env: &mut ExecEnv<O>,
        pc: u32,
        threads: u32,
    ) -> Result<(Outcome, u32), Halt> {
        if env.image.wide {
            // SAFETY: the image says so on machines alone that have the instructions
            return unsafe { execute_wide(self, env, pc, threads) };
        }
        self.execute_then(env, pc, threads, Report)
    }

    /// Executes one instruction as [`Warp::execute`] does, and continues with `then`.
    #[inline(always)]
    pub(crate) fn execute_then<O: Observer, T: Then>(
        &mut self,
        env: &mut ExecEnv<O>,
        pc: u32,
        threads: u32,
        then: T,
    ) -> Result<T::Output, Halt> {
        let image = env.image;
        let Some(decoded) = image.code.get(pc as usize) else {
            return Err(Halt::new(Cause::Malformed("control is nowhere".into()), None));
        };
        let mask = threads & self.guard(decoded.guard);
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
            active: threads,
            mask,
            depth: env.depth,
        };
        if O::WATCHES {
            env.observer.issue(&issue, self, image);
        }
        if env.memory.livelock.watches() {
            self.compare(&mut env.memory.livelock, pc, threads);
        }
        self.steps += 1;
        self.at = pc;
        match decoded.code {
            Code::Map { run, reads, to } => {
                self.map(image, run, reads, mask);
                self.write(to, mask)?;
            }
            Code::Copy { from, words, to } => self.copy(image, from, words, to, mask)?,
            Code::Test { run, reads, with, table, p, q } => {
                let holds = self.test(image, run, reads);
                let with = self.flag(with);
                self.write_flag(p, mask, look(table, with, holds))?;
                if q != FlagDest::SINK {
                    self.write_flag(q, mask, look(table, with, !holds))?;
                }
            }
            Code::Select { a, b, by, to } => self.select(image, [a, b], by, to, mask)?,
            Code::Logic { table, a, b, to } => self.write_flag(to, mask, look(table, self.flag(a), self.flag(b)))?,
            Code::Load(access) => self.load(env, &issue, &access)?,
            Code::Store(access) => self.store(env, &issue, &access)?,
            Code::Branch { target, reconverge_pc } => {
                if O::WATCHES {
                    if decoded.guard != Guard::None {
                        env.observer.branch(&issue, mask);
                    }
                    env.observer.retire(&issue, self, image);
                }
                return then.then(self, Outcome::Branch { target, taken: mask, reconverge_pc }, mask.count_ones());
            }
            _ => {
                // a copy, so that that of the common instructions stays in registers
                let outcome = self.execute_rare(env, &{ issue }, decoded)?;
                if O::WATCHES {
                    env.observer.retire(&issue, self, image);
                }
                return then.then(self, outcome, mask.count_ones());
            }
        }
        if O::WATCHES {
            env.observer.retire(&issue, self, image);
        }
        then.then(self, Outcome::Next, mask.count_ones())
    }

    /// Executes the instructions that are too rare for the loop over instructions.
    #[inline(never)]
    fn execute_rare<O: Observer>(
        &mut self,
        env: &mut ExecEnv<O>,
        issue: &Issue,
        decoded: &Decoded,
    ) -> Result<Outcome, Halt> {
        let (image, mask) = (env.image, issue.mask);
        match decoded.code {
            Code::Return => return Ok(Outcome::Return { threads: mask }),
            Code::Exit => return Ok(Outcome::Exit { threads: mask }),
            Code::BranchIndexed { table, index, reconverge_pc } => {
                let outcome = self.branch_by_table(image, table, index, reconverge_pc, mask)?;
                if O::WATCHES {
                    env.observer.branch(issue, mask);
                }
                return Ok(outcome);
            }
            Code::Call(call) => return self.call(env, call, mask),
            Code::Barrier(site) => return self.arrive(image, site, mask),
            Code::Trap if mask != 0 => return Err(Halt::new(Cause::Trap, mask.trailing_zeros())),
            Code::Evaluate(at) => self.evaluate(image, &image.evaluations[at as usize], mask)?,
            Code::Pack(at) => self.pack(image, &image.vectors[at as usize], mask)?,
            Code::Unpack(at) => self.unpack(image, &image.vectors[at as usize], mask)?,
            Code::Atomic { access, kind, ty } => {
                self.atomic(env, issue, &image.atomics[access as usize], kind, ty)?;
            }
            Code::Texture(at, fetch) => self.fetch(env, issue, &image.textures[at as usize], fetch)?,
            Code::SurfaceAddress { access, ref surface, inside } => {
                self.surface_address(env, mask, &image.textures[access as usize], surface, inside)?;
            }
            Code::IsSpace { space, a, wide, to } => {
                let space = if space == Space::Const { Space::Global } else { space };
                let inside = |lane: &usize| space_of(self.value(image, a, wide, *lane)) == space;
                let value = Lanes(mask).filter(inside).fold(0, |value, lane| value | 1 << lane);
                self.write_flag(to, mask, value)?;
            }
            _ => self.exchange(image, &decoded.code, mask)?,
        }
        Ok(Outcome::Next)
    }
}
