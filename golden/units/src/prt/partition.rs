//! Partitions and the ranges of registers that they own (IV.B, figure 2b).

use heddle_contract::prt::{Config, In, MAX_PARTITIONS, Ranges, kind, meta};

use super::registers::Operand;

/// The vector length and the register ranges of a partition; defined only while the partition runs.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Partition {
    /// Vector length of the partition.
    pub vl: u16,
    /// Number of registers of each kind; for the kind that means no register, every number is
    /// allowed.
    pub size: [u16; 4],
    /// For each kind, the physical register that is the partition's register 0.
    pub base: [u8; 4],
}

/// The vector lengths and register ranges of all partitions.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Partitions {
    /// Mask of the partitions that run.
    pub running: u8,
    /// The vector length and the ranges of each partition.
    pub each: [Partition; MAX_PARTITIONS],
    /// Data and mask registers of each partition, by the last kernel accepted since reset; `None`
    /// before (static ranges).
    pub kernel: Option<(u16, u8)>,
}

impl Partition {
    /// Whether the partition owns all registers of these operands, which are in its own numbers.
    #[inline]
    pub fn owns(&self, operands: &[Operand]) -> bool {
        operands.iter().all(|at| u16::from(at.register) < self.size[usize::from(at.kind & 3)])
    }
    /// Returns the physical register of an operand that is in the partition's own numbers.
    #[inline]
    pub fn rename(&self, at: Operand) -> Operand {
        let register = self.base[usize::from(at.kind & 3)].wrapping_add(at.register);
        Operand { kind: at.kind, register: if at.kind == kind::NONE { 0 } else { register } }
    }
}

impl Partitions {
    /// Whether a partition runs.
    #[inline]
    pub fn runs(&self, partition: u8) -> bool {
        self.running >> partition & 1 == 1
    }

    /// Whether the kernel that begins fits: `partitions` equal ranges.
    #[inline]
    pub(super) fn fits(cfg: &Config, i: &In) -> bool {
        cfg.partitions * u32::from(i.kernel_registers) <= cfg.registers
            && cfg.partitions * u32::from(i.kernel_masks) <= cfg.masks
    }

    /// Returns the partition that starts, unless it is refused.
    #[inline]
    pub(super) fn starting(&self, cfg: &Config, i: &In) -> Option<Partition> {
        if !(1..=cfg.lanes).contains(&i.start_vl.into()) {
            return None;
        }
        let p = i.start_partition;
        let (size, base) = match cfg.ranges {
            Ranges::Static => {
                let (registers, masks) = self.kernel?;
                let at = |size: u16| (u16::from(p) * size) as u8;
                ((registers, masks), (at(registers), at(masks.into())))
            }
            Ranges::Dynamic => {
                let registers = self.first_fit(kind::DATA, i.start_registers, cfg.registers)?;
                let masks = self.first_fit(kind::MASK, i.start_masks.into(), cfg.masks)?;
                ((i.start_registers, i.start_masks), (registers, masks))
            }
        };
        let size = [u16::MAX, size.0, size.1.into(), meta::COUNT.into()];
        Some(Partition { vl: i.start_vl, size, base: [0, base.0, base.1, p * meta::COUNT] })
    }

    #[inline]
    pub(super) fn clock(&mut self, cfg: &Config, i: &In) {
        if i.kernel_valid && Self::fits(cfg, i) {
            self.kernel = Some((i.kernel_registers, i.kernel_masks));
        }
        let starting = if i.start_valid { self.starting(cfg, i) } else { None };
        if let Some(partition) = starting {
            self.each[usize::from(i.start_partition)] = partition;
            self.running |= 1 << i.start_partition;
        }
        if i.end_valid {
            self.running &= !(1 << i.end_partition);
        }
    }

    /// Returns the lowest base at which a range fits beside those of running partitions: 0, or the
    /// end of one of their ranges.
    fn first_fit(&self, kind: u8, size: u16, file: u32) -> Option<u8> {
        if size == 0 {
            return Some(0);
        }
        let kind = usize::from(kind);
        let (mut starts, mut ends, mut others) = ([0; MAX_PARTITIONS], [0; MAX_PARTITIONS], 0);
        for (p, partition) in self.each.iter().enumerate() {
            if self.running >> p & 1 == 1 && partition.size[kind] != 0 {
                starts[others] = u16::from(partition.base[kind]);
                ends[others] = starts[others] + partition.size[kind];
                others += 1;
            }
        }
        let free = |base: u16| {
            let end = base + size;
            u32::from(end) <= file && (0..others).all(|other| end <= starts[other] || ends[other] <= base)
        };
        let bases = std::iter::once(0).chain(ends[..others].iter().copied());
        bases.filter(|base| free(*base)).min().map(|base| base as u8)
    }
}
