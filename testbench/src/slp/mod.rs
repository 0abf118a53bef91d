//! The SIMD lane permutation unit's part of the comparison: stimulus, cover points, claims and shrinking.

mod claims;
mod cover;
mod cross;
mod shrink_candidates;
mod states;
mod stimulus;
mod work;

use heddle_contract::slp::{Config, In, Out, Slp};
use heddle_formal::{Graph, Netlist};
use heddle_golden::slp::{Protocol, State};
use heddle_gpu::record::record;
use heddle_gpu::system::InCores;

use crate::bench::{Bench, Record};
use crate::claims::Claims;
use crate::cross::Cross;
use crate::entropy::Entropy;
use crate::enumerate::States;

impl Bench for Slp {
    const RECORD: Option<Record<Self>> = Some(record::<Self>);

    const IN_CORES: Option<InCores<Self>> = Some(InCores::of());

    const STATES: Option<States<Self>> = Some(states::STATES);

    type Stimulus = stimulus::Stimulus;

    fn stimulus(_: &Config) -> Self::Stimulus {
        stimulus::Stimulus::default()
    }

    #[inline]
    fn next(cfg: &Config, s: &mut Self::Stimulus, p: &Protocol, q: &State, e: &mut Entropy, i: &mut In) {
        s.next(cfg, p, q, e, i);
    }

    fn shrink_candidates(cfg: &Config, i: &In) -> Vec<In> {
        shrink_candidates::shrink_candidates(cfg, i)
    }

    fn shrink_candidates_together(cfg: &Config, inputs: &[In], way: usize) -> Option<Vec<In>> {
        shrink_candidates::together(cfg, inputs, way)
    }

    fn alternatives(cfg: &Config, inputs: &[In], at: usize) -> Vec<In> {
        shrink_candidates::alternatives(cfg, inputs, at)
    }

    fn taken(_: &Config, i: &In, o: &Out) -> bool {
        (!i.accept_valid || o.accept_ready) && (!i.decline || o.counted_valid) && (!i.warp_ready || o.warp_valid)
    }

    fn claims(cfg: &Config, g: &mut Graph, n: &Netlist) -> Claims {
        claims::claims(cfg, g, n)
    }

    const WORK: &'static [&'static str] = work::WORK;

    fn work(_: &Config, i: &In, o: &Out, count: &mut dyn FnMut(usize, u64)) {
        work::work(i, o, count);
    }

    const UNREACHED: &'static str = include_str!("structure.toml");

    const COVER: &'static [&'static str] = cover::COVER;

    fn unreachable(cfg: &Config) -> Vec<&'static str> {
        cover::unreachable(cfg)
    }

    fn cover(cfg: &Config, p: &Protocol, q: &State, i: &In, o: &Out, hit: &mut dyn FnMut(usize)) {
        cover::cover(cfg, p, q, i, o, hit);
    }

    const CROSSES: &'static [Cross<Config>] = cross::CROSSES;

    fn cross(cfg: &Config, _: &Protocol, q: &State, i: &In, o: &Out, hit: &mut dyn FnMut(usize, &[usize])) {
        cross::cross(cfg, q, i, o, hit);
    }
}
