//! Masks of a whole CTA, made: five families, by the fraction of threads that are active.
//!
//! Threads are numbered through the CTA, `width` a warp. Where a fraction does not come out even, the number of things that are active (lanes,
//! groups, threads) is one of the two nearest, so that their mean is exact; given that number, every choice is as likely as any other.

use heddle_golden::Chance;

/// What a mask looks like. The first three are what branches on a thread's position make (P-branches, SLP 3.2), the others what data make (D-branches).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Family {
    /// The same lanes in every warp: some set of them, any.
    Aligned,
    /// The lowest lanes of every warp, as where a branch asks for less than some index (figures 5a and 9c).
    Leading,
    /// Stripes: the CTA is cut into blocks of L neighbouring threads (L from 1 to half the width, drawn for each mask, as is the phase), and block b is active
    /// when (b + phase) x percent mod 100 is less than percent: every k-th block where percent = 100 / k, and as even as can be elsewhere.
    Striped,
    /// Runs of G neighbouring threads (G one of 4, 8, 16, 32, drawn for each mask), anywhere and of any alignment, that do not overlap.
    Clustered,
    /// Any threads.
    Random,
}

impl Family {
    /// All of them.
    pub const ALL: [Family; 5] = [Family::Aligned, Family::Leading, Family::Striped, Family::Clustered, Family::Random];

    /// Its name.
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

/// A CTA, and what is active of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shape {
    /// Threads a warp.
    pub width: u32,
    /// Warps of the CTA.
    pub warps: u32,
    /// What its masks look like.
    pub family: Family,
    /// Active threads, of a hundred.
    pub percent: u32,
}

/// Masks of a shape: a word a warp, in thread order; the same ones every time.
#[derive(Debug, Clone)]
pub struct Masks {
    /// The shape.
    pub shape: Shape,
    chance: Chance,
    /// Numbers to choose from.
    deck: Vec<u32>,
}

impl Masks {
    /// From the first one on.
    pub fn new(shape: Shape) -> Self {
        let Shape { width, warps, family, percent } = shape;
        let seed = [width, warps, percent, family as u32].iter().fold(0, |seed, n| seed << 16 | u64::from(*n));
        Masks { shape, chance: Chance(seed), deck: Vec::new() }
    }

    /// The next one.
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

    /// So many of `all` things as the fraction says.
    fn share(&mut self, all: u32) -> u32 {
        self.share_of(all, 1)
    }

    /// So many groups of `size` as hold the fraction of `all` things: rounded up as often as the mean asks for.
    fn share_of(&mut self, all: u32, size: u32) -> u32 {
        (all * self.shape.percent + self.chance.below(100 * size)) / (100 * size)
    }

    /// So many different numbers below `from`.
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
