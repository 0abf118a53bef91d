//! Issue (6.3): the schedulers' picks, and up to `issue` gangs that share no slice, then a
//! singleton in each slice that is left.

use heddle_contract::gang::{Config, MAX_ISSUE, Picks, Schedule};

use super::bits::{after, each, spread};
use super::pick::{Chosen, Found, Singles, arbitrate, requests, share, turn};
use super::state::{Set, State};

/// Chooses the gangs that are issued.
#[inline]
pub(super) fn gangs(cfg: &Config, q: &State, busy: u8) -> Chosen {
    match cfg.picks {
        Picks::Cycle => among_all(cfg, q, busy),
        Picks::Ahead => among_picked(cfg, q, busy),
    }
}

/// Chooses the gangs that are issued, among all requests: the first that is left, until none is.
fn among_all(cfg: &Config, q: &State, busy: u8) -> Chosen {
    let mut chosen = Chosen::default();
    if q.may_issue[0] == 0 {
        return chosen;
    }
    for port in 0..cfg.issue as usize {
        let Some(gang) = first(cfg, q, busy | chosen.taken, 0) else { break };
        chosen.push(port, gang);
    }
    chosen
}

/// Chooses the gangs that are issued, among those that were picked.
fn among_picked(cfg: &Config, q: &State, busy: u8) -> Chosen {
    let requests = requests(cfg, q, &q.picks.issue, busy, |row| row.may_issue);
    if requests.count() <= 1 {
        return requests;
    }
    let born = |set: u8| q.sets[usize::from(set)].born;
    match cfg.schedule {
        Schedule::Bgto => arbitrate(&requests, |_, gang| (8 - gang.mask.count_ones(), born(gang.set))),
        Schedule::Gto => arbitrate(&requests, |_, gang| born(gang.set)),
        Schedule::Lgto => arbitrate(&requests, |_, gang| (gang.mask.count_ones(), born(gang.set))),
        Schedule::Lrr => arbitrate(&requests, |port, _| turn(port, q.issue_turn)),
        Schedule::Lpc => arbitrate(&requests, |_, gang| (q.pc(gang), gang.set)),
    }
}

/// Returns the singletons that are issued in slices that are neither busy nor taken by a gang.
#[inline]
pub(super) fn alone(cfg: &Config, q: &State, taken: u8) -> Singles {
    match cfg.picks {
        Picks::Cycle => pick_alone(cfg, q, taken),
        Picks::Ahead => Singles { held: q.may_go & !taken, ..q.picks.alone },
    }
}

/// Returns what the schedulers of gangs pick for the next cycle.
pub(super) fn pick(cfg: &Config, q: &State, busy: u8) -> [Option<u16>; MAX_ISSUE] {
    let mut picks = q.picks.issue;
    for (port, pick) in picks.iter_mut().enumerate().take(cfg.issue as usize) {
        if q.may_issue[port] != 0 {
            *pick = first(cfg, q, busy, port).map(|gang| gang.id).or(*pick);
        }
    }
    picks
}

/// Returns the first request of a port's scheduler but for its pick, in the order of issue.
fn first(cfg: &Config, q: &State, busy: u8, port: usize) -> Option<Found> {
    let greedy = u32::from(q.greedy[port]);
    // the smallest key is first; a launch's number takes less than 48 bits
    let oldest = |row: &Set, entry: usize, id: u32| u64::from(id != greedy) << 56 | row.born << 2 | entry as u64;
    let best = Requests { cfg, q, busy, port };
    match cfg.schedule {
        Schedule::Bgto => {
            best.first(|row, entry, id, gang| u64::from(8 - gang.count_ones()) << 57 | oldest(row, entry, id))
        }
        Schedule::Gto => best.first(|row, entry, id, _| oldest(row, entry, id)),
        Schedule::Lgto => {
            best.first(|row, entry, id, gang| u64::from(gang.count_ones()) << 57 | oldest(row, entry, id))
        }
        Schedule::Lrr => best.first(|_, _, id, _| if id > greedy { id } else { id + cfg.ids() }),
        Schedule::Lpc => best.first(|row, _, id, gang| (row.pc[gang.trailing_zeros() as usize], id)),
    }
}

