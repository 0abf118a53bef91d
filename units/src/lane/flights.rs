//! The lane's protocol as logic: monitors of the front end's knowledge of each instruction in
//! flight, and assumptions about inputs.

use heddle_contract::lane::{Config, op};
use heddle_formal::{Graph, Lit, Netlist, Word};

use heddle_testbench::claims::{Claims, bit_at, held, one_hot, within};

/// Monitor of an instruction in flight, by its tag.
pub(super) struct Flight {
    /// Whether the instruction is in flight: from its acceptance to the cycle in which its `done`
    /// shows.
    pub live: Lit,
    /// Class of the operation: its upper two bits.
    pub group: Word,
    pub writes: Lit,
    pub warp: Word,
    pub scalar: Lit,
    /// Whether a response comes for each of the instruction's threads.
    pub responds: Lit,
    /// Threads whose request was sent and whose response is still to come.
    pub sent: Word,
    /// Effective mask of the instruction.
    pub mask: Word,
    /// Whether each response so far covered all active slots of the lowest bundle not yet answered.
    pub in_order: Lit,
    /// Whether another instruction is chained to this one.
    followed: Lit,
}

/// All monitors: the front end's knowledge of instructions and warps.
pub(super) struct Flights {
    pub flights: Vec<Flight>,
    /// For each warp, whether it was launched since the reset.
    pub launched: Word,
    /// For each warp, one bit for each thread that is allocated.
    pub allocated: Vec<Word>,
}

/// Returns whether an operation is native, goes to memory, or goes to an external unit.
pub(super) fn class(g: &mut Graph, group: &[Lit]) -> [Lit; 3] {
    [g.is(group, 0), g.is(group, 1), group[1]]
}

/// Whether a native operation is a `setp`.
pub(super) fn setp(g: &mut Graph, op: &[Lit]) -> Lit {
    let mut among = |first: u8, last: u8| {
        let (below, inside) = (within(g, op, first.into()), within(g, op, u32::from(last) + 1));
        g.and(!below, inside)
    };
    let (integers, numbers) = (among(op::SETP_EQ, op::SETP_GE_U), among(op::SETP_EQ_F, op::SETP_NAN_F));
    g.or(integers, numbers)
}

/// Whether a native operation exists.
fn known(g: &mut Graph, op: &[Lit]) -> Lit {
    let integer = within(g, op, op::INTEGER.len() as u32);
    let single = within(g, op, u32::from(op::FLOAT) + op::SINGLE.len() as u32);
    g.mux(op[5], single, integer)
}

/// Returns latches that keep the word that was last loaded.
fn kept(g: &mut Graph, load: Lit, word: &[Lit]) -> Word {
    let latches = g.latch_word(word.len());
    for (latch, bit) in latches.iter().zip(word) {
        let next = g.mux(load, *bit, *latch);
        g.drive(*latch, next);
    }
    latches
}

/// Returns a bundle's slots as a mask of its warp's threads.
fn threads(cfg: &Config, g: &mut Graph, valid: Lit, bundle: &[Lit], slots: &[Lit]) -> Word {
    (0..cfg.threads)
        .map(|thread| {
            let here = g.is(bundle, (thread / cfg.width).into());
            g.all([valid, here, slots[(thread % cfg.width) as usize]])
        })
        .collect()
}

/// Requests and responses of a cycle: by port and by tag, one bit a thread.
struct Moves {
    /// Requests that leave, to memory and to external units.
    left: [Vec<Word>; 2],
    /// Responses on `res` and on `rsp`: completed, and on offer.
    answered: [Vec<Word>; 2],
    offered: [Vec<Word>; 2],
}

