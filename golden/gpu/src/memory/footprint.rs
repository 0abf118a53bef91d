//! What the caches of a GPU take of the simulator's memory.

use crate::config::spec::Spec;

use super::cache::Cache;

/// Returns the bytes that the caches of a GPU take, which hold no data: the state of their lines.
pub fn footprint(spec: &Spec) -> u64 {
    let Spec { core, fetch, l1, constant, texture, l2, .. } = spec;
    let lines = |bytes: u32, line: u32| u64::from(bytes / line);
    let of_core = lines(l1.bytes, l1.line)
        + lines(constant.bytes, constant.line)
        + lines(texture.bytes, texture.line)
        + lines(fetch.bytes.unwrap_or(0), fetch.line);
    (u64::from(core.count) * of_core + lines(l2.bytes, l2.line)) * Cache::<()>::LINE
}
