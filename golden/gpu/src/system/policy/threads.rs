//! Policies of conventional cores that differ in the CTAs that they hold and in what becomes of
//! loads that L1 refuses: virtual threads, Mascar, and cores without a limit on scheduled CTAs.

use heddle_contract::vtc::Config;
use heddle_golden::vtc::Vtc;
use heddle_golden::{Device, Model};

use super::build::{Build, HasUnit, HeldUnit, Setup};
use crate::base::SimError;
use crate::config::spec::Spec;
use crate::core::SlottedCore;
use crate::datapath::{Simt, Stalls};
use crate::formation::Fixed;
use crate::measure::profile::Gauge;
use crate::memory::LoadPath;
use crate::residency::virtual_threads::{self, Timeless};
use crate::residency::{Direct, Residency, VirtualThreads};
use crate::system::Run;

/// Parameters of a conventional core, apart from those of STSIMT 3.1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct ThreadKind {
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

/// A conventional core that schedules all CTAs that it holds.
pub(super) const SIMT: ThreadKind = ThreadKind { ctas: Ctas::Scheduled, loads: Loads::InOrder, owner: false };
const VT: VirtualKind = VirtualKind { timeless: false, barrier: false, every_load: false };
const fn vt(kind: VirtualKind) -> ThreadKind {
    ThreadKind { ctas: Ctas::Virtual(kind), loads: Loads::TwoQueues, ..SIMT }
}
const MAX: ThreadKind = ThreadKind { ctas: Ctas::Unlimited, ..SIMT };
const MASCAR: ThreadKind = ThreadKind { loads: Loads::Queue, owner: true, ..SIMT };

impl Loads {
    /// Returns the way of loads to L1 in the cores of a GPU: one after the other, or by queues.
    fn path(self, spec: &Spec) -> LoadPath {
        match self {
            Loads::InOrder => LoadPath::InOrder,
            Loads::Queue => LoadPath::Queue { entries: spec.mascar.queue },
            Loads::TwoQueues => LoadPath::TwoQueues { active: spec.vt.active_queue, inactive: spec.vt.inactive_queue },
        }
    }
}

impl Build for ThreadKind {
    const POLICIES: &'static [(&'static str, Self, &'static str)] = &[
        (
            "vt",
            vt(VT),
            "virtual threads: CTAs up to capacity, those that memory stalls go out for others; two load queues (VT IV)",
        ),
        (
            "vt-plain",
            ThreadKind { ctas: Ctas::Virtual(VT), ..SIMT },
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
            MASCAR,
            "a load queue, and one warp alone accesses memory while it is saturated (our reading of Mascar, D150)",
        ),
        ("mascar-queue", ThreadKind { owner: false, ..MASCAR }, "mascar's load queue alone (D150)"),
        (
            "max",
            ThreadKind { ctas: Ctas::Unlimited, ..MASCAR },
            "CTAs up to capacity, all of them scheduled, as mascar (VT V.B)",
        ),
        ("max-plain", MAX, "CTAs up to capacity, all of them scheduled; accesses go to L1 in order"),
    ];
    const PAPER: &'static str = "vt";

    fn simulate(&self, setup: Setup) -> Result<Run, SimError> {
        match self.ctas {
            Ctas::Virtual(threads) if threads.timeless => {
                self.run(setup, &mut |cfg| Ok(Timeless::new(Model::<Vtc>::new(cfg.clone()))))
            }
            Ctas::Virtual(_) => self.run_golden(setup),
            Ctas::Scheduled if setup.spec.core.warps <= 64 => on_simt::<1>(*self, setup),
            Ctas::Scheduled if setup.spec.core.warps <= 128 => on_simt::<2>(*self, setup),
            Ctas::Scheduled | Ctas::Unlimited => on_simt::<4>(*self, setup),
        }
    }
}

impl HeldUnit for Vtc {
    type Kind = ThreadKind;
}

impl HasUnit for ThreadKind {
    type Unit = Vtc;
    const WHAT: &'static str = "virtual thread controller";

    fn is_replaceable(&self) -> bool {
        // a controller whose swaps take no time is an idealisation that no hardware has
        matches!(self.ctas, Ctas::Virtual(threads) if !threads.timeless)
    }
    fn unit(&self, spec: &Spec) -> Result<Config, String> {
        virtual_threads::config(spec, matches!(self.ctas, Ctas::Virtual(threads) if threads.barrier))
    }
    fn run<D: Device<Vtc>>(
        &self,
        mut setup: Setup,
        made: &mut dyn FnMut(&Config) -> Result<D, SimError>,
    ) -> Result<Run, SimError> {
        let (spec, gauge) = (setup.spec, setup.gauge());
        let cfg = self.fitted(spec, setup.target)?;
        if spec.core.warps <= 64 {
            setup.run(spec.core.warp_size, |n| Ok(threaded::<D, 1>(spec, &gauge, *self, n, (&cfg, made(&cfg)?))))
        } else {
            setup.run(spec.core.warp_size, |n| Ok(threaded::<D, 4>(spec, &gauge, *self, n, (&cfg, made(&cfg)?))))
        }
    }
}

/// Makes a run on conventional cores with up to 64 W slots, a slot for each warp.
fn on_simt<const W: usize>(kind: ThreadKind, mut setup: Setup) -> Result<Run, SimError> {
    let (spec, scalar, gauge) = (setup.spec, setup.target.scalar, setup.gauge());
    setup.run(spec.core.warp_size, |n| {
        let residency = if kind.ctas == Ctas::Unlimited { Direct::unlimited(spec) } else { Direct::new(spec) };
        let datapath = Simt::new(spec, scalar, residency.warps());
        let formation = Fixed::new(&spec.core, residency.slots());
        let core = SlottedCore::<_, _, _, W>::new(spec, n, gauge.clone(), residency, formation, datapath);
        let core = core.with_loads(spec, kind.loads.path(spec), false);
        Ok(if kind.owner { core.with_priority(spec.mascar.saturated) } else { core })
    })
}

/// A conventional core with virtual threads.
pub(crate) type Threaded<D, const W: usize> = SlottedCore<VirtualThreads<D>, Fixed<W>, Simt, W>;

/// Creates core `n` with virtual threads, with its controller.
pub(crate) fn threaded<D: Device<Vtc>, const W: usize>(
    spec: &Spec,
    gauge: &Gauge,
    kind: ThreadKind,
    n: usize,
    (cfg, unit): (&Config, D),
) -> Threaded<D, W> {
    let Ctas::Virtual(threads) = kind.ctas else { unreachable!("a policy without virtual threads has no controller") };
    let residency = VirtualThreads::new(spec, cfg.clone(), unit, threads.timeless);
    let stalls = if threads.every_load { Stalls::Loads } else { Stalls::Misses };
    let datapath = Simt::new(spec, false, residency.warps()).with_stalls(stalls);
    let formation = Fixed::new(&spec.core, residency.slots());
    let core = SlottedCore::new(spec, n, gauge.clone(), residency, formation, datapath);
    core.with_loads(spec, kind.loads.path(spec), stalls == Stalls::Misses)
}