/// The requests of a port's scheduler: its gangs that may be issued, and none of whose slices is
/// busy.
struct Requests<'a> {
    cfg: &'a Config,
    q: &'a State,
    busy: u8,
    port: usize,
}

impl Requests<'_> {
    /// Returns the request with the lowest key, but for the scheduler's pick.
    #[inline(always)]
    fn first<K: Ord>(&self, key: impl Fn(&Set, usize, u32, u8) -> K) -> Option<Found> {
        let Requests { cfg, q, busy, port } = *self;
        let entries = share(cfg.issuers(), port);
        let held = q.picks.issue[port].map_or(u32::MAX, u32::from);
        let mut best: Option<(K, Found)> = None;
        for set in each(q.may_issue[port]) {
            let row = &q.sets[set];
            for entry in each((row.may_issue & entries).into()) {
                let mask = row.gangs[entry];
                let id = set as u32 * cfg.entries() + entry as u32;
                if mask & busy != 0 || id == held {
                    continue;
                }
                let key = key(row, entry, id, mask);
                if best.as_ref().is_none_or(|(first, _)| key < *first) {
                    best = Some((key, Found { set: set as u8, id: id as u16, mask }));
                }
            }
        }
        best.map(|(_, gang)| gang)
    }
}

/// Returns the singletons that the slices' schedulers pick: the first of their requests but for
/// the picks that they hold.
pub(super) fn pick_alone(cfg: &Config, q: &State, busy: u8) -> Singles {
    let mut picks = q.picks.alone;
    // a slice that is busy has no request
    for s in each((cfg.all_slices() & !busy).into()) {
        let sets = picks.others(s, q.alone_issue[s]);
        if sets == 0 {
            continue;
        }
        let greedy = q.greedy_alone[s];
        let first = match cfg.schedule {
            Schedule::Bgto | Schedule::Gto | Schedule::Lgto if sets >> greedy & 1 == 1 => usize::from(greedy),
            Schedule::Bgto | Schedule::Gto | Schedule::Lgto => lowest(sets, |set| q.sets[set].born),
            Schedule::Lrr => after(sets, greedy),
            Schedule::Lpc => lowest(sets, |set| q.sets[set].pc[s]),
        };
        picks.hold(s, first);
    }
    picks
}

/// Returns the first with the lowest key of some sets, at least one.
#[inline(always)]
fn lowest(sets: u64, key: impl Fn(usize) -> u64) -> usize {
    let mut first = sets.trailing_zeros() as usize;
    let rest = sets & sets.wrapping_sub(1);
    if rest == 0 {
        return first;
    }
    let mut best = key(first);
    for set in each(rest) {
        let key = key(set);
        if key < best {
            (first, best) = (set, key);
        }
    }
    first
}

/// Clears the flags of the warps that are issued, and returns the sets concerned.
pub(super) fn leave(cfg: &Config, q: &mut State, issued: &Chosen, alone: &Singles) -> u64 {
    let mut sets = 0;
    for (port, gang) in issued.each() {
        run(&mut q.sets[usize::from(gang.set)], gang.mask);
        sets |= 1 << gang.set;
        if port < cfg.issuers() as usize {
            q.greedy[port] = gang.id;
        }
    }
    // no other order depends on whose turn it was
    if cfg.schedule == Schedule::Lrr && issued.ports != 0 {
        q.issue_turn = issued.first;
    }
    for s in each(alone.held.into()) {
        let set = alone.set[s];
        run(&mut q.sets[usize::from(set)], 1 << s);
        sets |= 1 << set;
        q.greedy_alone[s] = set;
    }
    sets
}

#[inline]
fn run(row: &mut Set, mask: u8) {
    row.known &= !mask;
    row.filled &= !mask;
    row.ready &= !mask;
    if row.wait != 0 {
        row.wait &= !spread(mask);
    }
}
