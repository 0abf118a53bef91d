//! Cover points of the lane.

use crate::lane::Lane;
use heddle_contract::lane::{Config, In, Out, kind, op};
use heddle_golden::lane::{Protocol, State};

use heddle_testbench::bench::Cover;
use heddle_testbench::points;

points! { COVER:
    EMPTY_MASK = "an instruction whose effective mask is empty",
    ONE_THREAD = "an instruction with one active thread",
    FULL_WARP = "an instruction with every allocated thread active",
    GUARDED = "a guard that takes some active threads away, not all",
    PARTLY_FILLED = "an instruction of a partly filled warp",
    SCALAR = "a scalar instruction",
    VECTOR_READS_SCALAR = "a vector instruction with two or more threads reads a scalar register",
    ALL_REGISTERS = "three register sources",
    SAME_REGISTER = "one register as all three sources",
    WIDE_SOURCE = "a wide source",
    WIDE_TARGET = "a wide destination",
    ATOMIC = "a memory instruction that sends data and awaits a response",
    CHAINED_FIRST = "chained: issued after its producer's `first`, same mask",
    CHAINED_EARLY = "chained: issued before its producer's `first`",
    CHAINED_SHORT = "chained on a producer of one bundle",
    FOLLOWS_EXTERNAL = "chained upon an external instruction in flight, same mask",
    FOLLOWS_LOAD = "chained upon a memory instruction in flight, same mask",
    FOLLOWS_WIDE = "chained upon an instruction in flight whose result is wide, and reads both of its words",
    FOLLOWS_PARTLY = "chained upon an instruction some of whose responses have come",
    FOLLOWS_OTHER_MASK = "chained upon an instruction with a response whose mask is another",
    RESPONSE_LATE = "a chained bundle that is not its instruction's first waits for a response",
    RESPONSE_IN_TIME = "a chained bundle enters the window behind a response of the last cycle",
    WAITED_SUBSET = "after `done`: a subset of the last mask",
    WAITED_SUPERSET = "after `done`: a superset of the last mask",
    WAITED_DISJOINT = "after `done`: a mask disjoint from the last",
    REFUSED = "an instruction is offered while the register is taken",
    MEMORY_REFUSED = "memory instructions are refused, others are not",
    REQ_BLOCKED = "global memory refuses a request",
    SHARED_REFUSED = "shared memory refuses a request",
    SHARED_PARTLY = "shared memory grants a part of a request",
    EXT_BLOCKED = "an external unit refuses operands",
    RES_BLOCKED = "a result waits for its bank",
    RSP_BLOCKED = "a response waits for its bank",
    BOTH_RETURN = "a result and a response in one cycle",
    TWO_DONE = "two instructions done in one cycle",
    ALU_OVERTAKES = "arithmetic is issued and done while a load awaits its response",
    ALL_TAGS = "every tag is in flight",
    PREDICATE = "a predicate word, neither empty nor full",
    RESET_BUSY = "reset with work in flight",
    RELAUNCH = "a warp slot is launched again",
    FLOAT_FUSED = "an FP32 multiply-add of three registers",
    FLOAT_FLUSHED = "an FP32 operation with `.ftz`",
    FLOAT_SATURATED = "an FP32 operation with `.sat`",
    FLOAT_COMPARED = "an FP32 comparison",
    FLOAT_CONVERTED = "a conversion between integer and FP32",
    FLOAT_SCALAR = "a scalar FP32 instruction",
    FLOAT_CHAINED = "an FP32 instruction follows another one bundle by bundle",
}

impl Cover for Lane {
    const UNREACHED: &'static str = include_str!("structure.toml");

