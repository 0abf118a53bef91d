//! The golden model of the warp ganging unit (VWS 4.1-4.6, 6.1, 6.3-6.5). The contract specifies
//! its cycles.

mod bits;
mod fetch;
mod invariant;
mod issue;
mod key;
mod legal;
mod pick;
mod probe;
mod protocol;
mod reform;
mod split;
mod state;

use heddle_contract::gang::{Config, In, MAX_ENTRIES, Out};

use crate::{Golden, Illegal, Probe, Violation};
use bits::each;
use pick::Held;

pub use key::key;
pub use protocol::Protocol;
pub use split::Pending;
pub use state::{Set, State};

heddle_block::same_block! {
    /// The golden model of the warp ganging unit.
    pub Gang = heddle_contract::gang::Gang;
}

impl Golden for Gang {
    type State = State;
    type Protocol = Protocol;

    fn reset(cfg: &Config) -> State {
        State::new(cfg)
    }

    #[inline]
    fn comb(cfg: &Config, q: &State, i: &In, o: &mut Out) {
        if q.alive == 0 {
            // nothing exists: nothing is issued or fetched, whatever is picked
            show_nothing(q, o);
            return;
        }
        show(cfg, q, i, o);
    }

    #[inline]
    fn clock(cfg: &Config, q: &mut State, i: &In) {
        if q.alive == 0 && !(i.reset || i.launch_valid) {
            // nothing exists: nothing is pending or requested, and every scheduler holds its pick
            return;
        }
        edge(cfg, q, i);
    }

    fn invariant(cfg: &Config, p: &Protocol, q: &State) -> Result<(), Violation> {
        invariant::check(cfg, q)?;
        p.check(cfg)
    }

    fn probe(cfg: &Config, q: &State, probe: &mut Probe) {
        probe::probe(cfg, q, probe);
    }

    fn protocol(cfg: &Config) -> Protocol {
        Protocol::new(cfg)
    }

    fn legal(cfg: &Config, _: &Protocol, q: &State, i: &In) -> Result<(), Illegal> {
        legal::legal(cfg, q, i)
    }

    fn repair(cfg: &Config, _: &Protocol, q: &State, i: &mut In) {
        legal::repair(cfg, q, i);
    }

    #[inline]
    fn observe(cfg: &Config, p: &mut Protocol, q: &State, i: &In, o: &Out) {
        p.observe(cfg, q, i, o);
    }
}

/// The outputs of a busy unit. Separate, as is [`edge`], so that the path of an idle unit is short.
#[inline(never)]
fn show(cfg: &Config, q: &State, i: &In, o: &mut Out) {
    let issued = issue::gangs(cfg, q, i.busy);
    o.issue_valid = std::array::from_fn(|k| issued.ports >> k & 1 == 1);
    for (k, gang) in issued.each() {
        o.issue_id[k] = gang.id;
        o.issue_mask[k] = gang.mask;
        o.issue_pc[k] = q.pc(gang);
    }
    let alone = issue::alone(cfg, q, i.busy | issued.taken);
    (o.alone, o.alone_set) = (alone.held, alone.set);

    o.gang_fetch = std::array::from_fn(|k| q.next_fetch.ports >> k & 1 == 1);
    o.gang_fetch_mask = q.next_fill;
    for (k, gang) in q.next_fetch.each() {
        o.gang_fetch_set[k] = gang.set;
        o.gang_fetch_pc[k] = q.pc(gang);
    }
    (o.want, o.want_set) = (q.want.held, q.want.set);
    for s in each(q.want.held.into()) {
        o.want_pc[s] = q.sets[usize::from(q.want.set[s])].pc[s];
    }
    o.grant = fetch::grant(cfg, q, i.l0).all();
    show_table(q, i, o);
}

fn show_table(q: &State, i: &In, o: &mut Out) {
    let row = &q.sets[usize::from(i.read_set)];
    o.read_gang = row.gangs;
    o.read_alone = row.alone;
    (o.count_gang, o.count_slice, o.count_local) = (q.count_gang, q.count_slice, q.count_local);
}

/// The outputs while no warp exists.
#[inline]
fn show_nothing(q: &State, o: &mut Out) {
    (o.issue_valid, o.gang_fetch) = Default::default();
    (o.alone, o.want, o.grant) = (0, 0, 0);
    (o.read_gang, o.read_alone) = ([0; MAX_ENTRIES], 0);
    (o.count_gang, o.count_slice, o.count_local) = (q.count_gang, q.count_slice, q.count_local);
}

/// A clock edge at which something may happen. All decisions depend on the state before the edge.
#[inline(never)]
fn edge(cfg: &Config, q: &mut State, i: &In) {
    if i.reset {
        q.forget(cfg);
        return;
    }
    let gangs = issue::gangs(cfg, q, i.busy);
    let alone = issue::alone(cfg, q, i.busy | gangs.taken);
    let grant = fetch::grant(cfg, q, i.l0);
    let picks = Held::next(cfg, q, i);

    // sets whose summary is to be worked out again, and those in which nothing is re-formed
    let mut touched = count_down(q);
    let mut moving = issue::leave(cfg, q, &gangs, &alone);
    moving |= split::act(cfg, q);
    if cfg.partners != 0 {
        touched |= reform::one_set(cfg, q, moving);
    }
    touched |= moving;
    touched |= fetch::start(cfg, q, &grant);
    touched |= fetch::fill(q, i);
    touched |= launch(q, i);
    q.pending.keep(i);
    q.picks = picks;
    for set in each(touched) {
        q.refresh(cfg, set);
    }
    q.plan(cfg);
}

/// Counts down the waits at sync points, and returns the sets in which one ends.
fn count_down(q: &mut State) -> u64 {
    let mut touched = 0;
    for set in each(q.waiting) {
        let wait = &mut q.sets[set].wait;
        let left = bits::one_less(*wait);
        if bits::nonzero(left) != bits::nonzero(*wait) {
            touched |= 1 << set;
        }
        *wait = left;
    }
    touched
}

/// Launches an original gang.
fn launch(q: &mut State, i: &In) -> u64 {
    if !i.launch_valid {
        return 0;
    }
    q.launches += 1;
    let row = &mut q.sets[usize::from(i.launch_set)];
    let mask = i.launch_mask;
    (row.exists, row.known, row.ready, row.filled, row.fetching) = (mask, mask, mask, 0, 0);
    (row.gangs, row.alone) = ([0; MAX_ENTRIES], 0);
    if i.launch_apart || mask.is_power_of_two() {
        row.alone = mask;
    } else {
        row.gangs[0] = mask;
    }
    row.wait = 0;
    for s in each(mask.into()) {
        row.pc[s] = i.launch_pc;
    }
    row.born = q.launches;
    1 << i.launch_set
}
