//! A measure of the most memory that a thread holds while it runs a function.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

thread_local! {
    static HELD: Cell<isize> = const { Cell::new(0) };
    static MOST: Cell<isize> = const { Cell::new(0) };
}

struct Counting;

#[global_allocator]
static HEAP: Counting = Counting;

fn count(bytes: isize) {
    // a thread that ends has no counters any more
    let _ = HELD.try_with(|held| {
        held.set(held.get() + bytes);
        MOST.try_with(|most| most.set(most.get().max(held.get())))
    });
}

// SAFETY: the system's allocator does the work
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count(layout.size() as isize);
        // SAFETY: the caller keeps the same promises
        unsafe { System.alloc(layout) }
    }
    unsafe fn dealloc(&self, at: *mut u8, layout: Layout) {
        count(-(layout.size() as isize));
        // SAFETY: the caller keeps the same promises
        unsafe { System.dealloc(at, layout) }
    }
}

/// What comes of something, and the bytes that it held at most.
pub fn most_held<T>(what: impl FnOnce() -> T) -> (T, usize) {
    let before = HELD.get();
    MOST.set(before);
    let result = what();
    (result, (MOST.get() - before).max(0) as usize)
}
