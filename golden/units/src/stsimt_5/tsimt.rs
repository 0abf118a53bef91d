//! The front end of a TSIMT core (STSIMT 3.1, 3.3): issues one warp instruction a cycle, to lanes
//! that share only the front end.

use crate::Device;
use crate::lane::Lane;
use heddle_contract::lane::{Config, In, Out, kind, op};

use super::core::Core;

/// The scheduler's state of a warp.
#[derive(Debug, Clone, Copy)]
struct Warp {
    issued: u64,
    /// The last instruction's tag, and whether its `first` and `done` have arrived.
    tag: u8,
    first: bool,
    done: bool,
}

/// A TSIMT core: lanes with their front end. Warp w stays in lane w mod lanes (3.1).
pub struct TsimtCore<D> {
    cfg: Config,
    lanes: Vec<D>,
    inputs: Vec<In>,
    outputs: Vec<Out>,
    warps: Vec<Warp>,
    /// The warp from which on the loosely round-robin scheduler looks for a ready one.
    next: usize,
    launched: usize,
    active: u32,
    cycle: u64,
}

impl<D: Device<Lane>> TsimtCore<D> {
    /// Creates a core of freshly reset lanes, for `warps` warps with `active` threads each, the
    /// lowest ones.
    pub fn new(cfg: &Config, lanes: Vec<D>, warps: usize, active: u32) -> Self {
        assert!(warps <= lanes.len() * cfg.warps as usize, "{warps} warps on {} lanes", lanes.len());
        let count = lanes.len();
        TsimtCore {
            cfg: cfg.clone(),
            lanes,
            inputs: vec![In::default(); count],
            outputs: vec![Out::default(); count],
            warps: vec![Warp { issued: 0, first: true, done: true, tag: 0 }; warps],
            next: 0,
            launched: 0,
            active,
            cycle: 0,
        }
    }

    /// The lane of a warp, and its slot in the lane.
    fn place(&self, warp: usize) -> (usize, usize) {
        (warp % self.lanes.len(), warp / self.lanes.len())
    }

    /// Launches one warp a cycle with its registers; the scheduler sees it from the next cycle on.
    fn launch(&mut self) -> Option<usize> {
        let warp = (self.launched < self.warps.len()).then_some(self.launched)?;
        self.launched += 1;
        let (lane, slot) = self.place(warp);
        let rows = self.cfg.rows() / self.cfg.warps;
        let input = &mut self.inputs[lane];
        input.launch_valid = true;
        input.launch_warp = slot as u8;
        input.launch_threads = self.cfg.threads as u8;
        input.launch_vector = slot as u32 * rows;
        input.launch_scalar = (slot as u32 + 1) * rows - 1;
        input.launch_tid = warp as u16 * self.cfg.threads as u16;
        Some(warp)
    }

    /// Offers the next ready warp in round-robin order to its lane, which must be ready; returns
    /// the warp.
    fn issue(&mut self, launching: Option<usize>) -> Option<usize> {
        let count = self.warps.len();
        let chosen = (0..count).map(|n| (self.next + n) % count).find(|&warp| {
            let ready = warp < self.launched && launching != Some(warp) && self.warps[warp].first;
            ready && self.outputs[warp % self.lanes.len()].issue_ready
        })?;
        self.next = (chosen + 1) % count;
        let (lane, slot) = self.place(chosen);
        let warp = &mut self.warps[chosen];
        // two tags a warp: an instruction and the one that follows it
        let tag = (slot * 2) as u8 + (warp.issued & 1) as u8;
        let input = &mut self.inputs[lane];
        input.issue_valid = true;
        input.issue_tag = tag;
        input.issue_warp = slot as u8;
        input.issue_mask = self.cfg.full_mask() >> (self.cfg.threads - self.active);
        input.issue_guard = self.cfg.full_mask();
        input.issue_writes = true;
        input.issue_chained = !warp.done;
        input.issue_after = warp.tag;
        input.issue_imm = 1;
        input.issue_src = [0; 3];
        input.issue_kind = [kind::IMMEDIATE; 3];
        // r0 <- 1, then r4 <- r0 + 1, r0 <- r4 + 1, ...: every instruction needs the one before,
        // and reads and writes lie half the banks apart ("without bank conflicts")
        let registers = [0, self.cfg.banks as u8 / 2];
        input.issue_dst = registers[(warp.issued & 1) as usize];
        input.issue_op = op::MOV;
        if warp.issued != 0 {
            input.issue_op = op::ADD;
            input.issue_kind[0] = kind::VECTOR;
            input.issue_src[0] = registers[(warp.issued & 1 ^ 1) as usize];
        }
        *warp = Warp { issued: warp.issued + 1, first: false, done: false, tag };
        Some(chosen)
    }

    /// Updates the scoreboard, a register, at the end of the cycle with the lanes' outputs during
    /// it. An instruction issued in this cycle has no events yet.
    fn listen(&mut self, issued: Option<usize>) {
        for n in (0..self.warps.len()).filter(|n| Some(*n) != issued) {
            let outputs = &self.outputs[n % self.lanes.len()];
            let warp = &mut self.warps[n];
            warp.first |= outputs.first >> warp.tag & 1 == 1;
            warp.done |= outputs.done >> warp.tag & 1 == 1;
        }
    }
}

impl<D: Device<Lane>> Core for TsimtCore<D> {
    fn step(&mut self, issuing: bool) -> Option<usize> {
        for (lane, output) in self.lanes.iter_mut().zip(&mut self.outputs) {
            lane.peek(output);
        }
        for input in &mut self.inputs {
            input.launch_valid = false;
            input.issue_valid = false;
        }
        let launching = self.launch();
        let issued = if issuing { self.issue(launching) } else { None };
        self.listen(issued);
        for ((lane, input), output) in self.lanes.iter_mut().zip(&self.inputs).zip(&mut self.outputs) {
            lane.step(input, output);
        }
        self.cycle += 1;
        issued
    }

    fn idle(&self) -> bool {
        self.warps.iter().all(|warp| warp.done)
    }

    fn cycle(&self) -> u64 {
        self.cycle
    }
}
