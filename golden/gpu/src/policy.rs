//! Policies: which of the papers' cores a GPU has.

mod gangs;
mod partitions;

use heddle_golden::slp::permutation::Permutation;
use heddle_kernel::compile::{Registers, Scalarization};

use crate::config::spec::{MOST_WARPS, Spec};
use crate::measure::lines::{ISSUE_SLOTS, TimeClasses, VECTOR_CYCLES};
use crate::system::SimError;

pub(crate) use gangs::SlicedKind;
pub(crate) use partitions::VectorKind;

/// How a core executes, and what its programs are compiled for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Policy {
    name: String,
    pub(crate) core: CoreKind,
    scalar: bool,
    warp_size: Option<u32>,
}

/// The kind of core.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CoreKind {
    /// A warp over all units at once.
    Simt(SimtKind),
    /// Lanes.
    Lanes(LaneKind),
    /// A warp over all units at once, of threads that may be several warps' of a CTA.
    Compaction(CompactionKind),
    /// Warps of few threads in slices, in gangs or alone.
    Sliced(SlicedKind),
    /// Partitions of wide SIMD registers.
    Vector(VectorKind),
}

/// What compaction differs in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct CompactionKind {
    /// When warps of a CTA wait for each other at branches.
    pub waits: Waits,
    /// Where threads live in lanes; `Random` with the seed of the GPU.
    pub permutation: Permutation,
}

/// When warps of a CTA wait for each other at branches, so that their threads are compacted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Waits {
    /// Never.
    Never,
    /// Always (TBC).
    Always,
    /// Where it is predicted to be worth the wait (CAPRI).
    Predicted,
}

/// What conventional cores differ in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct SimtKind {
    /// Which CTAs are on a core, and which of them its schedulers hold.
    pub ctas: Ctas,
    /// What becomes of loads that L1 refuses.
    pub loads: Loads,
    /// While memory is saturated, one warp alone accesses it.
    pub owner: bool,
}

/// Which CTAs are on a core, and which of them its schedulers hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Ctas {
    /// As many as the schedulers hold.
    Scheduled,
    /// As many as registers and shared memory hold; the schedulers hold them all.
    Unlimited,
    /// As many as registers and shared memory hold; the schedulers hold some of them in turn.
    Virtual(VirtualKind),
}

/// What virtual threads differ in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct VirtualKind {
    /// Swaps take no time.
    pub timeless: bool,
    /// A warp at a barrier counts as stalled when another one of its CTA is.
    pub barrier: bool,
    /// Every load stalls a warp that needs it, one that hits, too.
    pub every_load: bool,
}

/// What becomes of loads that L1 refuses.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Loads {
    /// They wait, and all accesses behind them.
    InOrder,
    /// They wait in a queue, and others go on (Mascar).
    Queue,
    /// They wait in a queue of active and in one of inactive CTAs (VT IV.D).
    TwoQueues,
}

const SIMT: SimtKind = SimtKind { ctas: Ctas::Scheduled, loads: Loads::InOrder, owner: false };
const VT: VirtualKind = VirtualKind { timeless: false, barrier: false, every_load: false };
const fn vt(kind: VirtualKind) -> CoreKind {
    CoreKind::Simt(SimtKind { ctas: Ctas::Virtual(kind), loads: Loads::TwoQueues, ..SIMT })
}
const MAX: SimtKind = SimtKind { ctas: Ctas::Unlimited, ..SIMT };
const MASCAR: SimtKind = SimtKind { loads: Loads::Queue, owner: true, ..SIMT };

/// What STSIMT's cores differ in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct LaneKind {
    /// Threads that a lane executes in a cycle.
    pub width: u32,
    /// A warp's registers are given back when it ends, not when its CTA does (3.7, 5.5).
    pub exit: bool,
    /// A warp that is partly filled has registers for its own threads alone (3.7, 5.5).
    pub partial: bool,
    /// Warps belong to lanes. Without (5.6, unrealistic), any lane executes any warp.
    pub locked: bool,
}

const TSIMT: LaneKind = LaneKind { width: 1, exit: false, partial: false, locked: true };
const PLUS: LaneKind = LaneKind { exit: true, partial: true, ..TSIMT };

/// Cores by name, with what they are.
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

/// Permutations by what stands behind a policy's name.
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

/// All cores by name.
fn cores() -> impl Iterator<Item = (&'static str, CoreKind, &'static str)> {
    let sliced = gangs::CORES.iter().map(|&(name, kind, about)| (name, CoreKind::Sliced(kind), about));
    let vector = partitions::CORES.iter().map(|&(name, kind, about)| (name, CoreKind::Vector(kind), about));
    CORES.iter().copied().chain(sliced).chain(vector)
}

/// The core of a name without `-w16` and `-scalar`.
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
    /// Its name can have `-w16` and `-scalar` behind it: STSIMT's cores alone do.
    fn takes_ends(&self) -> bool {
        matches!(self, CoreKind::Lanes(_) | CoreKind::Simt(SIMT))
    }
}

/// What can stand behind a core's name.
const SCALAR: &str = "-scalar";
const HALF: &str = "-w16";

impl Policy {
    /// A policy by its name: a core's, then `-w16` for warps of 16 threads (5.6), then `-scalar` for scalarization (4).
    pub fn named(name: &str) -> Option<Policy> {
        let (rest, scalar) = name.strip_suffix(SCALAR).map_or((name, false), |rest| (rest, true));
        let (base, warp_size) = rest.strip_suffix(HALF).map_or((rest, None), |rest| (rest, Some(16)));
        let core = core_named(base)?;
        if base != name && !core.takes_ends() {
            return None;
        }
        Some(Policy { name: name.into(), core, scalar, warp_size })
    }

    /// Why a name that looks like a policy's is none: its core takes no `-w16` and no `-scalar`.
    pub fn refused(name: &str) -> Option<String> {
        let rest = name.strip_suffix(SCALAR).unwrap_or(name);
        let base = rest.strip_suffix(HALF).unwrap_or(rest);
        let core = core_named(base)?;
        (base != name && !core.takes_ends())
            .then(|| format!("`{base}` takes neither `{HALF}` nor `{SCALAR}`: they are STSIMT's, for its own cores"))
    }

    /// Every policy's name.
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

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What it is.
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

    /// The classes into which the time of its cores is divided.
    pub fn time_classes(&self) -> &'static TimeClasses {
        if let CoreKind::Vector(_) = self.core { &VECTOR_CYCLES } else { &ISSUE_SLOTS }
    }

    /// What programs are compiled for.
    pub fn registers(&self) -> Registers {
        let scalars = if self.scalar { Scalarization::All } else { Scalarization::None };
        Registers { scalars, allocated: true }
    }

    /// The GPU with this policy's warps: as many threads as before. An error if that is more warps than a core can hold.
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

    /// It has a scalar unit or scalar registers.
    pub(crate) fn is_scalar(&self) -> bool {
        self.scalar
    }
}
