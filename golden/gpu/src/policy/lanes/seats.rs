//! Which warp sits in which slot, and which rows of registers are its own (STSIMT 3.7).
//!
//! Slot s belongs to lane s mod lanes, so the lowest free slots are the lanes in turn. All registers of a warp lie in its lane.

use heddle_contract::lane::{Config, REGISTER_BITS};

use super::LaneKind;
use super::side::Start;
use crate::decode::{Program, Rows};

/// A warp's registers.
#[derive(Debug, Clone, Copy)]
struct Seat {
    /// Threads that it has registers for.
    threads: u32,
    row: u32,
    rows: u32,
    start: Start,
}

/// The slots of a core and the rows of its lanes.
#[derive(Debug, Clone)]
pub(super) struct Seats {
    cfg: Config,
    kind: LaneKind,
    lanes: usize,
    /// Rows of each lane; of the core, when warps belong to none.
    rows: Vec<Rows>,
    seats: Vec<Option<Seat>>,
    /// Rows that are given away.
    taken: u64,
}

impl Seats {
    pub fn new(cfg: &Config, kind: LaneKind, lanes: usize, warps: usize) -> Seats {
        let files = if kind.locked { lanes } else { 1 };
        Seats {
            cfg: cfg.clone(),
            kind,
            lanes,
            rows: vec![Rows::new(cfg.rows()); files],
            seats: vec![None; warps],
            taken: 0,
        }
    }

    /// A warp gives back its slot and registers when it ends.
    pub fn exits(&self) -> bool {
        self.kind.exit
    }

    /// Words of registers that are given away.
    pub fn words(&self) -> u64 {
        self.taken * u64::from(self.cfg.width)
    }

    /// A slot and rows for each warp of a CTA; none if one finds no room.
    pub fn take(&mut self, program: &Program, threads: &[u32]) -> Option<Vec<usize>> {
        let mut slots = Vec::with_capacity(threads.len());
        for (number, &threads) in threads.iter().enumerate() {
            match self.place(program, number, threads) {
                Some(slot) => slots.push(slot),
                None => {
                    slots.into_iter().for_each(|slot| self.give(slot));
                    return None;
                }
            }
        }
        Some(slots)
    }

    /// A warp's launch, as its lane is told.
    pub fn start(&self, slot: usize) -> Option<Start> {
        self.seats[slot].map(|seat| seat.start)
    }

    /// A slot is free again, if it was not yet.
    pub fn give(&mut self, slot: usize) {
        let Some(seat) = self.seats[slot].take() else { return };
        let file = self.file(slot);
        self.rows[file].give(seat.row);
        self.taken -= u64::from(seat.rows);
    }

    /// Why a CTA of such warps finds no room in an empty core.
    pub fn fits(&self, program: &Program, threads: &[u32]) -> Result<(), String> {
        let words = program.words;
        let most = threads.iter().copied().max().unwrap_or(1);
        let (vectors, scalars) = (words.vectors, words.scalars);
        if vectors.max(scalars) > 1 << REGISTER_BITS {
            return Err(format!(
                "a warp needs {vectors} vector and {scalars} scalar words, and register indices have {REGISTER_BITS} bits"
            ));
        }
        let mut empty = Seats::new(&self.cfg, self.kind, self.lanes, self.seats.len());
        if empty.take(program, threads).is_none() {
            let rows = self.needs(program, most);
            return Err(format!(
                "a CTA has {} warps, of {rows} rows of registers each, and {} lanes have {} slots and {} rows each",
                threads.len(),
                self.lanes,
                self.seats.len() / self.lanes,
                self.cfg.rows()
            ));
        }
        Ok(())
    }

    fn file(&self, slot: usize) -> usize {
        if self.kind.locked { slot % self.lanes } else { 0 }
    }

    /// Threads that a warp gets registers for.
    fn allocated(&self, threads: u32) -> u32 {
        if self.kind.partial { threads } else { self.cfg.threads }
    }

    fn needs(&self, program: &Program, threads: u32) -> u32 {
        program.rows(&self.cfg, self.allocated(threads)).max(1)
    }

    /// A partly filled warp goes where others like it leave room in what a full one would have; all others, and it if there is no such lane, to the lanes in turn.
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

    /// Gives a warp a free slot, if its lane has rows for it.
    fn sit(&mut self, program: &Program, number: usize, threads: u32, slot: usize) -> bool {
        let (file, rows) = (self.file(slot), self.needs(program, threads));
        let Some(row) = self.rows[file].take(rows) else { return false };
        let threads = self.allocated(threads);
        let start = Start {
            slot,
            warp: if self.kind.locked { (slot / self.lanes) as u8 } else { slot as u8 },
            threads: threads as u8,
            vector: row,
            scalar: row + program.vector_rows(&self.cfg, threads),
            tid: (number as u32 * self.cfg.threads) as u16,
        };
        self.seats[slot] = Some(Seat { threads, row, rows, start });
        self.taken += u64::from(rows);
        true
    }
}
