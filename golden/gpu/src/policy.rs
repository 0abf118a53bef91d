//! Policies: the papers' cores, by name, that a GPU can have.

mod gangs;
mod partitions;

use heddle_golden::slp::permutation::Permutation;
use heddle_kernel::compile::{Registers, Scalarization};

use crate::base::SimError;
use crate::config::spec::{MOST_WARPS, Spec};
use crate::measure::lines::{ISSUE_SLOTS, TimeClasses, VECTOR_CYCLES};

pub(crate) use gangs::SlicedKind;
pub(crate) use partitions::VectorKind;

/// A policy: the kind of core that a GPU has, and what its programs are compiled for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Policy {
    name: String,
    pub(crate) core: CoreKind,
    scalar: bool,
    warp_size: Option<u32>,
}

/// Kind of core, with its parameters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CoreKind {
    /// A conventional SIMT core: a warp over all units at once.
    Simt(SimtKind),
    /// A core of lanes, each of which executes a warp over time.
    Lanes(LaneKind),
    /// A SIMT core with compaction: a warp over all units at once, of threads that may belong to
    /// several warps of a CTA.
    Compaction(CompactionKind),
    /// A core in slices: warps of few threads, in gangs or alone.
    Sliced(SlicedKind),
    /// A vector core: partitions of wide SIMD registers.
    Vector(VectorKind),
}

/// Parameters of a core with compaction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct CompactionKind {
    /// Rule by which warps of a CTA wait for each other at branches.
    pub waits: Waits,
    /// Permutation of threads to lanes; `Random` with the seed of the GPU.
    pub permutation: Permutation,
}

/// Rule by which warps of a CTA wait for each other at branches, so that their threads are
/// compacted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Waits {
    /// Never.
    Never,
    /// Always (TBC).
    Always,
    /// Where it is predicted to be worth the wait (CAPRI).
    Predicted,
}

/// Parameters of a conventional core.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct SimtKind {
    /// CTAs that are on a core, and those of them that its schedulers hold.
    pub ctas: Ctas,
    /// Handling of loads that L1 refuses.
    pub loads: Loads,
    /// Whether one warp alone accesses memory while memory is saturated.
    pub owner: bool,
}

/// CTAs that are on a core, and those of them that its schedulers hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ctas {
    /// As many CTAs as the schedulers hold.
    Scheduled,
    /// As many CTAs as registers and shared memory hold; the schedulers hold them all.
    Unlimited,
    /// As many CTAs as registers and shared memory hold; the schedulers hold some of them in turn.
    Virtual(VirtualKind),
}

/// Parameters of virtual threads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct VirtualKind {
    /// Whether swaps take no time.
    pub timeless: bool,
    /// Whether a warp at a barrier counts as stalled when another one of its CTA is.
    pub barrier: bool,
    /// Whether every load stalls a warp that needs it, also one that hits.
    pub every_load: bool,
}

/// Handling of loads that L1 refuses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Loads {
    /// The loads wait, and all accesses behind them.
    InOrder,
    /// The loads wait in a queue, and other accesses go on (Mascar).
    Queue,
    /// The loads wait in one queue for active and in one for inactive CTAs (VT IV.D).
    TwoQueues,
}

const SIMT: SimtKind = SimtKind { ctas: Ctas::Scheduled, loads: Loads::InOrder, owner: false };
const VT: VirtualKind = VirtualKind { timeless: false, barrier: false, every_load: false };
const fn vt(kind: VirtualKind) -> CoreKind {
    CoreKind::Simt(SimtKind { ctas: Ctas::Virtual(kind), loads: Loads::TwoQueues, ..SIMT })
}
const MAX: SimtKind = SimtKind { ctas: Ctas::Unlimited, ..SIMT };
const MASCAR: SimtKind = SimtKind { loads: Loads::Queue, owner: true, ..SIMT };

