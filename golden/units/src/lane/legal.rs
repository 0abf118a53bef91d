//! The inputs that the contract allows (its section Protocol), and the nearest legal input to any.

use heddle_contract::lane::{Config, In, kind, op};

use super::protocol::{Flight, Offer, Protocol};
use super::registers::{Words, effective_mask, register_fits, register_words};
use super::state::State;
use crate::{Illegal, require};

type Verdict = Result<(), Illegal>;

impl Protocol {
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
        if i.issue_valid && q.accepts(cfg, i.issue_op) {
            self.legal_issue(cfg, q, i)?;
        }
        let followed = self.followed(cfg, q, i);
        self.legal_response(cfg, q, followed, "res", Offer::on_res(i), self.res)?;
        self.legal_response(cfg, q, followed, "rsp", Offer::on_rsp(i), self.rsp)
    }

    fn legal_launch(&self, cfg: &Config, q: &State, i: &In) -> Verdict {
        let threads = u32::from(i.launch_threads);
        require(u32::from(i.launch_warp) < cfg.warps, "launch_warp", || format!("the lane has {} warps", cfg.warps))?;
        require((1..=cfg.threads).contains(&threads), "launch_threads", || format!("1 to {} threads", cfg.threads))?;
        let busy = self.flying(q).any(|(_, flight)| flight.warp == i.launch_warp);
        let issued = i.issue_valid && q.accepts(cfg, i.issue_op) && i.issue_warp == i.launch_warp;
        require(!busy && !issued, "launch_warp", || format!("warp {} has work in flight", i.launch_warp))
    }

    pub(super) fn flying<'a>(&'a self, q: &State) -> impl Iterator<Item = (u8, &'a Flight)> {
        let mut tags = self.in_flight(q);
        std::iter::from_fn(move || {
            let tag = tags.trailing_zeros();
            (tags != 0).then(|| {
                tags &= tags - 1;
                (tag as u8, &self.flights[tag as usize])
            })
        })
    }

    pub(super) fn legal_issue(&self, cfg: &Config, q: &State, i: &In) -> Verdict {
        let class = op::class(i.issue_op);
        let native = class == op::Class::Native;
        require(!native || op::name(i.issue_op).is_some(), "issue_op", || {
            format!("no native operation {:#04x}", i.issue_op)
        })?;
        require(i.issue_mode & !op::modes(i.issue_op) == 0, "issue_mode", || {
            format!("operation {:#04x} has the modes {:#04b} alone", i.issue_op, op::modes(i.issue_op))
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
        let follows = self.flights[i.issue_after as usize].can_be_followed();
        require(done || follows, "issue_after", || {
            format!("tag {} is neither native nor one with a response that is in order", i.issue_after)
        })
    }

    /// Checks that every register lies in the lane, that what is read was written, and that what is
    /// still to be written is chained upon.
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

    /// Checks that words that an instruction in flight will write are accessed by chained
    /// instructions only: vector register by vector register, under the same mask.
    fn legal_order(&self, q: &State, i: &In, words: Words, scalar: bool, mask: u64, port: &'static str) -> Verdict {
        if words.mask == 0 {
            return Ok(());
        }
        let after = &self.flights[i.issue_after as usize];
        for (tag, flight) in self.flying(q) {
            let meets = flight.writes && flight.targets.iter().any(|target| target.meets(words));
            let behind = tag == i.issue_after || (flight.native && after.native && flight.age <= after.age);
            let chained = i.issue_chained
                && behind
                && !scalar
                && !flight.scalar
                && flight.mask == mask
                && flight.targets.contains(&words)
                && after.mask == mask
                && !after.scalar;
            require(!meets || chained, port, || format!("tag {tag} has still to write it"))?;
        }
        Ok(())
    }

    fn legal_response(
        &self,
        cfg: &Config,
        q: &State,
        followed: u64,
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
        })?;
        let in_order = self.next_in_order(cfg, offer.tag) == Some((offer.bundle, offer.slots));
        require(in_order || followed >> offer.tag & 1 == 0, port, || {
            format!("tag {} is followed, and bundle {} is not the next in order", offer.tag, offer.bundle)
        })
    }

    pub(super) fn repair(&self, cfg: &Config, q: &State, i: &mut In) {
        if i.reset {
            (i.launch_valid, i.issue_valid, i.res_valid, i.rsp_valid) = (false, false, false, false);
            (i.req_ready, i.ext_ready, i.shared_grant) = (false, false, 0);
            return;
        }
        i.shared_grant &= q.shared_request().unwrap_or(0);
        if i.issue_valid && q.accepts(cfg, i.issue_op) && self.legal_issue(cfg, q, i).is_err() {
            i.issue_valid = false;
        }
        if i.launch_valid && self.legal_launch(cfg, q, i).is_err() {
            i.launch_valid = false;
        }
        let followed = self.followed(cfg, q, i);
        let res = self.repair_response(cfg, q, followed, false, Offer::on_res(i), self.res);
        i.res_valid = false;
        if let Some(offer) = res {
            offer.put_res(i);
        }
        let rsp = self.repair_response(cfg, q, followed, true, Offer::on_rsp(i), self.rsp);
        i.rsp_valid = false;
        if let Some(offer) = rsp {
            offer.put_rsp(i);
        }
    }

    fn repair_response(
        &self,
        cfg: &Config,
        q: &State,
        followed: u64,
        memory: bool,
        now: Option<Offer>,
        held: Option<Offer>,
    ) -> Option<Offer> {
        if held.is_some() {
            return held;
        }
        let mut offer = now?;
        offer.slots &= self.owed(cfg, q, memory, offer.tag, offer.bundle);
        if offer.slots != 0 && followed >> offer.tag & 1 == 1 {
            (offer.bundle, offer.slots) = self.next_in_order(cfg, offer.tag)?;
        }
        (offer.slots != 0).then_some(offer)
    }
}
