//! Allocation of slots and rows of registers to warps (STSIMT 3.7).
//!
//! Slot s belongs to lane s mod lanes, so the lowest free slots are the lanes in turn. All
//! registers of a warp lie in its lane. A lane has rows for constants beside those for registers
//! (DEVIATIONS, D95): what limits the warps of a lane is its registers alone.

use heddle_contract::lane::{Config, REGISTER_BITS};

use super::fit::LaneKind;
use super::harness::Start;
use crate::base::ids::WarpId;
use crate::config::spec::Spec;
use crate::microop::{Program, Rows};
use crate::warps::Unfit;

/// Slot and registers of a warp.
#[derive(Debug, Clone, Copy)]
struct Seat {
    /// Number of threads that the warp has registers for.
    threads: u32,
    row: u32,
    /// Number of rows of registers; the warp's constants lie behind them.
    rows: u32,
    start: Start,
}

/// Allocator of the slots of a core and the rows of its lanes.
#[derive(Debug, Clone)]
pub(super) struct RegisterAllocator {
    cfg: Config,
    kind: LaneKind,
    lanes: usize,
    /// Number of threads of a whole warp of the program.
    warp_size: u32,
    /// Rows of each lane; of the core, when warps belong to no lane.
    rows: Vec<Rows>,
    /// Number of free rows for registers in each entry of `rows`.
    free: Vec<u32>,
    /// Number of rows for registers in an empty lane.
    most: u32,
    seats: Vec<Option<Seat>>,
}

impl RegisterAllocator {
    pub fn new(spec: &Spec, cfg: &Config, kind: LaneKind, lanes: usize) -> RegisterAllocator {
        let files = if kind.locked { lanes } else { 1 };
        let most = spec.core.registers / (files as u32 * cfg.width);
        RegisterAllocator {
            cfg: cfg.clone(),
            kind,
            lanes,
            warp_size: spec.core.warp_size,
            rows: vec![Rows::new(cfg.rows()); files],
            free: vec![most; files],
            most,
            seats: vec![None; spec.core.warps as usize],
        }
    }

    /// Returns an allocator of the same core, empty.
    fn emptied(&self) -> RegisterAllocator {
        let (rows, free) = (Rows::new(self.cfg.rows()), self.most);
        RegisterAllocator {
            cfg: self.cfg.clone(),
            rows: vec![rows; self.rows.len()],
            free: vec![free; self.free.len()],
            seats: vec![None; self.seats.len()],
            ..*self
        }
    }

    /// Whether a warp gives back its slot and registers when it ends.
    pub fn exits(&self) -> bool {
        self.kind.exit
    }

    /// Number of register words that are allocated.
    pub fn words(&self) -> u64 {
        let taken: u32 = self.free.iter().map(|free| self.most - free).sum();
        u64::from(taken) * u64::from(self.cfg.width)
    }

    /// Allocates a slot and rows for each warp of a CTA; `None` if one finds no room.
    pub fn take(&mut self, program: &Program, threads: &[u32]) -> Option<Vec<WarpId>> {
        let mut slots = Vec::with_capacity(threads.len());
        for (number, &threads) in threads.iter().enumerate() {
            match self.place(program, number, threads) {
                Some(slot) => slots.push(WarpId(slot as u16)),
                None => {
                    slots.into_iter().for_each(|slot| self.give(slot));
                    return None;
                }
            }
        }
        Some(slots)
    }

    /// Returns the launch that is driven on the ports of a warp's lane; `None` if there is no such
    /// warp.
    pub fn start(&self, warp: WarpId) -> Option<Start> {
        self.seats[warp.index()].map(|seat| seat.start)
    }

    /// Frees a warp's slot and rows, if they are not free yet.
    pub fn give(&mut self, warp: WarpId) {
        let slot = warp.index();
        let Some(seat) = self.seats[slot].take() else { return };
        let file = self.file(slot);
        self.rows[file].give(seat.row);
        self.free[file] += seat.rows;
    }

    /// Checks that an empty core has room for a CTA whose warps have `threads` threads; the error
    /// says why not.
    pub fn fits(&self, program: &Program, threads: &[u32]) -> Result<(), Unfit> {
        let most = threads.iter().copied().max().unwrap_or(1);
        let (vectors, scalars) = (program.all.vectors, program.all.scalars);
        if vectors.max(scalars) > 1 << REGISTER_BITS {
            return Err(Unfit::Indices { vectors, scalars, bits: REGISTER_BITS });
        }
        if self.emptied().take(program, threads).is_none() {
            return Err(Unfit::Lanes {
                warps: threads.len(),
                needed: self.needs(program, most),
                lanes: self.lanes,
                slots: self.seats.len() / self.lanes,
                rows: self.most,
            });
        }
        Ok(())
    }

