//! What a GPU is made of: every number of a configuration, with its unit, its meaning and its bounds.
//!
//! The sections and keys here are those of the files in `configs/`. A value there has a source: a paper's table, or `assumed`.

use super::choices::Placeholder;
pub use super::choices::*;
pub use super::setting::{Key, Kind, Setting, Value, ValueError};

macro_rules! spec {
    ($($(#[doc = $about:literal])* $section:ident: $name:ident {
        $($(#[doc = $doc:literal])* $key:ident: $ty:ty [$unit:literal] $($bounds:expr)?;)*
    })* => $($(#[doc = $oabout:literal])* $osection:ident: $oname:ident {
        $($(#[doc = $odoc:literal])* $okey:ident: $oty:ty [$ounit:literal] $($obounds:expr)?;)*
    })*) => {
        $($(#[doc = $about])*
        #[derive(Debug, Clone, PartialEq)]
        pub struct $name { $($(#[doc = $doc])* pub $key: $ty),* })*

        $($(#[doc = $oabout])*
        #[derive(Debug, Clone, PartialEq)]
        pub struct $oname { $($(#[doc = $odoc])* pub $okey: $oty),* })*

        /// A whole GPU.
        #[derive(Debug, Clone, PartialEq)]
        pub struct Spec { $($(#[doc = $about])* pub $section: $name,)* $($(#[doc = $oabout])* pub $osection: Option<$oname>),* }

        /// Sections that a GPU may lack as a whole.
        pub const OPTIONAL: &[&str] = &[$(stringify!($osection)),*];

        /// Every key, section by section.
        pub const KEYS: &[Key] = &[$($(Key {
            section: stringify!($section), name: stringify!($key), unit: $unit,
            doc: concat!($($doc),*), kind: <$ty as Setting>::KIND,
        },)*)* $($(Key {
            section: stringify!($osection), name: stringify!($okey), unit: $ounit,
            doc: concat!($($odoc),*), kind: <$oty as Setting>::KIND,
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
                }),* },)* $($osection: {
                    // a section that is not there has no value for any key
                    let mut absent = false;
                    let section = $oname { $($okey: {
                        let key = keys.next().expect("as many keys as fields");
                        let value = find(key)?;
                        absent |= value == Value::Absent;
                        if absent { <$oty as Placeholder>::NONE } else {
                            let value = <$oty as Setting>::from(value).map_err(|why| refuse(key, why))?;
                            $(<$oty as Setting>::within(&value, &$obounds).map_err(|why| refuse(key, why))?;)?
                            value
                        }
                    }),* };
                    (!absent).then_some(section)
                }),* })
            }
            /// Every value, in the order of [`KEYS`].
            pub fn values(&self) -> Vec<Value> {
                vec![
                    $($(Setting::value(&self.$section.$key),)*)*
                    $($(self.$osection.as_ref().map_or(Value::Absent, |section| Setting::value(&section.$okey))),*),*
                ]
            }
        }
    };
}

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
        /// SP pipelines of a conventional core, each of `width` units.
        sps: u32 ["pipelines"] 1..=MOST_SPS as u64;
        /// Cycles from one turn of a scheduler to the next.
        cadence: u32 ["core cycles"] 1..=16;
        /// Units that convert between FP64 and other types; none: the FP64 units.
        converters: Option<u32> ["threads/cycle"] 1..=32;
        /// What a conventional core executes at a time.
        overlap: Overlap [""];
    }
    /// Execution pipelines.
    pipeline: Pipeline {
        /// Execute stages of integer and FP32 arithmetic.
        execute: u32 ["core cycles"] 1..=32;
        /// The same of special functions.
        special: u32 ["core cycles"] 1..=256;
        /// The same of FP64.
        double: u32 ["core cycles"] 1..=256;
        /// Execute stages of logic, moves, comparisons and conversions in a conventional core; none: as `execute`.
        logic: Option<u32> ["core cycles"] 1..=1024;
        /// The same of minima and maxima.
        min_max: Option<u32> ["core cycles"] 1..=1024;
        /// The same of products.
        multiply: Option<u32> ["core cycles"] 1..=1024;
        /// The same of products with a sum.
        multiply_add: Option<u32> ["core cycles"] 1..=1024;
        /// The same of quotients, reciprocals and roots of FP32 numbers.
        divide: Option<u32> ["core cycles"] 1..=1024;
        /// The same of quotients and remainders of integers.
        divide_integer: Option<u32> ["core cycles"] 1..=1024;
        /// Stages of a conventional core from an instruction to its dependent, beside those that execute.
        around: u32 ["core cycles"] 1..=64;
        /// Register banks: of a lane; of a conventional core, each as wide as its SP units.
        banks: u32 ["banks"] 2..=32;
        /// Entries of a lane's operand collector.
        window: u32 ["bundles"] 1..=16;
        /// Operand collectors of a conventional core; none: its registers never make an instruction wait.
        collector: Option<u32> ["instructions"] 1..=64;
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
        /// Accesses of slices to the L1 I-cache, at most.
        ports: u32 ["accesses/cycle"] 1..=8;
        /// Capacity of a slice's L0 I-cache; 0 for none.
        l0_bytes: u32 ["bytes"] 0..=65_536;
        /// Bytes of its lines.
        l0_line: u32 ["bytes"] 16..=256;
        /// From a fetch out of L0 to the instruction buffer.
        l0_latency: u32 ["core cycles"] 1..=64;
    }
    /// Slices of a core, each with warps of its own (VWS).
    slices: Slices {
        /// From an issue to the report of the next PC, where it goes straight on.
        next: u32 ["core cycles"] 1..=64;
        /// The same behind a branch, call, return, exit or barrier.
        resolve: u32 ["core cycles"] 1..=64;
        /// Special function and FP64 instructions that wait in a slice at most.
        queue: u32 ["instructions"] 1..=64;
        /// Gangs that are fetched for in a cycle, at most.
        fetches: u32 ["gangs/cycle"] 1..=4;
        /// Accesses of all slices that wait for the memory unit at most.
        stage: u32 ["accesses"] 1..=1024;
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
        /// Distinct words that it reads in a cycle; each goes to all threads that access it.
        words: u32 ["words/cycle"] 1..=32;
    }
    /// The texture cache.
    texture: Texture {
        /// Capacity.
        bytes: u32 ["bytes"] 128..=16_777_216;
        /// Bytes of a line.
        line: u32 ["bytes"] 32..=256;
        /// Associativity.
        ways: u32 ["ways"] 1..=256;
        /// Lines that can be on their way.
        mshrs: u32 ["lines"] 1..=1024;
        /// From the cache to the registers, for a hit; filtering is in it.
        latency: u32 ["core cycles"] 1..=1024;
        /// Distinct lines that it looks up in a cycle.
        lines: u32 ["lines/cycle"] 1..=32;
    }
    /// Shared memory.
    shared: Shared {
        /// Capacity of a core.
        bytes: u32 ["bytes"] 0..=16_777_216;
        /// Banks, a word of 32 bits wide.
        banks: u32 ["banks"] 1..=128;
        /// From a grant to the registers.
        latency: u32 ["core cycles"] 1..=1024;
        /// Threads of a conventional core's warp whose addresses can meet in a bank; none: those that go in one cycle.
        threads: Option<u32> ["threads"] 1..=32;
    }
    /// Virtual threads: CTAs on a core beyond those that its schedulers hold.
    vt: Vt {
        /// Warps on a core, with and without a slot of a scheduler; local memory is laid out for as many.
        warps: u32 ["warps"] 1..=MOST_WARPS as u64;
        /// Places for CTAs in the controller's status table.
        ctas: u32 ["CTAs"] 1..=64;
        /// Entries of a warp's SIMT stack in a CTA's context: 2, 4, 8 or 16.
        depth: u32 ["entries"] 2..=16;
        /// What shared memory moves of contexts: 256, 512 or 1024.
        beat: u32 ["bits/cycle"] 256..=1024;
        /// Transactions of loads of active CTAs that L1 refused and that wait to be tried again, at most.
        active_queue: u32 ["transactions"] 1..=1024;
        /// The same of inactive CTAs.
        inactive_queue: u32 ["transactions"] 1..=1024;
    }
    /// Priority of one warp while memory is saturated (Mascar).
    mascar: Mascar {
        /// Transactions of loads that L1 refused and that wait to be tried again, at most.
        queue: u32 ["transactions"] 1..=1024;
        /// Lines on their way to L1 from which on memory counts as saturated.
        saturated: u32 ["lines"] 1..=2048;
    }
    /// Compaction of the threads of a CTA (SLP).
    compaction: Compaction {
        /// Branches that the predictor of CAPRI has an entry for; a new one replaces the oldest.
        entries: u32 ["branches"] 1..=1024;
        /// What CAPRI predicts for a branch without an entry: `wait` for the other warps, or `pass`.
        first: Prediction [""];
        /// From the branch of the last warp of a path to the offer of its mask to the compactor.
        offer: u32 ["core cycles"] 1..=64;
        /// Of the permutation `random`.
        seed: u32 ["seed"] 1..=1_000_000;
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
    /// The L2 cache: slices, each with a port of its own at the interconnect.
    l2: L2 {
        /// Its frequency.
        clock: u32 ["MHz"] 1..=10_000;
        /// Capacity of all slices.
        bytes: u32 ["bytes"] 1024..=1_073_741_824;
        /// Slices that share a memory channel.
        slices: u32 ["slices"] 1..=16;
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
        /// Frequency of commands.
        clock: u32 ["MHz"] 1..=10_000;
        /// Channels, each with `l2.slices` slices of L2.
        channels: u32 ["channels"] 1..=64;
        /// Bytes of adjacent addresses that go to one channel.
        interleave: u32 ["bytes"] 32..=65_536;
        /// Width of a channel.
        bus: u32 ["bytes"] 1..=128;
        /// Beats of a burst.
        burst: u32 ["beats"] 2..=64;
        /// Beats that the bus moves a command cycle: 2 for DDR to GDDR3, 4 for GDDR5.
        rate: u32 ["beats/DRAM cycle"] 1..=8;
        /// Between a slice of L2 and the scheduler of its channel.
        latency: u32 ["L2 cycles"] 0..=1024;
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

    =>
    /// A vector core: partitions of wide SIMD registers (SIMT-SIMD IV.B, IV.C).
    vector: Vector {
        /// Elements of a vector register.
        lanes: u32 ["elements"] 1..=1024;
        /// Vector registers.
        registers: u32 ["registers"] 1..=256;
        /// Mask registers.
        masks: u32 ["registers"] 1..=64;
        /// Partitions that run at once, each with a fetch unit (t).
        partitions: u32 ["partitions"] 1..=8;
        /// Entries of the instruction buffer; 0 for four a partition.
        entries: u32 ["instructions"] 0..=32;
        /// Instructions taken into the buffer a cycle.
        width: u32 ["instructions/cycle"] 1..=8;
        /// Elements that a pipeline or a port takes a cycle, under the timing `pipes`.
        beat: u32 ["elements/cycle"] 1..=1024;
        /// Pipelines for products and sums of floating-point numbers.
        fma: u32 ["pipelines"] 1..=8;
        /// Pipelines for integers, logic and exchanges.
        alu: u32 ["pipelines"] 1..=8;
        /// Pipelines for quotients, roots and functions.
        divide: u32 ["pipelines"] 1..=8;
        /// Ports for loads.
        loads: u32 ["ports"] 1..=8;
        /// Ports for stores.
        stores: u32 ["ports"] 1..=8;
        /// What an instruction takes.
        timing: Timing [""];
        /// From the first beat of an operation to its first result, under the timing `pipes`.
        execute: u32 ["core cycles"] 1..=64;
        /// The same of quotients, roots and functions.
        divides: u32 ["core cycles"] 1..=256;
        /// Which warps share a partition.
        pack: Packing [""];
        /// Instructions by which counts in a bucket differ from the least at most.
        threshold: u32 ["instructions"] 0..=65_536;
        /// Packs that are open at once; 0 for as many as partitions.
        open: u32 ["packs"] 0..=1024;
        /// How packs are given to streams.
        assign: Assign [""];
        /// Vector registers of a partition for which programs are compiled, and a quarter as many masks; 0 for all that it can have.
        each: u32 ["registers"] 0..=256;
        /// From the start of a partition to its first instruction.
        start: u32 ["core cycles"] 1..=64;
    }
}
