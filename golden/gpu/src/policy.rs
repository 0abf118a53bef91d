//! Policies: which of the papers' cores a GPU has.

use heddle_kernel::compile::{Registers, Scalarization};

use crate::config::spec::{MOST_WARPS, Spec};
use crate::system::SimError;

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
    Simt,
    /// Lanes.
    Lanes(LaneKind),
}

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
    ("simt", CoreKind::Simt, "a warp over all units at once, like Tesla (STSIMT 3.1)"),
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
];

/// What can stand behind a core's name.
const SCALAR: &str = "-scalar";
const HALF: &str = "-w16";

impl Policy {
    /// A policy by its name: a core's, then `-w16` for warps of 16 threads (5.6), then `-scalar` for scalarization (4).
    pub fn named(name: &str) -> Option<Policy> {
        let (rest, scalar) = name.strip_suffix(SCALAR).map_or((name, false), |rest| (rest, true));
        let (base, warp_size) = rest.strip_suffix(HALF).map_or((rest, None), |rest| (rest, Some(16)));
        let (_, core, _) = CORES.iter().find(|(known, ..)| *known == base)?;
        Some(Policy { name: name.into(), core: *core, scalar, warp_size })
    }

    /// Every policy's name.
    pub fn names() -> Vec<String> {
        let names = CORES.iter().flat_map(|(base, ..)| ["", HALF].map(|half| format!("{base}{half}")));
        names.flat_map(|name| ["", SCALAR].map(|scalar| format!("{name}{scalar}"))).collect()
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// What it is.
    pub fn about(&self) -> String {
        let about = CORES.iter().find(|(_, core, _)| *core == self.core).map_or("", |(_, _, about)| about);
        let warps = self.warp_size.map_or(String::new(), |size| format!("; warps of {size} threads"));
        let scalars = match (self.scalar, self.core) {
            (false, _) => "",
            (true, CoreKind::Simt) => "; a scalar unit with registers of its own, like GCN (4.1)",
            (true, CoreKind::Lanes(_)) => "; scalarization (4)",
        };
        format!("{about}{warps}{scalars}")
    }

    /// What programs are compiled for.
    pub fn registers(&self) -> Registers {
        let scalars = if self.scalar { Scalarization::All } else { Scalarization::None };
        Registers { scalars, allocated: true }
    }

    /// The GPU with this policy's warps: as many threads as before. An error if that is more warps than a core can hold.
    pub fn applied(&self, spec: &Spec) -> Result<Spec, SimError> {
        let mut spec = spec.clone();
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
