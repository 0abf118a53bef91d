//! Invariants of the state, formulated independently of the model: register by register, and from
//! counts taken at the ports.

use heddle_contract::prt::{Config, Ranges, kind, meta};

use super::protocol::Protocol;
use super::{Operand, Partition, State};
use crate::Violation;

fn hold(holds: bool, what: impl FnOnce() -> String) -> Result<(), Violation> {
    if holds { Ok(()) } else { Err(Violation(what())) }
}

pub(super) fn check(cfg: &Config, p: &Protocol, q: &State) -> Result<(), Violation> {
    ranges(cfg, q)?;
    entries(cfg, p, q)?;
    pending(q)?;
    free(q)?;
    hold(p.unfair.is_none(), || format!("a stream was taken twice while stream {:?} offered", p.unfair))?;
    hold(!p.wrong_take, || "the multiplexer did not take what it could, or took what is refused".into())?;
    hold(u32::from(q.next) < cfg.partitions, || format!("the multiplexer is at stream {}", q.next))
}

fn running(q: &State) -> impl Iterator<Item = (u8, &Partition)> {
    (0u8..).zip(&q.partitions.each).filter(|(p, _)| q.partitions.runs(*p))
}

fn range(partition: &Partition, kind: u8) -> std::ops::Range<u32> {
    let base = u32::from(partition.base[usize::from(kind)]);
    base..base + u32::from(partition.size[usize::from(kind)])
}

/// Checks that ranges of running partitions lie within their files and share no register, and that
/// static ones are those of figure 2b.
fn ranges(cfg: &Config, q: &State) -> Result<(), Violation> {
    for (p, partition) in running(q) {
        hold(u32::from(p) < cfg.partitions, || format!("partition {p} of {} runs", cfg.partitions))?;
        let vl = u32::from(partition.vl);
        hold((1..=cfg.lanes).contains(&vl), || format!("partition {p} has the vector length {vl}"))?;
        for (kind, file) in [(kind::DATA, cfg.registers), (kind::MASK, cfg.masks), (kind::META, cfg.metas())] {
            let own = range(partition, kind);
            hold(own.end <= file, || format!("partition {p} owns {own:?} of {file} registers of kind {kind}"))?;
            for (other, partition) in running(q).filter(|(other, _)| *other > p) {
                let theirs = range(partition, kind);
                let apart = own.clone().all(|register| !theirs.contains(&register));
                hold(apart, || format!("partitions {p} and {other} own {own:?} and {theirs:?} of kind {kind}"))?;
            }
        }
        let metas = range(partition, kind::META);
        hold(metas.len() == meta::COUNT.into() && metas.start == u32::from(p * meta::COUNT), || format!("{metas:?}"))?;
        if cfg.ranges == Ranges::Static {
            let kernel = q.partitions.kernel.ok_or_else(|| Violation(format!("partition {p} runs without kernel")))?;
            let wanted = |size: u32| u32::from(p) * size..u32::from(p) * size + size;
            let (data, masks) = (range(partition, kind::DATA), range(partition, kind::MASK));
            hold(data == wanted(kernel.0.into()) && masks == wanted(kernel.1.into()), || {
                format!("partition {p} owns {data:?} and {masks:?} of a kernel {kernel:?}")
            })?;
        }
    }
    Ok(())
}

/// Returns the running partition that owns a physical register, if there is one.
fn owner(q: &State, at: Operand) -> Option<u8> {
    let owns = |partition: &Partition| range(partition, at.kind).contains(&at.register.into());
    running(q).find(|(_, partition)| owns(partition)).map(|(p, _)| p)
}

/// Checks that the buffer holds, of each partition, the youngest instructions that were taken and
/// have not left. They are in the order in which they were taken, with registers of the partition.
fn entries(cfg: &Config, p: &Protocol, q: &State) -> Result<(), Violation> {
    hold(u32::from(q.buffer.count) <= cfg.entries, || format!("{} entries of {}", q.buffer.count, cfg.entries))?;
    let mut expected = p.left;
    for (n, entry) in q.buffer.held().iter().enumerate() {
        let partition = usize::from(entry.partition);
        hold(q.partitions.runs(entry.partition), || format!("entry {n} is of partition {partition}, which is over"))?;
        let number = expected[partition];
        hold(entry.number == number, || {
            format!("entry {n} is instruction {} of partition {partition}, which is at {number}", entry.number)
        })?;
        expected[partition] = number.wrapping_add(1);
        hold(entry.vl == q.partitions.each[partition].vl, || format!("entry {n} has the vector length {}", entry.vl))?;
        let latency = if entry.class.is_simple() { 1 } else { entry.vl };
        hold(entry.latency == latency, || format!("entry {n} takes {} cycles", entry.latency))?;
        for at in entry.operands.iter().filter(|at| at.kind != kind::NONE) {
            let owner = owner(q, *at);
            hold(owner == Some(entry.partition), || {
                format!("entry {n} of partition {partition} has {at:?} of {owner:?}")
            })?;
        }
    }
    hold(expected == p.entered, || format!("the streams gave {:?}, and {expected:?} left or are held", p.entered))
}

/// Checks that each pending register belongs to a partition that runs.
fn pending(q: &State) -> Result<(), Violation> {
    for at in q.buffer.pending.iter() {
        hold(owner(q, at).is_some(), || format!("{at:?} is pending, and nobody's"))?;
    }
    Ok(())
}

/// Checks that the entries that are free to go are those that are the oldest of their partitions
/// and wait for no register.
fn free(q: &State) -> Result<(), Violation> {
    let held = q.buffer.held();
    let could = |n: usize| {
        let first = held[..n].iter().all(|older| older.partition != held[n].partition);
        first && q.buffer.pending.iter().all(|at| !held[n].operands.contains(&at))
    };
    let expected = (0..held.len()).fold(0, |free, n| free | u32::from(could(n)) << n);
    hold(q.buffer.free == expected, || format!("{:#b} are free to go, and {expected:#b} should be", q.buffer.free))
}
