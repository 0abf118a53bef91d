//! Memory accesses of a partition's instructions, recorded as they are executed: a memory system
//! needs addresses.

use std::collections::VecDeque;

use heddle_kernel::execute::{Image, Issue, LOCAL, Observer, Pack, Traffic, Warp};
use heddle_kernel::program::{Instruction, Op, Space};

use super::lower::{Reach, Vector};
use crate::memory::VectorAccess;

/// First addresses of values without a register, and of local and shared memory, apart from the
/// program's own.
const SPILLED: u64 = 1 << 58;
const PRIVATE: u64 = 1 << 59;
/// Most bytes of a thread's own memory.
const OWN: u64 = 1 << 16;
/// Most bytes of shared memory of a CTA.
const SHARED: u64 = 1 << 20;

/// Recorded accesses of instructions that were offered and not issued.
#[derive(Debug, Default)]
pub(super) struct Recorded {
    /// Whether nothing is recorded: the timing has no memory system, so that no pipeline uses
    /// accesses.
    off: bool,
    /// First lane and CTA of each part of the pack that executes the instruction.
    parts: Vec<(u32, u64)>,
    part: usize,
    bytes: u32,
    elements: Vec<(u32, u64)>,
    accesses: VecDeque<VectorAccess>,
    /// Number of warps whose threads the executed instruction sends to different places.
    pub diverged: u64,
    /// First address of the partition's own memory, and number of lanes of a vector.
    base: u64,
    lanes: u64,
}

impl Recorded {
    /// Creates the recorder of partition `p` of a core.
    pub fn new(core: usize, p: usize, lanes: u32) -> Recorded {
        let lanes = u64::from(lanes);
        let base = (core * heddle_contract::prt::MAX_PARTITIONS + p) as u64 * lanes * OWN;
        Recorded { lanes, base, ..Recorded::default() }
    }
    /// Creates a recorder that records nothing.
    pub fn off() -> Recorded {
        Recorded { off: true, ..Recorded::default() }
    }

    /// Begins the record of an instruction that the chosen threads of a pack execute.
    pub fn begin(&mut self, pack: &Pack) {
        self.diverged = 0;
        if self.off {
            return;
        }
        (self.part, self.bytes) = (0, 0);
        self.parts.clear();
        self.elements.clear();
        let mut lane = 0;
        for (seat, &active) in pack.seats().iter().zip(pack.active()) {
            if active != 0 {
                self.parts.push((lane, seat.cta as u64));
            }
            lane += seat.threads;
        }
    }

    /// Ends the record of an instruction, with an access for each of its vector instructions.
    pub fn end(&mut self, pack: &Pack, offers: &VecDeque<Vector>) {
        if self.off {
            return;
        }
        let elements = offers.iter().filter(|vector| matches!(vector.reach, Reach::Element(_))).count() as u32;
        for vector in offers {
            let access = match vector.reach {
                Reach::None => continue,
                Reach::Element(n) => {
                    let bytes = self.bytes / elements.max(1);
                    let from = u64::from(n) * u64::from(bytes);
                    let elements = self.elements.iter().map(|&(lane, at)| (lane, at + from)).collect();
                    VectorAccess { bytes, elements, place: vector.place, ..VectorAccess::default() }
                }
                Reach::Spilled(word) => {
                    let at = SPILLED + self.base + u64::from(word) * 8 * self.lanes;
                    let elements = active(pack).map(|lane| (lane, at + 8 * u64::from(lane))).collect();
                    VectorAccess { bytes: 8, elements, place: vector.place, ..VectorAccess::default() }
                }
            };
            self.accesses.push_back(access);
        }
    }

    /// Removes and returns the access of the next instruction, which leaves the buffer or is
    /// withdrawn; `None` if it does not access memory.
    pub fn next(&mut self, reach: Reach) -> Option<VectorAccess> {
        if reach == Reach::None { None } else { self.accesses.pop_front() }
    }
}

/// Returns the lanes of a pack's active threads.
fn active(pack: &Pack) -> impl Iterator<Item = u32> {
    let starts = pack.seats().iter().scan(0, |at, seat| Some(std::mem::replace(at, *at + seat.threads)));
    let lanes = |(start, active): (u32, &u32)| {
        let active = *active;
        (0..32).filter(move |lane| active >> lane & 1 == 1).map(move |lane| start + lane)
    };
    starts.zip(pack.active()).flat_map(lanes)
}

impl Observer for Recorded {
    fn issue(&mut self, issue: &Issue, _: &Warp, image: &Image) {
        self.part += 1;
        let code = &image.module.functions[issue.function.0 as usize].code;
        let branches = matches!(code.get(issue.instruction as usize), Some(Instruction { op: Op::Branch { .. }, .. }));
        self.diverged += u64::from(branches && issue.mask != 0 && issue.active & !issue.mask != 0);
    }
    fn traffic(&mut self, issue: &Issue, traffic: &Traffic) {
        let Some(&(start, cta)) = self.parts.get(self.part.wrapping_sub(1)).filter(|_| !self.off) else { return };
        self.bytes = traffic.bytes;
        for lane in (0..32).filter(|lane| issue.mask >> lane & 1 == 1) {
            let (address, lane) = (traffic.addresses[lane as usize], start + lane);
            let at = match traffic.space {
                // a word of each lane, one after the other
                Space::Local => {
                    let offset = address.wrapping_sub(LOCAL) % OWN;
                    PRIVATE + self.base + offset / 4 * 4 * self.lanes + 4 * u64::from(lane) + offset % 4
                }
                Space::Shared => PRIVATE + (1 << 57) + cta * SHARED + address % SHARED,
                _ => address,
            };
            self.elements.push((lane, at));
        }
    }
}
