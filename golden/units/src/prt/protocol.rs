//! The rules of the protocol, and the counts taken at the ports that the invariants compare the
//! state with.

use heddle_contract::prt::{Config, In, MAX_PARTITIONS, Out, Ranges, reason};

use super::State;
use super::registers::Operand;
use crate::{Illegal, require};

/// The history of the ports since reset, for the protocol's rules and the invariants.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Protocol {
    /// Mask of the streams that were taken in the last cycle.
    pub taken: u8,
    /// Mask of the streams that were refused in the last cycle.
    pub refused: u8,
    /// Number of instructions that were taken from each stream.
    pub(super) entered: [u32; MAX_PARTITIONS],
    /// Number of each partition's instructions that the vector unit accepted.
    pub(super) left: [u32; MAX_PARTITIONS],
    /// For each waiting stream, the mask of the streams that were taken while it was neither taken
    /// nor refused.
    pub overtaken_by: [u8; MAX_PARTITIONS],
    /// A stream that another stream overtook twice, if there is one.
    pub(super) unfair: Option<u8>,
    /// Whether the multiplexer took a stream that it must not take, or left one that it could have
    /// taken.
    pub(super) wrong_take: bool,
    /// Cycles since an entry was free to go, and none was issued.
    pub waited: u32,
}

/// Whether a partition may end in this cycle.
fn ends(cfg: &Config, q: &State, i: &In) -> bool {
    let p = i.end_partition;
    u32::from(p) < cfg.partitions && q.partitions.runs(p) && i.fetch >> p & 1 == 0 && q.quiet(p)
}

fn starts(cfg: &Config, q: &State, i: &In) -> bool {
    u32::from(i.start_partition) < cfg.partitions && !q.partitions.runs(i.start_partition)
}

fn done(q: &State, i: &In) -> bool {
    q.buffer.pending.has(Operand { kind: i.done_kind, register: i.done_register })
}

pub(super) fn legal(cfg: &Config, q: &State, i: &In) -> Result<(), Illegal> {
    let valid = i.kernel_valid || i.start_valid || i.end_valid || i.fetch != 0 || i.done_valid || i.issue_ready != 0;
    require(!i.reset || !valid, "reset", || "nothing is valid or ready during it".into())?;
    if i.kernel_valid {
        require(cfg.ranges == Ranges::Static, "kernel_valid", || "ranges are dynamic".into())?;
        require(q.partitions.running == 0, "kernel_valid", || "a partition is running".into())?;
        require(!i.start_valid, "kernel_valid", || "a partition starts in the same cycle".into())?;
    }
    require(!i.start_valid || starts(cfg, q, i), "start_partition", || {
        format!("partition {} runs already, or is not one of {}", i.start_partition, cfg.partitions)
    })?;
    require(!i.end_valid || ends(cfg, q, i), "end_partition", || {
        format!(
            "partition {} does not run, offers, or has an entry or a pending register: {:?}",
            i.end_partition, q.buffer.pending
        )
    })?;
    require(i.fetch & !q.partitions.running == 0, "fetch", || {
        format!("of the streams {:#b} run {:#b}", i.fetch, q.partitions.running)
    })?;
    require(!i.done_valid || done(q, i), "done_register", || {
        format!("register {} of kind {} is not pending", i.done_register, i.done_kind)
    })
}

pub(super) fn repair(cfg: &Config, q: &State, i: &mut In) {
    if i.reset {
        (i.kernel_valid, i.start_valid, i.end_valid) = (false, false, false);
        (i.fetch, i.done_valid, i.issue_ready) = (0, false, 0);
    }
    i.kernel_valid &= cfg.ranges == Ranges::Static && q.partitions.running == 0;
    i.start_valid &= !i.kernel_valid && starts(cfg, q, i);
    i.fetch &= q.partitions.running;
    i.end_valid &= ends(cfg, q, i);
    if i.done_valid && !done(q, i) {
        // another register of the kind that is pending, or any
        let place = usize::from(i.done_kind & 3) << 8 | usize::from(i.done_register);
        let other = q.buffer.pending.from(place);
        i.done_valid = other.is_some();
        if let Some(other) = other {
            (i.done_kind, i.done_register) = (other.kind, other.register);
        }
    }
}

impl Protocol {
    #[inline]
    pub(super) fn observe(&mut self, cfg: &Config, q: &State, i: &In, o: &Out) {
        if i.reset {
            *self = Protocol::default();
            return;
        }
        (self.taken, self.refused) = (o.take, o.refuse);
        if o.issue_valid {
            let count = &mut self.left[usize::from(o.issue_partition) % MAX_PARTITIONS];
            *count = count.wrapping_add(1);
        }
        self.waited = if q.buffer.free != 0 && !o.issue_valid { self.waited + 1 } else { 0 };

        let willing = i.fetch & !o.refuse;
        // what is refused for its register may have a turn, what is refused for its operation has
        // none
        let of_register = |p: &usize| o.refuse >> p & 1 == 1 && o.refuse_reason[*p] == reason::REGISTER;
        let lost = if o.refuse == 0 { 0 } else { (0..MAX_PARTITIONS).filter(of_register).count() as u32 };
        let turns = cfg.width.min(cfg.entries - u32::from(q.buffer.count));
        let (taken, most) = (o.take.count_ones(), turns.min(willing.count_ones()));
        let least = turns.min(willing.count_ones() + lost).saturating_sub(lost);
        self.wrong_take |= o.take & !willing != 0 || !(least..=most).contains(&taken);
        for p in 0..cfg.partitions as usize {
            let own = 1 << p;
            let waits = willing & !o.take & own != 0;
            if waits && self.overtaken_by[p] & o.take != 0 {
                self.unfair = Some(p as u8);
            }
            self.overtaken_by[p] = if waits { self.overtaken_by[p] | o.take } else { 0 };
            self.entered[p] = self.entered[p].wrapping_add(u32::from(o.take >> p & 1));
        }
    }
}
