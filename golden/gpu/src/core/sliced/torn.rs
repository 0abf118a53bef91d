//! Gangs that memory divergence splits, until the last part of each has issued: only then is it
//! known whether all their lines were in L1.

/// A gang that was torn by memory divergence.
#[derive(Debug)]
struct Torn {
    set: usize,
    /// Slices whose warps came to the instruction together, and those of them that have not gone.
    peers: u8,
    left: u8,
    /// Number of parts that have gone.
    parts: u64,
    /// Whether a line was not in L1.
    missed: bool,
}

/// The gangs of a core of which some parts have gone and others have not.
#[derive(Debug, Default)]
pub(super) struct TornGangs(Vec<Torn>);

impl TornGangs {
    /// Whether no torn gang has parts that are still to be issued.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
    /// Records that slices of a set are split off from others that issued the instruction with
    /// them.
    pub fn part(&mut self, set: usize, peers: u8, mask: u8) {
        let new = Torn { set, peers, left: peers, parts: 1, missed: false };
        match self.0.iter_mut().find(|torn| (torn.set, torn.peers) == (set, peers)) {
            Some(torn) if torn.left & mask == mask => torn.parts += 1,
            // warps that reported again before they went came again together
            Some(torn) => *torn = new,
            None => self.0.push(new),
        }
    }

    /// Records that slices of a set issue again, after an access of theirs of which a line was
    /// `missed` or none. Returns the number of parts of gangs of which these were the last, if no
    /// line of theirs was missed.
    pub fn go(&mut self, set: usize, mask: u8, missed: bool) -> u64 {
        let mut hits = 0;
        self.0.retain_mut(|torn| {
            if torn.set != set || torn.left & mask == 0 {
                return true;
            }
            torn.left &= !mask;
            torn.missed |= missed;
            hits += if torn.left == 0 && !torn.missed { torn.parts } else { 0 };
            torn.left != 0
        });
        hits
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the count at each part of a gang of slices 0 to 3 in set 5, which go one after the
    /// other, each with a line missed or none.
    fn parts(masks: &[(u8, bool)]) -> Vec<u64> {
        let mut torn = TornGangs::default();
        let each = masks.iter().map(|&(mask, missed)| {
            torn.part(5, 0xf, mask);
            torn.go(4, mask, true);
            torn.go(5, mask, missed)
        });
        each.collect()
    }

    #[test]
    fn parts_are_counted_when_the_last_one_goes() {
        assert_eq!(parts(&[(1, false), (6, false), (8, false)]), [0, 0, 3]);
        assert_eq!(parts(&[(1, false), (6, false), (8, true)]), [0, 0, 0]);
        // slice 0 comes again before slice 3 has gone
        assert_eq!(parts(&[(1, true), (1, false), (0xe, false)]), [0, 0, 2]);
    }
}
