//! The state of the virtual thread controller.

use heddle_contract::vtc::{Config, HEADER_BITS, In};

/// The greatest number of CTAs that can be assigned.
pub const CTAS: usize = 64;
/// The greatest number of CTAs that can be active.
pub const SLOTS: usize = 16;
/// Words of 64 bits in a context before its stacks.
const HEADER: usize = HEADER_BITS as usize / 64;

/// The limits that a kernel sets, equal for all its CTAs.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Kernel {
    /// W: warps of a CTA; zero while no kernel was accepted.
    pub warps: u8,
    /// CTAs that may be assigned at once.
    pub ctas: u8,
    /// CTAs that may be active at once.
    pub active: u8,
    /// T: beats of the context of one CTA.
    pub beats: u16,
}

impl Kernel {
    /// Returns the kernel that an input describes, if it fits.
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
    /// Whether the CTA is active: its warps run, or would run if they could.
    pub active: bool,
    /// Whether the CTA has never been active.
    pub fresh: bool,
    /// The tracking counter: stalled warps while the CTA is active, pending registers while it is
    /// not.
    pub counter: u16,
    /// Warps of the CTA that have not exited.
    pub live: u8,
    /// Warps of the CTA that wait at a barrier.
    pub waiting: u8,
}

impl Cta {
    /// Whether all live warps are stalled; with `barrier`, those at a barrier count if at least one
    /// is stalled.
    #[inline]
    pub(super) fn marked(&self, cfg: &Config) -> bool {
        let (stalled, live) = (self.counter, u16::from(self.live));
        self.active && (stalled == live || cfg.barrier && stalled != 0 && stalled + u16::from(self.waiting) == live)
    }

    /// Returns the number of warps that are live, not stalled and not waiting, of an active CTA.
    #[inline]
    pub fn running(&self) -> u16 {
        u16::from(self.live) - u16::from(self.waiting) - self.counter
    }
}

/// A slot: a place among the active CTAs.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Slot {
    /// The CTA that the slot belongs to: an active one, or one that is being restored; `None` if
    /// the slot is free.
    pub owner: Option<u8>,
    /// Registers that issued instructions of the slot's CTA have still to write.
    pub pending: u16,
}

/// The ready queue: CTAs that can become active, first ready first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Queue {
    ring: [u8; CTAS],
    head: usize,
    length: usize,
}

impl Queue {
    /// Returns the number of CTAs in the queue.
    #[inline]
    pub fn len(&self) -> usize {
        self.length
    }
    /// Whether the queue is empty.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.length == 0
    }
    /// Returns the CTAs of the queue, from first to last.
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

/// The state of the context handler.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Handler {
    /// The handler is idle.
    Idle,
    /// The stack of a warp moves to the stack buffer.
    Copy {
        /// The slot of the CTA that is copied.
        slot: u8,
        /// The number of the warp whose stack moves in this cycle.
        warp: u8,
    },
    /// A context is read from shared memory.
    Restore {
        /// The slot that the context is read for.
        slot: u8,
        /// Number of beats that were read.
        beat: u16,
        /// Whether the stack buffer holds another CTA's context, which is still to be written.
        saves: bool,
    },
    /// The stack buffer is written to shared memory.
    Drain {
        /// Number of beats that were written.
        beat: u16,
    },
}

/// The stack buffer, which holds the context of one CTA in the layout of shared memory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Buffer {
    /// The CTA whose context the buffer holds.
    pub cta: u8,
    words: Vec<u64>,
}

impl Buffer {
    /// Stores the stack that is copied; with the first one also the identifiers, and zeros to the
    /// end of the last beat.
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

    /// Returns a beat of the context.
    #[inline]
    pub(super) fn beat(&self, cfg: &Config, beat: u16) -> &[u64] {
        let words = cfg.beat_words() as usize;
        &self.words[usize::from(beat) * words..][..words]
    }
}

/// The event of a CTA becoming active.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Activation {
    /// The slot in which the CTA became active.
    pub slot: u8,
    /// The number of the CTA that became active.
    pub cta: u8,
    /// Whether the CTA became active for the first time.
    pub fresh: bool,
}

/// The state of the virtual thread controller.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct State {
    /// The limits of the current kernel.
    pub kernel: Kernel,
    /// Mask of the CTAs that are assigned.
    pub assigned: u64,
    /// The status table: an entry for each CTA.
    pub ctas: [Cta; CTAS],
    /// The slots of active CTAs.
    pub slots: [Slot; SLOTS],
    /// Mask of the slots whose CTA is marked.
    pub marked: u16,
    /// The queue of the CTAs that are ready to become active.
    pub ready: Queue,
    /// The state of the context handler.
    pub handler: Handler,
    /// The slot at which the search for a marked CTA begins.
    pub next: u8,
    /// The stack buffer with the context of one CTA.
    pub buffer: Buffer,
    /// The slot that became void in the last cycle, if any.
    pub invalidated: Option<u8>,
    /// The CTA that became active in the last cycle, if any.
    pub activated: Option<Activation>,
    /// Slot and beat of the read of the last cycle, if there was one.
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

    /// Resets the state, except what reset leaves undefined.
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

    /// Returns the place of the next CTA in the status table; `None` if no CTA can be assigned.
    #[inline]
    pub fn place(&self) -> Option<u8> {
        (self.assigned.count_ones() < u32::from(self.kernel.ctas)).then_some(self.assigned.trailing_ones() as u8)
    }

    /// Returns the lowest free slot, if there is one.
    #[inline]
    pub fn free(&self) -> Option<u8> {
        (0..self.kernel.active).find(|slot| self.slots[usize::from(*slot)].owner.is_none())
    }

    /// Returns the CTA that is active in a slot; `None` if there is none.
    #[inline]
    pub fn active(&self, slot: u8) -> Option<&Cta> {
        let owner = self.slots.get(usize::from(slot))?.owner?;
        let cta = &self.ctas[usize::from(owner)];
        cta.active.then_some(cta)
    }

    /// Returns the first row of a CTA's context in shared memory (IV.B: from the top down).
    #[inline]
    pub fn context(&self, cfg: &Config, cta: u8) -> u16 {
        (cfg.rows - (u32::from(cta) + 1) * u32::from(self.kernel.beats)) as u16
    }
}
