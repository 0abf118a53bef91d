//! The interface of a kind of policy: parameters from which the cores of a GPU are built.

use heddle_contract::Block;
use heddle_golden::{Device, Golden, Model};
use heddle_kernel::room::available;

use crate::base::SimError;
use crate::config::spec::Spec;
use crate::core::Core;
use crate::measure::lines::{ISSUE_SLOTS, TimeClasses};
use crate::measure::profile::Gauge;
use crate::memory::{Hierarchy, footprint};
use crate::system::run::{Machine, exec_options, run_grids};
use crate::system::target::Target;
use crate::system::whole_warps::are_known;
use crate::system::{Grids, Options, Run, Watch};

/// A run that is to be made, whatever the cores are.
pub(crate) struct Setup<'a> {
    /// The GPU, with the policy's changes.
    pub spec: &'a Spec,
    pub target: Target<'a>,
    pub session: &'a mut dyn Grids,
    pub options: &'a Options,
    pub watch: &'a mut dyn Watch,
}

impl Setup<'_> {
    /// Returns the gauge on which cores show the component at work.
    pub fn gauge(&mut self) -> Gauge {
        self.watch.gauge().unwrap_or_default()
    }
    /// Makes the run on the GPU's cores, which `core` creates by their numbers, with warps of
    /// `warp_size` threads, and as many threads as the GPU has.
    pub fn run<C: Core>(self, warp_size: u32, core: impl FnMut(usize) -> Result<C, SimError>) -> Result<Run, SimError> {
        let Setup { spec, target, session, options, watch } = self;
        let (needs, has) = (footprint(spec), available());
        if needs > has {
            let what = "the caches of this GPU take";
            return Err(SimError::Unfit(format!("{what} {needs} bytes in the simulator, which can have {has}")));
        }
        let cores = (0..spec.core.count as usize).map(core).collect::<Result<Vec<C>, SimError>>()?;
        are_known(target, warp_size, session)?;
        let exec = exec_options(spec, warp_size, target.scalar);
        let machine = Machine { spec, cores, memory: Hierarchy::new(spec) };
        run_grids(machine, session, target.registers(), &exec, options, watch)
    }
}

/// A kind of policy: the parameters of its cores, and how they are built.
pub(crate) trait Build: Copy + PartialEq + 'static {
    /// Policies of this kind by name, each with its parameters and a description.
    const POLICIES: &'static [(&'static str, Self, &'static str)];
    /// Name of the paper whose cores these are, which is that of its configuration, too.
    const PAPER: &'static str;
    /// What scalarization is under policies of this kind, for descriptions.
    const SCALARS: &'static str = "";
    /// Classes into which the time of the cores is divided.
    const TIME: &'static TimeClasses = &ISSUE_SLOTS;

    /// Whether `-w16` and `-scalar` can follow the policy's name.
    fn takes_ends(&self) -> bool {
        false
    }
    /// Returns the policies made from this one: the end of each name, the parameters, and what the
    /// description says more.
    fn variants(&self) -> Vec<(&'static str, Self, String)> {
        Vec::new()
    }
    /// Changes the numbers of a GPU to the policy's; an error if the GPU lacks what the policy
    /// needs.
    fn apply(&self, spec: &mut Spec, target: Target) -> Result<(), SimError> {
        let _ = (spec, target);
        Ok(())
    }
    /// Makes a run; units in the cores are golden models.
    fn simulate(&self, setup: Setup) -> Result<Run, SimError>;
}

/// The configuration of the unit that a kind's cores contain.
pub(crate) type UnitConfig<K> = <<K as HasUnit>::Unit as Block>::Config;

/// A kind of policy whose cores contain a unit, so that RTL can replace its golden model there.
pub(crate) trait HasUnit: Build {
    /// The unit.
    type Unit: Golden;
    /// Name of the unit, for the error of policies without it.
    const WHAT: &'static str;

    /// Whether this policy's cores contain the unit, and RTL can replace it.
    fn is_replaceable(&self) -> bool {
        true
    }
    /// Returns the unit's configuration on a GPU with the policy's changes; an error says why this
    /// GPU has no such unit.
    fn unit(&self, spec: &Spec) -> Result<UnitConfig<Self>, String>;
    /// Makes a run on cores with units that `made` makes.
    fn run<D: Device<Self::Unit>>(
        &self,
        setup: Setup,
        made: &mut dyn FnMut(&UnitConfig<Self>) -> Result<D, SimError>,
    ) -> Result<Run, SimError>;

    /// Makes a run on cores with golden units.
    fn run_golden(&self, setup: Setup) -> Result<Run, SimError> {
        self.run(setup, &mut |cfg| Ok(Model::<Self::Unit>::new(cfg.clone())))
    }
    /// Returns the unit's configuration; the error names the policy, too.
    fn fitted(&self, spec: &Spec, target: Target) -> Result<UnitConfig<Self>, SimError> {
        self.unit(spec).map_err(|why| target.unfit(&why))
    }
}

/// A unit that the cores of a kind of policy contain.
pub(crate) trait HeldUnit: Golden {
    /// The kind of policy.
    type Kind: HasUnit<Unit = Self>;
}
