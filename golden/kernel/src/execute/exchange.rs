//! Exchanges between the threads of a warp: votes, shuffles, matches, reductions. Threads beyond
//! the warp's size count as inactive.

use super::code::{AnyDest, Code, Dest};
use super::cta::Cta;
use super::divergence::Divergence;
use super::fault::{Cause, Fault, Halt};
use super::image::Image;
use super::observer::{Issue, Observer};
use super::pack::exchanges;
use super::rows::{Lanes, Row, double};
use super::warp::Warp;
use crate::arithmetic::evaluate;
use crate::program::{Atomic, Float, FunctionId, Mode, Op, Shuffle, Type, Vote};

/// Value that a shuffle reads from a thread that does not take part, which PTX leaves open
/// (DEVIATIONS, D293).
const ABSENT: u32 = 0;

/// Returns the lane from which a shuffle reads, and whether that is in range (the pseudo-code of
/// PTX's `shfl`).
fn source(kind: Shuffle, lane: u32, b: u32, c: u32) -> (u32, bool) {
    let (b, clamp, segment) = ((b & 31) as i32, c & 31, c >> 8 & 31);
    let most = (lane & segment | clamp & !segment) as i32;
    let least = (lane & segment) as i32;
    let (from, inside) = match kind {
        Shuffle::Up => (lane as i32 - b, lane as i32 - b >= most),
        Shuffle::Down => (lane as i32 + b, lane as i32 + b <= most),
        Shuffle::Butterfly => (lane as i32 ^ b, lane as i32 ^ b <= most),
        Shuffle::Index => {
            let from = least | b & !(segment as i32);
            (from, from <= most)
        }
    };
    if inside { (from as u32 & 31, true) } else { (lane, false) }
}

/// The values that the threads of a warp of any size give in a shuffle; the warp is several
/// [`Warp`]s, each with as many threads as lanes.
pub(crate) struct Given {
    /// The values that the threads give, by warp, and the threads that execute the shuffle.
    pub rows: Vec<Row>,
    pub there: Vec<u32>,
    /// Threads of the whole warp.
    pub threads: u32,
    /// Threads of each part.
    pub lanes: u32,
}

impl Given {
    /// Returns the thread from which thread `at` reads, and whether that is in range.
    /// PTX has 5 bits of a lane: here `c` of a shuffle without a width means the whole warp.
    fn source(&self, kind: Shuffle, at: u32, b: u32, c: u32) -> Result<(u32, bool), Halt> {
        let whole = if kind == Shuffle::Up { 0 } else { 31 };
        if c != whole {
            if self.threads > 32 {
                return Err(Halt::new(Cause::ShuffleWidth { c, threads: self.threads }, at % self.lanes));
            }
            return Ok(source(kind, at, b, c));
        }
        let from = match kind {
            Shuffle::Up => at.checked_sub(b),
            Shuffle::Down => at.checked_add(b),
            Shuffle::Butterfly => Some(at ^ b),
            Shuffle::Index => Some(b),
        };
        Ok(from.filter(|from| *from < self.threads).map_or((at, false), |from| (from, true)))
    }

    /// Returns the value that a thread gives, if it executes the shuffle.
    fn get(&self, thread: u32) -> Option<u32> {
        let (part, lane) = ((thread / self.lanes) as usize, thread % self.lanes);
        (self.there.get(part)? >> lane & 1 == 1).then(|| self.rows[part][lane as usize])
    }
}

/// Returns the lesser or greater of two singles; NaN with `nan` if one of them is.
fn extreme(kind: Atomic, nan: bool, a: u64, b: u64) -> u64 {
    let op = if kind == Atomic::Min { Float::Min { nan } } else { Float::Max { nan } };
    evaluate(&Op::Float(op, Type::F32, Mode::default()), &[a, b]).map_or(a, |outcome| outcome.value)
}

impl Warp {
    /// Returns the values that the warp's threads give in the shuffle at a place.
    pub(crate) fn given(&self, image: &Image, pc: u32) -> Row {
        match image.code.get(pc as usize).map(|decoded| &decoded.code) {
            Some(Code::Shuffle { reads: [a, ..], .. }) => *self.row(image, *a),
            _ => [0; 32],
        }
    }

    /// Writes the values that threads take from others in the shuffle at a place.
    pub(crate) fn take(&mut self, image: &Image, pc: u32, mask: u32, given: &Given) -> Result<(), Halt> {
        let Some(Code::Shuffle { kind, reads: [_, b, c], to, p }) = image.code.get(pc as usize).map(|at| &at.code)
        else {
            return Ok(());
        };
        let [b, c]: [Row; 2] = [*b, *c].map(|source| *self.row(image, source));
        let mut inside = 0;
        for lane in Lanes(mask) {
            let at = self.shape.warp * given.lanes + lane as u32;
            let (from, valid) = given.source(*kind, at, b[lane], c[lane])?;
            self.scratch[0][lane] = given.get(from).unwrap_or(ABSENT);
            inside |= u32::from(valid) << lane;
        }
        self.scratch[1] = [0; 32];
        self.write(*to, mask)?;
        self.write_flag(*p, mask, inside)
    }

