use crate::{ConfigError, Value, bits, refuse};

use super::{MAX_PARTITIONS, meta};

/// The way in which a partition gets its range of physical registers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ranges {
    /// Equal ranges for all partitions, fixed when a kernel begins (IV.B).
    Static,
    /// A range for each partition, allocated at its start with the size that it requests and freed
    /// at its end (ours).
    Dynamic,
}

impl Ranges {
    /// Returns the name of the allocation policy in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Ranges::Static => "static",
            Ranges::Dynamic => "dynamic",
        }
    }
}

/// The parameters of the partitioned renaming table and its multiplexer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Config {
    /// Partitions, equal to the fetch units: 1 to 8.
    pub partitions: u32,
    /// Physical data registers, 1 to 256.
    pub registers: u32,
    /// Physical mask registers, 1 to 64.
    pub masks: u32,
    /// Lanes, which is the greatest vector length: 1 to 1024.
    pub lanes: u32,
    /// Entries of the instruction buffer, 1 to 32.
    pub entries: u32,
    /// Instructions taken in a cycle, 1 to `partitions`.
    pub width: u32,
    /// The way in which a partition gets its range of registers.
    pub ranges: Ranges,
}

use Ranges::{Dynamic, Static};

/// The named configurations of the unit; its RTL is compiled for each.
#[rustfmt::skip]
pub const PRESETS: &[(&str, Config)] = &[
    // small enough to prove
    ("tiny",     Config { partitions: 2, registers: 4,  masks: 2,  lanes: 4,   entries: 2,  width: 1, ranges: Static }),
    // figure 4: t = 4; IV.C: 64 vector registers of 256 elements and 16 mask registers, as the
    // SX-Aurora has. Buffer: assumed
    ("paper",    Config { partitions: 4, registers: 64, masks: 16, lanes: 256, entries: 16, width: 1, ranges: Static }),
    ("t8",       Config { partitions: 8, registers: 64, masks: 16, lanes: 256, entries: 16, width: 2, ranges: Static }),
    // figure 4's other t, with four entries a partition and one instruction a cycle
    ("t1",       Config { partitions: 1, registers: 64, masks: 16, lanes: 256, entries: 4,  width: 1, ranges: Static }),
    ("t2",       Config { partitions: 2, registers: 64, masks: 16, lanes: 256, entries: 8,  width: 1, ranges: Static }),
    ("t8w1",     Config { partitions: 8, registers: 64, masks: 16, lanes: 256, entries: 32, width: 1, ranges: Static }),
    // figure 2b: 5 registers a partition
    ("figure2b", Config { partitions: 2, registers: 10, masks: 4,  lanes: 16,  entries: 5,  width: 2, ranges: Static }),
    ("dynamic",  Config { partitions: 4, registers: 64, masks: 16, lanes: 256, entries: 16, width: 1, ranges: Dynamic }),
    ("dynamic8", Config { partitions: 8, registers: 61, masks: 15, lanes: 256, entries: 8,  width: 4, ranges: Dynamic }),
    // awkward: sizes that are no powers of two, one of everything
    ("t3",       Config { partitions: 3, registers: 11, masks: 3,  lanes: 100, entries: 3,  width: 3, ranges: Dynamic }),
    ("one",      Config { partitions: 1, registers: 1,  masks: 1,  lanes: 1,   entries: 1,  width: 1, ranges: Static }),
];

impl Config {
    /// Metadata registers of all partitions.
    pub const fn metas(&self) -> u32 {
        self.partitions * meta::COUNT as u32
    }
    /// Bits of a partition's index.
    pub const fn partition_bits(&self) -> u32 {
        bits(self.partitions)
    }
    /// Bits of a register's number: data, mask or metadata, physical or the partition's own.
    pub const fn register_bits(&self) -> u32 {
        let most = if self.registers > self.masks { self.registers } else { self.masks };
        bits(if most > self.metas() { most } else { self.metas() })
    }
    /// Bits of a number of data registers, 0 to `registers`.
    pub const fn size_bits(&self) -> u32 {
        bits(self.registers + 1)
    }
    /// Bits of a number of mask registers, 0 to `masks`.
    pub const fn mask_size_bits(&self) -> u32 {
        bits(self.masks + 1)
    }
    /// Bits of a vector length. The value `lanes` + 1 fits as well, so that it can be refused.
    pub const fn vl_bits(&self) -> u32 {
        bits(self.lanes + 2)
    }
}

impl crate::Config for Config {
    fn presets() -> &'static [(&'static str, Self)] {
        PRESETS
    }

    fn check(&self) -> Result<(), ConfigError> {
        let ranges = [
            ("partitions", self.partitions, MAX_PARTITIONS as u32),
            ("registers", self.registers, 256),
            ("masks", self.masks, 64),
            ("lanes", self.lanes, 1024),
            ("entries", self.entries, 32),
            ("width", self.width, self.partitions),
        ];
        for (parameter, value, most) in ranges {
            if !(1..=most).contains(&value) {
                return refuse(parameter, value, format!("must be 1 to {most}"));
            }
        }
        Ok(())
    }

    fn parameters(&self) -> Vec<(&'static str, Value)> {
        let Config { partitions, registers, masks, lanes, entries, width, ranges } = *self;
        vec![
            ("partitions", partitions.into()),
            ("registers", registers.into()),
            ("masks", masks.into()),
            ("lanes", lanes.into()),
            ("entries", entries.into()),
            ("width", width.into()),
            ("ranges", Value::Way(ranges.name())),
        ]
    }

    crate::numbers!(partitions, registers, masks, lanes, entries, width);
}
