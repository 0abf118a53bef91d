//! Which inputs the contract allows, and what must be remembered to tell.

use heddle_contract::lane::{Config, In, MAX_TAGS, MAX_WIDTH, Out, kind, op};

use super::memory;
use super::sequence;
use super::state::State;
use crate::Illegal;

/// Words of the register file as bits: word `slot` of a row is `row * width + slot`. A vector register's words are contiguous, one
/// a thread, so a register and a mask are a first word and a `u64`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Words {
    first: usize,
    mask: u64,
}

impl Words {
    fn meets(self, other: Words) -> bool {
        if self.first <= other.first {
            let ahead = other.first - self.first;
            ahead < 64 && self.mask >> ahead & other.mask != 0
        } else {
            other.meets(self)
        }
    }
}

/// An instruction in flight, as the front end knows it.
#[derive(Debug, Clone, Copy, Default)]
pub struct Flight {
    /// Its class.
    pub native: bool,
    /// It was sent to memory (otherwise, if not native, to an external unit).
    pub memory: bool,
    /// A response comes.
    pub responds: bool,
    /// A scalar instruction.
    pub scalar: bool,
    /// The destination is wide.
    pub wide: bool,
    /// Warp slot.
    pub warp: u8,
    /// Destination register.
    pub dst: u8,
    /// It writes one.
    pub writes: bool,
    /// Effective mask.
    pub mask: u64,
    /// Threads whose request left and whose response is to come.
    pub sent: u64,
    /// Its first bundle was written.
    pub first: bool,
    /// Instructions are numbered as they are accepted.
    pub age: u64,
    /// Destination words, low and high.
    targets: [Words; 2],
}

/// A response on offer: it stays until it is taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Offer {
    tag: u8,
    bundle: u8,
    slots: u8,
    data: [u64; MAX_WIDTH],
}

/// What the rules remember.
#[derive(Debug, Clone)]
pub struct Protocol {
    /// Warps that were launched since reset, a bit each.
    pub launched: u64,
    /// Instructions in flight, a bit a tag.
    pub live: u64,
    /// By tag.
    pub flights: [Flight; MAX_TAGS],
    accepted: u64,
    /// Tags with threads whose response is to come, a bit each.
    owing: u64,
    res: Option<Offer>,
    rsp: Option<Offer>,
    /// Words that were written, or will have been: a bit each.
    written: Vec<u64>,
}

type Verdict = Result<(), Illegal>;

