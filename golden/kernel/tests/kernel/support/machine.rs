//! A naive executor of one warp, for comparison: each instruction is executed by one thread after
//! the other, as in a temporal lane, and a scalar instruction once. Registers lie where an
//! allocation places them.

use heddle_kernel::analysis::{Flow, Reconvergence};
use heddle_kernel::program::*;

pub struct Machine<'a> {
    function: &'a Function,
    allocation: &'a Allocation,
    /// Vector words and predicates by thread; scalar ones. A predicate is a word.
    vectors: Vec<Vec<u32>>,
    predicates: Vec<Vec<u32>>,
    scalars: Vec<u32>,
    scalar_predicates: Vec<u32>,
    /// The id of the first thread, and how many there are in all.
    base: u32,
    threads: u32,
    clock: u32,
    /// Words. Each volatile read of a word changes it, as if from outside.
    pub memory: Vec<u32>,
    local: Vec<Vec<u32>>,
    steps: u32,
    /// Which side of a branch runs first: that of the lower address or the other.
    pub high_first: bool,
}

/// Runs the threads of a CTA of as many threads as `threads`, in warps of `width`.
pub fn run(
    f: &Function,
    allocation: &Allocation,
    memory: &[u32],
    threads: usize,
    width: usize,
    high_first: bool,
) -> Vec<u32> {
    let mut memory = memory.to_vec();
    for base in (0..threads).step_by(width) {
        let lanes = width.min(threads - base);
        let file = |n: u32| vec![vec![0xDEAD_0000; n as usize]; lanes];
        let mut machine = Machine {
            function: f,
            allocation,
            vectors: file(allocation.vectors),
            predicates: file(allocation.predicates),
            scalars: vec![0xDEAD_0000; allocation.scalars as usize],
            scalar_predicates: vec![0; allocation.scalar_predicates as usize],
            base: base as u32,
            threads: threads as u32,
            clock: 0,
            memory,
            local: vec![vec![0; 16]; lanes],
            steps: 0,
            high_first,
        };
        let flow = Flow::of(f);
        machine.go(&Reconvergence::of(f, &flow), 0, f.code.len() as u32, (0..lanes).collect());
        memory = machine.memory;
    }
    memory
}

