//! Windows of a trace in which events of a kind are dense. An event is a bit of a narrow port that
//! has a meaning in its cycle.

use heddle_block::Ports;

use crate::bench::Bench;
use crate::segment::CONTROL_BITS;

/// Least number of a kind's events in a trace.
const LEAST: u32 = 16;

/// The events of a kind: in all, in the window of the last cycles, and in the densest window, with
/// its first cycle.
#[derive(Debug, Clone, Copy, Default)]
struct Kind {
    all: u32,
    now: u32,
    most: u32,
    first: usize,
}

/// Returns the first cycles of windows of `length` cycles: for each kind of event, the window with
/// most of its events. They are ordered by the share of the trace's events that the window has,
/// greatest first.
pub(super) fn windows<B: Bench>(cfg: &B::Config, inputs: &[B::In], length: usize) -> Vec<usize> {
    let shape = B::In::shape(cfg);
    let (mut slots, mut care) = (vec![0; shape.len()], vec![false; shape.len()]);
    let mut bits = |input: &B::In, act: &mut dyn FnMut(usize, usize)| {
        input.pack(cfg, &mut slots);
        input.care(cfg, &mut care);
        for (slot, port) in shape.iter().enumerate().filter(|(_, port)| port.width <= CONTROL_BITS) {
            let mut value = if care[slot] { slots[slot] & ((1 << port.width) - 1) } else { 0 };
            while value != 0 {
                act(slot, value.trailing_zeros() as usize);
                value &= value - 1;
            }
        }
    };
    let mut kinds = vec![[Kind::default(); CONTROL_BITS as usize]; shape.len()];
    for (cycle, input) in inputs.iter().enumerate() {
        if let Some(left) = cycle.checked_sub(length) {
            bits(&inputs[left], &mut |slot, bit| kinds[slot][bit].now -= 1);
        }
        bits(input, &mut |slot, bit| {
            let kind = &mut kinds[slot][bit];
            kind.all += 1;
            kind.now += 1;
            if kind.now > kind.most {
                (kind.most, kind.first) = (kind.now, (cycle + 1).saturating_sub(length));
            }
        });
    }
    let mut kinds: Vec<Kind> = kinds.into_iter().flatten().filter(|kind| kind.all >= LEAST).collect();
    let share = |kind: &Kind| f64::from(kind.most) / f64::from(kind.all);
    kinds.sort_by(|one, other| share(other).total_cmp(&share(one)));
    let mut found = Vec::new();
    for kind in kinds {
        if !found.contains(&kind.first) {
            found.push(kind.first);
        }
    }
    found
}
