//! The state of a lane.

use heddle_contract::lane::{Config, MAX_TAGS, MAX_WIDTH, RowMap, op};

/// The greatest number of execute stages of a configuration.
pub(super) const MAX_LATENCY: usize = 32;

/// The registers of a warp slot, as `launch` set them.
#[derive(Debug, Clone, Copy, Default)]
pub struct Launch {
    /// Threads allocated to the warp.
    pub threads: u32,
    /// Rows of one vector register.
    pub stride: u32,
    /// Row of vector register 0.
    pub vector: u32,
    /// Row of scalar register 0.
    pub scalar: u32,
    /// Thread id of the warp's thread 0.
    pub tid: u32,
}

/// A source of the instruction register: the words that each bundle reads, or the value if it needs
/// no read.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Source {
    /// Words to read for a bundle: 0, 1, or 2 when wide.
    pub words: u8,
    /// Whether the source is a scalar register, which the first bundle alone reads.
    pub scalar: bool,
    /// Row of the first word (of bundle 0, when a vector), its slot when scalar.
    pub row: u32,
    pub slot: u8,
    /// The step from the low to the high word of a wide source.
    pub high: Step,
    /// The value of an immediate or special, and its increment from thread to thread.
    pub value: u64,
    pub per_thread: u64,
}

/// The step from one word of a wide register to the next.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Step {
    pub rows: u32,
    pub slots: u8,
}

/// The destination of the results.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Target {
    /// Row of the low word (of bundle 0, when a vector).
    pub row: u32,
    /// The slot that is written, for a scalar destination.
    pub slot: u8,
    pub scalar: bool,
    pub wide: bool,
    pub high: Step,
}

/// The instruction register and the mask register (3.1).
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Instruction {
    pub valid: bool,
    pub op: u8,
    pub mode: u8,
    pub tag: u8,
    pub warp: u8,
    pub scalar: bool,
    /// Effective mask.
    pub mask: u64,
    /// Predicate word for `selp`.
    pub pred: u64,
    /// Bundles still to send: a bit at the first thread of each; their number follows.
    pub remaining: u64,
    pub left: u32,
    /// Threads of the bundles still to send.
    pub threads: u32,
    /// Whether no bundle was sent yet.
    pub fresh: bool,
    pub chained: bool,
    pub after: u8,
    pub writes: bool,
    pub target: Target,
    pub source: [Source; 3],
}

/// One bundle in the operand collector.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Entry {
    pub op: u8,
    pub mode: u8,
    pub tag: u8,
    pub warp: u8,
    pub bundle: u8,
    pub slots: u8,
    pub select: u8,
    /// Whether this is the first bundle of its instruction, and whether it is the last.
    pub first: bool,
    pub last: bool,
    pub scalar: bool,
    pub writes: bool,
    /// The row that a native result is written to.
    pub row: u32,
    pub write_slots: u8,
    /// Words that each source still has to request.
    pub want: [u8; 3],
    /// The sources that are wide, and those that are scalar registers (a bit for each source).
    pub wide_sources: u8,
    pub scalar_sources: u8,
    /// The row and the slot of the word that each source requests next.
    pub read_row: [u32; 3],
    pub read_slot: [u8; 3],
    /// The step from there to the high word of a pair.
    pub high: [Step; 3],
    pub data: [[u64; MAX_WIDTH]; 3],
}

impl Entry {
    /// Returns the three operands of slot `k`. A scalar that the first bundle read is held for the
    /// others.
    #[inline]
    pub fn operands(&self, hold: &[u64; 3], k: usize) -> [u64; 3] {
        let held = if self.first { 0 } else { self.scalar_sources };
        let operand = |s: usize| if held >> s & 1 == 1 { hold[s] } else { self.data[s][k] };
        [operand(0), operand(1), operand(2)]
    }
}

/// A native result in the execute stages.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Executed {
    pub valid: bool,
    pub tag: u8,
    pub warp: u8,
    pub first: bool,
    pub last: bool,
    pub setp: bool,
    pub writes: bool,
    pub row: u32,
    pub write_slots: u8,
    pub data: [u32; MAX_WIDTH],
    /// The bundle's part of a predicate word.
    pub pred: u64,
}

/// A bundle in the address queue.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Request {
    pub op: u8,
    pub tag: u8,
    pub warp: u8,
    pub bundle: u8,
    pub slots: u8,
    pub addr: [u64; MAX_WIDTH],
    pub data: [u64; MAX_WIDTH],
}

/// An instruction in flight.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Tag {
    /// Threads that are still pending.
    pub pending: u32,
    pub responds: bool,
    /// Whether a response was complete.
    pub answered: bool,
    pub target: Target,
}

/// A native result that is written at the coming edge.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Written {
    /// Tag of the instruction that wrote the result.
    pub tag: u8,
    /// First thread of the bundle.
    pub thread: u32,
    /// Mask of the bundle's slots that are written; for a scalar, slot 0.
    pub slots: u8,
    /// For each slot, the word that is written.
    pub data: [u32; MAX_WIDTH],
}

/// A chained instruction whose bundles are being sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Follower {
    /// Tag of the instruction that this instruction is chained upon.
    pub after: u8,
    /// Whether none of the instruction's bundles was sent yet.
    pub fresh: bool,
    /// Whether the next bundle waits for the same bundle of the producer.
    pub held: bool,
    /// Whether the next bundle enters the window in this cycle.
    pub sends: bool,
}

/// The state of a lane.
#[derive(Debug, Clone)]
pub struct State {
    /// The bank map of the configuration, computed once.
    pub(super) map: RowMap,
    /// [`at_rest`](State::at_rest), computed at each edge: the short path of an idle lane reads
    /// nothing else.
    pub(super) idle: bool,
    pub(super) launch: Box<[Launch]>,
    pub(super) ir: Instruction,

