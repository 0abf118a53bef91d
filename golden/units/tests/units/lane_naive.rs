//! Thread results, against a model of a few lines: registers are a table, instructions happen at
//! once.

use crate::ieee;
use std::collections::HashMap;

use crate::driver::{Driver, Sent, instr, preset};
use heddle_contract::lane::{Config, kind, op};
use proptest::prelude::*;

/// A native instruction of a random program.
#[derive(Debug, Clone)]
struct Step {
    op: u8,
    mode: u8,
    warp: u8,
    scalar: bool,
    mask: u64,
    guard: u64,
    pred: u64,
    dst: u8,
    kinds: [u8; 3],
    sources: [u8; 3],
    imm: u32,
}

const REGISTERS: u8 = 3;

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let word = prop_oneof![any::<u32>(), 0..40u32, Just(u32::MAX), Just(1 << 31), Just((1 << 31) - 1)];
    let word = prop_oneof![word, prop::sample::select(ieee::CORNERS)];
    let step = (
        (
            prop::sample::select(op::native().collect::<Vec<_>>()),
            any::<u8>(),
            prop::bool::weighted(0.2),
            any::<u64>(),
            any::<u64>(),
            any::<u64>(),
        ),
        (0..REGISTERS, [0..4u8, 0..4u8, 0..4u8], [0..REGISTERS, 0..REGISTERS, 0..REGISTERS], word),
    )
        .prop_map(|((op, warp, scalar, mask, guard, pred), (dst, kinds, sources, imm))| {
            // most guards let through
            let guard = if guard & 3 == 0 { guard } else { u64::MAX };
            let mode = (pred >> 60) as u8 & op::modes(op);
            Step { op, mode, warp, scalar, mask, guard, pred, dst, kinds, sources, imm }
        });
    prop::collection::vec(step, 1..24)
}

/// Native arithmetic once more, in 64 bits and by other means than the lane's own.
fn naive(op: u8, a: u32, b: u32, c: u32, select: bool) -> Option<u32> {
    let (ua, ub, uc) = (u64::from(a), u64::from(b), u64::from(c));
    let (sa, sb) = (i64::from(a as i32), i64::from(b as i32));
    let shift = b.min(32);
    Some(match op {
        op::MOV => a,
        op::ADD => (ua + ub) as u32,
        op::SUB => (ua + (1 << 32) - ub) as u32,
        op::MUL_LO => (sa * sb) as u32,
        op::MUL_HI_S => ((sa * sb) >> 32) as u32,
        op::MUL_HI_U => ((ua * ub) >> 32) as u32,
        op::MAD => (ua.wrapping_mul(ub).wrapping_add(uc)) as u32,
        op::AND => (ua & ub) as u32,
        op::OR => (ua | ub) as u32,
        op::XOR => (ua ^ ub) as u32,
        op::NOT => u32::MAX - a,
        op::SHL => (ua << shift) as u32,
        op::SHR_S => (sa >> shift) as u32,
        op::SHR_U => (ua >> shift) as u32,
        op::MIN_S => sa.min(sb) as u32,
        op::MIN_U => ua.min(ub) as u32,
        op::MAX_S => sa.max(sb) as u32,
        op::MAX_U => ua.max(ub) as u32,
        op::ABS => sa.unsigned_abs() as u32,
        op::NEG => (-sa) as u32,
        op::SELP => [b, a][usize::from(select)],
        _ => return None,
    })
}

fn naive_predicate(op: u8, a: u32, b: u32) -> bool {
    let signed = (a as i32).cmp(&(b as i32));
    let unsigned = a.cmp(&b);
    match op {
        op::SETP_EQ => unsigned.is_eq(),
        op::SETP_NE => unsigned.is_ne(),
        op::SETP_LT_S => signed.is_lt(),
        op::SETP_LE_S => signed.is_le(),
        op::SETP_GT_S => signed.is_gt(),
        op::SETP_GE_S => signed.is_ge(),
        op::SETP_LT_U => unsigned.is_lt(),
        op::SETP_LE_U => unsigned.is_le(),
        op::SETP_GT_U => unsigned.is_gt(),
        _ => unsigned.is_ge(),
    }
}

