//! The history that the protocol's rules need: instructions in flight, responses on offer, words
//! written.

use heddle_contract::lane::{Config, In, MAX_TAGS, MAX_WIDTH, Out, op};

use super::memory;
use super::registers::{Words, effective_mask, register_fits, register_words};
use super::state::State;

/// An instruction in flight, as the front end that issued it sees it.
#[derive(Debug, Clone, Copy, Default)]
pub struct Flight {
    /// Operation of the instruction.
    pub op: u8,
    /// Whether the operation is native.
    pub native: bool,
    /// Whether the instruction was sent to memory (otherwise, if not native, to an external unit).
    pub memory: bool,
    /// Whether a response to the instruction comes.
    pub responds: bool,
    /// Whether the instruction is scalar.
    pub scalar: bool,
    /// Whether the destination is a pair of words.
    pub wide: bool,
    /// Warp slot of the instruction.
    pub warp: u8,
    /// Destination register of the instruction.
    pub dst: u8,
    /// Whether the instruction writes a register.
    pub writes: bool,
    /// Effective mask of the instruction: a bit for each thread.
    pub mask: u64,
    /// Mask of the threads whose request left the lane and whose response is still to come.
    pub sent: u64,
    /// Whether the first bundle was written, or the first response completed.
    pub first: bool,
    /// Whether each response so far was of all active slots of the lowest bundle not yet answered.
    pub in_order: bool,
    /// Number of the instruction, in the order in which instructions are accepted.
    pub age: u64,
    /// Destination words, low and high.
    pub(super) targets: [Words; 2],
}

/// A response on offer, which stays until it is accepted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Offer {
    pub tag: u8,
    pub bundle: u8,
    pub slots: u8,
    pub data: [u64; MAX_WIDTH],
}

/// The history that the rules of the lane's protocol need.
#[derive(Debug, Clone)]
pub struct Protocol {
    /// Warps that were launched since reset, a bit each.
    pub launched: u64,
    /// Tags of the instructions in flight, a bit each.
    pub live: u64,
    /// For each tag, its last instruction.
    pub flights: [Flight; MAX_TAGS],
    accepted: u64,
    /// Tags with threads whose response is still to come, a bit each.
    owing: u64,
    /// Tags of instructions that were chained upon while in flight, a bit each: their responses
    /// stay in order.
    followed: u64,
    pub(super) res: Option<Offer>,
    pub(super) rsp: Option<Offer>,
    /// Words of the register file that were written, or will have been: a bit each.
    written: Vec<u64>,
}

impl Protocol {
    pub(super) fn new(cfg: &Config) -> Self {
        let words = (cfg.rows() * cfg.width) as usize;
        Protocol {
            launched: 0,
            live: 0,
            flights: [Flight::default(); MAX_TAGS],
            accepted: 0,
            owing: 0,
            followed: 0,
            res: None,
            rsp: None,
            // a spare word: a register's 64 bits may start in the last one
            written: vec![0; words / 64 + 2],
        }
    }

    /// Returns the tags in flight in this cycle, a bit each: those whose `done` shows are not.
    #[inline]
    pub fn in_flight(&self, q: &State) -> u64 {
        self.live & !q.done
    }

    /// Returns the warps with an instruction in flight, a bit each.
    pub fn busy_warps(&self, q: &State) -> u64 {
        self.flying(q).fold(0, |warps, (_, flight)| warps | 1 << flight.warp)
    }

    /// Returns the tags whose instructions wait for a response in this cycle, a bit each.
    #[inline]
    pub fn owing(&self, q: &State) -> u64 {
        self.owing & self.in_flight(q)
    }

    /// Returns the youngest instruction of a warp that another can chain upon, its tag and mask;
    /// `None` if there is none. `early`: even if its first bundle was not written yet. `responds`:
    /// only an instruction with a response.
    pub fn chainable(&self, q: &State, warp: u8, early: bool, responds: bool) -> Option<(u8, u64)> {
        self.flying(q)
            .filter(|(_, f)| f.can_be_followed() && (f.responds || !responds))
            .filter(|(_, f)| !f.scalar && f.warp == warp && (f.first || early))
            .max_by_key(|(_, f)| f.age)
            .map(|(tag, f)| (tag, f.mask))
    }

