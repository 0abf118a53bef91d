//! Keys of states of `prt`, by which a walk over all reachable states recognises a state.

use heddle_contract::prt::{Config, kind};

use super::{Protocol, State};

/// Appends to `key` the words that identify a state: all that determines its future behaviour.
/// Codes and immediates only pass through; instructions are numbered from the youngest of their
/// stream.
pub fn key(cfg: &Config, p: &Protocol, q: &State, key: &mut Vec<u64>) {
    let partitions = cfg.partitions as usize;
    key.push(u64::from(q.partitions.running) << 8 | u64::from(q.next));
    key.push(q.partitions.kernel.map_or(0, |(data, masks)| 1 | u64::from(data) << 8 | u64::from(masks) << 32));
    for (n, owner) in q.partitions.each.iter().enumerate().filter(|(n, _)| q.partitions.running >> n & 1 == 1) {
        key.push(n as u64 | u64::from(owner.vl) << 8);
        let range =
            |kind: u8| u64::from(owner.base[usize::from(kind)]) << 16 | u64::from(owner.size[usize::from(kind)]);
        key.extend([kind::DATA, kind::MASK, kind::META].map(range));
    }
    let before = |n: usize, number: u32| u64::from(q.numbers[n].wrapping_sub(number));
    for entry in q.buffer.held() {
        let class = (entry.class as u64) << 48;
        key.push(u64::from(entry.partition) | u64::from(entry.vl) << 8 | u64::from(entry.latency) << 32 | class);
        key.push(before(usize::from(entry.partition), entry.number));
        key.push(entry.operands.iter().fold(0, |all, at| all << 10 | u64::from(at.kind) << 8 | u64::from(at.register)));
    }
    key.push(q.buffer.free.into());
    for (kind, count) in [(kind::DATA, cfg.registers), (kind::MASK, cfg.masks), (kind::META, cfg.metas())] {
        key.extend((0..count.div_ceil(64) as usize).map(|word| q.buffer.pending.word(kind, word)));
    }
    key.extend((0..partitions).flat_map(|n| [before(n, p.entered[n]), before(n, p.left[n])]));
    key.extend(p.overtaken_by[..partitions].iter().map(|by| u64::from(*by)));
    key.push(p.unfair.map_or(0, |stream| 1 + u64::from(stream)) << 1 | u64::from(p.wrong_take));
}
