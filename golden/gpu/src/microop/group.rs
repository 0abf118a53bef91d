//! The micro-operations of a group: those of its parts, side by side in the lanes of one step where
//! possible.

use super::micro_op::{LANES, MicroOp, MicroOps};

/// Merges the micro-operations of a group's parts, each in the lanes of its part. Parts that have
/// lanes of their own share a micro-operation; parts that need the same lanes follow each other,
/// step by step.
pub(crate) fn side_by_side(parts: Vec<MicroOps>) -> MicroOps {
    let steps = parts.iter().map(|steps| steps.len()).max().unwrap_or(0);
    let mut parts: Vec<_> = parts.into_iter().map(MicroOps::into_iter).collect();
    let mut ops = MicroOps::new();
    for _ in 0..steps {
        let first = ops.len();
        for mut op in parts.iter_mut().filter_map(Iterator::next) {
            op.move_to_lanes();
            match ops[first..].iter_mut().find(|other| other.takes_beside(&op)) {
                Some(other) => other.add(*op),
                None => ops.push(op),
            }
        }
    }
    ops
}

impl MicroOp {
    /// Moves the threads of the micro-operation's one warp to the lanes in which they execute.
    pub fn move_to_lanes(&mut self) {
        let lane = u32::from(self.parts[0].lane);
        self.guard &= self.active;
        if lane == 0 || self.step.scalar {
            return;
        }
        self.select = (self.select & self.active) << lane;
        (self.active, self.guard) = (self.active << lane, self.guard << lane);
        self.texels.iter_mut().for_each(|texel| texel.threads <<= lane);
        if let Some(addresses) = &mut self.addresses {
            addresses.rotate_right(lane as usize % LANES);
        }
    }

    /// Whether another part can execute the same step in lanes that this micro-operation leaves
    /// free.
    fn takes_beside(&self, other: &MicroOp) -> bool {
        !self.step.scalar
            && self.active & other.active == 0
            && self.step == other.step
            && self.known == other.known
            && self.flags == other.flags
            && self.values.is_none()
    }

    fn add(&mut self, other: MicroOp) {
        let lanes = other.active;
        self.parts.extend(other.parts);
        self.texels.extend(other.texels);
        self.active |= other.active;
        self.guard |= other.guard;
        self.select = self.select & !lanes | other.select & lanes;
        if let (Some(here), Some(there)) = (&mut self.addresses, &other.addresses) {
            for lane in (0..LANES).filter(|lane| lanes >> lane & 1 == 1) {
                here[lane] = there[lane];
            }
        }
    }
}