impl Moves {
    fn new(cfg: &Config, g: &mut Graph, n: &Netlist) -> Self {
        let shared = n.word("shared_grant");
        let takes = g.and(n.bit("req_valid"), n.bit("req_ready"));
        let taken: Word = n.word("req_slots").into_iter().map(|slot| g.and(slot, takes)).collect();
        let taken: Word = taken.iter().zip(&shared).map(|(one, other)| g.or(*one, *other)).collect();
        let (external, slots) = (g.and(n.bit("ext_valid"), n.bit("ext_ready")), n.word("ext_slots"));
        let left = [("req", Lit::TRUE, taken), ("ext", external, slots)]
            .map(|(port, valid, slots)| moved(cfg, g, n, port, valid, &slots));
        let answered = ["res", "rsp"].map(|port| {
            let finished = g.and(n.bit(&format!("{port}_valid")), n.bit(&format!("{port}_ready")));
            moved(cfg, g, n, port, finished, &n.word(&format!("{port}_slots")))
        });
        let offered = ["res", "rsp"].map(|port| {
            let valid = n.bit(&format!("{port}_valid"));
            moved(cfg, g, n, port, valid, &n.word(&format!("{port}_slots")))
        });
        Moves { left, answered, offered }
    }
}

impl Flights {
    /// Builds the monitors, and adds the assumptions. Written words are not tracked: more runs pass
    /// than are legal.
    pub fn new(cfg: &Config, g: &mut Graph, n: &Netlist, c: &mut Claims) -> Self {
        let reset = n.bit("reset");
        let valid = ["launch_valid", "issue_valid", "res_valid", "rsp_valid", "req_ready", "ext_ready", "shared_grant"];
        c.quiet_reset(g, n, &valid);
        let group = n.word("issue_op")[6..].to_vec();
        let memory = class(g, &group)[1];
        let (ready, valid) = (g.mux(memory, n.bit("memory_ready"), n.bit("issue_ready")), n.bit("issue_valid"));
        let accept = g.and(valid, ready);
        let loads = one_hot(g, accept, &n.word("issue_tag"), cfg.tags as usize);

        let moves = Moves::new(cfg, g, n);
        let active = effective(g, n);
        let follows = g.and(accept, n.bit("issue_chained"));
        let follows = one_hot(g, follows, &n.word("issue_after"), cfg.tags as usize);

        let done = n.word("done");
        let mut flights = Vec::new();
        for (tag, load) in loads.iter().enumerate() {
            let live = g.latch();
            let goes_on = g.and(live, !done[tag]);
            let next = g.or(*load, goes_on);
            g.monitor(live, reset, false, next);
            let mut keep = |name: &str| kept(g, *load, &n.word(name));
            let (group, writes) = (keep("issue_op")[6..].to_vec(), keep("issue_writes")[0]);
            let (warp, scalar) = (keep("issue_warp"), keep("issue_scalar")[0]);
            let native = class(g, &group)[0];
            let responds = g.and(writes, !native);
            let sent = g.latch_word(cfg.threads as usize);
            for (thread, latch) in sent.iter().enumerate() {
                let leaves = g.any(moves.left.iter().map(|by_tag| by_tag[tag][thread]));
                let comes = g.any(moves.answered.iter().map(|by_tag| by_tag[tag][thread]));
                let next = g.or(*latch, leaves);
                let next = g.all([next, responds, !comes, !*load]);
                g.monitor(*latch, reset, false, next);
            }
            let mask = kept(g, *load, &active);
            let (in_order, followed) = (g.latch(), g.latch());
            let wrong = moves.offered.each_ref().map(|by_tag| out_of_order(cfg, g, &by_tag[tag], &sent, &mask));
            let wrong = g.any(wrong);
            let stays = g.and(in_order, !wrong);
            let next = g.or(*load, stays);
            g.monitor(in_order, reset, false, next);
            let stays = g.or(followed, follows[tag]);
            let next = g.all([stays, live, !done[tag], !*load]);
            g.monitor(followed, reset, false, next);
            flights.push(Flight { live, group, writes, warp, scalar, responds, sent, mask, in_order, followed });
        }
        let launches = one_hot(g, n.bit("launch_valid"), &n.word("launch_warp"), cfg.warps as usize);
        let (mut launched, mut allocated) = (Word::new(), Vec::new());
        for launch in launches {
            let latch = g.latch();
            let next = g.or(latch, launch);
            g.monitor(latch, reset, false, next);
            launched.push(latch);
            let count = n.word("launch_threads");
            let threads: Word = (0..u64::from(cfg.threads))
                .map(|thread| {
                    let thread = g.number(thread, count.len());
                    g.less(&thread, &count)
                })
                .collect();
            allocated.push(kept(g, launch, &threads));
        }
        let all = Flights { flights, launched, allocated };
        all.issue(cfg, g, n, c, accept, done.as_slice());
        all.launch(cfg, g, n, c, accept, done.as_slice());
        all.responses(cfg, g, n, c, done.as_slice());
        all.order(cfg, g, c, done.as_slice(), &follows, &moves.offered);
        let asked: Word = n.word("shared_request");
        for (grant, request) in n.word("shared_grant").into_iter().zip(asked) {
            c.assume(g.implies(grant, request));
        }
        all
    }

