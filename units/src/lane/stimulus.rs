//! Constrained random stimulus for the lane: legal by construction, and drawn where bugs hide:
//! dependent instructions, full queues, special values, partial masks.

mod draw;
mod respond;

use crate::lane::Lane;
use heddle_contract::Ports;
use heddle_contract::lane::{Config, In, kind, op};
use heddle_golden::lane::{Protocol, State};

use crate::late::Late;
use heddle_testbench::bench::Drive;
use heddle_testbench::entropy::Entropy;

/// Rates and styles of some cycles; redrawn every few hundred cycles, so that each mix of pressures
/// occurs.
#[derive(Debug, Clone, Default)]
struct StimulusProfile {
    /// Chances in 256, a cycle.
    issue: u32,
    respond: u32,
    req_ready: u32,
    grant: u32,
    ext_ready: u32,
    /// Chance in 256 that a response is the next in order.
    in_order: u32,
    /// Chances in 256, an instruction.
    memory: u32,
    external: u32,
    float: u32,
    scalar: u32,
    chain: u32,
    early_chain: u32,
    /// Upon an instruction with a response, if there is one.
    chain_response: u32,
    guard: u32,
    /// Registers in play, the highest ones or the lowest.
    focus: u32,
    high: bool,
    /// Chance in 256, a launch, that the registers lie anywhere in the lane, also where another
    /// warp's are.
    anywhere: u32,
    mask: MaskStyle,
    /// Whether memory instructions pile up in the queue, until it is full.
    piles: bool,
    /// Chance in 256 that a value is one of a few, so that operands coincide.
    pooled: u32,
    pool: [u32; 2],
    /// Chance in 256 that a value is an FP32 number where arithmetic turns.
    numbers: u32,
}

#[derive(Debug, Clone, Copy, Default)]
enum MaskStyle {
    #[default]
    Any,
    Full,
    Few,
    Lowest,
    Stride,
}

/// Words at which arithmetic turns.
const CORNERS: &[u32] =
    &[0, 1, 31, 32, 0x7fff_ffff, 0x8000_0000, 0x8000_0001, 0xffff_fffe, 0xffff_ffff, 0xffff, 0x1_0000];

/// State of the lane's random stimulus between cycles.
#[derive(Debug, Clone, Default)]
pub struct Stimulus {
    profile: StimulusProfile,
    left: u32,
    /// Warp slots that are to be launched (again) as soon as they have no work in flight, one bit
    /// each.
    relaunch: u64,
    /// Registers that each warp's region holds.
    vectors: Vec<u32>,
    scalars: Vec<u32>,
    /// The last mask of each warp.
    masks: Vec<u64>,
    /// A value that was used lately, so that equal operands happen.
    recent: u32,
    /// Instructions since the last reset.
    issued: u32,
    /// A tag whose responses are late, and for how many profiles.
    late: Late,
}

/// Instructions after a reset that count as few.
const SOON: u32 = 24;

impl Drive for Lane {
    type Stimulus = Stimulus;

    fn stimulus(cfg: &Config) -> Stimulus {
        let warps = cfg.warps as usize;
        let (vectors, scalars, masks) = (vec![0; warps], vec![0; warps], vec![1; warps]);
        Stimulus { vectors, scalars, masks, ..Stimulus::default() }
    }