    fn file(&self, slot: usize) -> usize {
        if self.kind.locked { slot % self.lanes } else { 0 }
    }

    /// Returns the number of threads that a warp gets registers for.
    fn allocated(&self, threads: u32) -> u32 {
        if self.kind.partial { threads } else { self.cfg.threads }
    }

    /// Returns the number of rows of registers of a warp.
    fn needs(&self, program: &Program, threads: u32) -> u32 {
        program.register_rows(&self.cfg, self.allocated(threads)).max(1)
    }

    /// Places a warp in a slot; `None` if it finds no room. A partly filled warp goes where others
    /// like it leave room in what a full one would have; all others, and it if there is no such
    /// lane, go to the lanes in turn.
    fn place(&mut self, program: &Program, number: usize, threads: u32) -> Option<usize> {
        if self.kind.partial && self.kind.locked && threads < self.cfg.threads {
            let own = self.cfg.stride(threads);
            for lane in 0..self.lanes {
                let of_lane = self.seats[lane..].iter().step_by(self.lanes).flatten();
                let parts = of_lane.filter(|seat| seat.threads < self.cfg.threads);
                let lie: u32 = parts.map(|seat| self.cfg.stride(seat.threads)).sum();
                let beyond = lie % self.cfg.bundles();
                if beyond == 0 || beyond + own > self.cfg.bundles() {
                    continue;
                }
                let free = (lane..self.seats.len()).step_by(self.lanes).find(|&slot| self.seats[slot].is_none());
                if let Some(slot) = free
                    && self.sit(program, number, threads, slot)
                {
                    return Some(slot);
                }
            }
        }
        (0..self.seats.len()).find(|&slot| self.seats[slot].is_none() && self.sit(program, number, threads, slot))
    }