    fn issue(&self, cfg: &Config, g: &mut Graph, n: &Netlist, c: &mut Claims, accept: Lit, done: &[Lit]) {
        let [tag, after, warp] = ["issue_tag", "issue_after", "issue_warp"].map(|name| n.word(name));
        let flying: Word = self.flights.iter().zip(done).map(|(flight, done)| g.and(flight.live, !*done)).collect();
        let (inside, taken) = (within(g, &tag, cfg.tags), bit_at(g, &flying, &tag));
        let launched = bit_at(g, &self.launched, &warp);
        let allocated = g.select(&self.allocated, &warp);
        let beyond: Word = n.word("issue_mask").iter().zip(allocated).map(|(on, own)| g.and(*on, !own)).collect();
        let beyond = g.any(beyond);
        let natives: Word = self.flights.iter().map(|flight| flight.can_be_followed(g)).collect();
        let (itself, waits) = (g.equal(&after, &tag), bit_at(g, &flying, &after));
        let (native, one) = (bit_at(g, &natives, &after), within(g, &after, cfg.tags));
        let follows = g.or(!waits, native);
        let follows = g.all([one, !itself, follows]);
        let chains = g.implies(n.bit("issue_chained"), follows);
        let op = n.word("issue_op");
        let (native, exists, flag) = (class(g, &op[6..])[0], known(g, &op[..6]), setp(g, &op[..6]));
        let writes = g.and(flag, n.bit("issue_writes"));
        let operation = g.and(exists, !writes);
        let operation = g.implies(native, operation);
        let right = g.all([inside, !taken, launched, !beyond, chains, operation]);
        c.assume(g.implies(accept, right));
    }

    /// Assumes that the responses of an instruction come in order, if another one is chained to it
    /// in this cycle or before.
    fn order(
        &self,
        cfg: &Config,
        g: &mut Graph,
        c: &mut Claims,
        done: &[Lit],
        follows: &[Lit],
        offered: &[Vec<Word>; 2],
    ) {
        for (tag, flight) in self.flights.iter().enumerate() {
            let followed = g.or(flight.followed, follows[tag]);
            for by_tag in offered {
                let wrong = out_of_order(cfg, g, &by_tag[tag], &flight.sent, &flight.mask);
                let wrong = g.all([flight.live, !done[tag], followed, wrong]);
                c.assume(!wrong);
            }
        }
    }

    fn launch(&self, cfg: &Config, g: &mut Graph, n: &Netlist, c: &mut Claims, accept: Lit, done: &[Lit]) {
        let (launch, warp, threads) = (n.bit("launch_valid"), n.word("launch_warp"), n.word("launch_threads"));
        let (inside, some) = (within(g, &warp, cfg.warps), g.any(threads.iter().copied()));
        let few = within(g, &threads, cfg.threads + 1);
        let same = g.equal(&warp, &n.word("issue_warp"));
        let mut busy = vec![g.and(accept, same)];
        for (flight, done) in self.flights.iter().zip(done) {
            let same = g.equal(&flight.warp, &warp);
            busy.push(g.all([flight.live, !*done, same]));
        }
        let busy = g.any(busy);
        let right = g.all([inside, some, few, !busy]);
        c.assume(g.implies(launch, right));
    }

