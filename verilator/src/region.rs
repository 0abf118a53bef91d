//! Memory that is shared with a confined model: words that the other side may change at any time.

use std::fs::File;
use std::io;
use std::num::NonZeroUsize;
use std::os::fd::OwnedFd;
use std::ptr::{self, NonNull};
use std::slice;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};
use std::time::Duration;

use rustix::fs::{MemfdFlags, SealFlags, fcntl_add_seals, memfd_create};
use rustix::mm::{MapFlags, ProtFlags, mmap, munmap};
use rustix::thread::{Timespec, futex};

use super::orders::ANSWER;

/// Shared memory. It is unmapped when it is dropped.
pub(super) struct Region {
    start: NonNull<AtomicU64>,
    words: NonZeroUsize,
}

// SAFETY: the words are atomic.
unsafe impl Send for Region {}

impl Region {
    /// Creates memory of this many words, all 0, and the file to share it by. Its size is fixed.
    pub(super) fn new(words: NonZeroUsize) -> io::Result<(Self, OwnedFd)> {
        let bytes = words.get() * size_of::<u64>();
        let file = File::from(memfd_create("heddle", MemfdFlags::CLOEXEC | MemfdFlags::ALLOW_SEALING)?);
        file.set_len(bytes as u64)?;
        // memory that shrinks would end who reads it
        fcntl_add_seals(&file, SealFlags::SHRINK | SealFlags::GROW | SealFlags::SEAL)?;
        let (access, flags) = (ProtFlags::READ | ProtFlags::WRITE, MapFlags::SHARED);
        // SAFETY: a new mapping at a place that the system chooses.
        let start = unsafe { mmap(ptr::null_mut(), bytes, access, flags, &file, 0)? };
        let start = NonNull::new(start.cast()).expect("a mapping is never at null");
        Ok((Self { start, words }, file.into()))
    }

    /// Returns the words.
    pub(super) fn words(&self) -> &[AtomicU64] {
        // SAFETY: the mapping is alive, whole words long and aligned to pages, and its file keeps
        // its size.
        unsafe { slice::from_raw_parts(self.start.as_ptr(), self.words.get()) }
    }

    /// Returns the number in a word's lower half, as the model's `uint32_t*` sees it.
    fn number(&self, word: usize) -> &AtomicU32 {
        let word: *const AtomicU64 = &raw const self.words()[word];
        // SAFETY: it is within the mapping and aligned; all accesses are atomic.
        unsafe { &*word.cast() }
    }

    /// Raises the number of orders and wakes the model.
    pub(super) fn order(&self, number: u32) {
        self.number(0).store(number, Ordering::Release);
        // no thread may be waiting
        let _ = futex::wake(self.number(0), futex::Flags::empty(), 1);
    }

    /// Returns the number of answers.
    pub(super) fn answered(&self) -> u32 {
        self.number(ANSWER).load(Ordering::Acquire)
    }

    /// Waits until the number of answers is not `old`, for at most `time`.
    pub(super) fn wait(&self, old: u32, time: Duration) {
        let time = Timespec { tv_sec: time.as_secs() as i64, tv_nsec: time.subsec_nanos().into() };
        // the caller looks again, whatever woke it
        let _ = futex::wait(self.number(ANSWER), futex::Flags::empty(), old, Some(&time));
    }
}

impl Drop for Region {
    fn drop(&mut self) {
        // SAFETY: the mapping is ours, and nothing borrows it any more. It cannot fail.
        let _ = unsafe { munmap(self.start.as_ptr().cast(), self.words.get() * size_of::<u64>()) };
    }
}
