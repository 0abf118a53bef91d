//! Drives a golden `slp` by hand, checks legality and invariants in every cycle; and compaction in
//! a few lines.
#![allow(dead_code, missing_docs)]

use heddle_contract::slp::{Config, In, MAX, Out};
use heddle_golden::slp::Slp;
use heddle_golden::slp::{Protocol, State};
use heddle_golden::{Golden, Violation, judged};

pub struct Driver {
    pub cfg: Config,
    pub q: State,
    p: Protocol,
}

impl Driver {
    pub fn new(cfg: &Config) -> Self {
        Driver { cfg: cfg.clone(), q: Slp::reset(cfg), p: Slp::protocol(cfg) }
    }

    pub fn step(&mut self, i: &In) -> Out {
        let mut o = Out::default();
        judged::<Slp>(&self.cfg, &mut self.p, &mut self.q, i, &mut o).unwrap_or_else(|wrong| panic!("{wrong}"));
        o
    }

    /// The invariants of a state in this one's place.
    pub fn check(&self, q: &State) -> Result<(), Violation> {
        Slp::invariant(&self.cfg, &self.p, q)
    }

    /// Launches warp w into slot w, each of them; gives the masks in lane order, of threads in
    /// thread order.
    pub fn launch(&mut self, plain: bool, threads: &[u32]) -> Vec<u32> {
        let each = threads.iter().enumerate().map(|(warp, threads)| {
            let (slot, threads) = (warp as u8, *threads);
            self.step(&In {
                launch_valid: true,
                launch_slot: slot,
                launch_warp: slot,
                launch_plain: plain,
                launch_threads: threads,
                ..In::default()
            })
            .launch_lanes
        });
        each.collect()
    }

    pub fn read(&mut self, slot: u8, threads: u32) -> Out {
        self.step(&In { read_valid: true, read_slot: slot, read_threads: threads, ..In::default() })
    }

    /// Offers a mask until it is accepted, and takes what leaves: the counts, and the warps that
    /// left.
    pub fn compact(&mut self, lanes: &[u32], tag: u8, decline: bool) -> (Out, Vec<Out>) {
        let offer = In { accept_valid: true, accept_tag: tag, accept_mask: rows(lanes), ..In::default() };
        while !self.step(&offer).accept_ready {}
        let counted = self.step(&In { decline, ..In::default() });
        assert!(counted.counted_valid && !counted.warp_valid);
        let mut left = Vec::new();
        loop {
            let o = self.step(&In { warp_ready: true, ..In::default() });
            if !o.warp_valid {
                return (counted, left);
            }
            left.push(o);
        }
    }
}

pub fn rows(lanes: &[u32]) -> [u32; MAX] {
    let mut mask = [0; MAX];
    mask[..lanes.len()].copy_from_slice(lanes);
    mask
}

/// A warp as it leaves: by lane, the warp that its thread comes from.
pub type Warp = Vec<Option<u8>>;

/// What must leave, warp by warp, said a thread at a time: each goes to the first output warp that
/// its lane has not filled.
pub fn naive(width: u32, lanes: &[u32], decline: bool) -> Vec<Warp> {
    let mut out: Vec<Warp> = Vec::new();
    for (warp, row) in lanes.iter().enumerate() {
        let fresh = out.len();
        for lane in (0..width as usize).filter(|lane| row >> lane & 1 == 1) {
            let at = if decline { fresh } else { out.iter().take_while(|to| to[lane].is_some()).count() };
            if at == out.len() {
                out.push(vec![None; width as usize]);
            }
            out[at][lane] = Some(warp as u8);
        }
    }
    out
}

/// What an output shows, in the same form.
pub fn shown(width: u32, o: &Out) -> Warp {
    (0..width as usize).map(|lane| (o.warp_lanes >> lane & 1 == 1).then_some(o.warp_source[lane])).collect()
}
