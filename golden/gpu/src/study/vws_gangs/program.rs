//! Synthetic programs, reduced to the parts of a warp's instructions that the ganging unit sees:
//! control flow and latency.
//!
//! All random choices of a warp are drawn from a stream of its own, in the order of its own
//! instructions. So it executes the same instructions, with the same hits and misses, in every
//! gang.

use heddle_golden::Chance;

/// Cycles from an arithmetic instruction to one that needs its result (VWS table 1).
pub const ALU: u64 = 10;
/// Cycles from a load that hits in the data cache to an instruction that needs its result (ours:
/// the paper does not give it).
pub const HIT: u64 = 30;
/// Least and most cycles from a load that misses in the data cache to an instruction that needs its
/// result (ours).
pub const MISS: [u32; 2] = [200, 263];

/// The warps that take a branch or an exit of a synthetic program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Who {
    /// All warps.
    All,
    /// The warps in the upper half of the slices: one half of each original gang.
    Upper,
    /// Each warp by itself, with this probability in thousandths.
    Chance(u32),
}

/// An instruction of a synthetic program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Op {
    /// An arithmetic instruction.
    Alu,
    /// A load, in which each warp by itself misses with this probability in thousandths.
    Load(u32),
    /// A branch: the given warps jump forward by this many instructions, the others fall through.
    Branch(Who, u64),
    /// A loop branch: jumps back by this many instructions, until the warp has made its number of
    /// trips, which lies between these two.
    Loop(u64, [u32; 2]),
    /// A reconvergence point (VWS 6.4).
    Sync,
    /// An exit: the given warps end, the others go on.
    Exit(Who),
}

/// A synthetic program; a PC is the number of an instruction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Program {
    /// The program's name.
    pub name: &'static str,
    /// A description of the program's divergence.
    pub about: &'static str,
    /// The program's instructions, by PC.
    pub ops: Vec<Op>,
}

impl Program {
    /// Whether warps of the program may diverge.
    pub fn diverges(&self) -> bool {
        let parts = |who: &Who| *who != Who::All;
        self.ops.iter().any(|op| match op {
            Op::Branch(who, _) | Op::Exit(who) => parts(who),
            Op::Loop(_, [least, most]) => least != most,
            Op::Alu | Op::Load(_) | Op::Sync => false,
        })
    }
}

fn alu(count: usize) -> Vec<Op> {
    vec![Op::Alu; count]
}

fn load(misses: u32) -> Vec<Op> {
    vec![Op::Load(misses)]
}

fn exit(who: Who) -> Vec<Op> {
    vec![Op::Exit(who)]
}

/// An if: the given warps execute `these`, the others `others`; then they reconverge.
fn either(who: Who, these: Vec<Op>, others: Vec<Op>) -> Vec<Op> {
    let around = Op::Branch(who, others.len() as u64 + 2);
    let join = Op::Branch(Who::All, these.len() as u64 + 1);
    [vec![around], others, vec![join], these, vec![Op::Sync]].concat()
}

fn repeat(trips: [u32; 2], body: Vec<Op>) -> Vec<Op> {
    let back = Op::Loop(body.len() as u64, trips);
    [body, vec![back, Op::Sync]].concat()
}

/// Returns every program of the study.
pub fn programs() -> Vec<Program> {
    let program = |name, about, ops| Program { name, about, ops };
    let halves = |trips, [these, others]: [usize; 2]| {
        let sides = either(Who::Upper, alu(these), alu(others));
        repeat([trips; 2], [alu(2), load(150), alu(1), sides, alu(2)].concat())
    };
    // one of the two sides also jumps over the other
    let (even, uneven) = ([5, 4], [3, 6]);
    let crumbs = {
        let inner = repeat([1, 6], [alu(2), load(200), alu(1)].concat());
        let sides = either(Who::Chance(400), [alu(3), load(200)].concat(), [alu(1), inner, alu(1)].concat());
        repeat([6, 14], [alu(2), sides, alu(1)].concat())
    };
    vec![
        program(
            "convergent",
            "no divergence but that of memory",
            [repeat([24; 2], [alu(3), load(150), alu(4)].concat()), exit(Who::All)].concat(),
        ),
        program(
            "structured",
            "the halves of each gang take the two sides of an if, both as long, and meet again",
            [alu(4), halves(20, even), exit(Who::All)].concat(),
        ),
        program(
            "uneven",
            "the same, with one side longer than the other",
            [alu(4), halves(20, uneven), exit(Who::All)].concat(),
        ),
        program(
            "half-exit",
            "sides as long again; then one half exits, and the other goes on (like GamePhysics in figure 18)",
            [alu(4), halves(10, even), exit(Who::Upper), halves(10, even), exit(Who::All)].concat(),
        ),
        program(
            "unstructured",
            "each warp draws its sides of ifs and its trips through loops (like Lighting in figure 18)",
            [alu(4), crumbs, exit(Who::All)].concat(),
        ),
    ]
}

/// The state of one warp that runs a synthetic program.
#[derive(Debug, Clone)]
pub struct Warp {
    /// The PC of the next instruction; `None` when the warp has ended.
    pub pc: Option<u64>,
    upper: bool,
    stream: Chance,
    /// Trips that are left of each loop that the warp is in, by the loop's PC.
    trips: Vec<Option<u32>>,
}

/// The latency of an executed instruction, and whether it accesses memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Done {
    /// Cycles until the scoreboard lets the warp issue again.
    pub latency: u64,
    /// Whether the latency is that of a memory access.
    pub memory: bool,
}

impl Warp {
    /// Creates the warp of a set and a slice, before the program's first instruction.
    pub fn new(program: &Program, set: usize, slice: usize, slices: usize) -> Self {
        let stream = Chance((set * slices + slice) as u64);
        Warp { pc: Some(0), upper: slice >= slices / 2, stream, trips: vec![None; program.ops.len()] }
    }

    /// Executes the warp's next instruction and returns its latency.
    pub fn execute(&mut self, program: &Program) -> Done {
        let pc = self.pc.expect("a warp that has ended is not issued");
        let arithmetic = Done { latency: ALU, memory: false };
        self.pc = Some(pc + 1);
        match program.ops[pc as usize] {
            Op::Alu | Op::Sync => arithmetic,
            Op::Load(misses) => {
                let miss = u64::from(self.between(MISS));
                Done { latency: if self.chance(misses) { miss } else { HIT }, memory: true }
            }
            Op::Branch(who, by) => {
                if self.is(who) {
                    self.pc = Some(pc + by);
                }
                arithmetic
            }
            Op::Loop(by, trips) => {
                let left = self.trips[pc as usize].unwrap_or_else(|| self.between(trips)) - 1;
                self.trips[pc as usize] = (left != 0).then_some(left);
                if left != 0 {
                    self.pc = Some(pc - by);
                }
                arithmetic
            }
            Op::Exit(who) => {
                if self.is(who) {
                    self.pc = None;
                }
                arithmetic
            }
        }
    }

    fn is(&mut self, who: Who) -> bool {
        match who {
            Who::All => true,
            Who::Upper => self.upper,
            Who::Chance(cases) => self.chance(cases),
        }
    }

    fn chance(&mut self, cases: u32) -> bool {
        self.between([0, 999]) < cases
    }

    fn between(&mut self, [least, most]: [u32; 2]) -> u32 {
        least + (self.stream.word() % u64::from(most - least + 1)) as u32
    }
}
