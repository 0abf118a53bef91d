//! Cover points of the partitioned renaming table.

use crate::prt::Prt;
use heddle_contract::prt::op::{self, Class};
use heddle_contract::prt::{Config, In, Out, Ranges, SOURCES, kind, reason};
use heddle_golden::prt::{Operand, Protocol, State};

use super::pipelines::{self, ALL, is_complex};
use super::ranges;
use heddle_testbench::bench::Cover;
use heddle_testbench::points;

points! { COVER:
    // kernels and partitions
    KERNEL_MOST = "a kernel takes as many registers as there are",
    KERNEL_NONE = "a kernel without data registers",
    KERNEL_DATA = "a kernel is refused for its data registers alone",
    KERNEL_MASKS = "a kernel is refused for its masks alone",
    KERNEL_KEPT = "a kernel is refused, and the one before it holds",
    KERNEL_OTHER = "a kernel takes the place of another",
    NO_KERNEL = "a start is refused for want of a kernel",
    VL_NONE = "a start is refused, its vector length 0",
    VL_MORE = "a start is refused, its vector length one more than the lanes",
    VL_ONE = "a partition starts with vector length 1",
    VL_LANES = "a partition starts with a vector as long as the lanes",
    ALL_RUN = "the last partition that rested starts",
    ELSEWHERE = "a partition starts with another base than it had",
    FIT_BETWEEN = "a range fits between two others",
    FIT_EXACT = "a range fills what is between two others",
    FIT_BELOW = "a range fits below all others",
    FIT_LAST = "a range ends with the file",
    FIT_WHOLE = "a partition takes all data registers",
    FIT_PASSED = "a range passes a hole that is too small",
    FIT_NONE = "a partition starts without data registers",
    NO_DATA = "a start is refused for its data registers alone",
    NO_MASKS = "a start is refused for its masks alone",
    SCATTERED = "a start is refused, though as many data registers are free",
    BEYOND_FILE = "a start is refused that asks for more than the file",
    AS_ENDS = "a start is refused that would fit without the partition that ends",
    START_AND_END = "one partition starts, another ends",
    START_AND_TAKE = "a partition starts while a stream is taken",
    END_AND_TAKE = "a partition ends while a stream is taken",
    LAST_ENDS = "the last partition that runs ends",
    END_AS_OTHER_FULL = "a partition ends while the buffer is full",
    // streams
    ALL_OFFER = "all streams offer",
    ALONE = "one stream offers while others run, and is taken",
    WAITS = "a stream waits for its turn",
    TURN_LOST = "a stream waits, and one that is refused has a turn",
    FULL_WIDTH = "as many as the width are taken, and one is left",
    LAST_FREE = "fewer are taken than could be, for want of entries",
    NONE_FREE = "none is taken, for want of entries",
    AS_LEAVES = "none is taken while an entry of a full buffer leaves",
    ROUND = "the last stream is taken before the first",
    SAME_AGAIN = "a stream is taken twice in a row, while another waits or is refused",
    AROUND_REFUSED = "streams on both sides of a refused one are taken",
    SIMPLE = "a simple operation is taken",
    COMPLEX = "a complex operation is taken",
    STORE = "a store is taken",
    TO_DATA = "a data register is written",
    TO_MASK = "a mask register is written",
    TO_META = "a metadata register is written",
    TO_NONE = "nothing is written",
    GUARDED = "a guarded instruction is taken",
    LAST_OWN = "the last of its own data registers is a source, and taken",
    LAST_OF_FILE = "the last data register of the file is a source, and taken",
    IN_OUT = "a register is read and written by one instruction",
    REFUSED_OP = "an operation that is not in the table",
    REFUSED_BOTH = "an operation that is not in the table, and a register that is not owned",
    REFUSED_DST = "only the destination is not owned",
    REFUSED_A = "only source 0 is not owned",
    REFUSED_B = "only source 1 is not owned",
    REFUSED_C = "only source 2 is not owned",
    REFUSED_GUARD = "only the guard is not owned",
    REFUSED_DATA = "a data register one beyond the range",
    REFUSED_MASK = "a mask register one beyond the range",
    REFUSED_META = "the fifth metadata register",
    REFUSED_FULL = "a stream is refused while the buffer is full",
    REFUSED_ALL = "several streams offer, and all are refused",
    REFUSED_TWO = "two streams are refused for different reasons",
    UNASKED = "registers of no kind, with a number beyond the range",
    // the buffer
    EMPTY = "nothing is held",
    FULL = "the buffer is full",
    ALL_WAIT = "the buffer is full, and nothing may go",
    ONE_OWNS_ALL = "the buffer is full with one partition's, while another runs",
    PASSES = "an entry is issued before an older one of another partition",
    LEAVES_MIDDLE = "an entry leaves from between two others, as one is taken",
    LEAVES_LAST = "the youngest of several leaves",
    LEAVES_ALONE = "the only entry leaves, as one is taken",
    PASSES_BUSY = "an entry is issued before an older one that waits for its pipeline alone",
    PASSES_TWO = "an entry is issued before two older ones that wait for their pipelines alone",
    ALL_BUSY = "several entries wait for their pipelines alone, and none is issued",
    OLDER_OF_TWO = "the older of two entries is issued that have their pipelines",
    BEHIND_BUSY = "an entry waits behind one of its partition that waits for its pipeline alone, though its own is ready",
    ONLY_ALU = "an operation on integers is issued while no other class is ready",
    ONLY_FMA = "a floating-point product or sum is issued while no other class is ready",
    ONLY_EXCHANGE = "an exchange is issued while no other class is ready",
    ONLY_DIVIDE = "a quotient is issued while no other class is ready",
    ONLY_LOAD = "a load is issued while no other class is ready",
    ONLY_STORE = "a store is issued while no other class is ready",
    BUSY_ALU = "an operation on integers waits for its pipeline alone while all other classes are ready",
    BUSY_FMA = "a floating-point product or sum waits for its pipeline alone while all other classes are ready",
    BUSY_EXCHANGE = "an exchange waits for its pipeline alone while all other classes are ready",
    BUSY_DIVIDE = "a quotient waits for its pipeline alone while all other classes are ready",
    BUSY_LOAD = "a load waits for its pipeline alone while all other classes are ready",
    BUSY_STORE = "a store waits for its pipeline alone while all other classes are ready",
    WAITS_A = "the oldest of a partition waits for source 0 alone",
    WAITS_B = "the oldest of a partition waits for source 1 alone",
    WAITS_C = "the oldest of a partition waits for source 2 alone",
    WAITS_GUARD = "the oldest of a partition waits for its guard alone",
    WAITS_DST = "the oldest of a partition waits for its destination alone",
    WAITS_TWO = "the oldest of a partition waits for two registers, and one is done",
    WAITS_ORDER = "an entry waits for an older one of its partition alone",
    STAYS = "an entry waits for its pipeline alone, in the eighth cycle without an issue",
    READY_NOTHING = "all pipelines are ready, and nothing is issued",
    LEAVE_AND_DONE = "an instruction leaves as another is done",
    DONE_DATA = "a data register is done",
    DONE_MASK = "a mask register is done",
    DONE_META = "a metadata register is done",
    DONE_LAST = "the last register that is pending is done",
    PENDING_ALL = "all registers of a kind that a partition owns are pending",
    LATENCY_SIMPLE = "a simple operation of a long vector leaves",
    LATENCY_COMPLEX = "a complex operation of a long vector leaves",
    LATENCY_STORE = "a store of a long vector leaves",
    RESET_FULL = "reset of a full buffer",
    RESET_PENDING = "reset while a register is pending",
    RESET_RUNNING = "reset while all partitions run",
    RESET_TURN = "reset while the turn is not stream 0's",
}

