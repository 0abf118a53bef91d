//! A run: a workload's grids, in order, on the cores and the memory of a GPU.

use heddle_kernel::compile::Registers;
use heddle_kernel::execute::{Cause, Image, Options as ExecOptions};
use heddle_kernel::launch::Grid;
use heddle_kernel::program::Module;

use super::gpu::{Gpu, GridRun};
use super::results::{Ended, Launch, Options, Run, of};
use super::sample::Sample;
use super::steady::Steady;
use super::whole_warps::relies_on_warps;
use super::{Grids, Watch};
use crate::base::clock::Clock;
use crate::base::{GridContext, SimError, threads};
use crate::config::spec::{Products, Spec};
use crate::core::Core;
use crate::measure::kernel_lines::{KernelLines, Profile};
use crate::memory::MemorySystem;
use crate::microop::{self, Program};
use crate::warps::CtaNeeds;

/// Options of the executor for a GPU with warps of `warp_size` threads; `scalar`: a scalar register
/// has one value for all threads of its warp.
pub(crate) fn exec_options(spec: &Spec, warp_size: u32, scalar: bool) -> ExecOptions {
    ExecOptions {
        warp_size,
        check_scalars: scalar,
        shared: spec.shared.bytes,
        threads: spec.core.warps * spec.core.warp_size,
        ..ExecOptions::default()
    }
}

/// The parts of a GPU before its first cycle.
pub(crate) struct Machine<'s, C, M> {
    pub spec: &'s Spec,
    /// The cores, empty.
    pub cores: Vec<C>,
    /// The memory system behind the cores' L1 caches.
    pub memory: M,
}

/// Runs the grids of a workload, in order.
pub(crate) fn run_grids<C: Core, M: MemorySystem>(
    machine: Machine<C, M>,
    work: &mut dyn Grids,
    registers: Registers,
    exec: &ExecOptions,
    options: &Options,
    watch: &mut dyn Watch,
) -> Result<Run, SimError> {
    let Machine { spec, cores, memory: behind } = machine;
    let clock = Clock::new(spec).map_err(|error| SimError::Unfit(error.to_string()))?;
    let mut gpu = Gpu::new(clock, cores, behind, options, watch.gauge().unwrap_or_default());
    let (mut launches, mut ended) = (Vec::new(), Ended::Whole);
    let (keeps, mut before) = (work.keeps_launches(), gpu.statistics());
    let (mut planned, mut lines) = (None, KernelLines::default());
    let mut sample = options.sample.then(Sample::default);
    work.each(registers, exec.warp_size, &mut |grid, image, memory| {
        let program = plan(&mut planned, grid, image, exec, spec.core.products)?;
        let (threads, mut context) =
            (threads(grid, exec), GridContext { image, grid, options: exec, memory, turn: None });
        let needs = CtaNeeds { program, threads: &threads, warp_size: exec.warp_size, shared: context.shared() };
        let name = &image.module.functions[image.kernel.0 as usize].name;
        gpu.cores.first().map_or(Ok(()), |core| core.fits(&needs)).map_err(|why| unfit(name, &why))?;
        if !C::DISPATCHES {
            permits(image, grid, exec.warp_size).map_err(|why| SimError::Unfit(format!("`{name}`: {why}")))?;
        }
        let left = sample.as_mut().map(|sample| sample.leave(&mut context, &mut gpu.memory)).transpose()?;
        if let Some(launch) = left.flatten() {
            return Ok((launch, Ended::Whole));
        }
        watch.grid(gpu.cycle, name);
        let began = gpu.cycle;
        let limit = options.limit.unwrap_or(u64::MAX);
        if options.profile {
            gpu.cores.iter_mut().for_each(|core| core.lines().begin(image));
        }
        let steady = (sample.is_some() && !C::DISPATCHES).then(Steady::default);
        let mut part = GridRun { grid: &mut context, needs, limit, steady };
        ended = gpu.run(grid.kernel.0, &mut part, watch)?;
        let steady = part.steady.unwrap_or_default();
        let now = gpu.statistics();
        if options.profile {
            lines.add(image, gpu.cores.iter_mut().map(|core| core.lines().end()));
        }
        let statistics = now.iter().zip(&before).map(|(now, before)| now - before).collect();
        before = now;
        let launch = Launch { kernel: name.clone(), cycles: gpu.cycle - began, statistics };
        if let Some(sample) = &mut sample {
            sample.add(&mut context, &mut gpu.memory, &launch, &steady)?;
        }
        if keeps {
            launches.push(launch.clone());
        }
        Ok((launch, ended))
    })?;
    let count = |name| of(&before, name).unwrap_or(0);
    let (instructions, thread_instructions) = (count("core.instructions"), count("core.thread_instructions"));
    let profile = options.profile.then(|| {
        gpu.snapshot();
        Box::new(Profile { history: std::mem::take(&mut gpu.history), kernels: lines.kernels })
    });
    let (cycles, timeline) = (gpu.cycle, gpu.timeline);
    let sampled = None;
    let run = Run {
        cycles,
        instructions,
        thread_instructions,
        ended,
        statistics: before,
        timeline,
        launches,
        profile,
        sampled,
    };
    Ok(match sample {
        Some(sample) => sample.of(run),
        None => run,
    })
}