    /// Returns the tags whose responses have to come in order in this cycle, a bit each.
    /// The tag of an instruction that is chained upon from this cycle on is among them.
    #[inline]
    pub fn followed(&self, cfg: &Config, q: &State, i: &In) -> u64 {
        let accepted = i.issue_valid && i.issue_chained && q.accepts(cfg, i.issue_op);
        (self.followed | u64::from(accepted) << i.issue_after) & self.in_flight(q)
    }

    /// Returns the next response in order of an instruction: its bundle and active slots; `None`
    /// until its operands have left.
    pub fn next_in_order(&self, cfg: &Config, tag: u8) -> Option<(u8, u8)> {
        let flight = &self.flights[tag as usize];
        if flight.sent == 0 {
            return None;
        }
        let bundle = flight.sent.trailing_zeros() / cfg.width;
        let slots = |threads: u64| (threads >> (bundle * cfg.width) & ((1 << cfg.width) - 1)) as u8;
        (slots(flight.sent) == slots(flight.mask)).then_some((bundle as u8, slots(flight.mask)))
    }

    /// Whether the contract allows the instruction of this input, if it is accepted in this cycle.
    pub fn allows_issue(&self, cfg: &Config, q: &State, i: &In) -> bool {
        self.legal_issue(cfg, q, i).is_ok()
    }

    /// Puts the responses that were offered and not accepted onto their ports again.
    #[inline]
    pub fn hold_responses(&self, i: &mut In) {
        if let Some(offer) = self.res {
            offer.put_res(i);
        }
        if let Some(offer) = self.rsp {
            offer.put_rsp(i);
        }
    }

    /// Whether every thread of `mask` has a defined word in a vector register (if `scalar`: the
    /// warp, in a scalar register).
    pub fn is_written(&self, cfg: &Config, q: &State, warp: u8, scalar: bool, register: u8, mask: u64) -> bool {
        let words = register_words(cfg, q, warp, scalar, register, mask);
        register_fits(cfg, q, warp, scalar, register) && self.all_written(words)
    }

    pub(super) fn all_written(&self, words: Words) -> bool {
        let (at, shift) = (words.first / 64, words.first % 64);
        let low = self.written[at] >> shift;
        let high = if shift == 0 { 0 } else { self.written[at + 1] << (64 - shift) };
        words.mask & !(low | high) == 0
    }

    fn mark_written(&mut self, words: Words) {
        let (at, shift) = (words.first / 64, words.first % 64);
        self.written[at] |= words.mask << shift;
        if shift != 0 {
            self.written[at + 1] |= words.mask >> (64 - shift);
        }
    }

    /// Returns the slots of a bundle whose response is pending, a bit each.
    pub fn owed(&self, cfg: &Config, q: &State, memory: bool, tag: u8, bundle: u8) -> u8 {
        let flight = &self.flights[usize::from(tag) % MAX_TAGS];
        let live = u32::from(tag) < cfg.tags && self.in_flight(q) >> tag & 1 == 1;
        if !live || !flight.responds || flight.memory != memory || u32::from(bundle) >= cfg.bundles() {
            return 0;
        }
        (flight.sent >> (u32::from(bundle) * cfg.width) & ((1 << cfg.width) - 1)) as u8
    }

    #[inline]
    pub(super) fn observe(&mut self, cfg: &Config, q: &State, i: &In, o: &Out) {
        if i.reset {
            *self = Protocol::new(cfg);
            return;
        }
        self.live &= !o.done;
        self.followed &= !o.done;
        let mut first = o.first;
        while first != 0 {
            self.flights[first.trailing_zeros() as usize].first = true;
            first &= first - 1;
        }
        let taken = memory::taken(q, i);
        if taken != 0 {
            self.sent(cfg, o.req_tag, o.req_bundle, taken);
        }
        if o.ext_valid && i.ext_ready {
            self.sent(cfg, o.ext_tag, o.ext_bundle, o.ext_slots);
        }
        self.res = self.answered(cfg, Offer::on_res(i), o.res_ready);
        self.rsp = self.answered(cfg, Offer::on_rsp(i), o.rsp_ready);
        if i.launch_valid {
            self.launched |= 1 << i.launch_warp;
        }
        if i.issue_valid && q.accepts(cfg, i.issue_op) {
            self.issued(cfg, q, i);
        }
    }

