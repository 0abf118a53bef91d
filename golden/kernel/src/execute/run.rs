use std::sync::Arc;

use super::cta::Cta;
use super::divergence::{Divergence, WarpStack};
use super::fault::{Cause, Fault};
use super::image::Image;
use super::livelock::LIVELOCK;
use super::memory::Memory;
use super::observer::Observer;
use super::turns::{Env, run_all};
use super::whole::Whole;

/// The launch of a grid: its shape, its shared memory and its parameters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Launch {
    /// CTAs of the grid in x, y, z.
    pub grid: [u32; 3],
    /// Threads of a CTA in x, y, z.
    pub block: [u32; 3],
    /// Threads of each warp in a launch of warps with sizes of their own (SIMT-SIMD III); `None`
    /// for a grid of CTAs. Each such warp is a CTA, and `block` is the greatest of them.
    pub sizes: Option<Arc<[u32]>>,
    /// Bytes of dynamic shared memory per CTA.
    pub dynamic_shared: u32,
    /// The bytes of the kernel's parameter block.
    pub parameters: Vec<u8>,
    /// The number of the launch, as in `%gridid`.
    pub number: u64,
}

/// The options of running a grid: warp size, limits and checks.
#[derive(Debug, Clone, Copy)]
pub struct Options {
    /// Threads of a warp: a power of two, 32 at most.
    pub warp_size: u32,
    /// Warp instructions of a CTA after which it counts as endless.
    pub cta_limit: u64,
    /// Warp instructions of the whole grid after which it counts as endless.
    pub limit: u64,
    /// Whether values of scalar registers are compared between the threads of a warp when they are
    /// written (STSIMT 5.8).
    pub check_scalars: bool,
    /// Instructions that a warp executes before another warp's turn.
    pub quantum: u64,
    /// The greatest number of threads of a CTA.
    pub threads: u32,
    /// The greatest number of bytes of a CTA's shared memory.
    pub shared: u32,
    /// Warp instructions of repetition alone after which a grid is stopped; 0 for never.
    pub livelock: u64,
    /// The greatest depth of nested calls.
    pub depth: usize,
    /// Called after every round of a CTA's warps; returns whether the run is to end at once.
    pub stop: fn() -> bool,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            warp_size: 32,
            cta_limit: 1 << 28,
            limit: u64::MAX,
            check_scalars: false,
            quantum: 4096,
            threads: 1024,
            shared: 227 << 10,
            livelock: LIVELOCK,
            depth: 1024,
            stop: || false,
        }
    }
}

/// The statistics of a run: launches, CTAs, warps, threads and executed instructions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[allow(missing_docs)]
pub struct Statistics {
    pub launches: u64,
    pub ctas: u64,
    pub warps: u64,
    pub threads: u64,
    /// Executed instructions, counted once per warp.
    pub warp_instructions: u64,
    /// Executed instructions, counted once per active thread whose guard holds.
    pub thread_instructions: u64,
}

impl std::ops::AddAssign for Statistics {
    fn add_assign(&mut self, other: Statistics) {
        self.launches += other.launches;
        self.ctas += other.ctas;
        self.warps += other.warps;
        self.threads += other.threads;
        self.warp_instructions += other.warp_instructions;
        self.thread_instructions += other.thread_instructions;
    }
}

impl Launch {
    /// Number of CTAs of the grid.
    pub fn ctas(&self) -> u64 {
        self.grid.iter().map(|&side| u64::from(side)).product()
    }

    /// Returns the threads of a CTA in x, y, z: of a warp with a size of its own, that size.
    pub fn block_of(&self, id: [u32; 3]) -> [u32; 3] {
        self.sizes.as_ref().and_then(|sizes| sizes.get(id[0] as usize)).map_or(self.block, |&size| [size, 1, 1])
    }

    /// Checks that a kernel can be launched with these parameters and options.
    pub fn check(&self, image: &Image, options: &Options) -> Result<(), Fault> {
        let function = &image.module.functions[image.kernel.0 as usize];
        let fail = |cause| Err(image.fault(image.kernel.0, u32::MAX, cause));
        let product = |sides: [u32; 3]| sides.iter().try_fold(1u32, |product, &side| product.checked_mul(side));
        if !options.warp_size.is_power_of_two() || options.warp_size > 32 {
            return fail(Cause::Malformed(format!("warps of {} threads: 1, 2, 4, 8, 16 or 32", options.warp_size)));
        }
        let size = |(wid, size): (usize, &u32)| (*size == 0 || *size > options.threads).then_some((wid, *size));
        if let Some((wid, size)) = self.sizes.iter().flat_map(|sizes| sizes.iter()).enumerate().find_map(size) {
            return fail(Cause::WarpSize { wid, size, limit: options.threads });
        }
        let threads = product(self.block).unwrap_or(u32::MAX);
        if threads == 0 || threads > options.threads {
            return fail(Cause::Block { block: self.block, limit: options.threads });
        }
        if self.grid.contains(&0) {
            return fail(Cause::Grid { grid: self.grid });
        }
        if let Some((required, exact)) = function.threads {
            let fits =
                if exact { self.block == required } else { product(required).is_none_or(|most| threads <= most) };
            if !fits {
                return fail(Cause::Required { block: self.block, required, exact });
            }
        }
        let shared = image.shared(self.dynamic_shared);
        if shared > u64::from(options.shared) {
            return fail(Cause::SharedTooLarge { bytes: shared, limit: options.shared.into() });
        }
        if self.parameters.len() != function.parameter_bytes as usize {
            return fail(Cause::Parameters { given: self.parameters.len(), expected: function.parameter_bytes });
        }
        Ok(())
    }
}

/// Runs a grid, CTA by CTA in turns, the warps of each in turn, with a SIMT stack per warp.
pub fn run<O: Observer>(
    image: &Image,
    launch: &Launch,
    memory: &mut Memory,
    observer: &mut O,
    options: &Options,
) -> Result<Statistics, Fault> {
    run_with::<WarpStack, O>(image, launch, memory, observer, options)
}

/// Runs a grid as [`run`] does, with `D` as the model of divergence; warps with sizes of their own
/// always use [`LowestPc`](super::LowestPc).
pub fn run_with<D: Divergence, O: Observer>(
    image: &Image,
    launch: &Launch,
    memory: &mut Memory,
    observer: &mut O,
    options: &Options,
) -> Result<Statistics, Fault> {
    all_from::<D, O>(Env { image, launch, memory, observer, options }, 0)
}

/// Runs the CTAs of a grid from number `first` on, x fastest, as [`run`] runs all.
pub fn run_from<O: Observer>(
    image: &Image,
    launch: &Launch,
    memory: &mut Memory,
    observer: &mut O,
    options: &Options,
    first: u64,
) -> Result<Statistics, Fault> {
    all_from::<WarpStack, O>(Env { image, launch, memory, observer, options }, first)
}

fn all_from<D: Divergence, O: Observer>(env: Env<O>, first: u64) -> Result<Statistics, Fault> {
    if env.launch.sizes.is_some() { run_all::<Whole, O>(env, first) } else { run_all::<Cta<D>, O>(env, first) }
}