fn require(holds: bool, port: &'static str, reason: impl FnOnce() -> String) -> Verdict {
    if holds { Ok(()) } else { Err(Illegal { port, reason: reason() }) }
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
            res: None,
            rsp: None,
            // a spare word: a register's 64 bits may start in the last one
            written: vec![0; words / 64 + 2],
        }
    }

    /// Tags in flight in this cycle: those whose `done` shows are not.
    #[inline]
    pub fn in_flight(&self, q: &State) -> u64 {
        self.live & !q.done
    }

    /// Warps with an instruction in flight, a bit each.
    pub fn busy_warps(&self, q: &State) -> u64 {
        self.flying(q).fold(0, |warps, (_, flight)| warps | 1 << flight.warp)
    }

    /// Tags for which a response is due now, a bit each.
    #[inline]
    pub fn owing(&self, q: &State) -> u64 {
        self.owing & self.in_flight(q)
    }

    /// The youngest instruction in flight of a warp upon which another could chain, and its mask. `early`: even if its first
    /// bundle was not written yet.
    pub fn chainable(&self, q: &State, warp: u8, early: bool) -> Option<(u8, u64)> {
        self.flying(q)
            .filter(|(_, f)| f.native && !f.scalar && f.warp == warp && (f.first || early))
            .max_by_key(|(_, f)| f.age)
            .map(|(tag, f)| (tag, f.mask))
    }

    /// Whether an instruction that is accepted in this cycle is a legal one.
    pub fn allows_issue(&self, cfg: &Config, q: &State, i: &In) -> bool {
        self.legal_issue(cfg, q, i).is_ok()
    }

    /// Puts the responses that were offered and not taken onto their ports again.
    #[inline]
    pub fn hold_responses(&self, i: &mut In) {
        if let Some(offer) = self.res {
            offer.put_res(i);
        }
        if let Some(offer) = self.rsp {
            offer.put_rsp(i);
        }
    }

    /// Whether every thread of `mask` has a defined word in a vector register (`scalar`: the warp, in a scalar register).
    pub fn is_written(&self, cfg: &Config, q: &State, warp: u8, scalar: bool, register: u8, mask: u64) -> bool {
        let words = register_words(cfg, q, warp, scalar, register, mask);
        register_fits(cfg, q, warp, scalar, register) && self.all_written(words)
    }

    fn all_written(&self, words: Words) -> bool {
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

    pub(super) fn legal(&self, cfg: &Config, q: &State, i: &In) -> Verdict {
        if i.reset {
            let quiet = !(i.launch_valid || i.issue_valid || i.res_valid || i.rsp_valid || i.req_ready || i.ext_ready);
            return require(quiet && i.shared_grant == 0, "reset", || "nothing else is valid in its cycle".into());
        }
        let requested = q.shared_request().unwrap_or(0);
        require(i.shared_grant & !requested == 0, "shared_grant", || format!("only {requested:#b} is requested"))?;
        if i.launch_valid {
            self.legal_launch(cfg, q, i)?;
        }
        if i.issue_valid && sequence::accepts(cfg, q, i.issue_op) {
            self.legal_issue(cfg, q, i)?;
        }
        self.legal_response(cfg, q, "res", Offer::on_res(i), self.res)?;
        self.legal_response(cfg, q, "rsp", Offer::on_rsp(i), self.rsp)
    }

    fn legal_launch(&self, cfg: &Config, q: &State, i: &In) -> Verdict {
        let threads = u32::from(i.launch_threads);
        require(u32::from(i.launch_warp) < cfg.warps, "launch_warp", || format!("the lane has {} warps", cfg.warps))?;
        require((1..=cfg.threads).contains(&threads), "launch_threads", || format!("1 to {} threads", cfg.threads))?;
        let busy = self.flying(q).any(|(_, flight)| flight.warp == i.launch_warp);
        let issued = i.issue_valid && sequence::accepts(cfg, q, i.issue_op) && i.issue_warp == i.launch_warp;
        require(!busy && !issued, "launch_warp", || format!("warp {} has work in flight", i.launch_warp))
    }

    fn flying<'a>(&'a self, q: &State) -> impl Iterator<Item = (u8, &'a Flight)> {
        let mut tags = self.in_flight(q);
        std::iter::from_fn(move || {
            let tag = tags.trailing_zeros();
            (tags != 0).then(|| {
                tags &= tags - 1;
                (tag as u8, &self.flights[tag as usize])
            })
        })
    }

    fn legal_issue(&self, cfg: &Config, q: &State, i: &In) -> Verdict {
        let class = op::class(i.issue_op);
        let native = class == op::Class::Native;
        require(!native || usize::from(i.issue_op) < op::NATIVE.len(), "issue_op", || {
            format!("no native operation {:#04x}", i.issue_op)
        })?;
        require(u32::from(i.issue_tag) < cfg.tags, "issue_tag", || format!("the lane has {} tags", cfg.tags))?;
        require(self.in_flight(q) >> i.issue_tag & 1 == 0, "issue_tag", || format!("{} is in flight", i.issue_tag))?;
        let launched = u32::from(i.issue_warp) < cfg.warps && self.launched >> i.issue_warp & 1 == 1;
        require(launched, "issue_warp", || format!("warp {} was not launched", i.issue_warp))?;
        let allocated = u64::MAX >> (64 - q.launch(i.issue_warp).threads);
        require(i.issue_mask & !allocated == 0, "issue_mask", || format!("only {allocated:#x} is allocated"))?;
        let wide = i.issue_dst_wide || i.issue_wide.contains(&true);
        require(!native || !wide, "issue_wide", || "native operations are 32 bits wide".into())?;
        require(!(op::is_setp(i.issue_op) && i.issue_writes), "issue_writes", || "setp writes no register".into())?;
        for s in 0..3 {
            let (kind, index) = (i.issue_kind[s], i.issue_src[s]);
            let register = kind == kind::VECTOR || kind == kind::SCALAR;
            require(kind <= kind::SPECIAL, "issue_kind", || format!("no kind {kind}"))?;
            require(!(i.issue_scalar && kind == kind::VECTOR), "issue_kind", || {
                "a scalar instruction reads no vector register".into()
            })?;
            require(kind != kind::SPECIAL || index < kind::SPECIALS, "issue_src", || format!("no special {index}"))?;
            require(!i.issue_wide[s] || (register && index.is_multiple_of(2)), "issue_wide", || {
                "only an aligned pair of registers is wide".into()
            })?;
        }
        require(!i.issue_dst_wide || (i.issue_writes && i.issue_dst.is_multiple_of(2)), "issue_dst_wide", || {
            "only an aligned pair of registers is wide".into()
        })?;
        self.legal_chain(cfg, q, i)?;
        self.legal_registers(cfg, q, i)
    }

    fn legal_chain(&self, cfg: &Config, q: &State, i: &In) -> Verdict {
        if !i.issue_chained {
            return Ok(());
        }
        require(u32::from(i.issue_after) < cfg.tags, "issue_after", || format!("the lane has {} tags", cfg.tags))?;
        require(i.issue_after != i.issue_tag, "issue_after", || "an instruction does not follow itself".into())?;
        let done = self.in_flight(q) >> i.issue_after & 1 == 0;
        let native = self.flights[i.issue_after as usize].native;
        require(done || native, "issue_after", || format!("tag {} is not native", i.issue_after))
    }

    /// Every register lies in the lane; what is read was written; what is still to be written is chained upon.
    fn legal_registers(&self, cfg: &Config, q: &State, i: &In) -> Verdict {
        let mask = effective_mask(cfg, i);
        for s in 0..3 {
            let scalar = i.issue_kind[s] == kind::SCALAR;
            if !scalar && i.issue_kind[s] != kind::VECTOR {
                continue;
            }
            for register in i.issue_src[s]..=i.issue_src[s].saturating_add(i.issue_wide[s].into()) {
                require(register_fits(cfg, q, i.issue_warp, scalar, register), "issue_src", || {
                    format!("register {register} lies beyond the lane's {} rows", cfg.rows())
                })?;
                let words = register_words(cfg, q, i.issue_warp, scalar, register, mask);
                require(self.all_written(words), "issue_src", || format!("register {register} was never written"))?;
                self.legal_order(q, i, words, scalar, mask, "issue_src")?;
            }
        }
        if i.issue_writes {
            for register in i.issue_dst..=i.issue_dst.saturating_add(i.issue_dst_wide.into()) {
                require(register_fits(cfg, q, i.issue_warp, i.issue_scalar, register), "issue_dst", || {
                    format!("register {register} lies beyond the lane's {} rows", cfg.rows())
                })?;
                let words = register_words(cfg, q, i.issue_warp, i.issue_scalar, register, mask);
                self.legal_order(q, i, words, i.issue_scalar, mask, "issue_dst")?;
            }
        }
        Ok(())
    }

    /// Words that an instruction in flight will write may be touched in its wake only: vector register by vector register, under
    /// the same mask.
    fn legal_order(&self, q: &State, i: &In, words: Words, scalar: bool, mask: u64, port: &'static str) -> Verdict {
        if words.mask == 0 {
            return Ok(());
        }
        for (tag, flight) in self.flying(q) {
            let meets = flight.writes && flight.targets.iter().any(|target| target.meets(words));
            let chained = i.issue_chained
                && !scalar
                && flight.native
                && !flight.scalar
                && flight.mask == mask
                && flight.targets[0] == words
                && flight.age <= self.flights[i.issue_after as usize].age
                && self.flights[i.issue_after as usize].mask == mask
                && !self.flights[i.issue_after as usize].scalar;
            require(!meets || chained, port, || format!("tag {tag} has still to write it"))?;
        }
        Ok(())
    }

    fn legal_response(
        &self,
        cfg: &Config,
        q: &State,
        port: &'static str,
        now: Option<Offer>,
        held: Option<Offer>,
    ) -> Verdict {
        if held.is_some() {
            return require(now == held, port, || "once valid, valid and unchanged until ready".into());
        }
        let Some(offer) = now else { return Ok(()) };
        let owed = self.owed(cfg, q, port == "rsp", offer.tag, offer.bundle);
        require(offer.slots != 0 && offer.slots & !owed == 0, port, || {
            format!("tag {} bundle {} awaits slots {owed:#b}", offer.tag, offer.bundle)
        })
    }

    /// The slots of a bundle whose response is still to come.
    pub fn owed(&self, cfg: &Config, q: &State, memory: bool, tag: u8, bundle: u8) -> u8 {
        let flight = &self.flights[usize::from(tag) % MAX_TAGS];
        let live = u32::from(tag) < cfg.tags && self.in_flight(q) >> tag & 1 == 1;
        if !live || !flight.responds || flight.memory != memory || u32::from(bundle) >= cfg.bundles() {
            return 0;
        }
        (flight.sent >> (u32::from(bundle) * cfg.width) & ((1 << cfg.width) - 1)) as u8
    }

    pub(super) fn repair(&self, cfg: &Config, q: &State, i: &mut In) {
        if i.reset {
            *i = In { reset: true, ..In::default() };
            return;
        }
        i.shared_grant &= q.shared_request().unwrap_or(0);
        if i.issue_valid && sequence::accepts(cfg, q, i.issue_op) && self.legal_issue(cfg, q, i).is_err() {
            i.issue_valid = false;
        }
        if i.launch_valid && self.legal_launch(cfg, q, i).is_err() {
            i.launch_valid = false;
        }
        let res = self.repair_response(cfg, q, false, Offer::on_res(i), self.res);
        i.res_valid = false;
        if let Some(offer) = res {
            offer.put_res(i);
        }
        let rsp = self.repair_response(cfg, q, true, Offer::on_rsp(i), self.rsp);
        i.rsp_valid = false;
        if let Some(offer) = rsp {
            offer.put_rsp(i);
        }
    }

    fn repair_response(
        &self,
        cfg: &Config,
        q: &State,
        memory: bool,
        now: Option<Offer>,
        held: Option<Offer>,
    ) -> Option<Offer> {
        if held.is_some() {
            return held;
        }
        let mut offer = now?;
        offer.slots &= self.owed(cfg, q, memory, offer.tag, offer.bundle);
        (offer.slots != 0).then_some(offer)
    }

    #[inline]
    pub(super) fn observe(&mut self, cfg: &Config, q: &State, i: &In, o: &Out) {
        if i.reset {
            *self = Protocol::new(cfg);
            return;
        }
        self.live &= !o.done;
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
        if i.issue_valid && sequence::accepts(cfg, q, i.issue_op) {
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
        self.flights[i.issue_tag as usize] = Flight {
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
            age: self.accepted,
            targets,
        };
    }
}

