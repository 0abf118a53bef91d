//! What is on its way to slices: each takes one thing of a kind a cycle.

/// Something for the warps of one set, which all get it in the same cycle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Event {
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
pub(crate) struct Queue(Vec<Event>);

impl Queue {
    pub fn push(&mut self, event: Event) {
        let place = self.0.partition_point(|other| other.due <= event.due);
        self.0.insert(place, event);
    }

    /// The same; warps of one set to which the same happens in one cycle get it in one cycle.
    pub fn join(&mut self, event: Event) {
        let same = |other: &&mut Event| (other.due, other.set, other.memory) == (event.due, event.set, event.memory);
        match self.0.iter_mut().rev().take_while(|other| other.due >= event.due).find(same) {
            Some(other) => other.mask |= event.mask,
            None => self.push(event),
        }
    }

    /// Those of this cycle. The older one has its slices first, and nothing passes it there.
    pub fn take(&mut self, now: u64, mine: &mut Vec<Event>) {
        let mut taken = 0;
        mine.clear();
        self.0.retain(|event| {
            let goes = event.due <= now && event.mask & taken == 0;
            taken |= event.mask;
            if goes {
                mine.push(*event);
            }
            !goes
        });
    }

    /// When the next one is due.
    pub fn next(&self) -> Option<u64> {
        self.0.first().map(|event| event.due)
    }
}
