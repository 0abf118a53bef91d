//! Policies of STSIMT's cores of lanes (STSIMT 3, 5).

use heddle_contract::lane::Config;
use heddle_golden::lane::Lane;
use heddle_golden::{Device, Model};

use super::build::{Build, HasUnit, HeldUnit, Setup};
use crate::base::SimError;
use crate::config::spec::Spec;
use crate::core::SlottedCore;
use crate::datapath::{Datapath, LaneKind, Lanes, PortsOnly, Visible, lanes};
use crate::formation::Fixed;
use crate::residency::Direct;
use crate::system::Run;

const TSIMT: LaneKind = LaneKind { width: 1, exit: false, partial: false, locked: true };
const PLUS: LaneKind = LaneKind { exit: true, partial: true, ..TSIMT };

impl Build for LaneKind {
    const POLICIES: &'static [(&'static str, Self, &'static str)] = &[
        ("tsimt", TSIMT, "temporal SIMT: a warp on one lane, thread after thread (3.1)"),
        ("tsimt-exit", LaneKind { exit: true, ..TSIMT }, "tsimt, registers given back when a warp ends (3.7)"),
        (
            "tsimt-partial",
            LaneKind { partial: true, ..TSIMT },
            "tsimt, registers for a partly filled warp's own threads (3.7)",
        ),
        ("tsimt+", PLUS, "tsimt with both (5.5)"),
        ("tsimt-free", LaneKind { locked: false, ..TSIMT }, "tsimt, any warp on any lane: no hardware (5.6)"),
        ("stsimt2", LaneKind { width: 2, ..PLUS }, "spatio-temporal: lanes of two threads (5.7)"),
        ("stsimt4", LaneKind { width: 4, ..PLUS }, "spatio-temporal: lanes of four threads (5.7)"),
        (
            "stsimt2-late",
            LaneKind { width: 2, exit: false, ..PLUS },
            "stsimt2, registers given back when a CTA ends (D85)",
        ),
        (
            "stsimt4-late",
            LaneKind { width: 4, exit: false, ..PLUS },
            "stsimt4, registers given back when a CTA ends (D85)",
        ),
    ];
    const PAPER: &'static str = "stsimt";
    const SCALARS: &'static str = "; scalarization (4)";

    fn takes_ends(&self) -> bool {
        true
    }
    fn simulate(&self, setup: Setup) -> Result<Run, SimError> {
        on_lanes(*self, setup, &mut |cfg| Ok(Model::new(cfg.clone())))
    }
}

impl HeldUnit for Lane {
    type Kind = LaneKind;
}

impl HasUnit for LaneKind {
    type Unit = Lane;
    const WHAT: &'static str = "lanes";

    fn unit(&self, spec: &Spec) -> Result<Config, String> {
        lanes::config(spec, *self).map_err(|why| why.to_string())
    }
    fn run<D: Device<Lane>>(
        &self,
        setup: Setup,
        made: &mut dyn FnMut(&Config) -> Result<D, SimError>,
    ) -> Result<Run, SimError> {
        on_lanes(*self, setup, &mut |cfg| made(cfg).map(PortsOnly))
    }
}

/// Makes a run on cores of lanes; what is visible of a lane is compared with the program.
fn on_lanes<D: Visible>(
    kind: LaneKind,
    setup: Setup,
    made: &mut dyn FnMut(&Config) -> Result<D, SimError>,
) -> Result<Run, SimError> {
    let (spec, skip) = (setup.spec, setup.options.skip);
    let cfg = kind.fitted(spec, setup.target)?;
    let mut lanes = || (0..lanes::lanes(spec, kind)).map(|_| made(&cfg)).collect::<Result<Vec<D>, SimError>>();
    if kind.locked {
        on_datapaths(setup, || Ok(Lanes::<D, true, 1>::new(spec, kind, &cfg, lanes()?, skip)))
    } else {
        on_datapaths(setup, || Ok(Lanes::<D, false, 1>::new(spec, kind, &cfg, lanes()?, skip)))
    }
}

/// Makes a run on cores with given datapaths, whose warps are those of the program, each in a slot
/// of its own.
fn on_datapaths<X: Datapath<1>>(
    mut setup: Setup,
    mut datapath: impl FnMut() -> Result<X, SimError>,
) -> Result<Run, SimError> {
    let (spec, gauge) = (setup.spec, setup.gauge());
    setup.run(spec.core.warp_size, |n| {
        let formation = Fixed::new(&spec.core, spec.core.warps as usize);
        Ok(SlottedCore::new(spec, n, gauge.clone(), Direct::new(spec), formation, datapath()?))
    })
}