    /// Gives a warp a free slot, if its lane has rows for it; returns whether it has.
    fn sit(&mut self, program: &Program, number: usize, threads: u32, slot: usize) -> bool {
        let (file, rows) = (self.file(slot), self.needs(program, threads));
        let threads = self.allocated(threads);
        if rows > self.free[file] {
            return false;
        }
        let Some(row) = self.rows[file].take(rows.max(program.rows(&self.cfg, threads))) else { return false };
        let start = Start {
            id: WarpId(slot as u16),
            warp: if self.kind.locked { (slot / self.lanes) as u8 } else { slot as u8 },
            threads: threads as u8,
            vector: row,
            scalar: row + program.vector_rows(&self.cfg, threads),
            tid: (number as u32 * self.warp_size) as u16,
        };
        self.seats[slot] = Some(Seat { threads, row, rows, start });
        self.free[file] -= rows;
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::Config;
    use crate::datapath::lanes::fit;
    use crate::microop::{CONSTANTS, Words};
    use crate::system::policy::{CoreKind, Policy};

    /// Returns the allocator of STSIMT's core under a policy.
    fn core(policy: &str) -> RegisterAllocator {
        let spec = Config::shipped("stsimt").unwrap().spec;
        let CoreKind::Lanes(kind) = Policy::named(policy).unwrap().core else { panic!("it has lanes") };
        let cfg = fit::config(&spec, kind).unwrap();
        RegisterAllocator::new(&spec, &cfg, kind, fit::lanes(&spec, kind))
    }

    /// Returns a kernel of `vectors` registers a thread.
    fn kernel(vectors: u32) -> Program {
        let (words, all) = (Words { vectors, scalars: 0 }, Words { vectors, scalars: CONSTANTS });
        Program { plans: vec![], scratch: words, words, all }
    }

    fn lanes(seats: &RegisterAllocator, warps: &[WarpId]) -> Vec<usize> {
        warps.iter().map(|warp| warp.index() % seats.lanes).collect()
    }

    /// Threads of the warps of STSIMT's DG_0.
    const DG: [u32; 3] = [32, 32, 20];

    #[test]
    fn full_warps_leave_lanes_empty() {
        // 5.4: two blocks at once; full warps on lanes 0, 1, 3 and 4, partly filled ones on 2 and
        // 5, nothing on 6 and 7
        let (mut seats, kernel) = (core("tsimt"), kernel(40));
        let first = seats.take(&kernel, &DG).unwrap();
        let second = seats.take(&kernel, &DG).unwrap();
        assert_eq!((lanes(&seats, &first), lanes(&seats, &second)), (vec![0, 1, 2], vec![3, 4, 5]));
        assert_eq!(seats.words(), 6 * 32 * 40);
        assert_eq!(seats.take(&kernel, &DG), None);
        assert_eq!(seats.words(), 6 * 32 * 40, "what found no room leaves nothing behind");
        // the next block comes where the first one was, so that lanes 6 and 7 stay as they are
        first.iter().for_each(|&slot| seats.give(slot));
        assert_eq!(seats.take(&kernel, &DG), Some(first));
    }

    #[test]
    fn registers_of_own_threads_alone_leave_room() {
        // 5.5: a third block's partly filled warp lies beside another one
        let (mut seats, kernel) = (core("tsimt+"), kernel(40));
        let blocks: Vec<_> = (0..3).map(|_| seats.take(&kernel, &DG).unwrap()).collect();
        assert_eq!(lanes(&seats, &blocks[2]), [6, 7, 2]);
        assert_eq!(seats.words(), 3 * 84 * 40);
    }

    #[test]
    fn half_warps_share_what_a_full_one_has() {
        // 3.7: blocks of 112 threads, the second one's half warp beside the first one's
        let block = [32, 32, 32, 16];
        let (mut seats, kernel) = (core("tsimt+"), kernel(16));
        let blocks: Vec<_> = (0..3).map(|_| seats.take(&kernel, &block).unwrap()).collect();
        let [first, second, third] = [0, 1, 2].map(|n| lanes(&seats, &blocks[n]));
        assert_eq!((first, second), (vec![0, 1, 2, 3], vec![4, 5, 6, 3]));
        // the pair is complete: the next half warp takes its turn
        assert_eq!(third, [7, 0, 1, 2]);
        let mut whole = core("tsimt");
        let taken = whole.take(&kernel, &block).unwrap();
        assert_eq!(lanes(&whole, &taken), [0, 1, 2, 3]);
    }

    #[test]
    fn all_of_a_warps_registers_lie_in_one_lane() {
        // 3.7: a lane has 64 registers of a full warp
        assert!(core("tsimt+").fits(&kernel(64), &[32]).is_ok());
        assert!(core("tsimt+").fits(&kernel(65), &[32]).unwrap_err().to_string().contains("2080 rows"));
        assert!(core("tsimt+").fits(&kernel(65), &[31]).is_ok());
        assert!(core("tsimt").fits(&kernel(65), &[31]).is_err());
        assert!(core("stsimt2").fits(&kernel(128), &[32]).is_ok());
        assert!(core("stsimt2").fits(&kernel(129), &[32]).is_err());
        assert!(core("tsimt-free").fits(&kernel(256), &[32]).is_ok());
        assert!(core("tsimt-free").fits(&kernel(257), &[32]).unwrap_err().to_string().contains("8 bits"));
        // a slot for each warp
        assert!(core("tsimt").fits(&kernel(1), &[32; 32]).is_ok());
        assert!(core("tsimt").fits(&kernel(1), &[32; 33]).is_err());
    }

    #[test]
    fn constants_cost_no_registers() {
        // 3.3 and 3.7: a warp's registers are 32 x R, in a conventional core and in a lane alike,
        // so that as many CTAs find room
        for vectors in [16, 32, 64] {
            for policy in ["tsimt", "tsimt+", "stsimt2", "stsimt4"] {
                let (mut seats, kernel) = (core(policy), kernel(vectors));
                let ctas = (0..).take_while(|_| seats.take(&kernel, &[32; 8]).is_some()).count();
                assert_eq!(ctas as u32, 16384 / (32 * 8 * vectors), "{policy}, {vectors} registers");
            }
        }
    }

    #[test]
    fn rows_are_never_given_away_twice() {
        let (mut seats, mut held) = (core("tsimt+"), Vec::new());
        let mut random = 1u64;
        for _ in 0..20_000 {
            random = random.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            let draw = (random >> 33) as usize;
            if draw.is_multiple_of(3) && !held.is_empty() {
                let slot = held.swap_remove(draw % held.len());
                seats.give(slot);
            } else {
                let (vectors, last) = (1 + draw as u32 % 40, 1 + (draw >> 8) as u32 % 32);
                held.extend(seats.take(&kernel(vectors), &[32, last]).into_iter().flatten());
            }
            let mut rows: Vec<_> =
                held.iter().map(|&warp: &WarpId| (warp.index() % 8, seats.seats[warp.index()].unwrap())).collect();
            rows.sort_by_key(|(lane, seat)| (*lane, seat.row));
            for pair in rows.windows(2) {
                let ((lane, low), (other, high)) = (pair[0], pair[1]);
                assert!(lane != other || low.row + low.rows <= high.row, "{low:?} {high:?}");
            }
            assert!(rows.iter().all(|(_, seat)| seat.row + seat.rows + CONSTANTS <= seats.cfg.rows()));
            for lane in 0..8 {
                let of_lane = rows.iter().filter(|(other, _)| *other == lane);
                assert!(of_lane.map(|(_, seat)| seat.rows).sum::<u32>() <= 2048);
            }
            assert_eq!(seats.words(), rows.iter().map(|(_, seat)| u64::from(seat.rows)).sum::<u64>());
        }
    }
}