    /// The window, a ring; `window_head` is the place of the oldest entry.
    pub(super) window: Box<[Entry]>,
    pub(super) window_head: usize,
    pub(super) window_len: usize,
    /// The places of entries that still have to request words, and of those to which a bank
    /// delivers one in this cycle (a bit for each place).
    pub(super) reading: u16,
    pub(super) coming: u16,
    /// Scalar sources of the instruction whose bundles are leaving the window.
    pub(super) hold: [u64; 3],

    /// The execute stages, a ring; `pipe_at` is the place of the writeback stage.
    pub(super) pipe: [Executed; MAX_LATENCY],
    pub(super) pipe_at: usize,
    pub(super) pipe_len: usize,
    /// The predicate word that is being collected.
    pub(super) gather: u64,

    /// The address queue, a ring.
    pub(super) queue: Box<[Request]>,
    pub(super) queue_head: usize,
    pub(super) queue_len: usize,
    pub(super) reserved: u32,

    pub(super) tags: [Tag; MAX_TAGS],
    /// Whether the low words of the payload on `res`, and on `rsp`, are written.
    pub(super) res_half: bool,
    pub(super) rsp_half: bool,

    pub(super) first: u64,
    pub(super) done: u64,
    pub(super) pred_valid: bool,
    pub(super) pred_tag: u8,
    pub(super) pred_warp: u8,
    pub(super) pred_word: u64,

    /// The register file: word `slot` of row `row` is at `row * width + slot`.
    pub(super) words: Box<[u32]>,
}

impl State {
    pub(super) fn new(cfg: &Config) -> Self {
        State {
            map: cfg.row_map(),
            idle: true,
            launch: vec![Launch::default(); cfg.warps as usize].into(),
            ir: Instruction::default(),
            window: vec![Entry::default(); cfg.window as usize].into(),
            window_head: 0,
            window_len: 0,
            reading: 0,
            coming: 0,
            hold: [0; 3],
            pipe: [Executed::default(); MAX_LATENCY],
            pipe_at: 0,
            pipe_len: 0,
            gather: 0,
            queue: vec![Request::default(); cfg.queue as usize].into(),
            queue_head: 0,
            queue_len: 0,
            reserved: 0,
            tags: [Tag::default(); MAX_TAGS],
            res_half: false,
            rsp_half: false,
            first: 0,
            done: 0,
            pred_valid: false,
            pred_tag: 0,
            pred_warp: 0,
            pred_word: 0,
            words: vec![0; (cfg.rows() * cfg.width) as usize].into(),
        }
    }

    /// Whether the lane is idle: nothing changes unless an input is valid.
    #[inline]
    pub(super) fn at_rest(&self) -> bool {
        !self.ir.valid
            && self.window_len + self.pipe_len + self.queue_len == 0
            && (self.first | self.done) == 0
            && !self.pred_valid
    }

    /// Whether the lane has finished all work of the instruction with this tag.
    #[inline]
    pub fn is_free(&self, tag: u8) -> bool {
        self.tags[tag as usize].pending == 0 && !(self.ir.valid && self.ir.tag == tag)
    }

    /// Returns the mask of all warp slots.
    #[inline]
    pub fn all_warps(&self) -> u64 {
        u64::MAX >> (64 - self.launch.len())
    }

    /// Returns the slots that request shared memory; `None` if the oldest request is not for shared
    /// memory.
    #[inline]
    pub fn shared_request(&self) -> Option<u8> {
        self.request().filter(|request| request.op & op::SHARED != 0).map(|request| request.slots)
    }

    /// Returns what a native bundle writes at the coming edge; `None` if none is written.
    /// The ports do not show registers; this shows their values.
    #[inline]
    pub fn written(&self, cfg: &Config) -> Option<Written> {
        let stage = &self.pipe[self.pipe_at];
        if self.pipe_len == 0 || !stage.valid || !stage.writes {
            return None;
        }
        let target = &self.tags[stage.tag as usize].target;
        let (thread, slots) = if target.scalar {
            (0, 1)
        } else {
            (self.map.wrap(stage.row.wrapping_sub(target.row)) * cfg.width, stage.write_slots)
        };
        Some(Written { tag: stage.tag, thread, slots, data: stage.data })
    }

    /// Returns the registers of a warp slot, as last launched.
    #[inline]
    pub fn launch(&self, warp: u8) -> &Launch {
        &self.launch[warp as usize]
    }

    /// Returns the word of a register as it is now: of a thread of a warp, or of a scalar register,
    /// whose thread is 0. The register lies in the lane.
    pub fn word(&self, cfg: &Config, warp: u8, scalar: bool, register: u8, thread: u32) -> u32 {
        let words = super::registers::register_words(cfg, self, warp, scalar, register, 0);
        self.words[words.first + thread as usize]
    }

    /// Returns the number of bundles in the operand collector and in the address queue.
    pub fn held(&self) -> [u32; 2] {
        [self.window_len as u32, self.queue_len as u32]
    }

    /// Returns the window's entries, oldest first.
    pub(super) fn entries(&self) -> impl Iterator<Item = &Entry> {
        (0..self.window_len).map(|n| &self.window[self.entry(n)])
    }

    /// Returns the place of the entry that is `n` behind the oldest.
    #[inline]
    pub(super) fn entry(&self, n: usize) -> usize {
        let at = self.window_head + n;
        if at >= self.window.len() { at - self.window.len() } else { at }
    }

    /// Returns the oldest request of the address queue.
    #[inline]
    pub(super) fn request(&self) -> Option<&Request> {
        (self.queue_len != 0).then(|| &self.queue[self.queue_head])
    }
}