    fn sent(&mut self, cfg: &Config, tag: u8, bundle: u8, slots: u8) {
        let flight = &mut self.flights[tag as usize];
        flight.sent |= u64::from(slots) << (u32::from(bundle) * cfg.width);
        self.owing |= u64::from(flight.responds) << tag;
    }

    fn answered(&mut self, cfg: &Config, offer: Option<Offer>, ready: bool) -> Option<Offer> {
        let offer = offer?;
        let in_order = self.next_in_order(cfg, offer.tag) == Some((offer.bundle, offer.slots));
        self.flights[offer.tag as usize].in_order &= in_order;
        if !ready {
            return Some(offer);
        }
        let threads = u64::from(offer.slots) << (u32::from(offer.bundle) * cfg.width);
        let flight = &mut self.flights[offer.tag as usize];
        flight.sent &= !threads;
        self.owing &= !(u64::from(flight.sent == 0) << offer.tag);
        None
    }

    fn issued(&mut self, cfg: &Config, q: &State, i: &In) {
        let mask = effective_mask(cfg, i);
        let class = op::class(i.issue_op);
        let mut targets = [Words::default(); 2];
        if i.issue_writes {
            for (half, target) in targets.iter_mut().enumerate().take(1 + usize::from(i.issue_dst_wide)) {
                *target = register_words(cfg, q, i.issue_warp, i.issue_scalar, i.issue_dst + half as u8, mask);
            }
        }
        for target in targets {
            self.mark_written(target);
        }
        self.accepted += 1;
        self.live |= 1 << i.issue_tag;
        if i.issue_chained {
            self.followed |= self.live & 1 << i.issue_after;
        }
        self.flights[i.issue_tag as usize] = Flight {
            op: i.issue_op,
            native: class == op::Class::Native,
            memory: class == op::Class::Memory,
            responds: class != op::Class::Native && i.issue_writes,
            scalar: i.issue_scalar,
            wide: i.issue_dst_wide,
            warp: i.issue_warp,
            dst: i.issue_dst,
            writes: i.issue_writes,
            mask,
            sent: 0,
            first: false,
            in_order: true,
            age: self.accepted,
            targets,
        };
    }
}

impl Flight {
    /// Whether an instruction can be chained upon: its bundles are written in order, as far as is
    /// known. That is so for a native one, and for one whose responses have come in order.
    pub fn can_be_followed(&self) -> bool {
        self.native || (self.responds && self.in_order)
    }
}

impl Offer {
    pub(super) fn on_res(i: &In) -> Option<Offer> {
        let data = offered(i.res_slots, &i.res_data);
        i.res_valid.then_some(Offer { tag: i.res_tag, bundle: i.res_bundle, slots: i.res_slots, data })
    }
    pub(super) fn on_rsp(i: &In) -> Option<Offer> {
        let data = offered(i.rsp_slots, &i.rsp_data);
        i.rsp_valid.then_some(Offer { tag: i.rsp_tag, bundle: i.rsp_bundle, slots: i.rsp_slots, data })
    }
    pub(super) fn put_res(self, i: &mut In) {
        i.res_valid = true;
        (i.res_tag, i.res_bundle, i.res_slots) = (self.tag, self.bundle, self.slots);
        self.put_data(&mut i.res_data);
    }
    pub(super) fn put_rsp(self, i: &mut In) {
        i.rsp_valid = true;
        (i.rsp_tag, i.rsp_bundle, i.rsp_slots) = (self.tag, self.bundle, self.slots);
        self.put_data(&mut i.rsp_data);
    }
    /// Writes the data of the slots that are offered; the data of other slots stays, since it is
    /// undefined.
    fn put_data(self, data: &mut [u64; MAX_WIDTH]) {
        for (k, word) in data.iter_mut().enumerate().filter(|(k, _)| self.slots >> k & 1 == 1) {
            *word = self.data[k];
        }
    }
}

/// Returns the data of the slots that are offered, zero for the others.
fn offered(slots: u8, data: &[u64; MAX_WIDTH]) -> [u64; MAX_WIDTH] {
    std::array::from_fn(|k| if slots >> k & 1 == 1 { data[k] } else { 0 })
}
