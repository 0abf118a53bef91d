//! Policies: the papers' cores, by name, that a GPU can have. A kind of policy is a file here, and
//! a line in the list of kinds.

pub(crate) mod build;
pub(crate) mod compaction;
mod lanes;
mod partitions;
mod simt;
pub(crate) mod slices;
pub(crate) mod threads;

use heddle_kernel::compile::Registers;

use super::Run;
use super::target::Target;
use crate::base::SimError;
use crate::config::spec::{MOST_WARPS, Spec};
use crate::measure::lines::TimeClasses;
use build::{Build, Setup};

macro_rules! kinds {
    ($($name:ident($kind:ty)),* $(,)?) => {
        /// Kind of a policy's cores, with its parameters.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub(crate) enum CoreKind { $($name($kind)),* }

        $(impl TryFrom<CoreKind> for $kind {
            type Error = ();
            fn try_from(core: CoreKind) -> Result<$kind, ()> {
                if let CoreKind::$name(kind) = core { Ok(kind) } else { Err(()) }
            }
        })*

        /// Returns every core's name, its kind and a description.
        fn cores() -> Vec<(String, CoreKind, String)> {
            let mut cores = Vec::new();
            $(for &(name, kind, about) in <$kind>::POLICIES {
                let variants = kind.variants().into_iter();
                cores.push((name.to_string(), CoreKind::$name(kind), about.to_string()));
                cores.extend(variants.map(|(end, kind, more)| {
                    (format!("{name}{end}"), CoreKind::$name(kind), format!("{about}{more}"))
                }));
            })*
            cores
        }

        /// Returns the policies of every kind, without variants.
        fn listed() -> Vec<Listed> {
            let mut all = Vec::new();
            $(for &(name, kind, about) in <$kind>::POLICIES {
                let ends: &[&str] = if kind.takes_ends() { &[HALF, SCALAR] } else { &[] };
                let options = kind.variants().into_iter().map(|(end, ..)| end).chain(ends.iter().copied());
                all.push(Listed { name, paper: <$kind>::PAPER, options: options.collect(), about });
            })*
            all
        }

        impl CoreKind {
            fn takes_ends(&self) -> bool {
                match self { $(CoreKind::$name(kind) => kind.takes_ends()),* }
            }
            fn scalars(&self) -> &'static str {
                match self { $(CoreKind::$name(_) => <$kind>::SCALARS),* }
            }
            fn time(&self) -> &'static TimeClasses {
                match self { $(CoreKind::$name(_) => <$kind>::TIME),* }
            }
            fn apply(&self, spec: &mut Spec, target: Target) -> Result<(), SimError> {
                match self { $(CoreKind::$name(kind) => kind.apply(spec, target)),* }
            }
            /// Simulates a run under the policy, with golden models as the units in its cores.
            pub fn simulate(&self, setup: Setup) -> Result<Run, SimError> {
                match self { $(CoreKind::$name(kind) => kind.simulate(setup)),* }
            }
        }
    };
}

kinds! {
    Simt(simt::SimtKind),
    Lanes(crate::datapath::LaneKind),
    Threads(threads::ThreadKind),
    Compaction(compaction::CompactionKind),
    Sliced(slices::SlicedKind),
    Vector(partitions::VectorKind),
}

/// A policy as lists show it, with all its variants.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listed {
    /// Name of the policy without options.
    pub name: &'static str,
    /// Name of the paper whose cores these are, which is that of its configuration, too.
    pub paper: &'static str,
    /// What can follow the name, as in `-scalar`; of these, `-w16` and `-scalar` go together.
    pub options: Vec<&'static str>,
    /// A description in words.
    pub about: &'static str,
}

/// A policy: the kind of core that a GPU has, and what its programs are compiled for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Policy {
    name: String,
    pub(crate) core: CoreKind,
    about: String,
    scalar: bool,
    warp_size: Option<u32>,
}

/// Returns the core of a name without `-w16` and `-scalar`, and its description; `None` if no core
/// has this name.
fn core_named(name: &str) -> Option<(CoreKind, String)> {
    cores().into_iter().find(|(known, ..)| known == name).map(|(_, core, about)| (core, about))
}

/// Suffix of a policy's name for scalarization.
const SCALAR: &str = "-scalar";
/// Suffix of a policy's name for warps of 16 threads.
const HALF: &str = "-w16";
const HALF_SCALAR: &str = "-w16-scalar";

impl Policy {
    /// Returns the policy of a name: a core's, then `-w16` for warps of 16 threads (5.6), then
    /// `-scalar` for scalarization (4). `None` if no policy has this name.
    pub fn named(name: &str) -> Option<Policy> {
        let (rest, scalar) = name.strip_suffix(SCALAR).map_or((name, false), |rest| (rest, true));
        let (base, warp_size) = rest.strip_suffix(HALF).map_or((rest, None), |rest| (rest, Some(16)));
        let (core, about) = core_named(base)?;
        if base != name && !core.takes_ends() {
            return None;
        }
        Some(Policy { name: name.into(), core, about, scalar, warp_size })
    }

    /// Returns why the name of a core with `-w16` or `-scalar` behind it is no policy; `None` if
    /// the core takes them or the name has neither.
    pub fn refused(name: &str) -> Option<String> {
        let rest = name.strip_suffix(SCALAR).unwrap_or(name);
        let base = rest.strip_suffix(HALF).unwrap_or(rest);
        let (core, _) = core_named(base)?;
        (base != name && !core.takes_ends())
            .then(|| format!("`{base}` takes neither `{HALF}` nor `{SCALAR}`: both exist for STSIMT's cores alone"))
    }

    /// Returns the names of all policies.
    pub fn names() -> Vec<String> {
        let names = |(base, core, _): (String, CoreKind, String)| -> Vec<String> {
            let ends: &[&str] = if core.takes_ends() { &["", SCALAR, HALF, HALF_SCALAR] } else { &[""] };
            ends.iter().map(|end| format!("{base}{end}")).collect()
        };
        cores().into_iter().flat_map(names).collect()
    }

    /// Returns every policy, its variants as options of one.
    pub fn listed() -> Vec<Listed> {
        listed()
    }

    /// Returns the policy's name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns a description of the policy in words.
    pub fn about(&self) -> String {
        let warps = self.warp_size.map_or(String::new(), |size| format!("; warps of {size} threads"));
        format!("{}{warps}{}", self.about, if self.scalar { self.core.scalars() } else { "" })
    }

    /// Returns the classes into which the time of the policy's cores is divided.
    pub fn time_classes(&self) -> &'static TimeClasses {
        self.core.time()
    }

    /// Returns how programs for the policy are compiled to registers on this GPU.
    pub fn registers(&self, spec: &Spec) -> Registers {
        self.target(spec).registers()
    }

    /// Returns the GPU with this policy's warps, and as many threads as before. An error if that is
    /// more warps than a core can hold, or if the GPU lacks a section that the policy needs.
    pub fn applied(&self, spec: &Spec) -> Result<Spec, SimError> {
        let mut spec = spec.clone();
        let target = self.target(&spec);
        self.core.apply(&mut spec, target)?;
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

    /// Returns the policy's name, and what its programs are compiled for on this GPU.
    pub(crate) fn target(&self, spec: &Spec) -> Target<'_> {
        Target { name: &self.name, scalar: self.scalar, code: spec.core.code }
    }
}