impl Cover for Prt {
    const UNREACHED: &'static str = include_str!("structure.toml");

    const COVER: &'static [&'static str] = COVER;

    const POPULATIONS: &'static [&'static str] = &[
        "partitions running",
        "instructions in the buffer",
        "data registers owned",
        "data registers pending",
        "mask registers pending",
    ];

    fn populations(cfg: &Config, _: &Protocol, q: &State, count: &mut dyn FnMut(u32, u32)) {
        let running = |p: &u32| q.partitions.running >> p & 1 == 1;
        let size = |p: u32| u32::from(q.partitions.each[p as usize].size[usize::from(kind::DATA)]);
        let pending = |of: u8| q.buffer.pending.iter().filter(|at| at.kind == of).count() as u32;
        count(q.partitions.running.count_ones(), cfg.partitions);
        count(q.buffer.count.into(), cfg.entries);
        count((0..cfg.partitions).filter(running).map(size).sum(), cfg.registers);
        count(pending(kind::DATA), cfg.registers);
        count(pending(kind::MASK), cfg.masks);
    }

    fn unreachable(cfg: &Config) -> Vec<&'static str> {
        use Point::*;
        let mut points = Vec::new();
        if cfg.ranges == Ranges::Static {
            // ranges are at their places, and fit
            points.extend([FIT_BETWEEN, FIT_EXACT, FIT_BELOW, FIT_LAST, FIT_WHOLE, FIT_PASSED, FIT_NONE]);
            points.extend([NO_DATA, NO_MASKS, SCATTERED, BEYOND_FILE, AS_ENDS]);
        } else {
            points.extend([KERNEL_MOST, KERNEL_NONE, KERNEL_DATA, KERNEL_MASKS, KERNEL_KEPT, KERNEL_OTHER, NO_KERNEL]);
        }
        // what a port cannot say is never asked for
        let most = |bits: u32| (1 << bits) - 1;
        let data = cfg.partitions * most(cfg.size_bits()) <= cfg.registers;
        let masks = cfg.partitions * most(cfg.mask_size_bits()) <= cfg.masks;
        points.extend([KERNEL_DATA].into_iter().filter(|_| data));
        points.extend([KERNEL_MASKS].into_iter().filter(|_| masks));
        points.extend([KERNEL_KEPT].into_iter().filter(|_| data && masks));
        if cfg.register_bits() == 2 {
            points.push(REFUSED_META);
        }
        if cfg.partitions == 1 {
            // there is no other, to run, to wait, to begin elsewhere for
            points.extend([
                ELSEWHERE,
                START_AND_END,
                START_AND_TAKE,
                END_AS_OTHER_FULL,
                ALONE,
                WAITS,
                TURN_LOST,
                SAME_AGAIN,
            ]);
            points.extend([
                END_AND_TAKE,
                REFUSED_ALL,
                REFUSED_TWO,
                ONE_OWNS_ALL,
                PASSES,
                LEAVES_LAST,
                PASSES_BUSY,
                ALL_BUSY,
                OLDER_OF_TWO,
                RESET_TURN,
            ]);
        }
        if cfg.width == 1 {
            points.extend([LAST_FREE, ROUND]);
        }
        if cfg.width == 1 || cfg.partitions < 3 {
            points.push(AROUND_REFUSED);
        }
        if cfg.width == cfg.partitions {
            points.push(FULL_WIDTH);
        }
        if cfg.entries < 4 || cfg.partitions == 1 {
            // three entries, and room for one more; those of one partition go in order
            points.push(LEAVES_MIDDLE);
        }
        if cfg.entries == 1 {
            points.extend([LEAVES_ALONE, WAITS_ORDER, BEHIND_BUSY]);
        }
        if cfg.entries < 3 || cfg.partitions < 3 {
            points.push(PASSES_TWO);
        }
        if cfg.lanes == 1 {
            points.extend([LATENCY_SIMPLE, LATENCY_COMPLEX, LATENCY_STORE]);
        }
        points.into_iter().map(|point| COVER[point as usize]).collect()
    }

    fn cover(cfg: &Config, p: &Protocol, q: &State, i: &In, o: &Out, hit: &mut dyn FnMut(usize)) {
        let mut at = |point: Point, reached: bool| {
            if reached {
                hit(point as usize);
            }
        };
        let count = u32::from(q.buffer.count);
        let full = count == cfg.entries;
        if i.reset {
            at(Point::RESET_FULL, full);
            at(Point::RESET_PENDING, !q.buffer.pending.is_empty());
            at(Point::RESET_RUNNING, q.partitions.running.count_ones() == cfg.partitions);
            at(Point::RESET_TURN, q.next != 0);
            return;
        }
        ranges::cover(cfg, q, i, o, &mut at);
        streams(cfg, p, q, i, o, &mut at);
        buffer(cfg, p, q, i, o, &mut at);
    }
}

