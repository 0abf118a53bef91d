//! What the controller holds.

use heddle_contract::vtc::{Config, HEADER_BITS, In};

/// The most CTAs that can be assigned.
pub const CTAS: usize = 64;
/// The most that can be active.
pub const SLOTS: usize = 16;
/// Words of 64 bits before the stacks of a context.
const HEADER: usize = HEADER_BITS as usize / 64;

/// What holds for every CTA of a kernel.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Kernel {
    /// W: warps of a CTA; none while no kernel was accepted.
    pub warps: u8,
    /// CTAs that may be assigned at once.
    pub ctas: u8,
    /// CTAs that may be active at once.
    pub active: u8,
    /// T: beats of a context.
    pub beats: u16,
}

impl Kernel {
    /// The kernel that an input describes, if it fits.
    pub(super) fn accepted(cfg: &Config, i: &In) -> Option<Kernel> {
        let (warps, ctas, active) = (u32::from(i.kernel_warps), u32::from(i.kernel_ctas), u32::from(i.kernel_active));
        let sizes =
            (1..=cfg.warps).contains(&warps) && (1..=cfg.ctas).contains(&ctas) && (1..=cfg.active).contains(&active);
        if !sizes || warps * active > cfg.pwis || warps * ctas > cfg.vwis || cfg.beats(warps) * ctas > cfg.rows {
            return None;
        }
        let beats = cfg.beats(warps) as u16;
        Some(Kernel { warps: i.kernel_warps, ctas: i.kernel_ctas, active: i.kernel_active, beats })
    }
}

/// An entry of the status table (IV.A, figure 7).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Cta {
    /// Its warps run, or would if they could.
    pub active: bool,
    /// It has never been active.
    pub fresh: bool,
    /// The tracking counter: stalled warps while it is active, pending registers while it is not.
    pub counter: u16,
    /// Warps that have not exited.
    pub live: u8,
    /// Warps at a barrier.
    pub waiting: u8,
}

impl Cta {
    /// All live warps are stalled; with `barrier`, those at a barrier count, if one is stalled.
    #[inline]
    pub(super) fn marked(&self, cfg: &Config) -> bool {
        let (stalled, live) = (self.counter, u16::from(self.live));
        self.active && (stalled == live || cfg.barrier && stalled != 0 && stalled + u16::from(self.waiting) == live)
    }

    /// Warps that are live, not stalled and not waiting, of an active one.
    #[inline]
    pub fn running(&self) -> u16 {
        u16::from(self.live) - u16::from(self.waiting) - self.counter
    }
}

/// A place among the active ones.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Slot {
    /// The CTA to which it belongs: an active one, or one that is being restored.
    pub owner: Option<u8>,
    /// Registers that instructions of that CTA will write.
    pub pending: u16,
}

/// CTAs that can become active, the first to be ready first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Queue {
    ring: [u8; CTAS],
    head: usize,
    length: usize,
}

impl Queue {
    /// How many there are.
    #[inline]
    pub fn len(&self) -> usize {
        self.length
    }
    /// Whether there is none.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.length == 0
    }
    /// From first to last.
    pub fn iter(&self) -> impl Iterator<Item = u8> + '_ {
        (0..self.length).map(|n| self.ring[(self.head + n) % CTAS])
    }
    #[inline]
    pub(super) fn push(&mut self, cta: u8) {
        self.ring[(self.head + self.length) % CTAS] = cta;
        self.length += 1;
    }
    #[inline]
    pub(super) fn pop(&mut self) -> u8 {
        let cta = self.ring[self.head];
        self.head = (self.head + 1) % CTAS;
        self.length -= 1;
        cta
    }
}

/// What the context handler is at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Handler {
    /// Nothing.
    Idle,
    /// The stack of this warp moves to the buffer.
    Copy {
        /// The slot of the CTA.
        slot: u8,
        /// The warp.
        warp: u8,
    },
    /// A context is read.
    Restore {
        /// The slot that it is for.
        slot: u8,
        /// Beats that were read.
        beat: u16,
        /// The buffer holds another context, which is still to be written.
        saves: bool,
    },
    /// The buffer is written.
    Drain {
        /// Beats that were written.
        beat: u16,
    },
}

/// The stack buffer, which holds the context of one CTA as shared memory will.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Buffer {
    /// The CTA.
    pub cta: u8,
    words: Vec<u64>,
}

