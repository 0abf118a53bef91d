//! The lane's part of the comparison: stimulus, cover points, claims and shrinking.

mod claims;
mod cover;
mod cross;
mod exercise;
mod flights;
mod shrink_candidates;
mod stimulus;
mod together;

use heddle_contract::lane::{Config, In, Lane, Out, op};
use heddle_formal::{Graph, Netlist};
use heddle_golden::lane::{Protocol, State};
use heddle_gpu::record::record;
use heddle_gpu::study::stsimt_5;
use heddle_gpu::system::InCores;

use crate::bench::{Bench, Exercise, Record};
use crate::claims::Claims;
use crate::cross::Cross;
use crate::entropy::Entropy;

impl Bench for Lane {
    const RECORD: Option<Record<Self>> = Some(record::<Self>);
    const IN_CORES: Option<InCores<Self>> = Some(InCores::of());

    type Stimulus = stimulus::Stimulus;

    fn stimulus(cfg: &Config) -> Self::Stimulus {
        stimulus::Stimulus::new(cfg)
    }

    #[inline]
    fn next(cfg: &Config, s: &mut Self::Stimulus, p: &Protocol, q: &State, e: &mut Entropy, i: &mut In) {
        s.next(cfg, p, q, e, i);
    }

    fn shrink_candidates(cfg: &Config, i: &In) -> Vec<In> {
        shrink_candidates::shrink_candidates(cfg, i)
    }

    fn shrink_candidates_together(cfg: &Config, inputs: &[In], way: usize) -> Option<Vec<In>> {
        together::shrink_candidates(cfg, inputs, way)
    }

    fn alternatives(_: &Config, inputs: &[In], at: usize) -> Vec<In> {
        together::alternatives(inputs, at)
    }

    fn taken(_: &Config, i: &In, o: &Out) -> bool {
        let ready = if op::class(i.issue_op) == op::Class::Memory { o.memory_ready } else { o.issue_ready };
        (!i.issue_valid || ready) && (!i.req_ready || o.req_valid) && (!i.ext_ready || o.ext_valid)
    }

    fn claims(cfg: &Config, g: &mut Graph, n: &Netlist) -> Claims {
        claims::claims(cfg, g, n)
    }

    const WORK: &'static [&'static str] = exercise::WORK;

    fn work(_: &Config, i: &In, o: &Out, count: &mut dyn FnMut(usize, u64)) {
        exercise::work(i, o, count);
    }

    const EVENTS: &'static [(&'static str, &'static [&'static str])] = exercise::EVENTS;

    fn exercises(cfg: &Config) -> Vec<Exercise<Vec<In>>> {
        exercise::exercises(cfg)
    }

    /// Thread instructions a cycle under the micro-benchmark of STSIMT figure 5, by the mean over active threads.
    fn throughput(cfg: &Config) -> Option<f64> {
        stsimt_5::alone(cfg)
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

    fn cross(cfg: &Config, p: &Protocol, q: &State, i: &In, o: &Out, hit: &mut dyn FnMut(usize, &[usize])) {
        cross::cross(cfg, p, q, i, o, hit);
    }
}
