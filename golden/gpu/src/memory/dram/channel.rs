//! First ready, first come first served: the oldest transfer of an open row, whose command is legal now; else the oldest whose row can be
//! opened or whose bank can be closed, which waits until nobody wants the row that is open.
//!
//! Against starvation (assumed): when the oldest transfer has waited for as long as a full queue takes whose every transfer opens another
//! row of one bank, nothing but its own commands are given until it is done.

use std::collections::VecDeque;

use super::bank::{Bank, Waiting};
use super::timing::{Command, Timing};
use crate::memory::counters::Level;
use crate::memory::map::Rows;
use crate::spec::Spec;

crate::counters! {
    /// DRAM channels, all together.
    pub DramCounters "dram" {
        /// Lines read.
        reads["transfers"],
        /// Lines, or sectors of one line, written.
        writes["transfers"],
        /// Bursts moved.
        bursts["bursts"],
        /// Rows opened; transfers without one hit an open row.
        activates["commands"],
        /// Rows closed.
        precharges["commands"],
        /// Cycles in which data moved.
        busy["DRAM cycles"],
        /// Cycles in which transfers waited or were under way.
        active["DRAM cycles"],
        /// Transfers that wait, added up over all cycles.
        queue_cycles["transfers * DRAM cycles"],
        /// Commands given because the oldest transfer had waited too long.
        aged["commands"],
    }
}

/// What L2 asks a channel for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Transfer {
    /// Where it lies in the channel; it must not cross a row.
    pub address: u64,
    /// Bursts to move.
    pub bursts: u32,
    /// To memory.
    pub write: bool,
}

/// One channel.
#[derive(Debug, Clone)]
pub struct Channel {
    timing: Timing,
    rows: Rows,
    banks: Vec<Bank>,
    /// Banks that somebody waits for, a bit each.
    wanted: u64,
    /// Came since the last tick.
    inbox: VecDeque<Transfer>,
    waiting: usize,
    room: usize,
    arrived: u64,
    /// First cycles in which reads, writes and activations are legal, as far as the channel is concerned.
    column: [u64; 2],
    activate: u64,
    /// The longest that anybody waits before it is served alone.
    patience: u64,
    /// Reads whose data move, and when they are there.
    moving: VecDeque<(u64, u64)>,
    /// From this cycle on there are no data on the bus.
    quiet: u64,
    done: VecDeque<u64>,
    wake: u64,
    queue: Level,
    /// Since when it has had something to do without a pause; until `quiet` at least.
    active_since: u64,
    counters: DramCounters,
}

/// A command that could be given, the first cycle in which it is legal, and for whom.
#[derive(Clone, Copy)]
struct Candidate {
    legal: u64,
    /// Commands for an open row go first, then the older one.
    rank: (bool, u64),
    bank: usize,
    what: What,
}

#[derive(Clone, Copy)]
enum What {
    Activate(u64),
    Precharge,
    Transfer(usize),
}

