//! A DRAM channel's scheduler, first ready, first come first served: the oldest transfer of an open
//! row, whose command is legal now; else the oldest whose row can be opened or whose bank can be
//! closed. A bank is not closed while transfers wait for its open row.
//!
//! Against starvation (assumed): when the oldest transfer has waited for as long as a full queue
//! takes whose every transfer opens another row of one bank, only its own commands are issued until
//! it is done.

use std::collections::VecDeque;

use super::bank::{Bank, Hit, Waiting};
use super::timing::{Command, Timing};
use crate::config::spec::Spec;
use crate::memory::counters::Level;
use crate::memory::map::Rows;

crate::counters! {
    /// Counters of the DRAM channels, all together.
    pub DramCounters "dram" {
        /// Lines read.
        reads["transfers"],
        /// Lines, or sectors of one line, written.
        writes["transfers"],
        /// Bursts moved.
        bursts["bursts"],
        /// Rows opened; a transfer without an activate command hits an open row.
        activates["commands"],
        /// Rows closed.
        precharges["commands"],
        /// Cycles in which data moved.
        busy["DRAM cycles"],
        /// Cycles in which a channel had a transfer that waited or was in progress.
        active["DRAM cycles"],
        /// Transfers that wait, added up over all cycles.
        queue_cycles["transfers * DRAM cycles"],
        /// Commands issued because the oldest transfer had waited too long.
        aged["commands"],
    }
}

/// A line that a slice of L2 reads from DRAM, or dirty sectors that it writes back.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Transfer {
    /// Address within the channel; the transfer must not cross a row.
    pub address: u64,
    /// Number of bursts to move.
    pub bursts: u32,
    /// Whether the transfer is a write to DRAM, not a read.
    pub write: bool,
    /// The slice of L2 that sends the transfer, by its number among those of the channel.
    pub slice: usize,
}

/// A DRAM channel: its banks, the queue of transfers and the scheduler.
#[derive(Debug, Clone)]
pub struct Channel {
    timing: Timing,
    rows: Rows,
    banks: Vec<Bank>,
    /// Banks with waiting transfers, a bit each.
    wanted: u64,
    /// Transfers that arrived since the last tick.
    inbox: VecDeque<Transfer>,
    /// Transfers on their way to the scheduler, one a stage, and the cycle of each one's arrival
    /// there.
    coming: VecDeque<(u64, Transfer)>,
    /// Stages on the way to the scheduler, in DRAM cycles.
    stages: u64,
    /// The slice that sent the last transfer, which has the lowest priority for the next.
    last: usize,
    waiting: usize,
    room: usize,
    arrived: u64,
    /// First cycles in which reads, writes and activations are legal, as far as the channel is
    /// concerned.
    column: [u64; 2],
    activate: u64,
    /// The longest wait of the oldest transfer, in DRAM cycles, before it is served alone.
    patience: u64,
    /// Reads whose data are being moved: the cycle of their arrival, the slice, and the address.
    moving: VecDeque<(u64, usize, u64)>,
    /// The first cycle from which on the data bus is idle.
    quiet: u64,
    /// Addresses of lines that were read, by slice.
    done: Vec<VecDeque<u64>>,
    /// The next command, if no transfer arrives before it is issued.
    plan: Option<Plan>,
    /// The oldest waiting transfer, by order of arrival, and its bank.
    oldest: Option<(u64, usize)>,
    wake: u64,
    queue: Level,
    /// The first cycle of the current period without idle time; it lasts until `quiet` at least.
    active_since: u64,
    counters: DramCounters,
}

/// A command that could be issued: from which cycle on, in which bank, and by which priority.
#[derive(Debug, Clone, Copy)]
struct Plan {
    at: u64,
    /// Priority among commands of the same cycle: those for an open row first, then by the
    /// transfer's age.
    rank: (bool, u64),
    /// Whether the oldest transfer has waited too long, and is served alone.
    alone: bool,
    bank: usize,
    what: What,
}

#[derive(Debug, Clone, Copy)]
enum What {
    /// No command: the scheduler chooses again.
    Think,
    Activate(u64),
    Precharge,
    Transfer(usize),
}

