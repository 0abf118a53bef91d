//! Preparation of a grid on a vector core before its first cycle: registers, and packs of warps.

use std::collections::BTreeMap;

use heddle_contract::prt::{Config, Ranges};
use heddle_golden::Device;
use heddle_golden::prt::Prt;
use heddle_kernel::execute::{Image, Launch};
use heddle_kernel::program::{FunctionId, Op};

use super::VectorCore;
use super::buckets::buckets;
use super::counts::{TRIALS, count};
use super::front::Compiled;
use super::packer::pack;
use super::packs::Packs;
use crate::base::{GridContext, SimError};
use crate::config::spec::Packing;

impl<D: Device<Prt>> VectorCore<D> {
    /// Compiles a grid's kernel for the registers of a partition.
    pub(super) fn compile(&self, grid: &GridContext) -> Result<Compiled, SimError> {
        let (cfg, name) = (&self.cfg, name(grid.image));
        let pieces = self.pieces(grid)?;
        let most = match cfg.ranges {
            Ranges::Static => cfg.partitions,
            // at least two run at once (ours)
            Ranges::Dynamic => pieces.max(2).min(cfg.partitions),
        };
        let same_size = grid.grid.launch.sizes.is_none();
        let compiled = Compiled::of(grid.image, cfg, (self.machine.each, most), same_size);
        compiled.map_err(|why| SimError::Unfit(format!("`{name}` on {most} partitions: {why}")))
    }

    /// Returns the number of partitions that a CTA needs at once.
    fn pieces(&self, grid: &GridContext) -> Result<u32, SimError> {
        let (lanes, partitions, warp_size) = (self.cfg.lanes, self.cfg.partitions, grid.options.warp_size);
        let launch = &grid.grid.launch;
        if launch.sizes.is_some() {
            return Ok(1);
        }
        let image = grid.image;
        let threads = launch.block.iter().product::<u32>();
        let reached = (0..image.module.functions.len()).filter(|id| image.allocation(FunctionId(*id as u32)).is_some());
        let reached = reached.flat_map(|id| &image.module.functions[id].code);
        let mut waits = false;
        for instruction in reached {
            waits |= matches!(instruction.op, Op::Barrier(_));
            if matches!(instruction.op, Op::Texture(_)) {
                let why = format!("`{}` fetches from textures, and a vector core has no cache for them", name(image));
                return Err(SimError::Unfit(why));
            }
        }
        let pieces = if waits { threads.div_ceil(lanes / warp_size * warp_size) } else { 1 };
        if pieces <= partitions {
            return Ok(pieces);
        }
        Err(SimError::Unfit(format!(
            "`{}`: a CTA of {threads} threads that wait for each other takes {pieces} partitions of {lanes} lanes, and there are {partitions} \
             (vector.lanes, vector.partitions)",
            name(image)
        )))
    }

    /// Returns the packs of this core.
    pub(super) fn plan(&mut self, kernel: u32, grid: &GridContext, compiled: &Compiled) -> Result<Packs, SimError> {
        let (streams, lanes) = (self.cfg.partitions as usize, self.cfg.lanes);
        let launch = &grid.grid.launch;
        let Some(sizes) = &launch.sizes else {
            return Ok(Packs::of_grid(grid, self.among, streams, lanes));
        };
        if let Some((wid, size)) = sizes.iter().enumerate().find(|(_, size)| **size > lanes) {
            let name = name(grid.image);
            let why = format!(
                "`{name}`: warp {wid} has {size} threads, and a vector has {lanes} lanes: make its warps smaller, or vector.lanes larger"
            );
            return Err(SimError::Unfit(why));
        }
        let machine = &self.machine;
        let of = match machine.pack {
            Packing::Bucket => {
                let counts = self.counts.entry(kernel).or_default();
                for &size in sizes.iter() {
                    counts.entry(size).or_insert_with(|| count(grid.image, launch, compiled, size));
                }
                let used: BTreeMap<u32, u64> = sizes.iter().map(|size| (*size, counts[size])).collect();
                buckets(&used, u64::from(machine.threshold) * TRIALS)
            }
            Packing::None | Packing::All => BTreeMap::new(),
        };
        let bucket = |size: u32| match machine.pack {
            Packing::None => None,
            Packing::Bucket => Some(of[&size]),
            Packing::All => Some(0),
        };
        let open = if machine.open == 0 { streams } else { machine.open as usize };
        let packs = pack(sizes, bucket, lanes, open);
        Ok(Packs::of_list(packs, self.among, streams, machine.assign))
    }
}

/// Returns the mean count of instructions that a partition of one warp issues, for each size; the
/// error says why the kernel has too few registers.
pub(crate) fn counts_of(
    cfg: &Config,
    each: u32,
    (image, launch): (&Image, &Launch),
    sizes: &[u32],
) -> Result<Vec<f64>, String> {
    let compiled = Compiled::of(image, cfg, (each, cfg.partitions), launch.sizes.is_none())?;
    Ok(sizes.iter().map(|&size| count(image, launch, &compiled, size) as f64 / TRIALS as f64).collect())
}

fn name<'a>(image: &Image<'a>) -> &'a str {
    &image.module.functions[image.kernel.0 as usize].name
}
