//! What is on its way and comes at a known time.

use std::collections::BTreeMap;

/// Things in the order of their times; those of one time in the order in which they came.
#[derive(Debug, Clone)]
pub struct Later<T> {
    things: BTreeMap<(u64, u64), T>,
    count: u64,
}

impl<T> Default for Later<T> {
    fn default() -> Self {
        Later { things: BTreeMap::new(), count: 0 }
    }
}

impl<T> Later<T> {
    /// Something that comes in a cycle, or as soon after it as it is asked for.
    pub fn push(&mut self, due: u64, thing: T) {
        self.things.insert((due, self.count), thing);
        self.count += 1;
    }
    /// The first thing that has come by this cycle.
    pub fn pop(&mut self, now: u64) -> Option<T> {
        let entry = self.things.first_entry().filter(|entry| entry.key().0 <= now)?;
        Some(entry.remove())
    }
    /// When the next thing comes.
    pub fn next(&self) -> Option<u64> {
        self.things.first_key_value().map(|(&(due, _), _)| due)
    }
    /// Nothing is on its way.
    pub fn is_empty(&self) -> bool {
        self.things.is_empty()
    }
}
