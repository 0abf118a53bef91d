//! Resources of a kernel, and how many of its CTAs a core holds.

use heddle_gpu::config::spec::Spec;
use heddle_kernel::compile::{Registers, allocation, executed, image};

use super::engine::Kernel;
use crate::error::Error;

/// Resources that a kernel needs: registers, shared memory, local memory, constants and threads.
#[derive(Debug, Clone, Copy)]
pub struct Attributes {
    /// Registers of a thread in words of 32 bits, as the allocator counts them.
    pub registers: u32,
    /// Static shared memory of a CTA, in bytes.
    pub shared: u32,
    /// Local memory of a thread, in bytes.
    pub local: u32,
    /// Constant memory of the kernel's module, in bytes.
    pub constants: u64,
    /// Greatest number of threads of a CTA.
    pub threads: u32,
}

impl Attributes {
    /// Compiles a kernel for these register settings and returns the resources that it needs.
    pub fn of((module, kernel): Kernel, registers: Registers) -> Result<Attributes, Error> {
        use heddle_kernel::program::Space;
        let image = image(module, kernel, registers)?;
        let made = executed(module, registers);
        let function = &made.functions[kernel.0 as usize];
        let allocated = allocation(made, function, registers)?;
        let constants = module.variables.iter().filter(|variable| variable.space == Space::Const);
        let threads = function.threads.map_or(1024, |(sides, _)| sides.iter().product());
        let local = image.module.variables.iter().filter(|v| v.space == Space::Local && v.owner == Some(kernel));
        Ok(Attributes {
            registers: allocated.vectors.max(1),
            shared: image.shared_bytes,
            local: local.map(|variable| variable.bytes as u32).sum(),
            constants: constants.map(|variable| variable.bytes).sum(),
            threads,
        })
    }

    /// Returns the number of CTAs of `threads` threads and `dynamic` bytes of dynamic shared memory
    /// that a core holds.
    pub fn ctas(&self, spec: &Spec, threads: u32, dynamic: u64) -> u32 {
        let core = &spec.core;
        if threads == 0 || threads > self.threads {
            return 0;
        }
        let warps = threads.div_ceil(core.warp_size);
        let registers = core.registers / (self.registers * warps * core.warp_size);
        let shared = u64::from(self.shared) + dynamic;
        let shared = u64::from(spec.shared.bytes).checked_div(shared).unwrap_or(u64::MAX);
        [u64::from(core.ctas), (core.warps / warps).into(), registers.into(), shared].into_iter().min().unwrap_or(0)
            as u32
    }
}

/// Returns the CTA size (in threads) with the most resident threads on a core, and the CTAs that
/// fill the GPU. The size is at most `limit`, if that is not 0.
pub fn potential(attributes: &Attributes, spec: &Spec, dynamic: impl Fn(u32) -> u64, limit: u32) -> (u32, u32) {
    let most = attributes.threads.min(spec.core.warps * spec.core.warp_size);
    let most = if limit == 0 { most } else { most.min(limit) };
    let sizes = (1..=most / spec.core.warp_size).map(|warps| warps * spec.core.warp_size);
    let held = |threads: &u32| attributes.ctas(spec, *threads, dynamic(*threads)) * threads;
    let best = sizes.max_by_key(held).unwrap_or(most.max(1));
    (best, attributes.ctas(spec, best, dynamic(best)) * spec.core.count)
}
