//! Synthetic active masks of a whole CTA: five families, by the fraction of active threads.
//!
//! Threads are numbered through the CTA, `width` a warp. Where a fraction does not come out even,
//! the number of active items (lanes, groups, threads) is one of the two nearest, so that their
//! mean is exact; given that number, every choice is as likely as any other.

use heddle_golden::Chance;

/// A family of synthetic active masks of a CTA. The first three are those of branches on a thread's
/// position (P-branches, SLP 3.2), the others those of branches on data (D-branches).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Family {
    /// The same lanes in every warp: a random set of lanes.
    Aligned,
    /// The lowest lanes of every warp, as where a branch compares with an index (figures 5a and
    /// 9c).
    Leading,
    /// Stripes: the CTA is cut into blocks of L neighbouring threads (L from 1 to half the width,
    /// drawn for each mask, as is the phase), and block b is active when (b + phase) x percent mod
    /// 100 is less than percent: every k-th block where percent = 100 / k, and as even as can be
    /// elsewhere.
    Striped,
    /// Runs of G neighbouring threads (G one of 4, 8, 16, 32, drawn for each mask), anywhere and of
    /// any alignment, that do not overlap.
    Clustered,
    /// Random threads.
    Random,
}

impl Family {
    /// All families, in the order of a report.
    pub const ALL: [Family; 5] = [Family::Aligned, Family::Leading, Family::Striped, Family::Clustered, Family::Random];

    /// Returns the family's name.
    pub const fn name(self) -> &'static str {
        match self {
            Family::Aligned => "aligned",
            Family::Leading => "leading",
            Family::Striped => "striped",
            Family::Clustered => "clustered",
            Family::Random => "random",
        }
    }
}

/// The parameters of a mask generator: the size of a CTA, and the family and fraction of its active
/// threads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shape {
    /// Threads of a warp.
    pub width: u32,
    /// Number of warps of the CTA.
    pub warps: u32,
    /// The family of the masks.
    pub family: Family,
    /// Active threads in percent.
    pub percent: u32,
}

/// A generator of synthetic active masks of a CTA: a word for each warp, in thread order; the same
/// masks every time.
#[derive(Debug, Clone)]
pub struct Masks {
    /// The size of the CTA, and the family and fraction of active threads.
    pub shape: Shape,
    chance: Chance,
    /// Numbers to choose from.
    deck: Vec<u32>,
}

impl Masks {
    /// Creates a generator of masks of a shape, before the first mask.
    pub fn new(shape: Shape) -> Self {
        let Shape { width, warps, family, percent } = shape;
        let seed = [width, warps, percent, family as u32].iter().fold(0, |seed, n| seed << 16 | u64::from(*n));
        Masks { shape, chance: Chance(seed), deck: Vec::new() }
    }

    /// Writes the next mask, a word for each warp.
    pub fn next(&mut self, mask: &mut [u32]) {
        mask.fill(0);
        let Shape { width, warps, family, percent } = self.shape;
        let threads = width * warps;
        let set = |mask: &mut [u32], thread: u32| mask[(thread / width) as usize] |= 1 << (thread % width);
        match family {
            Family::Aligned => {
                let active = self.share(width);
                let lanes = self.choose(active, width).iter().fold(0, |lanes, lane| lanes | 1 << lane);
                mask.fill(lanes);
            }
            Family::Leading => mask.fill(((1u64 << self.share(width)) - 1) as u32),
            Family::Striped => {
                let (length, phase) = (1 + self.chance.below(width / 2), self.chance.below(100));
                let active = |thread: &u32| (thread / length + phase) * percent % 100 < percent;
                (0..threads).filter(active).for_each(|thread| set(mask, thread));
            }
            Family::Clustered => {
                let length = 4 << self.chance.below(4);
                let runs = self.share_of(threads, length);
                // a run takes one place; when all are chosen, each pushes those behind it on
                let mut starts = self.choose(runs, threads - runs * (length - 1)).to_vec();
                starts.sort_unstable();
                for (n, start) in starts.into_iter().enumerate() {
                    let first = start + n as u32 * (length - 1);
                    (first..first + length).for_each(|thread| set(mask, thread));
                }
            }
            Family::Random => {
                let active = self.share(threads);
                self.choose(active, threads);
                (0..active as usize).for_each(|n| set(mask, self.deck[n]));
            }
        }
    }

    /// The number of `all` items that are active, by the fraction.
    fn share(&mut self, all: u32) -> u32 {
        self.share_of(all, 1)
    }

    /// The number of groups of `size` that hold the fraction of `all` items: rounded up as often as
    /// the mean requires.
    fn share_of(&mut self, all: u32, size: u32) -> u32 {
        (all * self.shape.percent + self.chance.below(100 * size)) / (100 * size)
    }

    /// Draws `count` different numbers below `from`.
    fn choose(&mut self, count: u32, from: u32) -> &[u32] {
        self.deck.clear();
        self.deck.extend(0..from);
        for n in 0..count {
            let other = n + self.chance.below(from - n);
            self.deck.swap(n as usize, other as usize);
        }
        &self.deck[..count as usize]
    }
}