/// Points of the multiplexer's choice.
fn streams(cfg: &Config, p: &Protocol, q: &State, i: &In, o: &Out, at: &mut impl FnMut(Point, bool)) {
    let willing = i.fetch & !o.refuse;
    let free = cfg.entries - u32::from(q.buffer.count);
    let (taken, could) = (o.take.count_ones(), willing.count_ones().min(cfg.width));
    at(Point::ALL_OFFER, i.fetch.count_ones() == cfg.partitions);
    at(Point::ALONE, i.fetch.count_ones() == 1 && o.take != 0 && q.partitions.running.count_ones() > 1);
    at(Point::WAITS, free != 0 && willing & !o.take != 0);
    at(Point::TURN_LOST, willing & !o.take != 0 && taken < free.min(cfg.width));
    at(Point::FULL_WIDTH, taken == cfg.width && willing.count_ones() > taken);
    at(Point::LAST_FREE, taken != 0 && taken == free && taken < could);
    at(Point::NONE_FREE, free == 0 && willing != 0);
    at(Point::AS_LEAVES, free == 0 && willing != 0 && o.issue_valid);
    let last = 1 << (cfg.partitions - 1);
    at(Point::ROUND, taken > 1 && o.take & 1 != 0 && o.take & last != 0 && q.next != 0);
    at(Point::SAME_AGAIN, taken == 1 && o.take == p.taken && i.fetch != o.take);
    let between = |r: u8| r & o.refuse != 0 && o.take & (r - 1) != 0 && o.take >> r.trailing_zeros() > 1;
    at(Point::AROUND_REFUSED, (0..8).any(|n| between(1 << n)));
    at(Point::REFUSED_FULL, free == 0 && o.refuse != 0);
    at(Point::REFUSED_ALL, i.fetch.count_ones() > 1 && o.refuse == i.fetch);
    let refused = |why: u8| (0..8).any(|s| o.refuse >> s & 1 == 1 && o.refuse_reason[s] == why);
    at(Point::REFUSED_TWO, refused(reason::OPERATION) && refused(reason::REGISTER));
    for stream in (0..cfg.partitions as usize).filter(|stream| i.fetch >> stream & 1 == 1) {
        instruction(cfg, q, i, o, stream, at);
    }
}