impl Offer {
    fn on_res(i: &In) -> Option<Offer> {
        let offer = Offer { tag: i.res_tag, bundle: i.res_bundle, slots: i.res_slots, data: i.res_data };
        i.res_valid.then_some(offer)
    }
    fn on_rsp(i: &In) -> Option<Offer> {
        let offer = Offer { tag: i.rsp_tag, bundle: i.rsp_bundle, slots: i.rsp_slots, data: i.rsp_data };
        i.rsp_valid.then_some(offer)
    }
    fn put_res(self, i: &mut In) {
        i.res_valid = true;
        (i.res_tag, i.res_bundle, i.res_slots, i.res_data) = (self.tag, self.bundle, self.slots, self.data);
    }
    fn put_rsp(self, i: &mut In) {
        i.rsp_valid = true;
        (i.rsp_tag, i.rsp_bundle, i.rsp_slots, i.rsp_data) = (self.tag, self.bundle, self.slots, self.data);
    }
}

/// The threads that an instruction executes: a scalar one runs as thread 0.
#[inline]
fn effective_mask(cfg: &Config, i: &In) -> u64 {
    let active = i.issue_mask & i.issue_guard & cfg.full_mask();
    if i.issue_scalar { u64::from(active != 0) } else { active }
}

/// Whether all rows of a register exist.
fn register_fits(cfg: &Config, q: &State, warp: u8, scalar: bool, register: u8) -> bool {
    let launch = q.launch(warp);
    let end = if scalar {
        launch.scalar + u32::from(register) / cfg.width + 1
    } else {
        launch.vector + (u32::from(register) + 1) * launch.stride
    };
    end <= cfg.rows()
}

fn register_words(cfg: &Config, q: &State, warp: u8, scalar: bool, register: u8, mask: u64) -> Words {
    let launch = q.launch(warp);
    if scalar {
        let first = launch.scalar * cfg.width + u32::from(register);
        Words { first: first as usize, mask: u64::from(mask != 0) }
    } else {
        let first = (launch.vector + u32::from(register) * launch.stride) * cfg.width;
        Words { first: first as usize, mask }
    }
}