impl Machine<'_> {
    /// Runs threads from an instruction to another; who does not get there has left.
    fn go(&mut self, reconvergence: &Reconvergence, mut at: u32, end: u32, mut active: Vec<usize>) -> Vec<usize> {
        while at != end && (at as usize) < self.function.code.len() && !active.is_empty() {
            self.steps += 1;
            assert!(self.steps < 1_000_000, "an endless loop");
            let i = &self.function.code[at as usize];
            let taking = |m: &Self, t: usize| i.guard.is_none_or(|g| (m.read(g.register, t) != 0) != g.negated);
            let (take, stay): (Vec<usize>, Vec<usize>) = active.iter().partition(|&&t| taking(self, t));
            let mut groups: Vec<(u32, Vec<usize>)> = vec![(at + 1, stay)];
            match &i.op {
                Op::Branch { target, .. } => groups.push((*target, take)),
                Op::BranchIndexed { targets, .. } => {
                    for t in take {
                        let to = targets[self.operand(&i.reads[0], t) as usize];
                        match groups.iter_mut().find(|(at, _)| *at == to) {
                            Some((_, group)) => group.push(t),
                            None => groups.push((to, vec![t])),
                        }
                    }
                }
                Op::Exit | Op::Return => {
                    active = groups.remove(0).1;
                    at += 1;
                    continue;
                }
                _ => {
                    let once = self.allocation.scalar[at as usize] as usize;
                    let who = if once == 1 { &take[..take.len().min(1)] } else { &take[..] };
                    who.iter().for_each(|&t| self.execute(i, t, &take));
                    at += 1;
                    continue;
                }
            }
            groups.retain(|(_, group)| !group.is_empty());
            groups.sort_by_key(|&(to, _)| if self.high_first { u32::MAX - to } else { to });
            if let [(to, group)] = &mut groups[..] {
                (at, active) = (*to, std::mem::take(group));
                continue;
            }
            let meet = reconvergence.at(at).expect("it is a branch");
            active = groups.into_iter().flat_map(|(to, group)| self.go(reconvergence, to, meet, group)).collect();
            active.sort_unstable();
            at = meet;
        }
        active
    }

    fn read(&self, register: RegisterId, t: usize) -> u64 {
        let words = self.function.registers[register.0 as usize].ty.words() as usize;
        let join = |file: &[u32], at: u32| (0..words).map(|k| (file[at as usize + k] as u64) << (32 * k)).sum();
        match self.allocation.locations[register.0 as usize] {
            Location::Predicate(at) => self.predicates[t][at as usize] as u64,
            Location::ScalarPredicate(at) => self.scalar_predicates[at as usize] as u64,
            Location::Vector(at) => join(&self.vectors[t], at),
            Location::Scalar(at) => join(&self.scalars, at),
        }
    }
    fn write(&mut self, register: RegisterId, t: usize, value: u64) {
        let words = self.function.registers[register.0 as usize].ty.words() as usize;
        let part =
            |file: &mut [u32], at: u32| (0..words).for_each(|k| file[at as usize + k] = (value >> (32 * k)) as u32);
        match self.allocation.locations[register.0 as usize] {
            Location::Predicate(at) => self.predicates[t][at as usize] = value as u32,
            Location::ScalarPredicate(at) => self.scalar_predicates[at as usize] = value as u32,
            Location::Vector(at) => part(&mut self.vectors[t], at),
            Location::Scalar(at) => part(&mut self.scalars, at),
        }
    }
    fn operand(&self, operand: &Operand, t: usize) -> u64 {
        match *operand {
            Operand::Register(register) => self.read(register, t),
            Operand::Immediate(value) => value,
            Operand::Special(Special::Tid(0)) => self.base as u64 + t as u64,
            Operand::Special(Special::Ntid(0)) => self.threads as u64,
            Operand::Special(Special::Laneid) => t as u64,
            Operand::Special(Special::Clock) => self.clock as u64,
            _ => unimplemented!("{operand:?}"),
        }
    }
    fn execute(&mut self, i: &Instruction, t: usize, all: &[usize]) {
        self.clock += 1;
        let reads: Vec<u64> = i.reads.iter().map(|operand| self.operand(operand, t)).collect();
        let at = |m: &Memory| (reads[0] as usize).wrapping_add(m.offset as usize) / 4;
        let results = match &i.op {
            Op::Move(_) => vec![reads[0]],
            Op::Pack(_) => vec![reads[0] & 0xFFFF_FFFF | reads[1] << 32],
            Op::Unpack(_) => vec![reads[0] & 0xFFFF_FFFF, reads[0] >> 32],
            Op::Integer(Integer::Add, _) => vec![reads[0].wrapping_add(reads[1])],
            Op::Integer(Integer::Mul(Part::Low), _) => vec![reads[0].wrapping_mul(reads[1])],
            Op::Integer(Integer::Xor, _) => vec![reads[0] ^ reads[1]],
            Op::Integer(Integer::And, _) => vec![reads[0] & reads[1]],
            Op::SetPredicate { compare: Compare::Lt, .. } => vec![(reads[0] < reads[1]) as u64],
            Op::Select(_) => vec![if reads[2] != 0 { reads[0] } else { reads[1] }],
            // generic addresses are local ones here
            Op::ToGeneric(Space::Local) => vec![reads[0]],
            Op::Load(m) if matches!(m.space, Space::Local | Space::Generic) => vec![self.local[t][at(m)] as u64],
            Op::Load(m) => {
                let values = (0..m.elements as usize).map(|k| self.memory[at(m) + k] as u64).collect();
                self.memory[at(m)] += m.volatile as u32;
                values
            }
            Op::Store(m) => {
                let memory = if m.space == Space::Local { &mut self.local[t] } else { &mut self.memory };
                (0..m.elements as usize).for_each(|k| memory[at(m) + k] = reads[1 + k] as u32);
                vec![]
            }
            Op::Atomic(Atomic::Add, m) => {
                let old = self.memory[at(m)];
                self.memory[at(m)] = old.wrapping_add(reads[1] as u32);
                vec![old as u64]
            }
            // the predicate of `shfl.up`: whether there is such a thread in the warp
            Op::Shuffle { kind: Shuffle::Up, .. } => {
                let from = t.checked_sub(reads[1] as usize).filter(|from| all.contains(from));
                vec![self.operand(&i.reads[0], from.unwrap_or(t)), from.is_some() as u64]
            }
            Op::Nothing => vec![],
            other => unimplemented!("{other:?}"),
        };
        for (register, value) in i.writes.iter().zip(results) {
            if let Some(register) = register {
                self.write(*register, t, value);
            }
        }
    }
}
