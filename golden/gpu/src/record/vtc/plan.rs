//! What the scoreboard must know of a kernel's instructions, and how many of its CTAs an SM holds.

use std::collections::BTreeMap;

use heddle_contract::vtc::{Config, MAX_COUNT};
use heddle_kernel::execute::Image;
use heddle_kernel::launch::Grid;
use heddle_kernel::program::{Barrier, FunctionId, Location, Op, RegisterId};

/// Registers of an SM, of 32 bits (table I).
const REGISTERS: u32 = 32_768;

/// A register, as the scoreboard has it: whether a predicate, and its number.
pub(super) type Place = (bool, u32);

/// An instruction.
#[derive(Debug, Clone, Default)]
pub(super) struct Plan {
    /// What it reads and writes.
    pub touches: Vec<Place>,
    /// What it writes.
    pub writes: Vec<Place>,
    /// A warp waits behind it for others.
    pub waits: bool,
}

impl Plan {
    /// How many registers the unit is told.
    pub fn count(&self) -> u8 {
        self.writes.len().min(MAX_COUNT.into()) as u8
    }
}

/// Of a kernel, by function.
pub(super) struct Program(BTreeMap<u32, Vec<Plan>>);

impl Program {
    pub fn of(image: &Image) -> Program {
        let mut plans = BTreeMap::new();
        for (id, function) in image.module.functions.iter().enumerate() {
            let id = FunctionId(id as u32);
            let Some(allocation) = image.allocation(id) else { continue };
            let places = |register: RegisterId| {
                let words = function.registers[register.0 as usize].ty.words().max(1);
                let (predicate, first) = match allocation.locations[register.0 as usize] {
                    Location::Vector(word) | Location::Scalar(word) => (false, word),
                    Location::Predicate(n) | Location::ScalarPredicate(n) => (true, n),
                };
                (first..first + words).map(move |n| (predicate, n))
            };
            let plan = |instruction: &heddle_kernel::program::Instruction| {
                let writes: Vec<Place> = instruction.registers_written().flat_map(places).collect();
                let reads = instruction.registers_read().flat_map(places);
                let waits = matches!(&instruction.op, Op::Barrier(barrier) if *barrier != Barrier::Arrive);
                Plan { touches: writes.iter().copied().chain(reads).collect(), writes, waits }
            };
            plans.insert(id.0, function.code.iter().map(plan).collect());
        }
        Program(plans)
    }
    /// One past the last is a return.
    pub fn plan(&self, function: FunctionId, number: u32) -> Option<&Plan> {
        self.0.get(&function.0)?.get(number as usize)
    }
}

/// What an SM holds of a kernel (IV.B): the capacity limit and the scheduling limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Limits {
    pub warps: u32,
    pub ctas: u32,
    pub active: u32,
}

impl Limits {
    /// Of a grid; or why not a single CTA fits.
    pub fn of(cfg: &Config, image: &Image, grid: &Grid, warp_size: u32) -> Result<Limits, String> {
        let threads = grid.launch.block.iter().product::<u32>();
        let warps = threads.div_ceil(warp_size);
        let words = image.allocation(image.kernel).map_or(0, |allocation| allocation.vectors + allocation.scalars);
        let shared = image.shared(grid.launch.dynamic_shared);
        let context = u64::from(cfg.beats(warps) * cfg.beat / 8);
        let (rows, registers) = (u64::from(cfg.rows * cfg.beat / 8), words.max(1) * warps * warp_size);
        let held =
            [u64::from(cfg.ctas), (cfg.vwis / warps).into(), rows / (context + shared), (REGISTERS / registers).into()];
        let ctas = held.into_iter().min().unwrap_or(0) as u32;
        let active = ctas.min(cfg.active).min(cfg.pwis / warps);
        if warps <= cfg.warps && active > 0 {
            return Ok(Limits { warps, ctas, active });
        }
        Err(format!(
            "a CTA has {warps} warps, {registers} registers, {shared} bytes of shared memory and {context} of context; \
             the SM has {} warps a CTA and {} in all, \
             {REGISTERS} registers, {rows} bytes",
            cfg.warps,
            cfg.pwis.min(cfg.vwis)
        ))
    }
}