/// Returns destination, sources and guard as a stream offers them.
fn operands(i: &In, stream: usize) -> [Operand; SOURCES + 2] {
    let source = |s: usize| {
        let at = stream * SOURCES + s;
        Operand { kind: i.fetch_src_kind[at], register: i.fetch_src[at] }
    };
    let guard = if i.fetch_guarded >> stream & 1 == 1 { kind::MASK } else { kind::NONE };
    let dst = Operand { kind: i.fetch_dst_kind[stream], register: i.fetch_dst[stream] };
    [dst, source(0), source(1), source(2), Operand { kind: guard, register: i.fetch_guard[stream] }]
}

/// Points of an instruction that a stream offers, and of its acceptance.
fn instruction(cfg: &Config, q: &State, i: &In, o: &Out, stream: usize, at: &mut impl FnMut(Point, bool)) {
    let owner = &q.partitions.each[stream];
    let operands = operands(i, stream);
    let outside = operands.map(|operand| !owner.owns(&[operand]));
    let size = |kind: u8| owner.size[usize::from(kind)];
    if o.take >> stream & 1 == 1 {
        let class = op::lookup(i.fetch_op[stream]).map(|(_, class)| class);
        at(Point::SIMPLE, class.is_some_and(Class::is_simple));
        at(Point::COMPLEX, class.is_some_and(is_complex));
        at(Point::STORE, class == Some(Class::Store));
        let (dst, sources) = (operands[0], &operands[1..=SOURCES]);
        at(Point::TO_DATA, dst.kind == kind::DATA);
        at(Point::TO_MASK, dst.kind == kind::MASK);
        at(Point::TO_META, dst.kind == kind::META);
        at(Point::TO_NONE, dst.kind == kind::NONE);
        at(Point::GUARDED, i.fetch_guarded >> stream & 1 == 1);
        let mut data = sources.iter().filter(|source| source.kind == kind::DATA);
        at(Point::LAST_OWN, data.clone().any(|source| u16::from(source.register) + 1 == size(kind::DATA)));
        at(Point::LAST_OF_FILE, data.any(|source| u32::from(owner.rename(*source).register) + 1 == cfg.registers));
        at(Point::IN_OUT, dst.kind != kind::NONE && sources.contains(&dst));
        let beyond = |operand: &Operand| operand.kind == kind::NONE && u16::from(operand.register) >= size(kind::DATA);
        at(Point::UNASKED, operands[..=SOURCES].iter().any(beyond));
    }
    if o.refuse >> stream & 1 == 1 {
        let unmapped = o.refuse_reason[stream] == reason::OPERATION;
        at(Point::REFUSED_OP, unmapped && outside == [false; SOURCES + 2]);
        at(Point::REFUSED_BOTH, unmapped && outside != [false; SOURCES + 2]);
        let only = |n: usize| !unmapped && outside[n] && outside.iter().filter(|outside| **outside).count() == 1;
        let points = [Point::REFUSED_DST, Point::REFUSED_A, Point::REFUSED_B, Point::REFUSED_C, Point::REFUSED_GUARD];
        for (n, point) in points.into_iter().enumerate() {
            at(point, only(n));
        }
        let next = |kind: u8| {
            (0..SOURCES + 2)
                .any(|n| only(n) && operands[n].kind == kind && u16::from(operands[n].register) == size(kind))
        };
        at(Point::REFUSED_DATA, next(kind::DATA));
        at(Point::REFUSED_MASK, next(kind::MASK));
        at(Point::REFUSED_META, next(kind::META));
    }
}