/// The steps of a kernel, with the module, the kernel and the CTA dimensions that they were made
/// for.
type Planned = ((*const Module, u32, [u32; 3]), Program);

/// Returns the steps of a grid's kernel: those of the grid before, if it was of the same kernel.
fn plan<'p>(
    planned: &'p mut Option<Planned>,
    grid: &Grid,
    image: &Image,
    exec: &ExecOptions,
    products: Products,
) -> Result<&'p Program, SimError> {
    admits(grid, image, exec)?;
    let name = &image.module.functions[image.kernel.0 as usize].name;
    let key = (std::ptr::from_ref(image.module), grid.kernel.0, grid.launch.block);
    let program = match planned.take_if(|(known, _)| *known == key) {
        Some((_, program)) => program,
        None => microop::program(image, grid.launch.block, products).map_err(|why| unfit(name, &why))?,
    };
    Ok(&planned.insert((key, program)).1)
}

/// Refuses a grid whose CTAs do not fit into a core, with the key of the configuration that would
/// have to be larger; CTAs that no core can hold are a fault of the launch.
pub(crate) fn admits(grid: &Grid, image: &Image, exec: &ExecOptions) -> Result<(), SimError> {
    let Err(fault) = grid.launch.check(image, exec) else { return Ok(()) };
    // one that no core could hold is the launch's fault
    grid.launch.check(image, &ExecOptions::default()).map_err(SimError::of_fault)?;
    let (key, needed) = match fault.cause {
        Cause::Block { block, .. } => ("core.warps x core.warp_size", block.iter().product::<u32>().into()),
        Cause::WarpSize { size, .. } => ("core.warps x core.warp_size", size.into()),
        Cause::SharedTooLarge { bytes, .. } => ("shared.bytes", bytes),
        _ => return Err(SimError::of_fault(fault)),
    };
    Err(SimError::Room { fault: Box::new(fault), key, needed })
}

/// Refuses a launch whose own warp sizes exceed the cores' warps, if its threads rely on each other
/// (SIMT-SIMD III).
fn permits(image: &Image, grid: &Grid, warp_size: u32) -> Result<(), String> {
    let sizes = grid.launch.sizes.iter().flat_map(|sizes| sizes.iter()).enumerate();
    let Some((wid, size)) = sizes.into_iter().find(|(_, size)| **size > warp_size) else { return Ok(()) };
    match relies_on_warps(image) {
        Some(what) => Err(format!(
            "warp {wid} has {size} threads, warps of the cores have {warp_size}, and {what} needs all of them in one warp: \
             choose policy `simt-simd`, or smaller sizes"
        )),
        None => Ok(()),
    }
}

/// The error that a kernel does not fit the cores, and why.
pub(crate) fn unfit(kernel: &str, why: &dyn std::error::Error) -> SimError {
    SimError::Unfit(format!("`{kernel}` does not fit: {why}"))
}
