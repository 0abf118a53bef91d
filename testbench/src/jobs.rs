//! Parallel work whose results are in the order of its items.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

/// Does `work` on each of `items`, on `jobs` threads; returns the results in the order of the
/// items.
pub fn in_parallel<T: Sync, R: Send>(jobs: usize, items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let mut done = Vec::with_capacity(items.len());
    let Ok(()) = in_order::<_, _, Infallible>(jobs, items, work, |result| {
        done.push(result);
        Ok(())
    });
    done
}

/// Does `work` on each of `items`, on `jobs` threads, and hands every result to `each` on the
/// calling thread, in the order of the items, as soon as the results before it are there.
///
/// # Errors
///
/// The first error of `each`, after which no further item is begun.
pub fn in_order<T: Sync, R: Send, E>(
    jobs: usize,
    items: &[T],
    work: impl Fn(&T) -> R + Sync,
    mut each: impl FnMut(R) -> Result<(), E>,
) -> Result<(), E> {
    let next = AtomicUsize::new(0);
    let (done, results) = mpsc::channel();
    std::thread::scope(|scope| {
        // dropped after an error, by which the threads end
        let results = results;
        for _ in 0..jobs.min(items.len()) {
            let (done, next, work) = (done.clone(), &next, &work);
            scope.spawn(move || {
                loop {
                    let n = next.fetch_add(1, Ordering::Relaxed);
                    let Some(item) = items.get(n) else { return };
                    if done.send((n, work(item))).is_err() {
                        return;
                    }
                }
            });
        }
        drop(done);
        let (mut early, mut at) = (BTreeMap::new(), 0);
        for (n, result) in results {
            early.insert(n, result);
            while let Some(result) = early.remove(&at) {
                at += 1;
                each(result)?;
            }
        }
        Ok(())
    })
}

/// Returns the number of processors of the machine.
pub fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_order_until_an_error() {
        for jobs in [1, 2, 7] {
            let items: Vec<u64> = (0..50).collect();
            // later items are done sooner
            let slow = |n: &u64| {
                std::thread::sleep(std::time::Duration::from_micros(50 * (50 - n)));
                *n
            };
            assert_eq!(in_parallel(jobs, &items, slow), items);
            let mut seen = Vec::new();
            let ended = in_order(jobs, &items, slow, |n| {
                seen.push(n);
                if n == 9 { Err("nine") } else { Ok(()) }
            });
            assert_eq!((ended, &seen[..]), (Err("nine"), &items[..10]));
        }
    }
}
