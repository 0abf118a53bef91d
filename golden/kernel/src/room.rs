//! The memory that this process can still have. What is asked for is compared with it before
//! anything is allocated: an allocation that fails in the middle would end the process without a
//! word.

use std::fs;

/// Returns the bytes that this process can still have: what the machine has available, and what its
/// control group and `ulimit -v` leave. Where the system does not say (it is not Linux), there is
/// no bound.
pub fn available() -> u64 {
    [machine(), address_space(), group()].into_iter().flatten().min().unwrap_or(u64::MAX)
}

/// Returns the number behind the first word of a file's line.
fn number(path: &str, word: &str) -> Option<u64> {
    let text = fs::read_to_string(path).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix(word))?;
    line.split_whitespace().next()?.parse().ok()
}

fn machine() -> Option<u64> {
    Some(number("/proc/meminfo", "MemAvailable:")?.saturating_mul(1024))
}

/// The soft limit is "unlimited" where there is none, which is no number.
fn address_space() -> Option<u64> {
    let limit = number("/proc/self/limits", "Max address space")?;
    let taken = number("/proc/self/status", "VmSize:")?.saturating_mul(1024);
    Some(limit.saturating_sub(taken))
}

/// What the process's control group leaves; the files that it has read count as free.
fn group() -> Option<u64> {
    let path = fs::read_to_string("/proc/self/cgroup").ok()?;
    let path =
        format!("/sys/fs/cgroup{}", path.lines().find_map(|line| line.strip_prefix("0::"))?.trim_end_matches('/'));
    let limit = number(&format!("{path}/memory.max"), "")?;
    let taken = number(&format!("{path}/memory.current"), "")?;
    let files = number(&format!("{path}/memory.stat"), "inactive_file ").unwrap_or(0);
    Some(limit.saturating_sub(taken.saturating_sub(files)))
}