    pub(crate) fn exchange(&mut self, image: &Image, code: &Code, mask: u32) -> Result<(), Halt> {
        if mask == 0 {
            return Ok(());
        }
        match *code {
            Code::Vote { kind, p, negated, members, to } => {
                let p = self.flag(p) ^ if negated { u32::MAX } else { 0 };
                let mut flags = 0;
                for lane in Lanes(mask) {
                    // a thread that does not name itself takes part all the same
                    let members = members.map_or(u32::MAX, |source| self.row(image, source)[lane] | 1 << lane);
                    let voters = mask & members;
                    let holds = match kind {
                        Vote::All => p & voters == voters,
                        Vote::Any => p & voters != 0,
                        Vote::Uniform => p & voters == 0 || p & voters == voters,
                        Vote::Ballot => false,
                    };
                    flags |= u32::from(holds) << lane;
                    self.scratch[0][lane] = if kind == Vote::Ballot { p & voters } else { holds.into() };
                    self.scratch[1][lane] = 0;
                }
                match to {
                    AnyDest::Flag(to) => self.write_flag(to, mask, flags),
                    AnyDest::Word(to) => self.write(to, mask),
                }
            }
            Code::Shuffle { kind, reads: [a, b, c], to, p } => {
                let [a, b, c]: [Row; 3] = [a, b, c].map(|source| *self.row(image, source));
                let mut inside = 0;
                for lane in Lanes(mask) {
                    let (from, valid) = source(kind, lane as u32, b[lane], c[lane]);
                    self.scratch[0][lane] = if mask >> from & 1 == 1 { a[from as usize] } else { ABSENT };
                    inside |= u32::from(valid) << lane;
                }
                self.scratch[1] = [0; 32];
                self.write(to, mask)?;
                self.write_flag(p, mask, inside)
            }
            Code::Match { all, a, members, wide, to, p } => {
                let members = *self.row(image, members);
                let a = if wide { *self.pair(image, a) } else { [*self.row(image, a), [0; 32]] };
                let mut equal = 0;
                for lane in Lanes(mask) {
                    let group = mask & (members[lane] | 1 << lane);
                    let value = double(&a, lane);
                    let same = Lanes(group).filter(|&other| double(&a, other) == value).fold(0, |s, l| s | 1 << l);
                    let agreed = same == group;
                    equal |= u32::from(agreed) << lane;
                    self.scratch[0][lane] = if all && !agreed { 0 } else { same };
                }
                self.scratch[1] = [0; 32];
                self.write(to, mask)?;
                self.write_flag(p, mask, equal)
            }
            Code::ActiveMask { to } => self.same(to, mask, mask),
            Code::Redux { kind, ty, nan, a, members, to } => {
                let [a, members] = [a, members].map(|source| *self.row(image, source));
                for lane in Lanes(mask) {
                    let values = Lanes(mask & (members[lane] | 1 << lane)).map(|other| u64::from(a[other]));
                    let combine = |x, y| match ty {
                        Type::F32 => extreme(kind, nan, x, y),
                        _ => super::atomic::combine(kind, ty, false, x, y, 0).unwrap_or(x),
                    };
                    let combined = values.reduce(combine).unwrap_or(0);
                    // of NaNs alone, the one that an operation makes
                    self.scratch[0][lane] =
                        (if ty == Type::F32 { combine(combined, combined) } else { combined }) as u32;
                }
                self.scratch[1] = [0; 32];
                self.write(to, mask)
            }
            _ => Ok(()),
        }
    }

    fn same(&mut self, to: Dest, mask: u32, value: u32) -> Result<(), Halt> {
        self.scratch = [[value; 32], [0; 32]];
        self.write(to, mask)
    }
}

impl<D: Divergence> Cta<D> {
    /// Exchanges values between threads of several warps, by number, at `pc` as one warp of any
    /// size: all give before any takes. Returns how many threads executed the exchange.
    pub(crate) fn exchange<O: Observer>(
        &mut self,
        image: &Image,
        observer: &mut O,
        pc: u32,
        parts: &[(usize, u32)],
    ) -> Result<u64, Fault> {
        let Some(decoded) = image.code.get(pc as usize) else { return Ok(0) };
        let (threads, lanes, cta) = (self.threads, self.lanes, self.id());
        let shuffles = matches!(decoded.code, Code::Shuffle { .. });
        let mut given =
            Given { rows: vec![[0; 32]; self.warps.len()], there: vec![0; self.warps.len()], threads, lanes };
        for &(number, active) in parts {
            let warp = &mut self.warps[number];
            (given.rows[number], given.there[number]) = (warp.given(image, pc), warp.guarded(image, pc, active));
            warp.at = pc;
        }
        if let Some(what) = exchanges(&decoded.code).filter(|_| !shuffles && threads > 32) {
            return Err(self.fault(image, parts[0].0, Halt::of_exchange(what, threads)));
        }
        for &(number, active) in parts {
            let (warp, mask) = (&mut self.warps[number], given.there[number]);
            let issue = Issue {
                cta,
                warp: number as u32,
                function: FunctionId(decoded.function),
                instruction: decoded.number,
                active,
                mask,
                depth: 1,
            };
            if O::WATCHES {
                observer.issue(&issue, warp, image);
            }
            warp.steps += 1;
            let done = match shuffles {
                true => warp.take(image, pc, mask, &given),
                false => warp.exchange(image, &decoded.code, mask),
            };
            if O::WATCHES {
                observer.retire(&issue, warp, image);
            }
            done.map_err(|halt| self.fault(image, number, halt))?;
        }
        Ok(given.there.iter().map(|mask| u64::from(mask.count_ones())).sum())
    }
}
