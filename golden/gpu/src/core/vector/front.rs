//! Front end of a partition: composes vrPTX for an instruction of the program, with JOINs and masks
//! where threads have diverged (SIMT-SIMD IV.A).

use std::collections::VecDeque;

use heddle_contract::prt::Config;
use heddle_kernel::execute::{Image, Warp};
use heddle_kernel::program::{FunctionId, Instruction, Op, Span};

use super::lower::{Lower, Then, Vector};
use super::registers::Registers;
use super::values::Values;

/// A kernel compiled for the partitions of a vector core.
#[derive(Debug, Clone)]
pub(super) struct Compiled {
    pub registers: Registers,
    pub values: Values,
}

impl Compiled {
    /// Compiles a kernel for partitions of which `most` run at once, each with `each` data
    /// registers and a quarter as many mask registers, or where that is 0 with all that it can
    /// have. `same_size`: its CTAs or warps have one size. The error says why the registers are too
    /// few.
    pub fn of(image: &Image, cfg: &Config, (each, most): (u32, u32), same_size: bool) -> Result<Compiled, String> {
        if cfg.masks < most {
            let why = "each has a mask register for its active threads";
            return Err(format!("{why}, and vector.masks = {} is less than {most}", cfg.masks));
        }
        let (data, masks) = match each {
            0 => (cfg.registers / most, cfg.masks / most),
            each => (each, (each / 4).clamp(1, cfg.masks / most)),
        };
        let values = Values::of(image, same_size);
        Ok(Compiled { registers: Registers::of(image, &values, data, masks)?, values })
    }
}

/// An instruction of a kernel, and the context in which it executes.
pub(super) struct Site<'a> {
    pub compiled: &'a Compiled,
    pub image: &'a Image<'a>,
    pub function: FunctionId,
    pub number: u32,
    /// One of the warps that execute the instruction, for values that all share.
    pub warp: Option<&'a Warp>,
    /// Whether all threads of the instruction's CTAs are in this partition.
    pub whole: bool,
}

/// Front end of a partition: the state of the mask register and of the last JOIN.
#[derive(Debug, Clone)]
pub(super) struct Front {
    /// Masks of the active threads, up to 32 threads each, as the mask register has them.
    active: Vec<u32>,
    /// Whether a JOIN has just found the next PC.
    joined: bool,
    /// Whether the mask register no longer holds the active threads.
    stale: bool,
}

impl Front {
    /// Creates a front end at the first instruction, with these active threads.
    pub fn new(active: Vec<u32>) -> Front {
        Front { active, joined: false, stale: false }
    }

    /// Composes the vector instructions for an instruction that `active` threads execute; `full`:
    /// these are all that there were at the start. Returns how the front end continues; `None`
    /// where a JOIN has to find the threads first: the instruction is composed again behind the
    /// JOIN.
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