/// Points of the buffer: held entries, their dependences, and the instruction that leaves.
fn buffer(cfg: &Config, p: &Protocol, q: &State, i: &In, o: &Out, at: &mut impl FnMut(Point, bool)) {
    let (held, pending) = (q.buffer.held(), &q.buffer.pending);
    let full = held.len() == cfg.entries as usize;
    let issued = q.buffer.issued(i.issue_ready);
    at(Point::EMPTY, held.is_empty());
    at(Point::FULL, full);
    at(Point::ALL_WAIT, full && q.buffer.free == 0);
    let one = held.iter().all(|entry| entry.partition == held[0].partition);
    at(Point::ONE_OWNS_ALL, full && one && q.partitions.running.count_ones() > 1);
    at(Point::END_AS_OTHER_FULL, full && i.end_valid);
    at(Point::STAYS, q.buffer.free != 0 && !o.issue_valid && p.waited == 7);
    at(Point::READY_NOTHING, i.issue_ready == ALL && !o.issue_valid);
    let done = i.done_valid.then_some(Operand { kind: i.done_kind, register: i.done_register });
    at(Point::LEAVE_AND_DONE, o.issue_valid && i.done_valid);
    for (kind, point) in
        [(kind::DATA, Point::DONE_DATA), (kind::MASK, Point::DONE_MASK), (kind::META, Point::DONE_META)]
    {
        at(point, i.done_valid && i.done_kind == kind);
    }
    at(Point::DONE_LAST, i.done_valid && pending.count() == 1);
    if let Some(n) = issued {
        at(Point::PASSES, n > 0);
        at(Point::LEAVES_MIDDLE, n > 0 && n + 1 < held.len() && o.take != 0);
        at(Point::LEAVES_LAST, n > 0 && n + 1 == held.len());
        at(Point::LEAVES_ALONE, held.len() == 1 && o.take != 0);
        let (class, long) = (held[n].class, o.issue_vl > 1);
        at(Point::LATENCY_SIMPLE, long && class.is_simple());
        at(Point::LATENCY_COMPLEX, long && is_complex(class));
        at(Point::LATENCY_STORE, long && class == Class::Store);
    }
    pipelines::cover(q, i, issued, at);
    let mut seen = 0u8;
    for (n, entry) in held.iter().enumerate() {
        let first = seen >> entry.partition & 1 == 0;
        seen |= 1 << entry.partition;
        let waits = entry.operands.map(|operand| pending.has(operand));
        if !first {
            let awaits_nothing = q.buffer.awaits_nothing(entry);
            at(Point::WAITS_ORDER, awaits_nothing);
            let before = held[..n].iter().position(|older| older.partition == entry.partition);
            let busy = before.is_some_and(|n| q.buffer.free >> n & 1 == 1 && !held[n].class.is_in(i.issue_ready));
            at(Point::BEHIND_BUSY, awaits_nothing && entry.class.is_in(i.issue_ready) && busy);
            continue;
        }
        let points = [Point::WAITS_DST, Point::WAITS_A, Point::WAITS_B, Point::WAITS_C, Point::WAITS_GUARD];
        for (k, point) in points.into_iter().enumerate() {
            at(point, waits[k] && waits.iter().filter(|waits| **waits).count() == 1);
        }
        let rest = entry.operands.iter().filter(|operand| pending.has(**operand) && Some(**operand) != done).count();
        let frees = done.is_some_and(|done| entry.operands.contains(&done));
        at(Point::WAITS_TWO, frees && rest > 0);
    }
    for (n, owner) in q.partitions.each.iter().enumerate().filter(|(n, _)| q.partitions.running >> n & 1 == 1) {
        let all = |kind: u8| {
            let (base, size) = (owner.base[usize::from(kind)], owner.size[usize::from(kind)]);
            let mut own = (0..size).map(|register| Operand { kind, register: base + register as u8 });
            size > 1 && own.all(|operand| pending.has(operand))
        };
        at(Point::PENDING_ALL, n < 8 && [kind::DATA, kind::MASK, kind::META].into_iter().any(all));
    }
}