    /// Assumes that responses are for threads that were sent, from the side that they were sent to,
    /// and stay until they are taken.
    fn responses(&self, cfg: &Config, g: &mut Graph, n: &Netlist, c: &mut Claims, done: &[Lit]) {
        for (port, of) in [("rsp", 1), ("res", 2)] {
            let word = |name: &str| n.word(&format!("{port}_{name}"));
            let (valid, ready, tag) = (word("valid")[0], word("ready")[0], word("tag"));
            let wanted = threads(cfg, g, Lit::TRUE, &word("bundle"), &word("slots"));
            let mut right = Vec::new();
            for (t, (flight, done)) in self.flights.iter().zip(done).enumerate() {
                let this = g.is(&tag, t as u64);
                let owed = class(g, &flight.group)[of];
                let wrong: Word = wanted.iter().zip(&flight.sent).map(|(want, sent)| g.and(*want, !*sent)).collect();
                let wrong = g.any(wrong);
                right.push(g.all([this, flight.live, !*done, owed, !wrong]));
            }
            let (some, right) = (g.any(wanted), g.any(right));
            let right = g.and(some, right);
            c.assume(g.implies(valid, right));
            let mut payload: Word = [word("tag"), word("bundle"), word("slots")].concat();
            payload.extend((0..cfg.width).flat_map(|k| word(&format!("data${k}"))));
            let again = held(g, n.bit("reset"), valid, ready, &payload);
            c.assume(g.or(again, n.bit("reset")));
        }
    }
}

impl Flight {
    /// Returns whether the instruction's bundles are written in order, as far as is known.
    pub fn can_be_followed(&self, g: &mut Graph) -> Lit {
        let (native, answered) = (class(g, &self.group)[0], g.and(self.responds, self.in_order));
        g.or(native, answered)
    }
}

/// Returns the effective mask of the instruction on offer: thread 0 alone for a scalar one.
fn effective(g: &mut Graph, n: &Netlist) -> Word {
    let both = g.and_words(&n.word("issue_mask"), &n.word("issue_guard"));
    let (scalar, some) = (n.bit("issue_scalar"), g.any(both.iter().copied()));
    let lone = |thread: usize| if thread == 0 { some } else { Lit::FALSE };
    both.iter().enumerate().map(|(thread, bit)| g.mux(scalar, lone(thread), *bit)).collect()
}

/// Returns whether a response on offer does not cover all active slots of the lowest bundle not yet
/// answered.
fn out_of_order(cfg: &Config, g: &mut Graph, offered: &[Lit], sent: &[Lit], mask: &[Lit]) -> Lit {
    let width = cfg.width as usize;
    let (mut before, mut wrong) = (Lit::FALSE, Vec::new());
    for first in (0..offered.len()).step_by(width) {
        let slots = first..(first + width).min(offered.len());
        let some = g.any(offered[slots.clone()].iter().copied());
        let missing: Word = slots.clone().map(|thread| g.and(mask[thread], !offered[thread])).collect();
        let missing = g.any(missing);
        let early = g.or(before, missing);
        wrong.push(g.and(some, early));
        let waits = g.any(sent[slots].iter().copied());
        before = g.or(before, waits);
    }
    g.any(wrong)
}

/// Returns the threads that move on a port in this cycle: by tag, one bit a thread.
fn moved(cfg: &Config, g: &mut Graph, n: &Netlist, port: &str, valid: Lit, slots: &[Lit]) -> Vec<Word> {
    let [tag, bundle] = ["tag", "bundle"].map(|name| n.word(&format!("{port}_{name}")));
    let tags = one_hot(g, valid, &tag, cfg.tags as usize);
    tags.into_iter().map(|valid| threads(cfg, g, valid, &bundle, slots)).collect()
}
