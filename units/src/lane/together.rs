//! Changes of a lane's trace that keep it consistent, for shrinking: masks, names and launches of
//! all its instructions at once.

use heddle_contract::lane::{Config, In, kind, op};

use heddle_testbench::bench::each;

/// Returns the simplification number `way` of all inputs at once, the boldest first: one thread
/// alone, threads taken away, warps and tags renamed; `None` if there are no more.
pub fn shrink_candidates(cfg: &Config, inputs: &[In], way: usize) -> Option<Vec<In>> {
    let threads = cfg.threads as usize;
    let alone = 2 * threads;
    if way < alone {
        // what only one thread shows, each instruction having it; then what it shows without those
        // that have it not
        let keep = 1u64 << (way % threads);
        let highest = inputs.iter().map(|i| i.issue_mask & i.issue_guard).fold(0, u64::max);
        if highest <= keep {
            return Some(inputs.to_vec());
        }
        return Some(masked(inputs, |mask| if mask == 0 || way >= threads { mask & keep } else { keep }));
    }
    let way = way - alone;
    // ever smaller aligned groups of threads taken away: 2 * threads of them at most
    let mut first = 0;
    let mut size = threads.next_power_of_two() / 2;
    while size > 0 {
        let groups = threads.div_ceil(size);
        if way < first + groups {
            let group = (u64::MAX >> (64 - size)) << ((way - first) * size);
            return Some(masked(inputs, |mask| if mask & !group == 0 { mask } else { mask & !group }));
        }
        first += groups;
        size /= 2;
    }
    renamed(cfg, inputs, way - first)
}

fn masked(inputs: &[In], change: impl Fn(u64) -> u64) -> Vec<In> {
    each(inputs, |i| {
        if i.issue_valid {
            i.issue_mask = change(i.issue_mask & i.issue_guard);
            i.issue_guard |= i.issue_mask;
        }
    })
}

/// Returns all inputs with warps, tags and launches simplified.
fn renamed(cfg: &Config, inputs: &[In], way: usize) -> Option<Vec<In>> {
    let first_warp = inputs.iter().find(|i| i.launch_valid).map_or(0, |i| i.launch_warp);
    Some(match way {
        // one warp for all
        0 => each(inputs, |i| (i.launch_warp, i.issue_warp) = (0, 0)),
        1 => each(inputs, |i| (i.launch_warp, i.issue_warp) = (first_warp, first_warp)),
        2 => {
            let swap = |warp: u8| {
                if warp == first_warp {
                    0
                } else if warp == 0 {
                    first_warp
                } else {
                    warp
                }
            };
            each(inputs, |i| (i.launch_warp, i.issue_warp) = (swap(i.launch_warp), swap(i.issue_warp)))
        }
        3 => each(inputs, |i| {
            if i.issue_valid {
                i.issue_guard = cfg.full_mask();
            }
        }),
        4 => each(inputs, |i| {
            if i.launch_valid {
                (i.launch_vector, i.launch_tid) = (0, 0);
            }
        }),
        5 => tags_in_order(inputs),
        6 => each(inputs, |i| (i.issue_chained, i.issue_after) = (false, 0)),
        7 => each(inputs, |i| {
            if i.issue_valid {
                (i.issue_imm, i.issue_pred) = (0, 0);
            }
        }),
        _ => return None,
    })
}

/// Renumbers tags in the order of their first use.
fn tags_in_order(inputs: &[In]) -> Vec<In> {
    let mut order: Vec<u8> = Vec::new();
    for i in inputs.iter().filter(|i| i.issue_valid) {
        if !order.contains(&i.issue_tag) {
            order.push(i.issue_tag);
        }
    }
    let used = order.clone();
    order.extend((0..=u8::MAX).filter(|tag| !used.contains(tag)));
    let mut name = [0; 256];
    order.iter().enumerate().for_each(|(new, old)| name[usize::from(*old)] = new as u8);
    each(inputs, |i| {
        let rename = |valid: bool, tag: &mut u8| {
            if valid {
                *tag = name[usize::from(*tag)];
            }
        };
        rename(i.issue_valid, &mut i.issue_tag);
        rename(i.issue_valid && i.issue_chained, &mut i.issue_after);
        rename(i.res_valid, &mut i.res_tag);
        rename(i.rsp_valid, &mut i.rsp_tag);
    })
}

/// Returns inputs that may show a fault sooner than `inputs[at]`: an instruction that is chained to
/// its producer instead of waiting for it, operands that leave the lane instead of being computed
/// with.
pub fn alternatives(inputs: &[In], at: usize) -> Vec<In> {
    let i = &inputs[at];
    let mut ways = Vec::new();
    if !i.issue_valid {
        return ways;
    }
    let native = op::class(i.issue_op) == op::Class::Native;
    for s in (0..3).filter(|s| i.issue_kind[*s] < kind::IMMEDIATE) {
        // an operand at hand instead of one that was written first
        for imm in values(&inputs[..at]) {
            let mut known = In { issue_imm: imm, ..i.clone() };
            (known.issue_kind[s], known.issue_src[s], known.issue_wide[s]) = (kind::IMMEDIATE, 0, false);
            ways.push(known);
        }
    }
    let mut observers = vec![i.clone()];
    if op::class(i.issue_op) != op::Class::External {
        let mut external = In {
            issue_op: op::EXTERNAL,
            issue_mode: 0,
            issue_writes: false,
            issue_dst: 0,
            issue_dst_wide: false,
            ..i.clone()
        };
        observers.push(external.clone());
        // a predicate word shows where a result does not
        external.issue_op = op::SETP_EQ;
        external.issue_wide = [false; 3];
        if native && !op::is_setp(i.issue_op) {
            observers.push(external);
        }
    }
    let producers =
        inputs[..at].iter().rev().filter(|p| p.issue_valid && p.issue_warp == i.issue_warp && !p.issue_scalar);
    for producer in producers.filter(|p| op::class(p.issue_op) == op::Class::Native).take(3) {
        for observer in &observers {
            let mut chained = In { issue_chained: true, issue_after: producer.issue_tag, ..observer.clone() };
            chained.issue_tag = if chained.issue_tag == producer.issue_tag {
                u8::from(producer.issue_tag == 0)
            } else {
                chained.issue_tag
            };
            ways.push(chained.clone());
            // and what it wrote is what is read
            if producer.issue_writes {
                chained.issue_kind[0] = kind::VECTOR;
                chained.issue_src[0] = producer.issue_dst;
                chained.issue_wide[0] = false;
                ways.push(chained);
            }
        }
    }
    ways.extend(observers.into_iter().skip(1));
    ways
}

/// Returns the values that earlier inputs brought in, the latest first.
fn values(inputs: &[In]) -> Vec<u32> {
    let mut values = Vec::new();
    for i in inputs.iter().rev() {
        let mut add = |valid: bool, value: u64| {
            if valid && value != 0 && !values.contains(&(value as u32)) {
                values.push(value as u32);
            }
        };
        add(i.issue_valid, i.issue_imm.into());
        for (valid, data) in [(i.res_valid, &i.res_data), (i.rsp_valid, &i.rsp_data)] {
            data.iter().for_each(|value| {
                add(valid, *value);
                add(valid, value >> 32);
            });
        }
    }
    values.truncate(8);
    values
}
