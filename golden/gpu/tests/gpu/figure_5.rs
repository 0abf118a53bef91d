//! STSIMT figure 5 and the claims of 5.2, each within 1 %.

use heddle_contract::Config as _;
use heddle_contract::lane::Config;
use heddle_golden::Model;
use heddle_golden::lane::Lane;
use heddle_golden::stsimt_5::{LANES, THREADS, WARPS, simt, tsimt};

fn paper() -> Config {
    Config::preset("paper").unwrap().clone()
}

fn lanes(cfg: &Config) -> Vec<Model<Lane>> {
    (0..LANES).map(|_| Model::new(cfg.clone())).collect()
}

/// Distances from an instruction to its dependent, in cycles (DEVIATIONS, D5).
const LANE: f64 = 12.0;
const SIMT: f64 = 16.0;

#[test]
fn every_point() {
    let cfg = paper();
    let near = |what: &str, is: f64, should: f64| {
        assert!((is / should - 1.0).abs() < 0.01, "{what}: {is:.3} instead of {should:.3}");
    };
    let mut speedups = Vec::new();
    for warps in WARPS {
        for threads in 1..=THREADS {
            let (w, a) = (warps as f64, f64::from(threads));
            let conventional = simt(&cfg, warps, threads).ipc;
            let temporal = tsimt(&cfg, lanes(&cfg), warps, threads).ipc;
            // four beats an instruction; one or two warps do not hide the pipeline
            near(&format!("SIMT W{w} {a}"), conventional, a * (w / SIMT).min(0.25));
            // each lane's warps follow each other; and no more than one instruction a cycle for all
            // lanes
            let lane = w.min(8.0) * (a * (w / 8.0).ceil() / LANE).min(1.0);
            near(&format!("TSIMT W{w} {a}"), temporal, lane.min(a));
            speedups.push((warps, threads, temporal / conventional));
        }
    }
    let at = |warps, threads| speedups.iter().find(|(w, a, _)| (*w, *a) == (warps, threads)).unwrap().2;
    near("the worst ratio", speedups.iter().map(|s| s.2).fold(f64::INFINITY, f64::min), 0.5);
    near("the peak", speedups.iter().map(|s| s.2).fold(0.0, f64::max), 4.0);
    near("16 warps, 8 threads", at(16, 8), 4.0);
    for threads in 1..=12 {
        near("8 warps, up to 12 threads", at(8, threads), 32.0 / 12.0);
    }
}

#[test]
fn runs_are_repeatable() {
    let cfg = paper();
    assert_eq!(tsimt(&cfg, lanes(&cfg), 16, 9), tsimt(&cfg, lanes(&cfg), 16, 9));
}

#[test]
fn distances_follow_from_the_contract() {
    assert_eq!(f64::from(paper().chain_distance()), LANE);
}
