//! What is on its way to the slices: each takes one thing of a kind a cycle.

/// Something for the warps of one set, which all hear of it in the same cycle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Event {
    /// The first cycle in which they may.
    pub due: u64,
    pub set: usize,
    /// Their slices.
    pub mask: u8,
    /// It comes from memory: data, or a line of instructions for L0.
    pub memory: bool,
}

/// Events of one kind, in the order of their times; those of one time in the order in which they came.
#[derive(Debug, Clone, Default)]
pub(super) struct Queue(Vec<Event>);

impl Queue {
    pub fn push(&mut self, event: Event) {
        let place = self.0.partition_point(|other| other.due <= event.due);
        self.0.insert(place, event);
    }

    /// Those of this cycle. The older one has its slices first, and nothing passes it there.
    pub fn take(&mut self, now: u64) -> Vec<Event> {
        let mut taken = 0;
        let (mine, left) = self.0.iter().partition(|event| {
            let mine = event.due <= now && event.mask & taken == 0;
            taken |= event.mask;
            mine
        });
        self.0 = left;
        mine
    }
}
