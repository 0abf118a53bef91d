//! A queue of items, each of which arrives at a known time.

use std::collections::VecDeque;

/// A queue of items in the order of their arrival times; items of one time leave in the order in
/// which they were pushed.
#[derive(Debug, Clone)]
pub struct DelayQueue<T> {
    things: VecDeque<(u64, T)>,
}

impl<T> Default for DelayQueue<T> {
    fn default() -> Self {
        DelayQueue { things: VecDeque::new() }
    }
}

impl<T> DelayQueue<T> {
    /// Adds an item that arrives in cycle `due`, and is taken by the first [`pop`](DelayQueue::pop)
    /// in or after that cycle.
    pub fn push(&mut self, due: u64, thing: T) {
        // most items arrive after all that are in the queue
        let mut at = self.things.len();
        while at != 0 && self.things[at - 1].0 > due {
            at -= 1;
        }
        if at == self.things.len() {
            self.things.push_back((due, thing));
        } else {
            self.things.insert(at, (due, thing));
        }
    }
    /// Takes the first item that has arrived by this cycle; `None` if there is none.
    pub fn pop(&mut self, now: u64) -> Option<T> {
        self.things.front().filter(|(due, _)| *due <= now)?;
        self.things.pop_front().map(|(_, thing)| thing)
    }
    /// The arrival time of the next item; `None` if the queue is empty.
    pub fn next(&self) -> Option<u64> {
        self.things.front().map(|&(due, _)| due)
    }
}
