//! Resources that the CTAs of a workload's launches need, and CTAs that fit on a core (VT II, III
//! and IV.B). Nothing is executed.

use heddle_kernel::compile::{Allocated, Registers, Scalarization};
use heddle_kernel::launch::Session;
use serde::{Deserialize, Serialize};

use crate::base::{SimError, threads};
use crate::config::spec::Spec;
use crate::microop;
use crate::residency::{Limits, virtual_threads};
use crate::system::run::{exec_options, unfit};

/// CTAs of one kernel with the same resource needs.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shape {
    /// The kernel's name.
    pub kernel: String,
    /// Threads of a CTA.
    pub threads: u32,
    /// Warps of a CTA.
    pub warps: u64,
    /// Words of registers of a thread, after register allocation.
    pub registers: u32,
    /// Bytes of shared memory of a CTA.
    pub shared: u64,
    /// Number of CTAs of the largest grid of this shape.
    pub ctas: u64,
    /// Number of launches of this shape.
    pub launches: u64,
}

/// The numbers of CTAs of one shape that a core holds under each limit of VT II: scheduling and
/// capacity.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Held {
    /// CTAs that the schedulers allow, by CTA places and warps: the scheduling limit.
    pub scheduling: u64,
    /// Whether the warps, not the CTA places, decide the scheduling limit.
    pub by_threads: bool,
    /// CTAs that registers and shared memory allow: the capacity limit.
    pub capacity: u64,
    /// CTAs that a core without virtual threads holds.
    pub base: u64,
    /// CTAs that a core with virtual threads holds, and how many of them are active; `None` where
    /// that is no more than without.
    pub virtual_threads: Option<(u64, u64)>,
    /// CTAs that a core holds if it schedules every CTA that it has room for.
    pub unlimited: u64,
}

/// Returns every shape of a workload's launches, in the order of their first launches.
pub fn shapes(spec: &Spec, session: &Session) -> Result<Vec<Shape>, SimError> {
    let size = spec.core.warp_size;
    let exec = exec_options(spec, size, false);
    let registers = Registers { scalars: Scalarization::None, allocated: Allocated::Rewritten };
    let ready = session.ready(registers, size)?;
    let mut shapes: Vec<Shape> = Vec::new();
    for (grid, image) in ready.iter() {
        let kernel = &image.module.functions[image.kernel.0 as usize].name;
        let shared = image.shared(grid.launch.dynamic_shared);
        let count = grid.launch.block.iter().product::<u32>();
        let ctas = grid.launch.ctas();
        let same = |shape: &&mut Shape| shape.kernel == *kernel && shape.threads == count && shape.shared == shared;
        if let Some(shape) = shapes.iter_mut().find(same) {
            shape.ctas = shape.ctas.max(ctas);
            shape.launches += 1;
            continue;
        }
        let program =
            microop::program(image, grid.launch.block, spec.core.products).map_err(|why| unfit(kernel, &why))?;
        shapes.push(Shape {
            kernel: kernel.clone(),
            threads: count,
            warps: threads(grid, &exec).len() as u64,
            registers: program.words.vectors,
            shared,
            ctas,
            launches: 1,
        });
    }
    Ok(shapes)
}

impl Shape {
    /// Returns the numbers of CTAs of this shape that a core holds under each limit.
    pub fn held(&self, spec: &Spec) -> Result<Held, SimError> {
        let cfg = virtual_threads::config(spec, false).map_err(|why| SimError::Unfit(why.to_string()))?;
        let context = u64::from(cfg.beats(self.warps as u32) * cfg.beat / 8);
        let words = u64::from(self.registers) * self.warps * u64::from(spec.core.warp_size);
        let limits = Limits::new(spec, self.warps, words, [self.shared, context]);
        Ok(Held {
            scheduling: limits.scheduling,
            by_threads: limits.scheduling < u64::from(spec.core.ctas),
            capacity: limits.capacity,
            base: limits.base(),
            virtual_threads: limits.virtual_threads(),
            unlimited: limits.unlimited(),
        })
    }
}