/// Runs a program on the lane, one instruction after the other, and on the table; then stores every
/// register.
fn compare(cfg: &Config, program: &[Step]) {
    let mut lane = Driver::new(cfg);
    // (warp, register, thread); a scalar register is thread 64
    let mut table: HashMap<(u8, u8, u32), u32> = HashMap::new();
    for warp in 0..cfg.warps as u8 {
        for register in 0..REGISTERS {
            lane.run(instr(op::MOV).warp(warp).dst(register));
            lane.run(instr(op::MOV).warp(warp).scalar().dst(register));
            for thread in (0..cfg.threads).chain([64]) {
                table.insert((warp, register, thread), 0);
            }
        }
    }
    for step in program {
        let warp = step.warp % cfg.warps as u8;
        let mut i = instr(step.op)
            .mode(step.mode)
            .warp(warp)
            .mask(step.mask)
            .guard(step.guard)
            .pred(step.pred & cfg.full_mask())
            .imm(step.imm);
        if !op::is_setp(step.op) {
            i = i.dst(step.dst);
        }
        if step.scalar {
            i = i.scalar();
        }
        let kinds = step.kinds.map(|k| if step.scalar && k == kind::VECTOR { kind::SCALAR } else { k });
        for (s, kind) in kinds.into_iter().enumerate() {
            i = i.source(s, kind, step.sources[s]);
        }
        let mask = step.mask & step.guard & cfg.full_mask();
        let threads: Vec<u32> = match (step.scalar, mask != 0) {
            (true, any) => {
                if any {
                    vec![64]
                } else {
                    vec![]
                }
            }
            (false, _) => (0..cfg.threads).filter(|t| mask >> t & 1 == 1).collect(),
        };
        let before = lane.words.len();
        lane.run(i);
        let old = table.clone();
        let mut word = 0;
        for thread in threads {
            let position = thread % 64;
            let [a, b, c] = [0, 1, 2].map(|s| match kinds[s] {
                kind::VECTOR => old[&(warp, step.sources[s], thread)],
                kind::SCALAR => old[&(warp, step.sources[s], 64)],
                kind::IMMEDIATE => step.imm,
                _ => [position, u32::from(warp) * cfg.threads + position, u32::from(warp)][step.sources[s] as usize],
            });
            if op::is_setp(step.op) {
                let bit = u64::from(if op::is_float(step.op) {
                    ieee::holds(step.op, step.mode, a, b)
                } else {
                    naive_predicate(step.op, a, b)
                });
                word |= if step.scalar { bit * cfg.full_mask() } else { bit << thread };
            } else if op::is_float(step.op) {
                table.insert((warp, step.dst, thread), ieee::word(step.op, step.mode, a, b, c));
            } else if let Some(value) = naive(step.op, a, b, c, step.pred >> position & 1 == 1) {
                table.insert((warp, step.dst, thread), value);
            }
        }
        if op::is_setp(step.op) {
            let shown: Vec<u64> = lane.words[before..].iter().map(|(_, word)| *word).collect();
            assert_eq!(shown, if mask == 0 { vec![] } else { vec![word] }, "{step:?}");
        }
    }
    stored(cfg, &mut lane, &table);
}

/// Stores every register, and compares it with the table.
fn stored(cfg: &Config, lane: &mut Driver, table: &HashMap<(u8, u8, u32), u32>) {
    for warp in 0..cfg.warps as u8 {
        for register in 0..REGISTERS {
            lane.sent.clear();
            lane.run(instr(op::MEMORY).warp(warp).source(0, kind::SPECIAL, 0).source(1, kind::VECTOR, register));
            lane.run(instr(op::MEMORY).warp(warp).scalar().source(0, kind::IMMEDIATE, 0).imm(64).source(
                1,
                kind::SCALAR,
                register,
            ));
            for Sent { slots, a: addresses, b: data } in &lane.sent {
                for k in (0..cfg.width as usize).filter(|k| slots >> k & 1 == 1) {
                    // the scalar's store goes to address 64 + 64: the immediate is also its offset
                    let thread = if addresses[k] == 128 { 64 } else { addresses[k] as u32 };
                    assert_eq!(
                        data[k],
                        u64::from(table[&(warp, register, thread)]),
                        "warp {warp} r{register} thread {thread}"
                    );
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn thread_results_are_those_of_a_table(program in steps(), which in 0..5usize) {
        compare(&preset(["paper", "st2", "st4", "t24w4", "tiny"][which]), &program);
    }
}

#[test]
fn awkward_sizes() {
    // registers that fit into the smallest lanes
    let cfg = Config { lines: 24, ..preset("t5w2") };
    let step = Step {
        op: op::ADD,
        mode: 0,
        warp: 0,
        scalar: false,
        mask: 0b10110,
        guard: u64::MAX,
        pred: 0,
        dst: 1,
        kinds: [kind::SPECIAL, kind::IMMEDIATE, kind::IMMEDIATE],
        sources: [0; 3],
        imm: 7,
    };
    compare(
        &cfg,
        &[step.clone(), Step { op: op::MUL_LO, kinds: [kind::VECTOR, kind::SCALAR, 2], sources: [1, 0, 0], ..step }],
    );
}
