//! What a partition's front end issues for an instruction of the program: vrPTX, with JOINs and masks where threads stand apart (SIMT-SIMD IV.A).

use std::collections::VecDeque;

use heddle_contract::prt::Config;
use heddle_kernel::execute::{Image, Warp};
use heddle_kernel::program::{FunctionId, Instruction, Op, Span};

use super::lower::{Lower, Then, Vector};
use super::registers::Registers;
use super::values::Values;

/// A kernel, ready for partitions.
#[derive(Debug, Clone)]
pub(super) struct Compiled {
    pub registers: Registers,
    pub values: Values,
}

impl Compiled {
    /// Compiles a kernel for partitions that have at most `data` data registers and `masks` mask registers. `same_size`: its CTAs or warps have one size. The
    /// error says why the registers are too few.
    pub fn of(image: &Image, (data, masks): (u32, u32), same_size: bool) -> Result<Compiled, String> {
        let values = Values::of(image, same_size);
        Ok(Compiled { registers: Registers::of(image, &values, data, masks)?, values })
    }
}

/// Data and mask registers of a partition: `each` and a quarter, or where that is 0 what `most` partitions have.
pub(super) fn budget(cfg: &Config, each: u32, most: u32) -> (u32, u32) {
    match each {
        0 => (cfg.registers / most, cfg.masks / most),
        each => (each, (each / 4).clamp(1, cfg.masks / most)),
    }
}

/// An instruction, and where it stands.
pub(super) struct Site<'a> {
    pub compiled: &'a Compiled,
    pub image: &'a Image<'a>,
    pub function: FunctionId,
    pub number: u32,
    /// One of the warps that execute it, for what they share.
    pub warp: Option<&'a Warp>,
    /// All threads of its CTAs are in this partition.
    pub whole: bool,
}

/// A front end: what the mask register and the last JOIN left.
#[derive(Debug, Clone)]
pub(super) struct Front {
    /// Active threads, 32 to an element at most, as the mask register has them.
    active: Vec<u32>,
    /// A join has just found the next PC.
    joined: bool,
    /// The mask register holds something else by now.
    stale: bool,
}

impl Front {
    /// At the first instruction, with these threads.
    pub fn new(active: Vec<u32>) -> Front {
        Front { active, joined: false, stale: false }
    }

    /// Composes what is issued for an instruction that `active` threads execute; `full`: these are all that there were at the start. None where a JOIN
    /// has to find
    /// them first: it is composed again behind that.
    pub fn compose(&mut self, site: &Site, active: &[u32], full: bool, out: &mut VecDeque<Vector>) -> Option<Then> {
        if *active != self.active {
            if !self.joined {
                out.push_back(Vector::join());
                self.joined = true;
                return None;
            }
            self.stale = true;
        }
        if !full && self.stale {
            out.push_back(Vector::mask(site.number));
            self.stale = false;
        }
        self.joined = false;
        let &Site { compiled, image, function, number, warp, whole } = site;
        let (op, at) = (Op::Return, Span::default());
        let falls_off = Instruction { guard: None, op, writes: vec![], reads: vec![], at, stands_for: 1 };
        let instruction = image.module.functions[function.0 as usize].code.get(number as usize).unwrap_or(&falls_off);
        let Compiled { registers, values } = compiled;
        let stale = self.stale;
        let mut lower = Lower { registers, values, function, image, warp, whole, full, stale, out };
        let then = lower.instruction(number, instruction);
        self.stale = lower.stale;
        self.joined = then == Then::Joins;
        self.active.copy_from_slice(active);
        Some(then)
    }
}
