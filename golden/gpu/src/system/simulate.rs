//! Simulation of workloads on the cores of a policy.

use heddle_contract::Block;
use heddle_golden::{Device, Golden};

use super::policy::build::{HasUnit, HeldUnit, Setup};
use super::policy::{CoreKind, Policy};
use super::{Grids, Options, Run, Watch};
use crate::base::SimError;
use crate::config::spec::Spec;

/// Runs a workload's grids, in order, on a GPU with the cores of a policy; returns the results.
pub fn simulate(
    spec: &Spec,
    policy: &Policy,
    session: &mut dyn Grids,
    options: &Options,
    watch: &mut dyn Watch,
) -> Result<Run, SimError> {
    let spec = &policy.applied(spec)?;
    policy.core.simulate(Setup { spec, target: policy.target(spec), session, options, watch })
}

/// A unit that the cores of some policies contain, so that its RTL can replace its golden model
/// there.
pub trait PolicyUnit: Golden {
    /// Returns the unit's configuration under a policy; `None` if the policy's cores do not contain
    /// the unit; an error if this GPU has no such unit.
    fn configured(policy: &Policy, spec: &Spec) -> Option<Result<Self::Config, SimError>>;
    /// Runs as [`simulate`], with units that `made` makes in the cores, such as RTL. The units'
    /// hidden state cannot be compared with the program.
    fn simulate(
        spec: &Spec,
        policy: &Policy,
        session: &mut dyn Grids,
        options: &Options,
        watch: &mut dyn Watch,
        made: &mut Maker<Self>,
    ) -> Result<Run, SimError>;
}

impl<B: HeldUnit> PolicyUnit for B
where
    B::Kind: TryFrom<CoreKind>,
{
    fn configured(policy: &Policy, spec: &Spec) -> Option<Result<B::Config, SimError>> {
        let kind = kind::<B>(policy)?;
        Some(policy.applied(spec).and_then(|spec| kind.fitted(&spec, policy.target(&spec))))
    }

    fn simulate(
        spec: &Spec,
        policy: &Policy,
        session: &mut dyn Grids,
        options: &Options,
        watch: &mut dyn Watch,
        made: &mut Maker<B>,
    ) -> Result<Run, SimError> {
        let what = <B::Kind as HasUnit>::WHAT;
        let none =
            || SimError::Unfit(format!("policy `{}` has no {what}: choose a policy that has one", policy.name()));
        let kind = kind::<B>(policy).ok_or_else(none)?;
        let spec = &policy.applied(spec)?;
        kind.run(Setup { spec, target: policy.target(spec), session, options, watch }, made)
    }
}

/// Returns the parameters of a policy whose cores contain a unit that RTL can replace; `None` if
/// they do not.
fn kind<B: HeldUnit>(policy: &Policy) -> Option<B::Kind>
where
    B::Kind: TryFrom<CoreKind>,
{
    B::Kind::try_from(policy.core).ok().filter(HasUnit::is_replaceable)
}

/// A function that makes a unit, such as RTL or a golden model, with a configuration.
pub type Maker<'a, B> = dyn FnMut(&<B as Block>::Config) -> Result<Box<dyn Device<B>>, SimError> + 'a;