impl Buffer {
    /// Takes the stack that is copied; with the first one, the identifiers come, and what the last beat has beyond the stacks becomes zero.
    pub(super) fn copy(&mut self, cfg: &Config, kernel: &Kernel, cta: u8, warp: u8, i: &In) {
        let words = cfg.stack_words() as usize;
        if warp == 0 {
            self.cta = cta;
            let first = u64::from(cta * kernel.warps);
            let [x, y, z] = i.copy_id.map(u64::from);
            self.words[0] = first | u64::from(kernel.warps - 1) << 8 | x << 13 | y << 45;
            self.words[1] = y >> 19 | z << 13;
            let end = usize::from(kernel.beats) * cfg.beat_words() as usize;
            self.words[HEADER + words * usize::from(kernel.warps)..end].fill(0);
        }
        let at = HEADER + words * usize::from(warp);
        self.words[at..at + words].copy_from_slice(&i.copy_stack[..words]);
    }

    /// A beat of the context.
    #[inline]
    pub(super) fn beat(&self, cfg: &Config, beat: u16) -> &[u64] {
        let words = cfg.beat_words() as usize;
        &self.words[usize::from(beat) * words..][..words]
    }
}

/// A CTA became active.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Activation {
    /// Where.
    pub slot: u8,
    /// Which.
    pub cta: u8,
    /// For the first time.
    pub fresh: bool,
}

/// The virtual thread controller's state.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct State {
    /// What the kernel sets.
    pub kernel: Kernel,
    /// CTAs that are assigned, a bit each.
    pub assigned: u64,
    /// The status table.
    pub ctas: [Cta; CTAS],
    /// The slots.
    pub slots: [Slot; SLOTS],
    /// Slots whose CTA is marked, a bit each.
    pub marked: u16,
    /// The ready queue.
    pub ready: Queue,
    /// The context handler.
    pub handler: Handler,
    /// The slot where it looks first for a marked CTA.
    pub next: u8,
    /// The stack buffer.
    pub buffer: Buffer,
    /// A slot that became void in the last cycle.
    pub invalidated: Option<u8>,
    /// The CTA that became active in the last cycle.
    pub activated: Option<Activation>,
    /// Slot and beat of what was read in the last cycle.
    pub shown: Option<(u8, u16)>,
}

impl State {
    pub(super) fn new(cfg: &Config) -> Self {
        let words = (cfg.beats(cfg.warps) * cfg.beat_words()) as usize;
        State {
            kernel: Kernel::default(),
            assigned: 0,
            ctas: [Cta::default(); CTAS],
            slots: [Slot::default(); SLOTS],
            marked: 0,
            ready: Queue { ring: [0; CTAS], head: 0, length: 0 },
            handler: Handler::Idle,
            next: 0,
            buffer: Buffer { cta: 0, words: vec![0; words] },
            invalidated: None,
            activated: None,
            shown: None,
        }
    }

    /// What reset does to a state; the rest is undefined.
    pub(super) fn forget(&mut self) {
        self.kernel = Kernel::default();
        self.assigned = 0;
        self.slots = [Slot::default(); SLOTS];
        self.marked = 0;
        (self.ready.head, self.ready.length) = (0, 0);
        self.handler = Handler::Idle;
        self.next = 0;
        (self.invalidated, self.activated, self.shown) = (None, None, None);
    }

    /// The place of the next CTA, if one can be assigned.
    #[inline]
    pub fn place(&self) -> Option<u8> {
        (self.assigned.count_ones() < u32::from(self.kernel.ctas)).then_some(self.assigned.trailing_ones() as u8)
    }

    /// The lowest free slot.
    #[inline]
    pub fn free(&self) -> Option<u8> {
        (0..self.kernel.active).find(|slot| self.slots[usize::from(*slot)].owner.is_none())
    }

    /// The CTA that is active in a slot.
    #[inline]
    pub fn active(&self, slot: u8) -> Option<&Cta> {
        let owner = self.slots.get(usize::from(slot))?.owner?;
        let cta = &self.ctas[usize::from(owner)];
        cta.active.then_some(cta)
    }

    /// The first row of a CTA's context (IV.B: from the top down).
    #[inline]
    pub fn context(&self, cfg: &Config, cta: u8) -> u16 {
        (cfg.rows - (u32::from(cta) + 1) * u32::from(self.kernel.beats)) as u16
    }
}