impl Channel {
    /// Creates a channel with all rows closed and no transfers.
    pub fn new(spec: &Spec) -> Channel {
        let timing = Timing::new(spec);
        Channel {
            timing,
            rows: Rows::new(spec),
            banks: vec![Bank::default(); spec.dram.banks as usize],
            wanted: 0,
            inbox: VecDeque::with_capacity(spec.dram.queue as usize),
            coming: VecDeque::new(),
            stages: (u64::from(spec.dram.latency) * u64::from(spec.dram.clock)).div_ceil(spec.l2.clock.into()),
            last: spec.l2.slices as usize - 1,
            waiting: 0,
            room: spec.dram.queue as usize,
            arrived: 0,
            column: [0; 2],
            activate: 0,
            patience: u64::from(spec.dram.queue) * (timing.ras + timing.rp),
            moving: VecDeque::new(),
            quiet: 0,
            done: vec![VecDeque::new(); spec.l2.slices as usize],
            plan: None,
            oldest: None,
            wake: u64::MAX,
            queue: Level::default(),
            active_since: 0,
            counters: DramCounters::default(),
        }
    }
    /// Whether the channel has room for a transfer.
    pub fn accepts(&self) -> bool {
        self.inbox.len() + self.coming.len() + self.waiting < self.room + self.stages as usize
    }
    /// Adds a transfer, which the scheduler sees in the next cycle at the earliest.
    pub fn push(&mut self, transfer: Transfer) {
        self.last = transfer.slice;
        self.inbox.push_back(transfer);
        self.wake = 0;
    }
    /// The slice that sent the last transfer; the other slices have priority over it.
    pub fn last(&self) -> usize {
        self.last
    }
    /// Whether the data of a line that a slice has read have arrived.
    pub fn has_done(&self, slice: usize) -> bool {
        !self.done[slice].is_empty()
    }
    /// Takes the address of a line that a slice has read, once its data have arrived; `None` if
    /// there is none.
    pub fn done(&mut self, slice: usize) -> Option<u64> {
        self.done[slice].pop_front()
    }
    /// The first tick that may change anything; `u64::MAX`: none does until a transfer is pushed.
    pub fn wake(&self) -> u64 {
        self.wake
    }
    /// The first tick, not before `from`, that may change anything; `None`: none does until a
    /// transfer is pushed.
    pub fn next(&self, from: u64) -> Option<u64> {
        (self.wake != u64::MAX).then(|| self.wake.max(from))
    }
    /// Whether no transfer waits or moves, and all lines that were read have been taken.
    pub fn idle(&self) -> bool {
        let empty = self.inbox.is_empty() && self.coming.is_empty() && self.waiting == 0 && self.moving.is_empty();
        empty && self.done.iter().all(VecDeque::is_empty)
    }
    /// Returns the counters of the channel, up to the last event.
    pub fn counters(&self) -> DramCounters {
        let active = self.counters.active + self.quiet - self.active_since;
        DramCounters { queue_cycles: self.queue.integral(), active, ..self.counters }
    }
    /// Simulates one cycle; returns the command that the channel issued, if any.
    #[inline]
    pub fn tick(&mut self, now: u64) -> Option<Command> {
        if now < self.wake { None } else { self.work(now) }
    }
    fn work(&mut self, now: u64) -> Option<Command> {
        self.receive(now);
        while let Some(&(due, slice, address)) = self.moving.front()
            && due <= now
        {
            self.moving.pop_front();
            self.done[slice].push_back(address);
        }
        if self.plan.is_none() {
            self.plan = self.choose(now);
        }
        let command = self.plan.filter(|plan| plan.at <= now).and_then(|plan| self.give(now, plan));
        if self.plan.is_none() {
            self.plan = self.choose(now + 1);
        }
        let moved = self.moving.front().map_or(u64::MAX, |&(due, ..)| due);
        let comes =
            self.coming.front().filter(|_| self.waiting < self.room).map_or(u64::MAX, |&(due, _)| due.max(now + 1));
        self.wake = self.plan.map_or(u64::MAX, |plan| plan.at).min(moved).min(comes);
        command
    }
    fn receive(&mut self, now: u64) {
        if self.stages == 0 {
            self.schedule(now, self.inbox.len());
        } else {
            // one transfer a cycle enters the stages, and one a cycle leaves them for the scheduler
            let mut due = self.coming.back().map_or(0, |&(due, _)| due + 1).max(now + self.stages);
            while let Some(transfer) = self.inbox.pop_front() {
                self.coming.push_back((due, transfer));
                due += 1;
            }
            if self.waiting < self.room
                && let Some(&(due, transfer)) = self.coming.front()
                && due <= now
            {
                self.coming.pop_front();
                self.inbox.push_back(transfer);
                self.schedule(now, 1);
            }
        }
    }
    /// Makes the first `count` transfers of the inbox visible to the scheduler.
    fn schedule(&mut self, now: u64, count: usize) {
        if count == 0 {
            return;
        }
        self.plan = None;
        if self.waiting == 0 && now > self.quiet {
            self.counters.active += self.quiet - self.active_since;
            (self.active_since, self.quiet) = (now, now);
        }
        for Transfer { address, bursts, write, slice } in self.inbox.drain(..count) {
            let (bank, row) = self.rows.place(address);
            self.banks[bank].push(Waiting { order: self.arrived, arrival: now, address, row, bursts, write, slice });
            self.wanted |= 1 << bank;
            self.oldest.get_or_insert((self.arrived, bank));
            self.arrived += 1;
            self.waiting += 1;
            *if write { &mut self.counters.writes } else { &mut self.counters.reads } += 1;
        }
        self.queue.set(now, self.waiting as u64);
    }
    /// The next command, from cycle `now` on, if no transfer arrives before it is issued; `None` if
    /// no transfer waits.
    fn choose(&self, now: u64) -> Option<Plan> {
        let (_, oldest) = self.oldest?;
        let alone = self.banks[oldest].queue[0].arrival + self.patience;
        if now >= alone {
            return Some(Plan { alone: true, ..self.towards(now, oldest) });
        }
        // from then on the oldest transfer is served alone, whatever is planned here
        let mut best = Plan { at: alone, rank: (false, 0), alone: false, bank: oldest, what: What::Think };
        let mut consider = |it: Plan| {
            if (it.at, it.rank) < (best.at, best.rank) {
                best = it;
            }
        };
        let mut left = self.wanted;
        while left != 0 {
            let at = left.trailing_zeros() as usize;
            left &= left - 1;
            let bank = &self.banks[at];
            for (hit, write) in bank.hits.into_iter().zip([false, true]) {
                hit.into_iter().for_each(|hit| consider(self.transfer(now, at, hit, write)));
            }
            if bank.hits == [None; 2] {
                consider(self.towards(now, at));
            }
        }
        Some(best)
    }
    /// The oldest waiting transfer, by order of arrival, and its bank; `None` if no transfer waits.
    fn find_oldest(&self) -> Option<(u64, usize)> {
        let wanted = (0..self.banks.len()).filter(|at| self.wanted >> at & 1 == 1);
        wanted.map(|at| (self.banks[at].queue[0].order, at)).min()
    }
    /// The next command that the bank's oldest transfer needs.
    fn towards(&self, now: u64, at: usize) -> Plan {
        let bank = &self.banks[at];
        let first = bank.queue[0];
        let (legal, what) = match bank.open {
            Some(row) if row == first.row => {
                return self.transfer(now, at, Hit { order: first.order, at: 0 }, first.write);
            }
            Some(_) => (bank.precharge, What::Precharge),
            None => (bank.activate.max(self.activate), What::Activate(first.row)),
        };
        Plan { at: legal.max(now), rank: (true, first.order), alone: false, bank: at, what }
    }
    fn transfer(&self, now: u64, bank: usize, hit: Hit, write: bool) -> Plan {
        let legal = self.banks[bank].column.max(self.column[usize::from(write)]);
        Plan { at: legal.max(now), rank: (false, hit.order), alone: false, bank, what: What::Transfer(hit.at) }
    }
    fn give(&mut self, now: u64, plan: Plan) -> Option<Command> {
        let bank = plan.bank;
        self.plan = None;
        self.counters.aged += u64::from(plan.alone);
        match plan.what {
            What::Activate(row) => {
                self.banks[bank].activate(now, row, &self.timing);
                self.activate = now + self.timing.rrd;
                self.counters.activates += 1;
                Some(Command::Activate { bank, row })
            }
            What::Precharge => {
                self.banks[bank].precharge(now, &self.timing);
                self.counters.precharges += 1;
                Some(Command::Precharge { bank })
            }
            What::Transfer(number) => Some(self.burst(now, bank, number)),
            What::Think => {
                let plan = self.choose(now)?;
                if plan.at > now {
                    self.plan = Some(plan);
                    return None;
                }
                self.give(now, plan)
            }
        }
    }
    /// Issues the command for a burst, and reserves the data bus.
    fn burst(&mut self, now: u64, bank: usize, number: usize) -> Command {
        let timing = self.timing;
        let Waiting { order, write, address, slice, .. } = self.banks[bank].queue[number];
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
            if self.oldest == Some((order, bank)) {
                self.oldest = self.find_oldest();
            }
            if !write {
                self.moving.push_back((end, slice, address));
            }
        }
        if write { Command::Write { bank } } else { Command::Read { bank } }
    }
}
