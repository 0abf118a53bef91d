//! What a GPU is made of: every number of a configuration, with its unit, its meaning and its bounds.
//!
//! The sections and keys here are those of the files in `configs/`. A value there has a source: a paper's table, or `assumed`.

pub use super::follow::Follow;
use std::fmt;

macro_rules! spec {
    ($($(#[doc = $about:literal])* $section:ident: $name:ident {
        $($(#[doc = $doc:literal])* $key:ident: $ty:ty [$unit:literal] $($bounds:expr)?;)*
    })*) => {
        $($(#[doc = $about])*
        #[derive(Debug, Clone, PartialEq)]
        pub struct $name { $($(#[doc = $doc])* pub $key: $ty),* })*

        /// A whole GPU.
        #[derive(Debug, Clone, PartialEq)]
        pub struct Spec { $($(#[doc = $about])* pub $section: $name),* }

        /// Every key, section by section.
        pub const KEYS: &[Key] = &[$($(Key {
            section: stringify!($section), name: stringify!($key), unit: $unit,
            doc: concat!($($doc),*), kind: <$ty as Setting>::KIND,
        }),*),*];

        impl Spec {
            /// A specification of values found by section and key, each within its bounds.
            pub fn of<E>(mut find: impl FnMut(&'static Key) -> Result<Value, E>, refuse: impl Fn(&'static Key, ValueError) -> E) -> Result<Spec, E> {
                let mut keys = KEYS.iter();
                Ok(Spec { $($section: $name { $($key: {
                    let key = keys.next().expect("as many keys as fields");
                    let value = <$ty as Setting>::from(find(key)?).map_err(|why| refuse(key, why))?;
                    $(<$ty as Setting>::within(&value, &$bounds).map_err(|why| refuse(key, why))?;)?
                    value
                }),* }),* })
            }
            /// Every value, in the order of [`KEYS`].
            pub fn values(&self) -> Vec<Value> {
                vec![$($(Setting::value(&self.$section.$key)),*),*]
            }
        }
    };
}

/// A key of a configuration.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Key {
    /// Its section.
    pub section: &'static str,
    /// Its name in it.
    pub name: &'static str,
    /// What it is measured in; empty for a choice.
    pub unit: &'static str,
    /// What it says.
    pub doc: &'static str,
    /// What can be said: a number, or one of these words.
    pub kind: Kind,
}

/// What a key takes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A whole number.
    Number,
    /// One of these words.
    Word(&'static [&'static str]),
}

/// A value of a key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value {
    /// A whole number.
    Number(u64),
    /// A word.
    Word(String),
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Value::Number(number) => number.fmt(f),
            Value::Word(word) => word.fmt(f),
        }
    }
}

/// Why a value cannot be that of a key.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ValueError {
    /// It is beyond the key's bounds.
    #[error("{number} is not within {least} to {most}")]
    #[allow(missing_docs)]
    Bounds { number: u64, least: u64, most: u64 },
    /// It has too many bits.
    #[error("{0} is too large")]
    TooLarge(u64),
    /// A word stands where a number is needed.
    #[error("`{0}` is not a whole number")]
    NoNumber(String),
    /// It is none of the words that the key takes.
    #[error("`{value}` is none of: {}", words.join(", "))]
    #[allow(missing_docs)]
    NoChoice { value: Value, words: &'static [&'static str] },
}

/// What a field can be.
pub trait Setting: Sized {
    /// What it takes.
    const KIND: Kind;
    /// Read; why not.
    fn from(value: Value) -> Result<Self, ValueError>;
    /// Shown.
    fn value(&self) -> Value;
    /// Held against bounds; why not.
    fn within(&self, bounds: &std::ops::RangeInclusive<u64>) -> Result<(), ValueError> {
        match self.value() {
            Value::Number(number) if !bounds.contains(&number) => {
                Err(ValueError::Bounds { number, least: *bounds.start(), most: *bounds.end() })
            }
            _ => Ok(()),
        }
    }
}

macro_rules! number {
    ($($ty:ty),*) => {$(
        impl Setting for $ty {
            const KIND: Kind = Kind::Number;
            fn from(value: Value) -> Result<Self, ValueError> {
                match value {
                    Value::Number(number) => number.try_into().map_err(|_| ValueError::TooLarge(number)),
                    Value::Word(word) => Err(ValueError::NoNumber(word)),
                }
            }
            fn value(&self) -> Value {
                Value::Number((*self).into())
            }
        }
    )*};
}
number!(u32, u64);

macro_rules! choice {
    ($(#[doc = $about:literal])* $name:ident { $($(#[doc = $doc:literal])* $variant:ident = $word:literal),* $(,)? }) => {
        $(#[doc = $about])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum $name { $($(#[doc = $doc])* $variant),* }
        impl Setting for $name {
            const KIND: Kind = Kind::Word(&[$($word),*]);
            fn from(value: Value) -> Result<Self, ValueError> {
                match value {
                    $(Value::Word(word) if word == $word => Ok($name::$variant),)*
                    value => Err(ValueError::NoChoice { value, words: &[$($word),*] }),
                }
            }
            fn value(&self) -> Value {
                Value::Word(match self { $($name::$variant => $word),* }.into())
            }
        }
    };
}

choice! {
    /// In which order a scheduler looks at its warps.
    Scheduling {
        /// Loosely round robin: from the one after the last that issued.
        Lrr = "lrr",
        /// Greedy, then oldest: the last one as long as it can, then the oldest.
        Gto = "gto",
        /// Two-level: a small active set, round robin; who waits for memory leaves it.
        TwoLevel = "two-level",
        /// Sticky round robin: the last one until it waits, then the next in turn (SLP table 2).
        Sticky = "sticky",
    }
}

/// Warps of a core at most.
pub const MOST_WARPS: u32 = 256;

spec! {
    /// A core.
    core: Core {
        /// Cores of the GPU.
        count: u32 ["cores"] 1..=256;
        /// Frequency of the cores and their L1 caches.
        clock: u32 ["MHz"] 1..=10_000;
        /// Threads of a warp.
        warp_size: u32 ["threads"] 2..=32;
        /// Warps that a core holds.
        warps: u32 ["warps"] 1..=MOST_WARPS as u64;
        /// CTAs that a core holds.
        ctas: u32 ["CTAs"] 1..=256;
        /// Thread instructions that a core executes a cycle: SP units.
        width: u32 ["threads/cycle"] 1..=32;
        /// Special function units.
        sfus: u32 ["threads/cycle"] 1..=32;
        /// FP64 units.
        doubles: u32 ["threads/cycle"] 1..=32;
        /// Words of 32 bits in the register file.
        registers: u32 ["words"] 64..=1_048_576;
        /// Words of 32 bits in a scalar register file, where a policy has one.
        scalar_registers: u32 ["words"] 0..=1_048_576;
        /// Warp schedulers; each has an equal share of the warps.
        schedulers: u32 ["schedulers"] 1..=8;
        /// Instructions that a scheduler issues a cycle.
        issue: u32 ["instructions/cycle"] 1..=4;
        /// How schedulers choose.
        scheduling: Scheduling [""];
        /// Active set of a two-level scheduler.
        active_warps: u32 ["warps"] 1..=MOST_WARPS as u64;
    }
    /// Execution pipelines.
    pipeline: Pipeline {
        /// Execute stages of integer and FP32 arithmetic.
        execute: u32 ["core cycles"] 1..=32;
        /// The same of special functions.
        special: u32 ["core cycles"] 1..=256;
        /// The same of FP64.
        double: u32 ["core cycles"] 1..=256;
        /// Register banks of a lane.
        banks: u32 ["banks"] 2..=32;
        /// Entries of a lane's operand collector.
        window: u32 ["bundles"] 1..=16;
        /// Results of a lane that a dependent follows bundle by bundle.
        follow: Follow [""];
    }
    /// Instruction fetch.
    fetch: Fetch {
        /// Instructions fetched a cycle, for one warp.
        width: u32 ["instructions"] 1..=16;
        /// Instruction buffer of a warp.
        buffer: u32 ["instructions"] 1..=32;
        /// Bytes of an instruction.
        instruction: u32 ["bytes"] 4..=16;
        /// Capacity of the L1 I-cache.
        bytes: u32 ["bytes"] 128..=16_777_216;
        /// Bytes of a line.
        line: u32 ["bytes"] 32..=256;
        /// Associativity.
        ways: u32 ["ways"] 1..=64;
        /// Lines that can be on their way.
        mshrs: u32 ["lines"] 1..=1024;
        /// From fetch to the instruction buffer, when the line is there.
        latency: u32 ["core cycles"] 1..=64;
    }
    /// The load/store unit and the L1 D-cache.
    l1: L1 {
        /// Capacity.
        bytes: u32 ["bytes"] 128..=16_777_216;
        /// Bytes of a line: accesses are coalesced to it.
        line: u32 ["bytes"] 32..=256;
        /// Associativity.
        ways: u32 ["ways"] 1..=64;
        /// Lines that can be on their way.
        mshrs: u32 ["lines"] 1..=1024;
        /// Accesses that can wait for one line.
        merges: u32 ["accesses"] 1..=1024;
        /// From the unit to the registers, for a hit.
        latency: u32 ["core cycles"] 1..=1024;
        /// Warp accesses that wait at the unit at most.
        queue: u32 ["accesses"] 1..=64;
    }
    /// The constant cache.
    constant: Constant {
        /// Capacity.
        bytes: u32 ["bytes"] 128..=16_777_216;
        /// Bytes of a line.
        line: u32 ["bytes"] 32..=256;
        /// Associativity.
        ways: u32 ["ways"] 1..=64;
        /// Lines that can be on their way.
        mshrs: u32 ["lines"] 1..=1024;
        /// From the cache to the registers, for a hit.
        latency: u32 ["core cycles"] 1..=1024;
    }
    /// Shared memory.
    shared: Shared {
        /// Capacity of a core.
        bytes: u32 ["bytes"] 0..=16_777_216;
        /// Banks, a word of 32 bits wide.
        banks: u32 ["banks"] 1..=128;
        /// From a grant to the registers.
        latency: u32 ["core cycles"] 1..=1024;
    }
    /// The interconnect between cores and L2.
    interconnect: Interconnect {
        /// Its frequency.
        clock: u32 ["MHz"] 1..=10_000;
        /// Bytes that a port moves a cycle.
        flit: u32 ["bytes"] 8..=256;
        /// Bytes of a packet's header.
        header: u32 ["bytes"] 1..=64;
        /// From the last flit sent to the packet there.
        latency: u32 ["interconnect cycles"] 1..=1024;
        /// Packets that wait at a port at most.
        queue: u32 ["packets"] 1..=1024;
    }
    /// The L2 cache: a slice a memory channel.
    l2: L2 {
        /// Its frequency.
        clock: u32 ["MHz"] 1..=10_000;
        /// Capacity of all slices.
        bytes: u32 ["bytes"] 1024..=1_073_741_824;
        /// Bytes of a line.
        line: u32 ["bytes"] 32..=256;
        /// Associativity.
        ways: u32 ["ways"] 1..=128;
        /// Lines that can be on their way to a slice.
        mshrs: u32 ["lines"] 1..=1024;
        /// Requests that can wait for one line.
        merges: u32 ["requests"] 1..=1024;
        /// From a request's arrival to its answer, but for what DRAM takes.
        latency: u32 ["L2 cycles"] 1..=1024;
        /// Requests that wait at a slice at most.
        queue: u32 ["requests"] 1..=1024;
    }
    /// Memory channels and what hangs on them.
    dram: Dram {
        /// Frequency of commands; data moves twice a cycle.
        clock: u32 ["MHz"] 1..=10_000;
        /// Channels, each with a slice of L2.
        channels: u32 ["channels"] 1..=64;
        /// Bytes of adjacent addresses that go to one channel.
        interleave: u32 ["bytes"] 32..=65_536;
        /// Width of a channel.
        bus: u32 ["bytes"] 1..=128;
        /// Beats of a burst, two a cycle.
        burst: u32 ["beats"] 2..=64;
        /// Banks of a channel.
        banks: u32 ["banks"] 1..=64;
        /// Bytes of a row.
        row: u32 ["bytes"] 256..=65_536;
        /// Requests that the scheduler sees at most.
        queue: u32 ["requests"] 1..=1024;
        /// From a read command to its first data.
        t_cl: u32 ["DRAM cycles"] 1..=255;
        /// From a write command to its first data.
        t_wl: u32 ["DRAM cycles"] 1..=255;
        /// From activating a row to a command for it.
        t_rcd: u32 ["DRAM cycles"] 1..=255;
        /// From closing a row to activating another one.
        t_rp: u32 ["DRAM cycles"] 1..=255;
        /// From activating a row to closing it, at least.
        t_ras: u32 ["DRAM cycles"] 1..=255;
        /// Between activations of rows in different banks.
        t_rrd: u32 ["DRAM cycles"] 1..=255;
        /// Between commands to one channel, at least.
        t_ccd: u32 ["DRAM cycles"] 1..=255;
        /// From the end of a write's data to closing its row.
        t_wr: u32 ["DRAM cycles"] 1..=255;
        /// From the end of a write's data to a read command.
        t_wtr: u32 ["DRAM cycles"] 1..=255;
    }
}

impl Spec {
    /// What a core is between the lanes' figures: why this can not be, as key and reason.
    pub fn check(&self) -> Result<(), (&'static str, String)> {
        let refuse = |key, why: &str| Err((key, why.into()));
        let power = |key, value: u32| {
            if value.is_power_of_two() { Ok(()) } else { Err((key, format!("{value} is not a power of two"))) }
        };
        power("core.warp_size", self.core.warp_size)?;
        power("fetch.line", self.fetch.line)?;
        power("l1.line", self.l1.line)?;
        power("constant.line", self.constant.line)?;
        power("l2.line", self.l2.line)?;
        power("dram.interleave", self.dram.interleave)?;
        power("pipeline.banks", self.pipeline.banks)?;
        if !self.core.warp_size.is_multiple_of(self.core.width) {
            return refuse("core.width", "must divide core.warp_size");
        }
        if !self.core.warps.is_multiple_of(self.core.schedulers) {
            return refuse("core.schedulers", "must divide core.warps");
        }
        for (key, bytes, line, ways) in [
            ("fetch.bytes", self.fetch.bytes, self.fetch.line, self.fetch.ways),
            ("l1.bytes", self.l1.bytes, self.l1.line, self.l1.ways),
            ("constant.bytes", self.constant.bytes, self.constant.line, self.constant.ways),
            ("l2.bytes", self.l2.bytes / self.dram.channels, self.l2.line, self.l2.ways),
        ] {
            if !bytes.is_multiple_of(line * ways) || bytes == 0 {
                return Err((key, format!("must be a multiple of line * ways = {} (in each slice)", line * ways)));
            }
        }
        if self.l2.line > self.dram.interleave {
            return refuse("dram.interleave", "must be no less than l2.line");
        }
        if self.l1.line > self.l2.line || self.fetch.line > self.l2.line || self.constant.line > self.l2.line {
            return refuse("l2.line", "must be no less than the lines of the L1 caches");
        }
        if !self.l2.line.is_multiple_of(self.dram.bus * self.dram.burst) {
            return refuse("dram.burst", "bus * burst must divide l2.line");
        }
        if !self.dram.row.is_multiple_of(self.dram.interleave) {
            return refuse("dram.row", "must be a multiple of dram.interleave");
        }
        Ok(())
    }
}