    const COVER: &'static [&'static str] = COVER;

    const POPULATIONS: &'static [&'static str] = &[
        "tags in flight",
        "instructions that await a response",
        "bundles in the operand collector",
        "requests in the address queue",
        "warps launched",
    ];

    fn populations(cfg: &Config, p: &Protocol, q: &State, count: &mut dyn FnMut(u32, u32)) {
        let [collected, queued] = q.held();
        count(p.in_flight(q).count_ones(), cfg.tags);
        count(p.owing(q).count_ones(), cfg.tags);
        count(collected, cfg.window);
        count(queued, cfg.queue);
        count(p.launched.count_ones(), cfg.warps);
    }

    fn unreachable(cfg: &Config) -> Vec<&'static str> {
        let mut points = Vec::new();
        if cfg.width == 1 {
            // a bundle is one slot: granted or not
            points.push(Point::SHARED_PARTLY);
        }
        if cfg.tags == 1 {
            // one instruction in flight at a time
            points.extend([
                Point::CHAINED_FIRST,
                Point::CHAINED_EARLY,
                Point::CHAINED_SHORT,
                Point::BOTH_RETURN,
                Point::TWO_DONE,
                Point::FOLLOWS_EXTERNAL,
                Point::FOLLOWS_LOAD,
                Point::FOLLOWS_WIDE,
                Point::FOLLOWS_PARTLY,
                Point::FOLLOWS_OTHER_MASK,
                Point::RESPONSE_LATE,
                Point::RESPONSE_IN_TIME,
                Point::ALU_OVERTAKES,
                Point::FLOAT_CHAINED,
            ]);
        }
        points.into_iter().map(|point| COVER[point as usize]).collect()
    }

    fn cover(cfg: &Config, p: &Protocol, q: &State, i: &In, o: &Out, hit: &mut dyn FnMut(usize)) {
        let mut at = |point: Point, reached: bool| {
            if reached {
                hit(point as usize);
            }
        };
        let flying = p.in_flight(q);
        if i.reset {
            at(Point::RESET_BUSY, flying != 0);
            return;
        }
        at(Point::MEMORY_REFUSED, o.issue_ready && !o.memory_ready);
        at(Point::REQ_BLOCKED, o.req_valid && !i.req_ready);
        at(Point::SHARED_REFUSED, o.shared_request & !i.shared_grant != 0);
        at(Point::SHARED_PARTLY, i.shared_grant != 0 && o.shared_request != i.shared_grant);
        at(Point::EXT_BLOCKED, o.ext_valid && !i.ext_ready);
        at(Point::RES_BLOCKED, i.res_valid && !o.res_ready);
        at(Point::RSP_BLOCKED, i.rsp_valid && !o.rsp_ready);
        at(Point::BOTH_RETURN, o.res_ready && o.rsp_ready);
        at(Point::TWO_DONE, o.done.count_ones() > 1);
        at(Point::ALL_TAGS, flying.count_ones() == cfg.tags);
        at(Point::PREDICATE, o.pred_valid && o.pred_word != 0 && o.pred_word != cfg.full_mask());
        at(Point::RELAUNCH, i.launch_valid && p.launched >> i.launch_warp & 1 == 1);
        if let Some(follower) = q.follower(cfg).filter(|follower| flying >> follower.after & 1 == 1) {
            let producer = &p.flights[follower.after as usize];
            at(Point::RESPONSE_LATE, producer.responds && follower.held && !follower.fresh);
            at(Point::RESPONSE_IN_TIME, producer.responds && follower.sends && o.first >> follower.after & 1 == 1);
        }
        for tag in (0..cfg.tags as usize).filter(|tag| o.done >> tag & 1 == 1) {
            let alu = &p.flights[tag];
            let waits = |load: &heddle_golden::lane::Flight| load.memory && load.sent != 0 && load.age < alu.age;
            at(
                Point::ALU_OVERTAKES,
                alu.native && (0..cfg.tags as usize).any(|t| flying >> t & 1 == 1 && waits(&p.flights[t])),
            );
        }
        if i.issue_valid {
            issued(cfg, p, q, i, &mut at);
        }
    }
}