impl Channel {
    /// A channel with all rows closed.
    pub fn new(spec: &Spec) -> Channel {
        let timing = Timing::new(spec);
        Channel {
            timing,
            rows: Rows::new(spec),
            banks: vec![Bank::default(); spec.dram.banks as usize],
            wanted: 0,
            inbox: VecDeque::with_capacity(spec.dram.queue as usize),
            waiting: 0,
            room: spec.dram.queue as usize,
            arrived: 0,
            column: [0; 2],
            activate: 0,
            patience: u64::from(spec.dram.queue) * (timing.ras + timing.rp),
            moving: VecDeque::new(),
            quiet: 0,
            done: VecDeque::new(),
            wake: u64::MAX,
            queue: Level::default(),
            active_since: 0,
            counters: DramCounters::default(),
        }
    }
    /// There is room for a transfer.
    pub fn accepts(&self) -> bool {
        self.inbox.len() + self.waiting < self.room
    }
    /// Takes a transfer, which is seen in the next cycle.
    pub fn push(&mut self, transfer: Transfer) {
        self.inbox.push_back(transfer);
        self.wake = 0;
    }
    /// Whether a line that was read is there.
    pub fn has_done(&self) -> bool {
        !self.done.is_empty()
    }
    /// Takes the address of a line that was read.
    pub fn done(&mut self) -> Option<u64> {
        self.done.pop_front()
    }
    /// No tick before this one, from `from` on, changes anything.
    pub fn next(&self, from: u64) -> Option<u64> {
        (self.wake != u64::MAX).then(|| self.wake.max(from))
    }
    /// Nothing waits, and nothing moves.
    pub fn idle(&self) -> bool {
        self.inbox.is_empty() && self.waiting == 0 && self.moving.is_empty() && self.done.is_empty()
    }
    /// What was counted.
    pub fn counters(&self) -> DramCounters {
        let active = self.counters.active + self.quiet - self.active_since;
        DramCounters { queue_cycles: self.queue.integral(), active, ..self.counters }
    }
    /// One cycle; the command that was given.
    pub fn tick(&mut self, now: u64) -> Option<Command> {
        if now < self.wake {
            return None;
        }
        self.receive(now);
        while let Some(&(due, address)) = self.moving.front()
            && due <= now
        {
            self.moving.pop_front();
            self.done.push_back(address);
        }
        let (best, mut wake) = self.choose(now);
        let command = best.map(|it| self.give(now, it));
        if command.is_some() {
            wake = self.choose(now + 1).1;
        }
        let moved = self.moving.front().map_or(u64::MAX, |&(due, _)| due);
        self.wake = wake.min(moved);
        command
    }
    fn receive(&mut self, now: u64) {
        if self.waiting == 0 && !self.inbox.is_empty() && now > self.quiet {
            self.counters.active += self.quiet - self.active_since;
            (self.active_since, self.quiet) = (now, now);
        }
        for Transfer { address, bursts, write } in self.inbox.drain(..) {
            let (bank, row) = self.rows.place(address);
            self.banks[bank].push(Waiting { order: self.arrived, arrival: now, address, row, bursts, write });
            self.wanted |= 1 << bank;
            self.arrived += 1;
            self.waiting += 1;
            *if write { &mut self.counters.writes } else { &mut self.counters.reads } += 1;
        }
        self.queue.set(now, self.waiting as u64);
    }
    /// The best command of this cycle, and the first cycle in which there will be one if there is none now.
    fn choose(&self, now: u64) -> (Option<Candidate>, u64) {
        let (mut best, mut soonest): (Option<Candidate>, u64) = (None, u64::MAX);
        let mut consider = |it: Candidate| {
            soonest = soonest.min(it.legal.max(now));
            if it.legal <= now && best.is_none_or(|best| it.rank < best.rank) {
                best = Some(it);
            }
        };
        let Some(oldest) = self.oldest() else { return (None, u64::MAX) };
        let served_alone = self.banks[oldest].queue[0].arrival + self.patience;
        if now >= served_alone {
            consider(self.towards(oldest));
            return (best, soonest);
        }
        let mut left = self.wanted;
        while left != 0 {
            let at = left.trailing_zeros() as usize;
            left &= left - 1;
            let bank = &self.banks[at];
            for hit in bank.hits.into_iter().flatten() {
                consider(self.transfer(at, hit));
            }
            if bank.hits == [None; 2] {
                consider(self.towards(at));
            }
        }
        (best, soonest.min(served_alone))
    }
    /// The bank of the oldest transfer.
    fn oldest(&self) -> Option<usize> {
        let mut oldest = None;
        let mut left = self.wanted;
        while left != 0 {
            let at = left.trailing_zeros() as usize;
            left &= left - 1;
            let order = self.banks[at].queue[0].order;
            if oldest.is_none_or(|(other, _)| order < other) {
                oldest = Some((order, at));
            }
        }
        oldest.map(|(_, at)| at)
    }
    /// What the bank's oldest transfer needs next.
    fn towards(&self, at: usize) -> Candidate {
        let bank = &self.banks[at];
        let first = bank.queue[0];
        match bank.open {
            Some(row) if row == first.row => self.transfer(at, 0),
            Some(_) => Candidate { legal: bank.precharge, rank: (true, first.order), bank: at, what: What::Precharge },
            None => {
                let legal = bank.activate.max(self.activate);
                Candidate { legal, rank: (true, first.order), bank: at, what: What::Activate(first.row) }
            }
        }
    }
    fn transfer(&self, at: usize, number: usize) -> Candidate {
        let bank = &self.banks[at];
        let waiting = &bank.queue[number];
        let legal = bank.column.max(self.column[usize::from(waiting.write)]);
        Candidate { legal, rank: (false, waiting.order), bank: at, what: What::Transfer(number) }
    }
    fn give(&mut self, now: u64, it: Candidate) -> Command {
        let bank = it.bank;
        let oldest = self.oldest().map(|at| self.banks[at].queue[0].arrival);
        self.counters.aged += u64::from(oldest.is_some_and(|arrival| now >= arrival + self.patience));
        match it.what {
            What::Activate(row) => {
                self.banks[bank].activate(now, row, &self.timing);
                self.activate = now + self.timing.rrd;
                self.counters.activates += 1;
                Command::Activate { bank, row }
            }
            What::Precharge => {
                self.banks[bank].precharge(now, &self.timing);
                self.counters.precharges += 1;
                Command::Precharge { bank }
            }
            What::Transfer(number) => self.burst(now, bank, number),
        }
    }
    /// Moves a burst, and keeps the data bus for it.
    fn burst(&mut self, now: u64, bank: usize, number: usize) -> Command {
        let timing = self.timing;
        let Waiting { write, address, .. } = self.banks[bank].queue[number];
        let over = self.banks[bank].transfer(now, number, &timing).is_some();
        let end = now + timing.burst + if write { timing.wl } else { timing.cl };
        let (read, writes) = match write {
            true => (end + timing.wtr, end.saturating_sub(timing.wl)),
            false => (end - timing.cl, (end + timing.turn).saturating_sub(timing.wl)),
        };
        let soonest = now + timing.ccd;
        self.column = [self.column[0].max(read).max(soonest), self.column[1].max(writes).max(soonest)];
        self.quiet = self.quiet.max(end);
        self.counters.bursts += 1;
        self.counters.busy += timing.burst;
        if over {
            self.waiting -= 1;
            self.queue.set(now, self.waiting as u64);
            if self.banks[bank].queue.is_empty() {
                self.wanted &= !(1 << bank);
            }
            if !write {
                self.moving.push_back((end, address));
            }
        }
        if write { Command::Write { bank } } else { Command::Read { bank } }
    }
}