/// Parameters of STSIMT's cores.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct LaneKind {
    /// Threads that a lane executes in a cycle.
    pub width: u32,
    /// Whether a warp's registers are given back when it ends, not when its CTA does (3.7, 5.5).
    pub exit: bool,
    /// Whether a warp that is partly filled has registers for its own threads alone (3.7, 5.5).
    pub partial: bool,
    /// Whether warps belong to lanes. If not (5.6, unrealistic), any lane executes any warp.
    pub locked: bool,
}

const TSIMT: LaneKind = LaneKind { width: 1, exit: false, partial: false, locked: true };
const PLUS: LaneKind = LaneKind { exit: true, partial: true, ..TSIMT };

/// Cores by name, each with its kind and a description.
const CORES: &[(&str, CoreKind, &str)] = &[
    ("simt", CoreKind::Simt(SIMT), "a warp over all units at once, like Tesla (STSIMT 3.1)"),
    ("tsimt", CoreKind::Lanes(TSIMT), "temporal SIMT: a warp on one lane, thread after thread (3.1)"),
    (
        "tsimt-exit",
        CoreKind::Lanes(LaneKind { exit: true, ..TSIMT }),
        "tsimt, registers given back when a warp ends (3.7)",
    ),
    (
        "tsimt-partial",
        CoreKind::Lanes(LaneKind { partial: true, ..TSIMT }),
        "tsimt, registers for a partly filled warp's own threads (3.7)",
    ),
    ("tsimt+", CoreKind::Lanes(PLUS), "tsimt with both (5.5)"),
    (
        "tsimt-free",
        CoreKind::Lanes(LaneKind { locked: false, ..TSIMT }),
        "tsimt, any warp on any lane: no hardware (5.6)",
    ),
    ("stsimt2", CoreKind::Lanes(LaneKind { width: 2, ..PLUS }), "spatio-temporal: lanes of two threads (5.7)"),
    ("stsimt4", CoreKind::Lanes(LaneKind { width: 4, ..PLUS }), "spatio-temporal: lanes of four threads (5.7)"),
    (
        "stsimt2-late",
        CoreKind::Lanes(LaneKind { width: 2, exit: false, ..PLUS }),
        "stsimt2, registers given back when a CTA ends (D85)",
    ),
    (
        "stsimt4-late",
        CoreKind::Lanes(LaneKind { width: 4, exit: false, ..PLUS }),
        "stsimt4, registers given back when a CTA ends (D85)",
    ),
    (
        "vt",
        vt(VT),
        "virtual threads: CTAs up to capacity, those that memory stalls go out for others; two load queues (VT IV)",
    ),
    (
        "vt-plain",
        CoreKind::Simt(SimtKind { ctas: Ctas::Virtual(VT), ..SIMT }),
        "vt without load queues: accesses go to L1 in order",
    ),
    ("vt-free", vt(VirtualKind { timeless: true, ..VT }), "vt with swaps that take no time: no hardware (VT V.B)"),
    (
        "vt-barrier",
        vt(VirtualKind { barrier: true, ..VT }),
        "vt, warps at barriers count as stalled beside one that is",
    ),
    (
        "vt-load",
        vt(VirtualKind { every_load: true, ..VT }),
        "vt, every wait for a load is a stall, also for one that hits L1",
    ),
    (
        "mascar",
        CoreKind::Simt(MASCAR),
        "a load queue, and one warp alone accesses memory while it is saturated (our reading of Mascar, D150)",
    ),
    ("mascar-queue", CoreKind::Simt(SimtKind { owner: false, ..MASCAR }), "mascar's load queue alone (D150)"),
    (
        "max",
        CoreKind::Simt(SimtKind { ctas: Ctas::Unlimited, ..MASCAR }),
        "CTAs up to capacity, all of them scheduled, as mascar (VT V.B)",
    ),
    ("max-plain", CoreKind::Simt(MAX), "CTAs up to capacity, all of them scheduled; accesses go to L1 in order"),
    ("no-tbc", compaction(Waits::Never), "simt, warps launched one a cycle through the unit of SLP (SLP 2.2)"),
    (
        "tbc",
        compaction(Waits::Always),
        "thread block compaction: the warps of a CTA wait at branches, and threads that go the same way are packed (SLP 2.3)",
    ),
    (
        "capri",
        compaction(Waits::Predicted),
        "tbc where a branch is predicted to be worth the wait (our reading of CAPRI, SLP 2.3, D183)",
    ),
];