    #[inline]
    fn next(cfg: &Config, s: &mut Stimulus, p: &Protocol, q: &State, e: &mut Entropy, i: &mut In) {
        if s.left == 0 {
            s.draw_profile(cfg, e);
            // one reset often follows another soon: what it leaves behind shows in the first
            // instructions after it
            if e.chance(if s.issued < SOON { 128 } else { 12 }) {
                let soon = 4 + e.below(60);
                s.left = e.pick(&[s.left, soon]);
                s.issued = 0;
                *i = In { reset: true, ..In::default() };
                return;
            }
        }
        s.left -= 1;
        let dice = e.word();
        let roll = |n: u32, chance: u32| (dice >> (8 * n) & 0xff) < u64::from(chance);
        i.reset = false;
        i.req_ready = roll(0, s.profile.req_ready);
        i.ext_ready = roll(1, s.profile.ext_ready);
        i.shared_grant = 0;
        if let Some(request) = q.shared_request() {
            i.shared_grant = if roll(2, s.profile.grant) { request } else { request & (dice >> 56) as u8 };
        }
        i.launch_valid = false;
        i.issue_valid = false;
        if s.relaunch != 0 || p.launched != q.all_warps() {
            s.launch(cfg, p, q, e, i);
        }
        if roll(3, s.profile.issue) {
            if q.accepts(cfg, op::MOV) {
                s.issue(cfg, p, q, e, i);
            } else {
                // what is offered now is not taken, and must not matter
                i.issue_valid = p.launched != 0 && roll(5, 64);
                if i.issue_valid && roll(6, 128) {
                    i.issue_valid = false;
                    i.stir(cfg, || e.word());
                    i.issue_valid = true;
                }
            }
        }
        i.res_valid = false;
        i.rsp_valid = false;
        if p.owing(q) != 0 && roll(4, s.profile.respond) {
            s.respond(cfg, p, q, e, i);
        }
        p.hold_responses(i);
    }
}

impl Stimulus {
    fn draw_profile(&mut self, cfg: &Config, e: &mut Entropy) {
        let often = [0, 16, 128, 240, 256, 256];
        self.left = 64 + e.below(448);
        self.profile = StimulusProfile {
            issue: e.pick(&[32, 128, 240, 256, 256, 256]),
            respond: e.pick(&often),
            req_ready: e.pick(&often),
            grant: e.pick(&often),
            ext_ready: e.pick(&often),
            in_order: e.pick(&[0, 128, 240, 256, 256]),
            memory: e.pick(&[0, 16, 64, 64, 200]),
            external: e.pick(&[0, 0, 8, 32, 100, 160]),
            float: e.pick(&[0, 16, 128, 240]),
            scalar: e.pick(&[0, 16, 64, 160]),
            chain: e.pick(&[0, 64, 160, 240]),
            early_chain: e.pick(&[0, 64, 256]),
            chain_response: e.pick(&[0, 64, 200]),
            guard: e.pick(&[0, 32, 128]),
            focus: e.pick(&[2, 3, 4, 8, 16, 256]),
            high: e.chance(40),
            anywhere: e.pick(&[0, 0, 0, 0, 32, 160]),
            pooled: e.pick(&[0, 0, 128, 224]),
            pool: [e.pick(CORNERS), e.pick(CORNERS)],
            numbers: 0,
            piles: false,
            mask: e.pick(&[MaskStyle::Any, MaskStyle::Full, MaskStyle::Few, MaskStyle::Lowest, MaskStyle::Stride]),
        };
        self.profile.numbers = self.profile.float * 3 / 4;
        if e.chance(6) {
            self.profile.piles = true;
            (self.profile.memory, self.profile.external, self.profile.mask) = (240, 0, MaskStyle::Few);
            (self.profile.req_ready, self.profile.grant) = (0, 0);
        }
        self.late.draw(cfg.tags, e);
        if e.chance(128) {
            self.relaunch |= 1 << e.below(cfg.warps);
        }
    }

