//! Specification of a GPU: every number of a configuration, with its unit, its meaning and its
//! bounds.
//!
//! The sections and keys here are those of the files in `configs/`. A value there has a source: a
//! paper's table, or `assumed`.

use super::choices::Placeholder;
pub use super::choices::*;
pub use super::setting::{Effect, Key, Kind, Setting, Value, ValueError};

macro_rules! spec {
    ($($(#[doc = $about:literal])* $section:ident: $name:ident {
        $($(#[doc = $doc:literal])* $key:ident: $ty:ty [$unit:literal $(, $more:ident)?] $($bounds:expr)?;)*
    })* => $($(#[doc = $oabout:literal])* $osection:ident: $oname:ident {
        $($(#[doc = $odoc:literal])* $okey:ident: $oty:ty [$ounit:literal $(, $omore:ident)?] $($obounds:expr)?;)*
    })*) => {
        $($(#[doc = $about])*
        #[derive(Debug, Clone, PartialEq)]
        pub struct $name { $($(#[doc = $doc])* pub $key: $ty),* })*

        $($(#[doc = $oabout])*
        #[derive(Debug, Clone, PartialEq)]
        pub struct $oname { $($(#[doc = $odoc])* pub $okey: $oty),* })*

        /// Specification of a whole GPU.
        #[derive(Debug, Clone, PartialEq)]
        pub struct Spec { $($(#[doc = $about])* pub $section: $name,)* $($(#[doc = $oabout])* pub $osection: Option<$oname>),* }

        /// Names of the sections that a GPU may lack as a whole.
        pub const OPTIONAL: &[&str] = &[$(stringify!($osection)),*];

        /// Every key of a configuration, section by section.
        pub const KEYS: &[Key] = &[$($(Key {
            section: stringify!($section), name: stringify!($key), unit: $unit,
            doc: concat!($($doc),*), kind: <$ty as Setting>::KIND, more: [$(Some(Effect::$more),)? None][0],
        },)*)* $($(Key {
            section: stringify!($osection), name: stringify!($okey), unit: $ounit,
            doc: concat!($($odoc),*), kind: <$oty as Setting>::KIND, more: [$(Some(Effect::$omore),)? None][0],
        }),*),*];

        impl Spec {
            /// Builds a specification from the values of all keys, in the order of [`KEYS`]; the
            /// error has the first key that does not take its value.
            ///
            /// # Panics
            ///
            /// If there are fewer values than keys.
            pub fn of(values: &[Value]) -> Result<Spec, (&'static Key, ValueError)> {
                let mut keys = KEYS.iter().zip(values);
                let mut next = || keys.next().map(|(key, value)| (key, value.clone())).expect("a value a key");
                Ok(Spec { $($section: $name { $($key: {
                    let (key, value) = next();
                    let value = <$ty as Setting>::from(value).map_err(|why| (key, why))?;
                    $(<$ty as Setting>::within(&value, &$bounds).map_err(|why| (key, why))?;)?
                    value
                }),* },)* $($osection: {
                    // a section that is not there has no value for any key
                    let mut absent = false;
                    let section = $oname { $($okey: {
                        let (key, value) = next();
                        absent |= value == Value::Absent;
                        if absent { <$oty as Placeholder>::NONE } else {
                            let value = <$oty as Setting>::from(value).map_err(|why| (key, why))?;
                            $(<$oty as Setting>::within(&value, &$obounds).map_err(|why| (key, why))?;)?
                            value
                        }
                    }),* };
                    (!absent).then_some(section)
                }),* })
            }
            /// Returns every value, in the order of [`KEYS`].
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
    /// Parameters of a core.
    core: Core {
        /// Cores of the GPU.
        count: u32 ["cores", Faster] 1..=256;
        /// Frequency of the cores and their L1 caches.
        clock: u32 ["MHz", Faster] 1..=10_000;
        /// Threads of a warp.
        warp_size: u32 ["threads"] 2..=32;
        /// Warps that a core holds.
        warps: u32 ["warps"] 1..=MOST_WARPS as u64;
        /// CTAs that a core holds.
        ctas: u32 ["CTAs"] 1..=256;
        /// Thread instructions that a core executes a cycle: SP units.
        width: u32 ["threads/cycle", Faster] 1..=32;
        /// Special function units of a core.
        sfus: u32 ["threads/cycle", Faster] 1..=32;
        /// FP64 units of a core.
        doubles: u32 ["threads/cycle", Faster] 1..=32;
        /// Words of 32 bits in the register file.
        registers: u32 ["words"] 64..=1_048_576;
        /// Words of 32 bits in a scalar register file, where a policy has one.
        scalar_registers: u32 ["words"] 0..=1_048_576;
        /// Warp schedulers; each has an equal share of the warps.
        schedulers: u32 ["schedulers"] 1..=8;
        /// Instructions that a scheduler issues a cycle.
        issue: u32 ["instructions/cycle", Faster] 1..=4;
        /// Order in which schedulers look at their warps.
        scheduling: Scheduling [""];
        /// Most warps in the active set of each two-level scheduler.
        active_warps: u32 ["warps"] 1..=MOST_WARPS as u64;
        /// SP pipelines of a conventional core, each of `width` units.
        sps: u32 ["pipelines", Faster] 1..=MOST_SPS as u64;
        /// Cycles from one turn of a scheduler to the next.
        cadence: u32 ["core cycles", Slower] 1..=16;
        /// Units that convert between FP64 and other types; none: the FP64 units.
        converters: Option<u32> ["threads/cycle", Faster] 1..=32;
        /// Overlap of instructions in the pipelines of a conventional core.
        overlap: Overlap [""];
        /// Unit of integer products and quotients, and of FP32 quotients: `sp`, or `sfu`.
        products: Products [""];
        /// Code whose registers are coloured: `unchanged` PTX, or PTX `rewritten` for fewer.
        code: Code [""];
    }
    /// Parameters of the execution pipelines.
    pipeline: Pipeline {
        /// Execute stages of integer and FP32 arithmetic.
        execute: u32 ["core cycles", Slower] 1..=32;
        /// Execute stages of special functions.
        special: u32 ["core cycles", Slower] 1..=256;
        /// Cycles for which approximate functions of 32 threads occupy the SFUs; none: 32 /
        /// `core.sfus`.
        special_interval: Option<u32> ["core cycles", Slower] 1..=1024;
        /// Cycles for which integer products of 32 threads occupy the SFUs, if `core.products` is
        /// `sfu`; none: as a function.
        multiply_interval: Option<u32> ["core cycles", Slower] 1..=1024;
        /// Cycles for which integer products with a sum of 32 threads occupy the SFUs, if
        /// `core.products` is `sfu`; none: as a function.
        multiply_add_interval: Option<u32> ["core cycles", Slower] 1..=1024;
        /// Cycles for which FP32 quotients of 32 threads occupy the SFUs, approximate ones and, if
        /// `core.products` is `sfu`, all; none: as a function.
        divide_interval: Option<u32> ["core cycles", Slower] 1..=1024;
        /// Cycles for which integer quotients of 32 threads occupy the SFUs, if `core.products` is
        /// `sfu`; none: as a function.
        divide_integer_interval: Option<u32> ["core cycles", Slower] 1..=1024;
        /// Execute stages of FP64 arithmetic.
        double: u32 ["core cycles", Slower] 1..=256;
        /// Execute stages of logic, moves, comparisons and conversions in a conventional core;
        /// none: as `execute`.
        logic: Option<u32> ["core cycles", Slower] 1..=1024;
        /// Execute stages of minima and maxima in a conventional core; none: as `execute`.
        min_max: Option<u32> ["core cycles", Slower] 1..=1024;
        /// Execute stages of products in a conventional core, or on the SFUs, where the time for
        /// which they occupy these counts; none: as `execute`, or as `special` on the SFUs.
        multiply: Option<u32> ["core cycles", Slower] 1..=1024;
        /// Execute stages of products with a sum in a conventional core, or on the SFUs; none: as
        /// `execute`, or as `special` on the SFUs.
        multiply_add: Option<u32> ["core cycles", Slower] 1..=1024;
        /// Execute stages of integer products on the SFUs; none: as `multiply`.
        multiply_integer: Option<u32> ["core cycles", Slower] 1..=1024;
        /// Execute stages of integer products with a sum on the SFUs; none: as `multiply_add`.
        multiply_add_integer: Option<u32> ["core cycles", Slower] 1..=1024;
        /// Execute stages of FP32 quotients, reciprocals and roots in a conventional core, of
        /// quotients also on the SFUs; none: as `execute`, or as `special` on the SFUs.
        divide: Option<u32> ["core cycles", Slower] 1..=1024;
        /// Execute stages of integer quotients and remainders in a conventional core, of quotients
        /// also on the SFUs; none: as `execute`, or as `special` on the SFUs.
        divide_integer: Option<u32> ["core cycles", Slower] 1..=1024;
        /// Stages of a conventional core from an instruction to its dependent, without the execute
        /// stages.
        around: u32 ["core cycles", Slower] 1..=64;
        /// Register banks of a lane, or of a conventional core, where each is as wide as the SP
        /// units.
        banks: u32 ["banks", Faster] 2..=32;
        /// Entries of a lane's operand collector.
        window: u32 ["bundles", Faster] 1..=16;
        /// Operand collectors of a conventional core; none: its registers never make an instruction
        /// wait.
        collector: Option<u32> ["instructions", Faster] 1..=64;
        /// Results of a lane that a dependent follows bundle by bundle.
        follow: Follow [""];
    }
    /// Parameters of instruction fetch.
    fetch: Fetch {
        /// Instructions fetched a cycle, for one warp.
        width: u32 ["instructions", Faster] 1..=16;
        /// Entries of a warp's instruction buffer.
        buffer: u32 ["instructions", Faster] 1..=32;
        /// Bytes of an instruction.
        instruction: u32 ["bytes"] 4..=16;
        /// Capacity of the L1 I-cache; none: every fetch hits.
        bytes: Option<u32> ["bytes", Faster] 128..=16_777_216;
        /// Bytes of a line of the L1 I-cache.
        line: u32 ["bytes"] 32..=256;
        /// Associativity of the L1 I-cache.
        ways: u32 ["ways"] 1..=64;
        /// Lines that can be in flight to the L1 I-cache.
        mshrs: u32 ["lines", Faster] 1..=1024;
        /// Latency from a fetch that hits the L1 I-cache to the instruction buffer.
        latency: u32 ["core cycles", Slower] 1..=64;
        /// Most accesses of slices to the L1 I-cache in a cycle.
        ports: u32 ["accesses/cycle", Faster] 1..=8;
        /// Capacity of a slice's L0 I-cache; 0 for none.
        l0_bytes: u32 ["bytes", Faster] 0..=65_536;
        /// Bytes of a line of the L0 I-cache.
        l0_line: u32 ["bytes"] 16..=256;
        /// Latency from a fetch out of the L0 I-cache to the instruction buffer.
        l0_latency: u32 ["core cycles", Slower] 1..=64;
    }
    /// Slices of a core, each with warps of its own (VWS).
    slices: Slices {
        /// Latency from the issue of an instruction without control flow to the report of the next
        /// PC.
        next: u32 ["core cycles", Slower] 1..=64;
        /// Latency from the issue of a branch, call, return, exit or barrier to the report of the
        /// next PC.
        resolve: u32 ["core cycles", Slower] 1..=64;
        /// Most special function and FP64 instructions that wait in a slice.
        queue: u32 ["instructions", Faster] 1..=64;
        /// Most gangs that are fetched for in a cycle.
        fetches: u32 ["gangs/cycle", Faster] 1..=4;
        /// Time at which it is chosen what is issued and what is fetched.
        picks: Picks [""];
        /// Most accesses of all slices that wait for the memory unit.
        stage: u32 ["accesses", Faster] 1..=1024;
    }
    /// The load/store unit and the L1 D-cache.
    l1: L1 {
        /// Capacity of the L1 D-cache.
        bytes: u32 ["bytes", Faster] 128..=16_777_216;
        /// Bytes of a line of the L1 D-cache: accesses are coalesced to it.
        line: u32 ["bytes"] 32..=256;
        /// Associativity of the L1 D-cache.
        ways: u32 ["ways"] 1..=64;
        /// Lines that can be in flight to the L1 D-cache.
        mshrs: u32 ["lines", Faster] 1..=1024;
        /// Accesses that can wait for one line of the L1 D-cache.
        merges: u32 ["accesses", Faster] 1..=1024;
        /// Latency from the load/store unit to the registers for a hit.
        latency: u32 ["core cycles", Slower] 1..=1024;
        /// Most warp accesses that wait at the load/store unit.
        queue: u32 ["accesses", Faster] 1..=64;
        /// Transactions whose tags are looked up in a cycle; one of them can send a request.
        lines: u32 ["transactions/cycle", Faster] 1..=32;
        /// When a place of the L1 D-cache is given to a line: at the `miss`, or at the `fill`.
        allocate: Allocate [""];
        /// Choice of a line's set in the L1 D-cache.
        hash: Hash [""];
        /// What a store does to a line that is in the L1 D-cache: `keep`, or `evict`.
        store_hit: StoreHit [""];
        /// Requests of the load/store unit that wait for the interconnect, of which one leaves a
        /// cycle; none: each leaves in the cycle of its lookup.
        miss_queue: Option<u32> ["requests", Faster] 1..=1024;
    }
    /// Parameters of the constant cache.
    constant: Constant {
        /// Capacity of the constant cache.
        bytes: u32 ["bytes", Faster] 128..=16_777_216;
        /// Bytes of a line of the constant cache.
        line: u32 ["bytes"] 32..=256;
        /// Associativity of the constant cache.
        ways: u32 ["ways"] 1..=64;
        /// Lines that can be in flight to the constant cache.
        mshrs: u32 ["lines", Faster] 1..=1024;
        /// Latency from the constant cache to the registers for a hit.
        latency: u32 ["core cycles", Slower] 1..=1024;
        /// Distinct words that the constant cache reads in a cycle; each goes to all threads that
        /// access it.
        words: u32 ["words/cycle", Faster] 1..=32;
    }
    /// Parameters of the texture cache.
    texture: Texture {
        /// Capacity of the texture cache.
        bytes: u32 ["bytes", Faster] 128..=16_777_216;
        /// Bytes of a line of the texture cache.
        line: u32 ["bytes"] 32..=256;
        /// Associativity of the texture cache.
        ways: u32 ["ways"] 1..=256;
        /// Lines that can be in flight to the texture cache.
        mshrs: u32 ["lines", Faster] 1..=1024;
        /// Latency from the texture cache to the registers for a hit; filtering is in it.
        latency: u32 ["core cycles", Slower] 1..=1024;
        /// Distinct lines that the texture cache looks up in a cycle.
        lines: u32 ["lines/cycle", Faster] 1..=32;
    }
    /// Parameters of shared memory.
    shared: Shared {
        /// Capacity of a core's shared memory.
        bytes: u32 ["bytes"] 0..=16_777_216;
        /// Banks of shared memory, each a word of 32 bits wide.
        banks: u32 ["banks", Faster] 1..=128;
        /// Latency from a grant of shared memory to the registers.
        latency: u32 ["core cycles", Slower] 1..=1024;
        /// Threads of a conventional core's warp whose addresses can conflict in a bank; none:
        /// those that go in one cycle.
        threads: Option<u32> ["threads"] 1..=32;
        /// Words that a bank supplies a cycle to a conventional core.
        ports: u32 ["words/cycle", Faster] 1..=32;
    }
    /// Virtual threads: CTAs on a core beyond those that its schedulers hold.
    vt: Vt {
        /// Warps on a core, with and without a slot of a scheduler; local memory is laid out for as
        /// many.
        warps: u32 ["warps"] 1..=MOST_WARPS as u64;
        /// Places for CTAs in the controller's status table.
        ctas: u32 ["CTAs"] 1..=64;
        /// Entries of a warp's SIMT stack in a CTA's context: 2, 4, 8 or 16.
        depth: u32 ["entries"] 2..=16;
        /// Bits of contexts that shared memory moves a cycle: 256, 512 or 1024.
        beat: u32 ["bits/cycle", Faster] 256..=1024;
        /// Most transactions of loads of active CTAs that wait to be tried again after L1 refused
        /// them.
        active_queue: u32 ["transactions", Faster] 1..=1024;
        /// Most transactions of loads of inactive CTAs that wait to be tried again after L1 refused
        /// them.
        inactive_queue: u32 ["transactions", Faster] 1..=1024;
    }
    /// Priority of one warp while memory is saturated (Mascar).
    mascar: Mascar {
        /// Most transactions of loads that wait to be tried again after L1 refused them.
        queue: u32 ["transactions", Faster] 1..=1024;
        /// Lines in flight to L1 from which on memory counts as saturated.
        saturated: u32 ["lines"] 1..=2048;
    }
    /// Compaction of the threads of a CTA (SLP).
    compaction: Compaction {
        /// Branches that the predictor of CAPRI has an entry for; a new one replaces the oldest.
        entries: u32 ["branches"] 1..=1024;
        /// What CAPRI predicts for a branch without an entry: `wait` for the other warps, or
        /// `pass`.
        first: Prediction [""];
        /// Owner of the predictor's table: a `grid` (a core that clears it before each), a `core`
        /// that keeps it, or a `cta`.
        table: Table [""];
        /// What the predictor learns where all threads of a path go the same way: `pass`, or
        /// `nothing`.
        uniform: Uniform [""];
        /// Latency from the branch of the last warp of a path to the offer of its mask to the
        /// compactor.
        offer: u32 ["core cycles", Slower] 1..=64;
        /// Seed of the permutation `random`.
        seed: u32 ["seed"] 1..=1_000_000;
    }
    /// The interconnect between cores and L2.
    interconnect: Interconnect {
        /// Frequency of the interconnect.
        clock: u32 ["MHz", Faster] 1..=10_000;
        /// Bytes that a port moves a cycle.
        flit: u32 ["bytes", Faster] 8..=256;
        /// Bytes of a packet's header.
        header: u32 ["bytes"] 1..=64;
        /// Latency from the last flit sent to the arrival of the packet.
        latency: u32 ["interconnect cycles", Slower] 1..=1024;
        /// Most packets that wait at a port.
        queue: u32 ["packets", Faster] 1..=1024;
    }
    /// The L2 cache: slices, each with a port of its own at the interconnect.
    l2: L2 {
        /// Frequency of the L2 cache.
        clock: u32 ["MHz", Faster] 1..=10_000;
        /// Capacity of all slices of the L2 cache.
        bytes: u32 ["bytes", Faster] 1024..=1_073_741_824;
        /// Slices that share a memory channel.
        slices: u32 ["slices", Faster] 1..=16;
        /// Bytes of a line of the L2 cache.
        line: u32 ["bytes"] 32..=256;
        /// Associativity of the L2 cache.
        ways: u32 ["ways"] 1..=128;
        /// Lines that can be in flight to a slice of the L2 cache.
        mshrs: u32 ["lines", Faster] 1..=1024;
        /// Requests that can wait for one line of the L2 cache.
        merges: u32 ["requests", Faster] 1..=1024;
        /// Latency from a request's arrival at L2 to its answer, without the time that DRAM takes.
        latency: u32 ["L2 cycles", Slower] 1..=1024;
        /// Most requests that wait at a slice of the L2 cache.
        queue: u32 ["requests", Faster] 1..=1024;
    }
    /// Memory channels and the DRAM behind them.
    dram: Dram {
        /// Frequency of DRAM commands.
        clock: u32 ["MHz", Faster] 1..=10_000;
        /// Channels, each with `l2.slices` slices of L2.
        channels: u32 ["channels", Faster] 1..=64;
        /// Bytes of adjacent addresses that go to one channel.
        interleave: u32 ["bytes"] 32..=65_536;
        /// Width of a channel's data bus.
        bus: u32 ["bytes", Faster] 1..=128;
        /// Beats of a DRAM burst.
        burst: u32 ["beats"] 2..=64;
        /// Beats that the bus moves a command cycle: 2 for DDR to GDDR3, 4 for GDDR5.
        rate: u32 ["beats/DRAM cycle", Faster] 1..=8;
        /// Latency between a slice of L2 and the scheduler of its channel.
        latency: u32 ["L2 cycles", Slower] 0..=1024;
        /// Banks of a channel.
        banks: u32 ["banks", Faster] 1..=64;
        /// Bytes of a DRAM row.
        row: u32 ["bytes"] 256..=65_536;
        /// Most requests that the scheduler of a channel sees.
        queue: u32 ["requests", Faster] 1..=1024;
        /// Time from a read command to its first data.
        t_cl: u32 ["DRAM cycles", Slower] 1..=255;
        /// Time from a write command to its first data.
        t_wl: u32 ["DRAM cycles", Slower] 1..=255;
        /// Time from activating a row to a command for it.
        t_rcd: u32 ["DRAM cycles", Slower] 1..=255;
        /// Time from closing a row to activating another one.
        t_rp: u32 ["DRAM cycles", Slower] 1..=255;
        /// Least time from activating a row to closing it.
        t_ras: u32 ["DRAM cycles", Slower] 1..=255;
        /// Time between activations of rows in different banks.
        t_rrd: u32 ["DRAM cycles", Slower] 1..=255;
        /// Least time between commands to one channel.
        t_ccd: u32 ["DRAM cycles", Slower] 1..=255;
        /// Time from the end of a write's data to closing its row.
        t_wr: u32 ["DRAM cycles", Slower] 1..=255;
        /// Time from the end of a write's data to a read command.
        t_wtr: u32 ["DRAM cycles", Slower] 1..=255;
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
        width: u32 ["instructions/cycle", Faster] 1..=8;
        /// Elements that a pipeline or a port takes a cycle, under the timing `pipes`.
        beat: u32 ["elements/cycle", Faster] 1..=1024;
        /// Pipelines for products and sums of floating-point numbers.
        fma: u32 ["pipelines", Faster] 1..=8;
        /// Pipelines for integers, logic and exchanges.
        alu: u32 ["pipelines", Faster] 1..=8;
        /// Pipelines for quotients, roots and functions.
        divide: u32 ["pipelines", Faster] 1..=8;
        /// Ports for loads.
        loads: u32 ["ports", Faster] 1..=8;
        /// Ports for stores.
        stores: u32 ["ports", Faster] 1..=8;
        /// Time that an instruction takes.
        timing: Timing [""];
        /// Latency from the first beat of an operation to its first result, under the timing
        /// `pipes`.
        execute: u32 ["core cycles", Slower] 1..=64;
        /// Latency from the first beat of a quotient, root or function to its first result, under
        /// the timing `pipes`.
        divides: u32 ["core cycles", Slower] 1..=256;
        /// Warps that share a partition.
        pack: Packing [""];
        /// Most instructions by which a count in a bucket differs from the least.
        threshold: u32 ["instructions"] 0..=65_536;
        /// Packs that are open at once; 0 for as many as partitions.
        open: u32 ["packs"] 0..=1024;
        /// Assignment of packs to streams.
        assign: Assign [""];
        /// Vector registers of a partition for which programs are compiled, and a quarter as many
        /// masks; 0 for all that it can have.
        each: u32 ["registers"] 0..=256;
        /// Latency from the start of a partition to its first instruction.
        start: u32 ["core cycles", Slower] 1..=64;
    }
}
