use crate::analysis::{Bits, Flow, Liveness, Reconvergence, Region, Scalars};
use crate::program::Function;

/// Returns, for each block, the scalar registers that are dead for its threads but live for other
/// threads of the warp. These other threads wait at the start of another side of a branch (STSIMT
/// 4.3). A set is empty where there are none.
///
/// Threads that wait where the sides meet need nothing: a scalar register that is live there is not
/// written on any side (4.2, step 4), so it is live on all of them.
pub fn resurrected(function: &Function, flow: &Flow, liveness: &Liveness, scalars: &Scalars) -> Vec<Bits> {
    let none = Bits::new(function.registers.len());
    let mut scalar = none.clone();
    (0..function.registers.len()).filter(|&r| scalars.registers[r]).for_each(|r| scalar.insert(r));
    let mut resurrected = vec![Bits::default(); flow.blocks.len()];
    let reconvergence = Reconvergence::of(function, flow);
    for b in (0..flow.blocks.len()).filter(|&b| scalars.parts(function, flow.last(b) as u32)) {
        let region = Region::of(flow, &reconvergence, b);
        let waiting: Vec<Bits> = region.sides.iter().map(|&(start, _)| liveness.before[start].clone()).collect();
        for (side, (_, blocks)) in region.sides.iter().enumerate() {
            let mut others = none.clone();
            for (_, alive) in waiting.iter().enumerate().filter(|&(other, _)| other != side) {
                others.union(alive);
            }
            others.intersect(&scalar);
            if !others.is_empty() {
                for block in blocks.iter() {
                    if resurrected[block] == Bits::default() {
                        resurrected[block] = others.clone();
                    } else {
                        resurrected[block].union(&others);
                    }
                }
            }
        }
    }
    resurrected
}
