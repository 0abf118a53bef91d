//! Threads that share the work of a cycle: some microseconds, a hundred thousand times a second.
//!
//! A thread that finds no work spins for a while, and then sleeps. Work does not wait for a thread
//! that sleeps, or that the host does not run: who offers it takes part, and waits only for those
//! that have begun.

use std::any::Any;
use std::cell::UnsafeCell;
use std::hint::spin_loop;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle, park};
use std::time::{Duration, Instant};

use crate::base::spin_until;

/// Rounds of spinning for work until a thread sleeps.
const SPIN: u32 = 1 << 12;

/// Works of which one is measured: looking at the clock takes a part of the time of a work.
const MEASURED: u64 = 64;

/// Bits of the state: the threads at work, whether more may begin, whether the pool is over, and
/// above these the number of the work.
const AT_WORK: u64 = 0xffff;
const OPEN: u64 = 1 << 16;
const OVER: u64 = 1 << 17;
const NUMBER: u64 = 1 << 18;

/// What all threads do, each at the same time as the others: a function of the thread's number.
type Work<'w> = dyn Fn(usize) + Sync + 'w;

/// What the threads of a pool share.
struct Shared {
    state: AtomicU64,
    /// The work of the present number. It is written while no thread is at work and none may begin.
    work: UnsafeCell<Option<*const Work<'static>>>,
    /// What a thread panicked with.
    panic: Mutex<Option<Box<dyn Any + Send>>>,
    /// Whether the work is measured. It is written when `work` is.
    measured: AtomicBool,
    /// Nanoseconds that the pool's threads have been at work in measured works.
    at_work: AtomicU64,
}

// SAFETY: `work` is written by `Pool::run` alone, while the state says that no thread is at work
// and none may begin, and read only by threads that have begun.
unsafe impl Sync for Shared {}
// SAFETY: the pointer in `work` is followed only while `Pool::run` keeps what it points to, which
// is `Sync`.
unsafe impl Send for Shared {}

/// A pool of threads beside the one that owns it.
pub(crate) struct Pool {
    shared: Arc<Shared>,
    /// The threads, and whether each sleeps.
    threads: Vec<(JoinHandle<()>, Arc<AtomicBool>)>,
    /// Works so far.
    works: u64,
    /// Times of the measured works: of this thread's own part, and from begin to end.
    times: [Duration; 2],
}

impl Pool {
    /// Starts `threads` threads.
    pub fn new(threads: usize) -> Pool {
        let shared = Arc::new(Shared {
            state: AtomicU64::new(0),
            work: UnsafeCell::new(None),
            panic: Mutex::default(),
            measured: AtomicBool::new(false),
            at_work: AtomicU64::new(0),
        });
        let start = |number: usize| {
            let (shared, sleeps) = (shared.clone(), Arc::new(AtomicBool::new(false)));
            let own = sleeps.clone();
            (thread::spawn(move || shared.serve(number, &own)), sleeps)
        };
        let threads = (1..=threads).map(start).collect();
        Pool { shared, threads, works: 0, times: [Duration::ZERO; 2] }
    }

    /// Number of threads that take part, the caller's included.
    pub fn count(&self) -> usize {
        self.threads.len() + 1
    }

    /// Returns the part of all threads' time, in the works that were measured, in which they had
    /// nothing to do until the work was over, awake or asleep; `None` before the first of them.
    pub fn idle(&self) -> Option<f64> {
        let [own, whole] = self.times.map(|time| time.as_secs_f64());
        let at_work = own + self.shared.at_work.load(Ordering::Relaxed) as f64 * 1e-9;
        (whole > 0.0).then(|| (1.0 - at_work / (whole * self.count() as f64)).clamp(0.0, 1.0))
    }

    /// Does the work on this thread, which has number 0, and on those of the pool that are awake;
    /// returns when all of them are done. A panic of any of them is this thread's.
    pub fn run(&mut self, work: &Work) {
        let shared = &*self.shared;
        // SAFETY: only the lifetime changes. The pointer is not followed after this function,
        // which waits for all threads that have begun, whether or not its own work panics.
        let pointer = unsafe { std::mem::transmute::<*const Work<'_>, *const Work<'static>>(std::ptr::from_ref(work)) };
        // SAFETY: `&mut self`, and the state was closed with no thread at work when the last call
        // returned: no other thread reads or writes it now.
        unsafe { *shared.work.get() = Some(pointer) };
        let begin = self.works.is_multiple_of(MEASURED).then(Instant::now);
        shared.measured.store(begin.is_some(), Ordering::Relaxed);
        self.works += 1;
        let before = shared.state.load(Ordering::Relaxed);
        shared.state.store((before + NUMBER) | OPEN, Ordering::SeqCst);
        for (thread, sleeps) in &self.threads {
            if sleeps.swap(false, Ordering::SeqCst) {
                thread.thread().unpark();
            }
        }
        let own = catch_unwind(AssertUnwindSafe(|| work(0)));
        let done = begin.map(|begin| begin.elapsed());
        shared.state.fetch_and(!OPEN, Ordering::AcqRel);
        spin_until(|| shared.state.load(Ordering::Acquire) & AT_WORK == 0);
        if let (Some(done), Some(begin)) = (done, begin) {
            self.times[0] += done;
            self.times[1] += begin.elapsed();
        }
        let others = shared.panic.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(panic) = own.err().or(others) {
            resume_unwind(panic);
        }
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.shared.state.fetch_or(OVER, Ordering::SeqCst);
        for (thread, _) in self.threads.drain(..) {
            thread.thread().unpark();
            // a panic was handed on by `run`
            let _ = thread.join();
        }
    }
}