    /// Launches a warp. Each warp slot has a region of the register file with a free layout; or the
    /// registers lie anywhere.
    fn launch(&mut self, cfg: &Config, p: &Protocol, q: &State, e: &mut Entropy, i: &mut In) {
        let wanted = (self.relaunch | !p.launched) & q.all_warps();
        let warp = e.bit_of(wanted);
        let busy = p.busy_warps(q);
        if busy >> warp & 1 == 1 {
            return;
        }
        let (region, start) = if e.chance(self.profile.anywhere) {
            let start = e.below(cfg.rows() - cfg.bundles()).min(e.below(cfg.rows()));
            (cfg.rows() - start, start)
        } else {
            (cfg.rows() / cfg.warps, warp * (cfg.rows() / cfg.warps))
        };
        let threads = if e.chance(160) { cfg.threads } else { 1 + e.below(cfg.threads) };
        let stride = cfg.stride(threads);
        let scalars = if e.chance(32) { 256 / cfg.width } else { 4 };
        let scalar_rows = (1 + e.below(scalars)).min(region.saturating_sub(stride)).max(1);
        let vectors = ((region - scalar_rows) / stride).min(256);
        let slack = region - scalar_rows - vectors * stride;
        let gap = e.below(slack + 1);
        i.launch_valid = true;
        i.launch_warp = warp as u8;
        i.launch_threads = threads as u8;
        i.launch_tid = self.value(e) as u16;
        (i.launch_vector, i.launch_scalar) = if e.chance(128) {
            (start + gap, start + gap + vectors * stride)
        } else {
            (start + scalar_rows + gap, start)
        };
        self.vectors[warp as usize] = vectors;
        self.scalars[warp as usize] = (scalar_rows * cfg.width).min(256);
        self.relaunch &= !(1 << warp);
    }

    fn issue(&mut self, cfg: &Config, p: &Protocol, q: &State, e: &mut Entropy, i: &mut In) {
        let free = !p.in_flight(q) & (u64::MAX >> (64 - cfg.tags));
        let mut warps = p.launched & q.all_warps();
        if i.launch_valid {
            warps &= !(1 << i.launch_warp);
        }
        if free == 0 || warps == 0 {
            return;
        }
        i.issue_tag = e.bit_of(free) as u8;
        i.issue_warp = e.bit_of(warps) as u8;
        // a second try, then the simplest instruction there is; a chain is worth more tries
        for attempt in 0..3 {
            self.instruction(cfg, p, q, e, i, attempt == 2);
            i.issue_valid = true;
            if q.accepts(cfg, i.issue_op) && p.allows_issue(cfg, q, i) {
                self.masks[i.issue_warp as usize] = i.issue_mask;
                self.issued += 1;
                return;
            }
            // a memory instruction that finds no room is refused, and must not matter
            if attempt == 0 && !q.accepts(cfg, i.issue_op) && e.chance(64) {
                return;
            }
            i.issue_valid = false;
        }
    }

