//! What a lane holds from one cycle to the next.

use heddle_contract::lane::{Config, MAX_TAGS, MAX_WIDTH, RowMap, op};

/// The most execute stages that a configuration may ask for.
pub(super) const MAX_LATENCY: usize = 32;

/// A warp slot's registers, as `launch` gave them.
#[derive(Debug, Clone, Copy, Default)]
pub struct Launch {
    /// Threads allocated.
    pub threads: u32,
    /// Rows a vector register.
    pub stride: u32,
    /// Row of vector register 0.
    pub vector: u32,
    /// Row of scalar register 0.
    pub scalar: u32,
    /// Thread id of thread 0.
    pub tid: u32,
}

/// A source of the instruction register: what each of its bundles has to fetch, or already knows.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Source {
    /// Words to read a bundle: 0, 1, or 2 when wide.
    pub words: u8,
    /// A scalar register: read by the first bundle alone.
    pub scalar: bool,
    /// Row of the first word (of bundle 0, when a vector), its slot when scalar.
    pub row: u32,
    pub slot: u8,
    /// From the low to the high word of a wide source.
    pub high: Step,
    /// The value of an immediate or special, and what it grows by from thread to thread.
    pub value: u64,
    pub per_thread: u64,
}

/// From one word of a wide register to the next.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Step {
    pub rows: u32,
    pub slots: u8,
}

/// Where results go.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Target {
    /// Row of the low word (of bundle 0, when a vector).
    pub row: u32,
    /// The one slot written, when scalar.
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
    /// Bundles still to send: a bit at the first thread of each, and how many.
    pub remaining: u64,
    pub left: u32,
    /// Threads of these bundles.
    pub threads: u32,
    /// No bundle was sent yet.
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
    /// First and last bundle of its instruction.
    pub first: bool,
    pub last: bool,
    pub scalar: bool,
    pub writes: bool,
    /// Where a native result goes.
    pub row: u32,
    pub write_slots: u8,
    /// Words that each source still has to ask for, and their sum.
    pub want: [u8; 3],
    pub wanted: u8,
    /// A bank answers in this cycle.
    pub coming: bool,
    /// The source is wide; it is a scalar register (a bit a source).
    pub wide_sources: u8,
    pub scalar_sources: u8,
    /// The word to ask for next, and the way to the high one.
    pub read_row: [u32; 3],
    pub read_slot: [u8; 3],
    pub high: [Step; 3],
    pub data: [[u64; MAX_WIDTH]; 3],
}

impl Entry {
    /// The three operands of a slot. A scalar that the first bundle read is held for the others.
    #[inline]
    pub fn operands(&self, hold: &[u64; 3], k: usize) -> [u64; 3] {
        let held = if self.first { 0 } else { self.scalar_sources };
        let operand = |s: usize| if held >> s & 1 == 1 { hold[s] } else { self.data[s][k] };
        [operand(0), operand(1), operand(2)]
    }
}

/// A native result on its way through the execute stages.
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
    /// A response was complete.
    pub answered: bool,
    pub target: Target,
}

/// A native result that is being written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Written {
    /// Whose.
    pub tag: u8,
    /// The bundle's first thread.
    pub thread: u32,
    /// The bundle's threads that are written: a scalar is thread 0's.
    pub slots: u8,
    /// A word a slot.
    pub data: [u32; MAX_WIDTH],
}

/// A chained instruction whose bundles are being sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Follower {
    /// The tag upon which it is chained.
    pub after: u8,
    /// None of its bundles was sent yet.
    pub fresh: bool,
    /// Its next bundle waits for its producer's.
    pub held: bool,
    /// Its next bundle enters the window.
    pub sends: bool,
}

/// The state of a lane.
#[derive(Debug, Clone)]
pub struct State {
    /// Never changes: the configuration's, worked out once.
    pub(super) map: RowMap,
    /// [`at_rest`](State::at_rest), worked out at each edge: an idle lane is asked for nothing else.
    pub(super) idle: bool,
    pub(super) launch: Box<[Launch]>,
    pub(super) ir: Instruction,

    /// The window, a ring; `window_head` is the oldest.
    pub(super) window: Box<[Entry]>,
    pub(super) window_head: usize,
    pub(super) window_len: usize,
    /// Scalar sources of the instruction whose bundles are leaving the window.
    pub(super) hold: [u64; 3],

    /// The execute stages, a ring; `pipe_at` is the writeback stage.
    pub(super) pipe: [Executed; MAX_LATENCY],
    pub(super) pipe_at: usize,
    pub(super) pipe_len: usize,
    /// The predicate word that is being gathered.
    pub(super) gather: u64,

    /// The address queue, a ring.
    pub(super) queue: Box<[Request]>,
    pub(super) queue_head: usize,
    pub(super) queue_len: usize,
    pub(super) reserved: u32,

    pub(super) tags: [Tag; MAX_TAGS],
    /// The low words of the payload on `res`, on `rsp`, are written.
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

    /// Whether nothing moves unless something enters.
    #[inline]
    pub(super) fn at_rest(&self) -> bool {
        !self.ir.valid
            && self.window_len + self.pipe_len + self.queue_len == 0
            && (self.first | self.done) == 0
            && !self.pred_valid
    }

    /// Whether nothing of an instruction with this tag is left in the lane.
    #[inline]
    pub fn is_free(&self, tag: u8) -> bool {
        self.tags[tag as usize].pending == 0 && !(self.ir.valid && self.ir.tag == tag)
    }

    /// Every warp slot, a bit each.
    #[inline]
    pub fn all_warps(&self) -> u64 {
        u64::MAX >> (64 - self.launch.len())
    }

    /// The slots that ask shared memory, when some do.
    #[inline]
    pub fn shared_request(&self) -> Option<u8> {
        self.request().filter(|request| request.op & op::SHARED != 0).map(|request| request.slots)
    }

    /// Whether an instruction of this operation is accepted in this cycle.
    #[inline]
    pub fn accepts(&self, cfg: &Config, op: u8) -> bool {
        super::sequence::accepts(cfg, self, op)
    }

    /// What a native bundle writes at the coming edge. Registers are not seen at the ports; this is how their values are.
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

    /// The chained instruction whose bundles are being sent.
    pub fn follower(&self, cfg: &Config) -> Option<Follower> {
        let ir = &self.ir;
        (ir.valid && ir.chained && ir.left != 0).then(|| Follower {
            after: ir.after,
            fresh: ir.fresh,
            held: self.tags[ir.after as usize].pending >= ir.threads,
            sends: super::sequence::sends(cfg, self),
        })
    }

    /// The warp's registers, as last launched.
    #[inline]
    pub fn launch(&self, warp: u8) -> &Launch {
        &self.launch[warp as usize]
    }

    /// The window's entries, oldest first.
    pub(super) fn entries(&self) -> impl Iterator<Item = &Entry> {
        (0..self.window_len).map(|n| &self.window[self.entry(n)])
    }

    /// Where the entry is, so many behind the oldest.
    #[inline]
    pub(super) fn entry(&self, n: usize) -> usize {
        let at = self.window_head + n;
        if at >= self.window.len() { at - self.window.len() } else { at }
    }

    /// The oldest request of the address queue.
    #[inline]
    pub(super) fn request(&self) -> Option<&Request> {
        (self.queue_len != 0).then(|| &self.queue[self.queue_head])
    }
}