/// Points of an instruction that is offered.
fn issued(cfg: &Config, p: &Protocol, q: &State, i: &In, at: &mut dyn FnMut(Point, bool)) {
    let flying = p.in_flight(q);
    let class = op::class(i.issue_op);
    let native = class == op::Class::Native;
    let accepted = q.accepts(cfg, i.issue_op);
    at(Point::REFUSED, !accepted);
    if !accepted {
        return;
    }
    let allocated = u64::MAX >> (64 - q.launch(i.issue_warp).threads);
    let mask = i.issue_mask & i.issue_guard;
    at(Point::EMPTY_MASK, mask == 0);
    at(Point::ONE_THREAD, mask.count_ones() == 1);
    at(Point::FULL_WARP, mask == allocated);
    at(Point::GUARDED, mask != 0 && mask != i.issue_mask);
    at(Point::PARTLY_FILLED, allocated != cfg.full_mask());
    at(Point::SCALAR, i.issue_scalar);
    let reads_scalar = i.issue_kind.contains(&kind::SCALAR);
    at(Point::VECTOR_READS_SCALAR, !i.issue_scalar && reads_scalar && mask.count_ones() > 1);
    let registers = i.issue_kind.iter().filter(|k| **k == kind::VECTOR || **k == kind::SCALAR).count();
    at(Point::ALL_REGISTERS, registers == 3);
    let same = |s: usize| i.issue_kind[s] == i.issue_kind[0] && i.issue_src[s] == i.issue_src[0];
    at(Point::SAME_REGISTER, registers == 3 && same(1) && same(2));
    at(Point::WIDE_SOURCE, i.issue_wide.contains(&true));
    at(Point::WIDE_TARGET, i.issue_dst_wide);
    at(Point::ATOMIC, class == op::Class::Memory && i.issue_writes && i.issue_kind[1] != kind::IMMEDIATE);
    if op::is_float(i.issue_op) && mask != 0 {
        let modes = [(op::FLUSH, Point::FLOAT_FLUSHED), (op::SATURATE, Point::FLOAT_SATURATED)];
        for (mode, point) in modes {
            at(point, i.issue_mode & mode != 0);
        }
        at(Point::FLOAT_FUSED, i.issue_op == op::FMA_F && registers == 3);
        at(Point::FLOAT_COMPARED, op::is_setp(i.issue_op));
        at(Point::FLOAT_CONVERTED, matches!(i.issue_op, op::F_OF_S..=op::U_OF_F_ZERO));
        at(Point::FLOAT_SCALAR, i.issue_scalar);
    }
    let producer = &p.flights[i.issue_after as usize];
    if i.issue_chained && flying >> i.issue_after & 1 == 1 && producer.responds {
        let same = producer.mask == mask && mask != 0;
        let wide = (0..3).any(|s| i.issue_wide[s] && i.issue_src[s] == producer.dst && i.issue_kind[s] == kind::VECTOR);
        at(Point::FOLLOWS_EXTERNAL, same && !producer.memory);
        at(Point::FOLLOWS_LOAD, same && producer.memory);
        at(Point::FOLLOWS_WIDE, same && wide && producer.wide && producer.warp == i.issue_warp);
        at(Point::FOLLOWS_PARTLY, same && producer.first);
        at(Point::FOLLOWS_OTHER_MASK, !same);
    }
    if i.issue_chained && flying >> i.issue_after & 1 == 1 && producer.mask == mask && mask != 0 {
        at(Point::CHAINED_FIRST, producer.first);
        at(Point::CHAINED_EARLY, !producer.first);
        at(Point::CHAINED_SHORT, mask.count_ones() == 1);
        at(Point::FLOAT_CHAINED, op::is_float(i.issue_op) && op::is_float(producer.op));
    }
    let last = (0..cfg.tags as usize)
        .map(|t| &p.flights[t])
        .filter(|f| f.native && !f.scalar && f.writes && f.warp == i.issue_warp && f.mask != 0)
        .max_by_key(|f| f.age);
    let dependent = |dst: u8| (0..3).any(|s| i.issue_kind[s] == kind::VECTOR && i.issue_src[s] == dst);
    if let Some(last) = last.filter(|last| native && !i.issue_chained && mask != 0 && dependent(last.dst)) {
        at(Point::WAITED_SUBSET, mask & !last.mask == 0 && mask != last.mask);
        at(Point::WAITED_SUPERSET, last.mask & !mask == 0 && mask != last.mask);
        at(Point::WAITED_DISJOINT, mask & last.mask == 0);
    }
}