    fn instruction(&mut self, cfg: &Config, p: &Protocol, q: &State, e: &mut Entropy, i: &mut In, simple: bool) {
        let warp = i.issue_warp as usize;
        let allocated = u64::MAX >> (64 - q.launch(i.issue_warp).threads);
        i.issue_scalar = e.chance(self.profile.scalar);
        i.issue_mask = self.mask(warp, allocated, e);
        i.issue_guard = cfg.full_mask();
        let room = cfg.queue - q.held()[1];
        if self.profile.piles && room * cfg.width <= allocated.count_ones() {
            // as many threads as fill the queue
            i.issue_mask = allocated & u64::MAX >> (64 - (room * cfg.width).max(1));
        } else if e.chance(self.profile.guard) {
            i.issue_guard &= e.word();
        }
        i.issue_pred = e.word() & cfg.full_mask();
        i.issue_chained = false;
        i.issue_after = 0;
        i.issue_imm = self.value(e);
        let class = e.below(256);
        i.issue_op = if simple {
            op::MOV
        } else if class < self.profile.memory {
            op::MEMORY | (e.word() & 0x3f) as u8
        } else if class < self.profile.memory + self.profile.external {
            op::EXTERNAL | (e.word() & 0x7f) as u8
        } else {
            self.native(e)
        };
        if matches!(i.issue_op, op::SHL | op::SHR_S | op::SHR_U) && e.chance(64) {
            // a distance beyond the word by one bit alone
            i.issue_imm = 1 << e.below(32) | e.below(32);
        }
        i.issue_mode = e.word() as u8 & op::modes(i.issue_op);
        let native = op::class(i.issue_op) == op::Class::Native;
        i.issue_writes = if native { !op::is_setp(i.issue_op) } else { e.chance(160) };
        i.issue_dst = self.register(i.issue_scalar, warp, e);
        i.issue_dst_wide = !native && i.issue_writes && e.chance(100);
        if i.issue_dst_wide {
            i.issue_dst &= !1;
        }
        let producer = if i.issue_scalar || simple || !e.chance(self.profile.chain) {
            None
        } else {
            let (early, responds) = (e.chance(self.profile.early_chain), e.chance(self.profile.chain_response));
            p.chainable(q, i.issue_warp, early, responds)
        };
        if let Some((tag, mask)) = producer {
            i.issue_chained = true;
            i.issue_after = tag;
            i.issue_mask = mask;
            i.issue_guard |= mask;
        }
        if producer.is_none() && !simple && e.chance(if self.issued < SOON { 64 } else { 8 }) {
            self.chain_for_nothing(cfg, p, q, e, i);
        }
        let active = i.issue_mask & i.issue_guard;
        for s in 0..3 {
            self.source(cfg, p, q, e, i, s, active, simple);
        }
        if op::is_float(i.issue_op) && active != 0 && e.chance(128) {
            self.meet(cfg, q, e, i, active);
        }
        if e.chance(20) {
            // equal operands
            (i.issue_kind[1], i.issue_src[1], i.issue_wide[1]) = (i.issue_kind[0], i.issue_src[0], i.issue_wide[0]);
        }
        if let Some((tag, _)) = producer {
            let flight = &p.flights[tag as usize];
            if flight.writes && e.chance(230) {
                let s = e.below(3) as usize;
                i.issue_kind[s] = kind::VECTOR;
                i.issue_src[s] = flight.dst;
                i.issue_wide[s] = flight.wide && !native && e.chance(160);
                if flight.wide && !i.issue_wide[s] {
                    i.issue_src[s] += e.below(2) as u8;
                }
            }
        }
    }

    /// Chains the instruction to one that is done, or that can be followed, whether it depends on
    /// it or not.
    fn chain_for_nothing(&self, cfg: &Config, p: &Protocol, q: &State, e: &mut Entropy, i: &mut In) {
        let after = e.below(cfg.tags) as u8;
        if after != i.issue_tag && (p.in_flight(q) >> after & 1 == 0 || p.flights[after as usize].can_be_followed()) {
            i.issue_chained = true;
            i.issue_after = after;
        }
    }

    #[allow(clippy::too_many_arguments)]
    fn source(
        &mut self,
        cfg: &Config,
        p: &Protocol,
        q: &State,
        e: &mut Entropy,
        i: &mut In,
        s: usize,
        active: u64,
        simple: bool,
    ) {
        let native = op::class(i.issue_op) == op::Class::Native;
        let dice = e.below(16);
        i.issue_wide[s] = false;
        let register = !simple && dice < if i.issue_scalar { 6 } else { 10 };
        if register {
            let scalar = i.issue_scalar || dice < 3;
            let mut index = self.register(scalar, i.issue_warp as usize, e);
            let wide = !native && e.chance(80);
            if wide {
                index &= !1;
            }
            let written = |r: u8| p.is_written(cfg, q, i.issue_warp, scalar, r, active);
            if written(index) && (!wide || written(index + 1)) {
                i.issue_kind[s] = if scalar { kind::SCALAR } else { kind::VECTOR };
                i.issue_src[s] = index;
                i.issue_wide[s] = wide;
                return;
            }
        }
        i.issue_kind[s] = if dice & 1 == 0 { kind::IMMEDIATE } else { kind::SPECIAL };
        i.issue_src[s] = e.below(kind::SPECIALS.into()) as u8;
    }
}