/// Permutations by the suffix of a policy's name.
const PERMUTATIONS: [(&str, Permutation); 8] = [
    ("-odd-even", Permutation::OddEven),
    ("-flip-odd", Permutation::FlipOdd),
    ("-rotate-odd", Permutation::RotateOdd1),
    ("-half", Permutation::Half),
    ("-random", Permutation::Random(0)),
    ("-wid", Permutation::Wid),
    ("-rev-wid", Permutation::RevWid),
    ("-balanced", Permutation::Balanced),
];

const fn compaction(waits: Waits) -> CoreKind {
    CoreKind::Compaction(CompactionKind { waits, permutation: Permutation::None })
}

/// Returns all cores, each with its name, its kind and a description.
fn cores() -> impl Iterator<Item = (&'static str, CoreKind, &'static str)> {
    let sliced = gangs::CORES.iter().map(|&(name, kind, about)| (name, CoreKind::Sliced(kind), about));
    let vector = partitions::CORES.iter().map(|&(name, kind, about)| (name, CoreKind::Vector(kind), about));
    CORES.iter().copied().chain(sliced).chain(vector)
}

/// Returns the core of a name without `-w16` and `-scalar`; `None` if no core has this name.
fn core_named(name: &str) -> Option<CoreKind> {
    let plain = |name: &str| cores().find(|(known, ..)| *known == name).map(|(_, core, _)| core);
    plain(name).or_else(|| {
        let permuted = |(end, permutation): &(&str, Permutation)| match plain(name.strip_suffix(end)?)? {
            CoreKind::Compaction(kind) => {
                Some(CoreKind::Compaction(CompactionKind { permutation: *permutation, ..kind }))
            }
            _ => None,
        };
        PERMUTATIONS.iter().find_map(permuted)
    })
}

impl CoreKind {
    /// Whether `-w16` and `-scalar` can follow the core's name: STSIMT's cores alone take them.
    fn takes_ends(&self) -> bool {
        matches!(self, CoreKind::Lanes(_) | CoreKind::Simt(SIMT))
    }
}

/// Suffix of a policy's name for scalarization.
const SCALAR: &str = "-scalar";
const HALF: &str = "-w16";

impl Policy {
    /// Returns the policy of a name: a core's, then `-w16` for warps of 16 threads (5.6), then
    /// `-scalar` for scalarization (4). `None` if no policy has this name.
    pub fn named(name: &str) -> Option<Policy> {
        let (rest, scalar) = name.strip_suffix(SCALAR).map_or((name, false), |rest| (rest, true));
        let (base, warp_size) = rest.strip_suffix(HALF).map_or((rest, None), |rest| (rest, Some(16)));
        let core = core_named(base)?;
        if base != name && !core.takes_ends() {
            return None;
        }
        Some(Policy { name: name.into(), core, scalar, warp_size })
    }

    /// Returns why the name of a core with `-w16` or `-scalar` behind it is no policy; `None` if
    /// the core takes them or the name has neither.
    pub fn refused(name: &str) -> Option<String> {
        let rest = name.strip_suffix(SCALAR).unwrap_or(name);
        let base = rest.strip_suffix(HALF).unwrap_or(rest);
        let core = core_named(base)?;
        (base != name && !core.takes_ends())
            .then(|| format!("`{base}` takes neither `{HALF}` nor `{SCALAR}`: both exist for STSIMT's cores alone"))
    }

