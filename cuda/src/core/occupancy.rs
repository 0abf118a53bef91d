//! What a kernel needs, and how many of its CTAs a core holds.

use heddle_gpu::config::spec::Spec;
use heddle_kernel::compile::{Registers, allocation, executed, image};

use super::engine::Kernel;
use crate::error::Error;

/// What a kernel needs.
#[derive(Debug, Clone, Copy)]
pub struct Attributes {
    /// Registers of a thread, words of 32 bits, as the allocator has them.
    pub registers: u32,
    /// Bytes of shared memory of a CTA, without the dynamic part.
    pub shared: u32,
    /// Bytes of local memory of a thread.
    pub local: u32,
    /// Bytes of constants.
    pub constants: u64,
    /// Threads of a CTA at most.
    pub threads: u32,
}

impl Attributes {
    /// Of a kernel, compiled for such registers.
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

    /// CTAs of so many threads, with so many bytes of dynamic shared memory, that a core holds.
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

/// Threads of a CTA with which most threads are on a core, at most `limit` if that is not 0; and the CTAs that fill the GPU.
pub fn potential(attributes: &Attributes, spec: &Spec, dynamic: impl Fn(u32) -> u64, limit: u32) -> (u32, u32) {
    let most = attributes.threads.min(spec.core.warps * spec.core.warp_size);
    let most = if limit == 0 { most } else { most.min(limit) };
    let sizes = (1..=most / spec.core.warp_size).map(|warps| warps * spec.core.warp_size);
    let held = |threads: &u32| attributes.ctas(spec, *threads, dynamic(*threads)) * threads;
    let best = sizes.max_by_key(held).unwrap_or(most.max(1));
    (best, attributes.ctas(spec, best, dynamic(best)) * spec.core.count)
}
