//! The stage before the memory unit: all that slices issue in one cycle is one access, whatever
//! sets and instructions it comes from (VWS 4.1). It is split by kind; the parts go in the order of
//! their lowest slices, one a cycle, before those of later cycles (DEVIATIONS, D206).

use std::collections::VecDeque;

use heddle_kernel::program::FunctionId;
use smallvec::SmallVec;

use super::super::shared_banks::SharedBanks;
use super::SetLayout;
use crate::config::spec::Spec;
use crate::memory::{Access, AccessKind, Addresses, Home, Homes, Served, Texel};
use crate::microop::{MicroOp, Role, Step, Unit};
use crate::warps::CorePorts;

/// Kind of an access: parts of one cycle that have the same kind are one access.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Kind {
    target: Target,
    bytes: u32,
    /// Whether a result comes back.
    answered: bool,
}

/// Memory that an access goes to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Target {
    Global(AccessKind),
    Shared,
    Constant,
    Texture,
}

impl Kind {
    /// Returns the kind of a step's access to memory; `None` if it has none.
    pub fn of(step: &Step) -> Option<Kind> {
        let target = match step.role {
            Role::Memory(operation, _) if step.is_global() => Target::Global(operation.kind()),
            Role::Memory(..) => Target::Shared,
            Role::External(Unit::Constant) => Target::Constant,
            Role::External(Unit::Texture) => Target::Texture,
            _ => return None,
        };
        Some(Kind { target, bytes: step.bytes(), answered: step.target.is_some() })
    }
    /// Whether the access is an atomic of global memory, which is executed behind L1.
    pub fn is_atomic(self) -> bool {
        self.target == Target::Global(AccessKind::Atomic)
    }
}

/// The steps of an access, and the lanes of each.
type Members = SmallVec<[(u32, u64); 8]>;

/// Addresses of an access by lane, and the texels of a texture access.
pub(super) type Places = (Addresses, Vec<Texel>);

/// An access that has not gone to memory yet.
#[derive(Debug)]
struct Joined {
    kind: Kind,
    /// Instruction of the first step of the access.
    of: (FunctionId, u32),
    threads: u64,
    addresses: Addresses,
    texels: Vec<Texel>,
    homes: SmallVec<[Home; 4]>,
    members: Members,
}

/// An access in flight, with the threads that are not served.
#[derive(Debug, Default)]
struct Outstanding {
    threads: u64,
    members: Members,
}

/// Accesses that wait for the memory unit, and those in flight.
#[derive(Debug)]
pub(super) struct Stage {
    room: usize,
    waiting: VecDeque<Joined>,
    /// Number of waiting accesses that are of this cycle: the last ones.
    fresh: usize,
    /// Cycle from which on the next access can go.
    free: u64,
    banks: SharedBanks,
    /// Cycles from the banks to the registers.
    shared: u64,
    outstanding: Vec<Outstanding>,
    spare: Vec<u32>,
}

/// Lanes of an access.
const LANES: usize = SetLayout::THREADS as usize;

impl Stage {
    pub fn new(spec: &Spec) -> Stage {
        Stage {
            room: spec.slices.stage as usize,
            waiting: VecDeque::new(),
            fresh: 0,
            free: 0,
            banks: SharedBanks::new(spec),
            shared: spec.shared.latency.into(),
            outstanding: Vec::new(),
            spare: Vec::new(),
        }
    }

    pub fn is_full(&self) -> bool {
        self.waiting.len() >= self.room
    }
    pub fn is_empty(&self) -> bool {
        self.waiting.is_empty()
    }

