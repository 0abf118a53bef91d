//! What is on its way and comes at a known time.

use std::collections::VecDeque;

/// Things in the order of their times; those of one time in the order in which they came.
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
    /// Adds something that comes in a cycle, or with the first [`pop`](DelayQueue::pop) after it.
    pub fn push(&mut self, due: u64, thing: T) {
        // most come after all that are on their way
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
    /// The first thing that has come by this cycle.
    pub fn pop(&mut self, now: u64) -> Option<T> {
        self.things.front().filter(|(due, _)| *due <= now)?;
        self.things.pop_front().map(|(_, thing)| thing)
    }
    /// When the next thing comes.
    pub fn next(&self) -> Option<u64> {
        self.things.front().map(|&(due, _)| due)
    }
}
