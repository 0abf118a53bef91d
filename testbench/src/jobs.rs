//! Parallel work whose results are in the order of its items.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// Does `work` on each of `items`, on `jobs` threads; returns the results in the order of the items.
pub fn in_parallel<T: Sync, R: Send>(jobs: usize, items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let done = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..jobs.min(items.len()) {
            scope.spawn(|| {
                loop {
                    let n = next.fetch_add(1, Ordering::Relaxed);
                    let Some(item) = items.get(n) else { return };
                    let result = work(item);
                    done.lock().expect("no job panics").push((n, result));
                }
            });
        }
    });
    let mut done = done.into_inner().expect("no job panics");
    done.sort_by_key(|(n, _)| *n);
    done.into_iter().map(|(_, result)| result).collect()
}

/// Returns the number of processors of the machine.
pub fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}
