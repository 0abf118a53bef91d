//! Events on their way to slices: each slice takes one event of a kind a cycle.

use std::collections::VecDeque;

use heddle_contract::gang::MAX_SLICES;

use super::taken::slices;

/// An event for the warps of one set, which all take it in the same cycle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Event {
    /// First cycle in which the warps may take the event.
    pub due: u64,
    pub set: usize,
    /// Mask of the warps' slices.
    pub mask: u8,
    /// Whether the event comes from memory: data, or a line of instructions for L0.
    pub memory: bool,
}

/// The times at which slices report next PCs: each in the order in which it issued, and one report
/// a cycle (DEVIATIONS, D410).
#[derive(Debug, Default)]
pub(crate) struct InOrder {
    /// Cycle of the last report of each slice.
    last: [u64; MAX_SLICES],
}

impl InOrder {
    /// Returns the cycle in which the warps of some slices that issued together report, at the
    /// earliest in cycle `due`.
    pub fn report(&mut self, mask: u8, due: u64) -> u64 {
        let cycle = slices(mask).fold(due, |cycle, slice| cycle.max(self.last[slice] + 1));
        slices(mask).for_each(|slice| self.last[slice] = cycle);
        cycle
    }
}

/// Events of one kind, in the order of their times; those of one time in the order in which they
/// were pushed.
#[derive(Debug, Clone, Default)]
pub(crate) struct Queue(VecDeque<Event>);

impl Queue {
    pub fn push(&mut self, event: Event) {
        // it is hardly ever far from the end, and mostly at it
        match self.0.iter().rposition(|other| other.due <= event.due).map_or(0, |at| at + 1) {
            at if at == self.0.len() => self.0.push_back(event),
            at => self.0.insert(at, event),
        }
    }

    /// Adds an event, joined with an equal event of the same cycle for warps of the same gang, so
    /// that they take it in one cycle. `gang` has the slices of the warps that are ganged with it;
    /// other warps need not be free in the same cycle.
    pub fn join(&mut self, event: Event, gang: u8) {
        let same = |other: &&mut Event| {
            (other.due, other.set, other.memory) == (event.due, event.set, event.memory)
                && (other.mask | event.mask) & !gang == 0
        };
        if gang == 0 {
            return self.push(event);
        }
        match self.0.iter_mut().rev().take_while(|other| other.due >= event.due).find(same) {
            Some(other) => other.mask |= event.mask,
            None => self.push(event),
        }
    }

    /// Moves the events that are due by this cycle into `mine`. Where two need a slice, the older
    /// one has it first, and no later event passes it there.
    pub fn take(&mut self, now: u64, mine: &mut Vec<Event>) {
        mine.clear();
        let mut taken = 0;
        // mostly nothing stands in anything's way
        while let Some(&event) = self.0.front().filter(|event| event.due <= now && event.mask & taken == 0) {
            self.0.pop_front();
            taken |= event.mask;
            mine.push(event);
        }
        let mut at = 0;
        while let Some(&event) = self.0.get(at).filter(|event| event.due <= now && taken != u8::MAX) {
            if event.mask & taken == 0 {
                self.0.remove(at);
                mine.push(event);
            } else {
                at += 1;
            }
            taken |= event.mask;
        }
    }

    /// Returns the cycle in which the next event is due; `None` if there is none.
    pub fn next(&self) -> Option<u64> {
        self.0.front().map(|event| event.due)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the slices of each event when three warps of a set get ready in one cycle, while the
    /// third one's slice is taken.
    fn gone(gang: u8) -> Vec<u8> {
        let event = |mask| Event { due: 5, set: 1, mask, memory: true };
        let (mut queue, mut mine) = (Queue::default(), Vec::new());
        queue.push(Event { due: 4, set: 0, mask: 4, memory: false });
        for slice in 0..3 {
            queue.join(event(1 << slice), gang);
        }
        queue.take(5, &mut mine);
        mine.iter().map(|event| event.mask).collect()
    }

    #[test]
    fn a_slice_reports_in_the_order_of_its_issues() {
        let mut slices = InOrder::default();
        // a branch of a gang, then steps that are known early, in some of its slices
        assert_eq!(slices.report(0xff, 5), 5);
        assert_eq!(slices.report(0x01, 3), 6);
        assert_eq!(slices.report(0x02, 3), 6);
        assert_eq!(slices.report(0x03, 4), 7, "a gang reports as one");
        assert_eq!(slices.report(0x05, 4), 8);
        assert_eq!(slices.report(0xf0, 9), 9);
    }

    #[test]
    fn ganged_warps_wake_together_and_others_as_their_slices_are_free() {
        assert_eq!(gone(7), [4]);
        assert_eq!(gone(0), [4, 1, 2]);
        // the first two are ganged
        assert_eq!(gone(3), [4, 3]);
    }
}