impl Shared {
    /// Does each work once, as the thread of this number, until the pool is over.
    fn serve(&self, number: usize, sleeps: &AtomicBool) {
        let mut last = 0;
        while let Some(state) = self.begin(last, sleeps) {
            last = state / NUMBER;
            // SAFETY: this thread is counted as at work, so `Pool::run` has written the pointer
            // and has not returned, and what it points to is still there.
            let work = unsafe { (*self.work.get()).map(|work| &*work) };
            let begin = self.measured.load(Ordering::Relaxed).then(Instant::now);
            if let Some(work) = work
                && let Err(panic) = catch_unwind(AssertUnwindSafe(|| work(number)))
            {
                *self.panic.lock().unwrap_or_else(PoisonError::into_inner) = Some(panic);
            }
            if let Some(begin) = begin {
                self.at_work.fetch_add(begin.elapsed().as_nanos() as u64, Ordering::Relaxed);
            }
            self.state.fetch_sub(1, Ordering::Release);
        }
    }

    /// Waits for a work with another number than `last`, and counts this thread as at work; returns
    /// the state, or `None` if the pool is over.
    fn begin(&self, last: u64, sleeps: &AtomicBool) -> Option<u64> {
        let mut rounds = 0;
        loop {
            let state = self.state.load(Ordering::SeqCst);
            if state & OVER != 0 {
                return None;
            }
            if state & OPEN != 0 && state / NUMBER != last {
                if self.state.compare_exchange(state, state + 1, Ordering::AcqRel, Ordering::Relaxed).is_ok() {
                    return Some(state);
                }
                continue;
            }
            rounds += 1;
            // a thread says that it sleeps, looks once more, and only then sleeps, so that work
            // that is offered in between wakes it
            if rounds < SPIN {
                spin_loop();
            } else if sleeps.swap(true, Ordering::SeqCst) {
                park();
                rounds = 0;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicUsize;
    use std::thread::{sleep, yield_now};
    use std::time::Duration;

    use super::*;

    #[test]
    fn every_piece_is_done_once_by_awake_and_sleeping_threads() {
        for threads in [1, 3, 8] {
            let mut pool = Pool::new(threads);
            for round in 0..2000 {
                let (next, done) = (AtomicUsize::new(0), [const { AtomicUsize::new(0) }; 20]);
                pool.run(&|_| {
                    while let Some(piece) = done.get(next.fetch_add(1, Ordering::Relaxed)) {
                        piece.fetch_add(1, Ordering::Relaxed);
                    }
                });
                assert!(done.iter().all(|piece| piece.load(Ordering::Relaxed) == 1));
                if round % 500 == 0 {
                    // they sleep
                    sleep(Duration::from_millis(20));
                }
            }
        }
    }

    #[test]
    fn threads_take_part() {
        let mut pool = Pool::new(3);
        let here = AtomicUsize::new(0);
        pool.run(&|_| {
            here.fetch_add(1, Ordering::Relaxed);
            while here.load(Ordering::Relaxed) < 4 {
                yield_now();
            }
        });
        assert_eq!(here.into_inner(), 4);
    }

    #[test]
    fn time_without_work_is_measured() {
        let mut pool = Pool::new(3);
        assert_eq!(pool.idle(), None);
        // one of four threads works, whether the others come or not
        pool.run(&|thread| {
            if thread == 0 {
                sleep(Duration::from_millis(20));
            }
        });
        let alone = pool.idle().unwrap();
        assert!((0.7..1.0).contains(&alone), "{alone}");
        // works that are not measured change nothing
        pool.run(&|_| {});
        assert_eq!(pool.idle(), Some(alone));
        // all come, and work for long
        let (mut pool, here) = (Pool::new(3), AtomicUsize::new(0));
        pool.run(&|_| {
            here.fetch_add(1, Ordering::Relaxed);
            while here.load(Ordering::Relaxed) < 4 {
                yield_now();
            }
            sleep(Duration::from_millis(100));
        });
        let together = pool.idle().unwrap();
        assert!(together < 0.6, "{together}");
    }

    #[test]
    fn a_panic_of_any_thread_is_handed_on() {
        let mut pool = Pool::new(2);
        let next = AtomicUsize::new(0);
        let work = |_| assert_ne!(next.fetch_add(1, Ordering::Relaxed), 1, "the second");
        while next.load(Ordering::Relaxed) < 2 {
            if catch_unwind(AssertUnwindSafe(|| pool.run(&work))).is_err() {
                break;
            }
        }
        assert!(next.load(Ordering::Relaxed) >= 2);
        pool.run(&|_| {});
    }
}