    /// Adds the access of a warp of a set in this cycle to the access of the same kind, or as a new
    /// one.
    pub fn add(&mut self, (kind, op): (Kind, &MicroOp), token: u32, set: usize, (addresses, texels): Places) {
        let threads = op.mask();
        let old = self.waiting.len() - self.fresh;
        let home = Home { warp: set as u32, first: 0, lanes: threads };
        let Some(joined) = self.waiting.iter_mut().skip(old).find(|joined| joined.kind == kind) else {
            let (members, homes) = (SmallVec::from_slice(&[(token, threads)]), SmallVec::from_slice(&[home]));
            let of = (op.function, op.instruction);
            self.waiting.push_back(Joined { kind, of, threads, addresses, texels, homes, members });
            self.fresh += 1;
            return;
        };
        joined.threads |= threads;
        joined.members.push((token, threads));
        joined.texels.extend(texels);
        for lane in (0..LANES).filter(|lane| threads >> lane & 1 == 1) {
            joined.addresses[lane] = addresses[lane];
        }
        match joined.homes.iter_mut().find(|home| home.warp == set as u32) {
            Some(home) => home.lanes |= threads,
            None => joined.homes.push(home),
        }
    }

    /// Ends a cycle: the first access goes, if it can; `due` gets the steps that do not wait for
    /// memory, and the cycles in which they are over.
    pub fn end(&mut self, now: u64, ports: &mut CorePorts, mut due: impl FnMut(u32, u64)) {
        if self.fresh > 1 {
            let old = self.waiting.len() - self.fresh;
            self.waiting.make_contiguous()[old..].sort_by_key(|joined| joined.threads.trailing_zeros());
        }
        self.fresh = 0;
        let Some(first) = self.waiting.front().filter(|_| now >= self.free) else { return };
        let accepted = match first.kind.target {
            Target::Global(_) => ports.loads.accepts(),
            Target::Constant => ports.constants.accepts(),
            Target::Texture => ports.textures.accepts(),
            Target::Shared => true,
        };
        if !accepted {
            return;
        }
        let Some(joined) = self.waiting.pop_front() else { return };
        self.free = now + 1;
        let Joined { kind: Kind { target, bytes, answered }, of, threads, addresses, texels, homes, members } = joined;
        if target == Target::Shared {
            let cycles = self.banks.cycles(&addresses, threads, LANES, LANES);
            ports.counters.shared_conflicts += cycles - 1;
            self.free = now + cycles;
            // all its threads are served at once
            members.iter().for_each(|&(token, _)| due(token, now + cycles + self.shared));
            return;
        }
        let token = self.outstand(threads, members);
        let homes = match homes[..] {
            [home] => Homes::One(home.warp),
            _ => Homes::Several(homes.into_vec().into()),
        };
        let access = |kind| Access { token, kind, bytes, threads, addresses, homes, answered };
        match target {
            Target::Global(kind) => ports.load_store(now, Some(of), access(kind)),
            Target::Texture => ports.textures.fetch(now, access(AccessKind::Load), &texels),
            _ => ports.constants.push(now, access(AccessKind::Load)),
        }
    }

    /// Puts an access in flight, and returns its token.
    fn outstand(&mut self, threads: u64, members: Members) -> u32 {
        let token = self.spare.pop().unwrap_or_else(|| {
            self.outstanding.push(Outstanding::default());
            self.outstanding.len() as u32 - 1
        });
        self.outstanding[token as usize] = Outstanding { threads, members };
        token
    }

    /// Returns the steps of an access that has threads still waiting.
    pub fn waiting(&self, token: u32) -> impl Iterator<Item = u32> {
        let access = &self.outstanding[token as usize];
        access.members.iter().filter(|&(_, lanes)| lanes & access.threads != 0).map(|&(token, _)| token)
    }

    /// Records that threads of an access are served; `arrived` gets the steps that they belong to,
    /// and the lanes of each.
    pub fn served(&mut self, served: Served, mut arrived: impl FnMut(u32, u64)) {
        let access = &mut self.outstanding[served.token as usize];
        access.threads &= !served.threads;
        for &(token, lanes) in &access.members {
            if lanes & served.threads != 0 {
                arrived(token, lanes & served.threads);
            }
        }
        if access.threads == 0 {
            access.members.clear();
            self.spare.push(served.token);
        }
    }
}