    /// Returns the names of all policies.
    pub fn names() -> Vec<String> {
        let ends = |core: &CoreKind| if core.takes_ends() { &["", HALF][..] } else { &[""] };
        let scalars = |core: &CoreKind| if core.takes_ends() { &["", SCALAR][..] } else { &[""] };
        let names = |(base, core, _): (&str, CoreKind, &str)| -> Vec<String> {
            let halves = ends(&core).iter().map(|half| format!("{base}{half}"));
            let permuted: &[_] = if matches!(core, CoreKind::Compaction(_)) { &PERMUTATIONS } else { &[] };
            let permuted = permuted.iter().map(|(end, _)| format!("{base}{end}"));
            let all = halves.flat_map(|name| scalars(&core).iter().map(move |scalar| format!("{name}{scalar}")));
            all.chain(permuted).collect()
        };
        cores().flat_map(names).collect()
    }

    /// Returns the policy's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns a description of the policy in words.
    pub fn about(&self) -> String {
        let plain = match self.core {
            CoreKind::Compaction(kind) => compaction(kind.waits),
            core => core,
        };
        let about = cores().find(|(_, core, _)| *core == plain).map_or("", |(_, _, about)| about);
        let lanes = match self.core {
            CoreKind::Compaction(CompactionKind { permutation, .. }) if permutation != Permutation::None => {
                format!("; lanes permuted by {} (SLP 4)", permutation.name())
            }
            _ => String::new(),
        };
        let warps = self.warp_size.map_or(String::new(), |size| format!("; warps of {size} threads"));
        let scalars = match (self.scalar, self.core) {
            (false, _) | (_, CoreKind::Compaction(_) | CoreKind::Sliced(_) | CoreKind::Vector(_)) => "",
            (true, CoreKind::Simt(_)) => "; a scalar unit with registers of its own, like GCN (4.1)",
            (true, CoreKind::Lanes(_)) => "; scalarization (4)",
        };
        format!("{about}{lanes}{warps}{scalars}")
    }

    /// Returns the classes into which the time of the policy's cores is divided.
    pub fn time_classes(&self) -> &'static TimeClasses {
        if let CoreKind::Vector(_) = self.core { &VECTOR_CYCLES } else { &ISSUE_SLOTS }
    }

    /// Returns how programs for the policy are compiled to registers: with or without scalar ones.
    pub fn registers(&self) -> Registers {
        let scalars = if self.scalar { Scalarization::All } else { Scalarization::None };
        Registers { scalars, allocated: true }
    }

    /// Returns the GPU with this policy's warps, and as many threads as before. An error if that is
    /// more warps than a core can hold, or if the GPU lacks a section that the policy needs.
    pub fn applied(&self, spec: &Spec) -> Result<Spec, SimError> {
        let mut spec = spec.clone();
        if let CoreKind::Vector(kind) = self.core {
            let missing = || {
                SimError::Unfit(format!(
                    "policy `{}` needs a GPU with a section `vector`: --config simt-simd has one",
                    self.name
                ))
            };
            kind.apply(spec.vector.as_mut().ok_or_else(missing)?);
        }
        if let Some(size) = self.warp_size.filter(|size| *size < spec.core.warp_size) {
            let more = spec.core.warp_size / size;
            let warps = spec.core.warps * more;
            if warps > MOST_WARPS {
                let why = format!(
                    "policy `{}`: {} threads a core are {warps} warps of {size}, and a core holds {MOST_WARPS} at most",
                    self.name,
                    warps * size
                );
                return Err(SimError::Unfit(why));
            }
            spec.core.warps = warps;
            spec.vt.warps = spec.vt.warps.max(warps);
            spec.core.active_warps *= more;
            spec.core.warp_size = size;
            spec.core.width = spec.core.width.min(size);
        }
        Ok(spec)
    }

    /// Whether the policy has a scalar unit or scalar registers.
    pub(crate) fn is_scalar(&self) -> bool {
        self.scalar
    }
}
