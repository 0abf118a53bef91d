//! The ganging unit's part of the comparison: stimulus, cover points, claims and shrinking.

mod claims;
mod cover;
mod cross;
mod points;
mod shrink_candidates;
mod states;
mod stimulus;
mod together;
mod unreachable;
mod work;

use heddle_contract::gang::{Config, Gang, In, Out};
use heddle_formal::{Graph, Netlist};
use heddle_golden::gang::{Protocol, State};
use heddle_gpu::record::record;
use heddle_gpu::system::InCores;

use crate::bench::{Bench, Record};
use crate::claims::Claims;
use crate::cross::Cross;
use crate::entropy::Entropy;
use crate::enumerate::States;

impl Bench for Gang {
    const RECORD: Option<Record<Self>> = Some(record::<Self>);

    const IN_CORES: Option<InCores<Self>> = Some(InCores::of());

    const STATES: Option<States<Self>> = Some(states::STATES);

    type Stimulus = stimulus::Stimulus;

    fn stimulus(_: &Config) -> Self::Stimulus {
        stimulus::Stimulus::default()
    }

    #[inline]
    fn next(cfg: &Config, s: &mut Self::Stimulus, _: &Protocol, q: &State, e: &mut Entropy, i: &mut In) {
        s.next(cfg, q, e, i);
    }

    fn shrink_candidates(cfg: &Config, i: &In) -> Vec<In> {
        shrink_candidates::shrink_candidates(cfg, i)
    }

    fn shrink_candidates_together(cfg: &Config, inputs: &[In], way: usize) -> Option<Vec<In>> {
        together::shrink_candidates(cfg, inputs, way)
    }

    fn alternatives(cfg: &Config, inputs: &[In], at: usize) -> Vec<In> {
        together::alternatives(cfg, &inputs[at])
    }

    fn taken(_: &Config, i: &In, o: &Out) -> bool {
        i.l0 & !o.want == 0
    }

    fn claims(cfg: &Config, g: &mut Graph, n: &Netlist) -> Claims {
        claims::claims(cfg, g, n)
    }

    const WORK: &'static [&'static str] = work::WORK;

    fn work(_: &Config, i: &In, o: &Out, count: &mut dyn FnMut(usize, u64)) {
        work::work(i, o, count);
    }

    const UNREACHED: &'static str = include_str!("structure.toml");

    const COVER: &'static [&'static str] = points::COVER;

    fn unreachable(cfg: &Config) -> Vec<&'static str> {
        unreachable::unreachable(cfg)
    }

    fn cover(cfg: &Config, _: &Protocol, q: &State, i: &In, o: &Out, hit: &mut dyn FnMut(usize)) {
        cover::cover(cfg, q, i, o, hit);
    }

    const CROSSES: &'static [Cross<Config>] = cross::CROSSES;

    fn cross(cfg: &Config, _: &Protocol, q: &State, i: &In, o: &Out, hit: &mut dyn FnMut(usize, &[usize])) {
        cross::cross(cfg, q, i, o, hit);
    }
}
