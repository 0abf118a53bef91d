//! Modules that no reader makes: execution refuses or stops, and never panics, hangs, or takes
//! memory without end. `HEDDLE_FUZZ_SECONDS` makes it longer.

use std::time::{Duration, Instant};

use heddle_kernel::execute::{self, Image, Launch, Making, Options, Unobserved, run};
use heddle_kernel::program::*;
use heddle_kernel::texture::{Format, Kind, Sampler, Texture};

use crate::execute::build::{memory, module, variable};
use crate::execute::chance::Chance;
use crate::execute::operations::everything;
use crate::execute::ptx::read;
use crate::execute::random::{Exchange, program};

const TYPES: [Type; 20] = {
    use Type::*;
    [Pred, B8, B16, B32, B64, B128, U8, U16, U32, U64, S8, S16, S32, S64, F16, F16x2, Bf16, Bf16x2, F32, F64]
};
const SPACES: [Space; 6] = [Space::Generic, Space::Global, Space::Shared, Space::Local, Space::Const, Space::Param];
const ATOMICS: [Atomic; 10] = {
    use Atomic::*;
    [Add, Inc, Dec, Min, Max, And, Or, Xor, Exchange, Cas]
};
const SPECIALS: [Special; 12] = {
    use Special::*;
    [
        Tid(0),
        Tid(7),
        Ntid(1),
        Ctaid(2),
        Laneid,
        LanemaskGt,
        Clock,
        Clock64,
        Globaltimer,
        WarpSize,
        Gridid,
        TotalSmemSize,
    ]
};

struct Nonsense<'c> {
    chance: &'c mut Chance,
    operations: &'c [Op],
}

impl Nonsense<'_> {
    fn of<T: Copy>(&mut self, list: &[T]) -> T {
        list[self.chance.below(list.len() as u64) as usize]
    }
    /// Mostly small; now and then anything.
    fn number(&mut self) -> u64 {
        match self.chance.below(12) {
            0 => self.chance.next(),
            1 => 1 << self.chance.below(64),
            2 => {
                [0x0100_0000, 0x0200_0000, 0x0300_0000, 0x1000_0000][self.chance.below(4) as usize]
                    + self.chance.below(64)
            }
            _ => self.chance.below(40),
        }
    }
    /// One of so many, or, seldom, none of them.
    fn one_of(&mut self, count: usize) -> u32 {
        if self.chance.below(400) == 0 { self.number() as u32 } else { self.chance.below(count.max(1) as u64) as u32 }
    }
    fn memory(&mut self) -> Memory {
        Memory {
            elements: [1, 1, 1, 2, 4, 8, 3, 0][self.chance.below(8) as usize],
            offset: if self.chance.below(3) == 0 { self.number() as i64 } else { 0 },
            ..memory(self.of(&SPACES), self.of(&TYPES))
        }
    }
    fn geometry(&mut self) -> Geometry {
        Geometry { dimensions: self.chance.below(5) as u8, layered: self.chance.below(3) == 0 }
    }
    fn surface(&mut self) -> Surface {
        let outside = self.of(&[Outside::Trap, Outside::Clamp, Outside::Zero]);
        let elements = [1, 1, 2, 4, 3, 0][self.chance.below(6) as usize];
        Surface { geometry: self.geometry(), ty: self.of(&TYPES), elements, outside }
    }
    fn op(&mut self, length: u32, functions: usize, variables: usize) -> Op {
        let ty = self.of(&TYPES);
        let yes = self.chance.below(2) == 0;
        let target = self.one_of(length as usize + 1);
        match self.chance.below(40) {
            0..=2 => Op::Load(self.memory()),
            3 | 4 => Op::Store(self.memory()),
            5 => Op::Atomic(self.of(&ATOMICS), self.memory()),
            6..=8 => Op::Branch { target, uniform: yes },
            9 => Op::BranchIndexed {
                targets: (0..self.chance.below(5)).map(|_| self.one_of(length as usize + 1)).collect(),
                uniform: false,
            },
            10 | 11 => {
                let target = match yes {
                    true => Target::Direct(FunctionId(self.one_of(functions))),
                    false => Target::Indirect(
                        (0..self.chance.below(4)).map(|_| FunctionId(self.one_of(functions))).collect(),
                    ),
                };
                let mut list = || (0..self.chance.below(3)).map(|_| VariableId(self.one_of(variables))).collect();
                Op::Call { target, arguments: list(), results: list() }
            }
            12 => Op::Return,
            13 if yes => Op::Exit,
            14 => [Op::Trap, Op::Fence, Op::Nothing, Op::ActiveMask, Op::WarpBarrier][self.chance.below(5) as usize]
                .clone(),
            15 => Op::Barrier(self.of(&[
                Barrier::Sync { counted: yes },
                Barrier::Arrive,
                Barrier::ReduceAnd { counted: yes },
                Barrier::ReduceOr { counted: yes },
                Barrier::ReducePopc { counted: false },
            ])),
            16 => Op::Vote {
                kind: self.of(&[Vote::All, Vote::Any, Vote::Uniform, Vote::Ballot]),
                negated: yes,
                sync: target.is_multiple_of(2),
            },
            17 => Op::Shuffle {
                kind: self.of(&[Shuffle::Up, Shuffle::Down, Shuffle::Butterfly, Shuffle::Index]),
                sync: yes,
            },
            18 => Op::Match { all: yes, ty },
            19 => Op::Redux { kind: self.of(&ATOMICS), ty, nan: false },
            20 => Op::Pack(ty),
            21 => Op::Unpack(ty),
            22 => Op::Move(ty),
            23 => Op::ToGeneric(self.of(&SPACES)),
            24 => Op::FromGeneric(self.of(&SPACES)),
            25 => Op::IsSpace(self.of(&SPACES)),
            26 => Op::Integer(Integer::Add, ty),
            27 => Op::Float(Float::Fma, ty, Mode::default()),
            28 => Op::Convert { to: ty, from: self.of(&TYPES), mode: Mode::default(), integer: yes },
            29 => Op::Texture(match self.chance.below(4) {
                0 => Fetch::Texel(self.geometry()),
                1 => Fetch::Sample(self.geometry()),
                2 => Fetch::Gather(self.chance.below(6) as u8),
                _ => Fetch::Query(Query::Depth),
            }),
            30 => Op::SurfaceAddress(self.surface()),
            _ => self.operations[self.chance.below(self.operations.len() as u64) as usize].clone(),
        }
    }
    fn operand(&mut self, registers: usize, variables: usize) -> Operand {
        match self.chance.below(12) {
            0 => Operand::Immediate(self.number()),
            1 => Operand::Special(self.of(&SPECIALS)),
            2 => Operand::Variable(VariableId(self.one_of(variables)), self.number() as i64),
            _ => Operand::Register(RegisterId(self.one_of(registers))),
        }
    }
    fn instruction(&mut self, length: u32, registers: &[Register], functions: usize, variables: usize) -> Instruction {
        let op = self.op(length, functions, variables);
        let guard = (self.chance.below(4) == 0).then(|| Guard {
            register: self.register(registers, |ty| ty == Type::Pred),
            negated: self.chance.below(2) == 0,
        });
        let (reads, writes) = match (&op, self.chance.below(10)) {
            (_, 0) => (self.chance.below(6), self.chance.below(3)),
            (Op::Texture(Fetch::Query(_)), _) => (1, 1),
            (Op::Texture(Fetch::Texel(it) | Fetch::Sample(it)), _) => (1 + it.operands() as u64, 4),
            (Op::Texture(_), _) => (3, 4),
            (Op::SurfaceAddress(it), _) => (1 + it.geometry.operands() as u64, 1),
            (Op::Load(m), _) => (1, m.elements.into()),
            (Op::Store(m), _) => (1 + u64::from(m.elements), 0),
            (Op::Call { .. } | Op::BranchIndexed { .. }, _) => (1, 0),
            (Op::Branch { .. } | Op::Return | Op::Exit, _) => (0, 0),
            (Op::Barrier(_), _) => (1, 0),
            (Op::Unpack(_), _) => (1, 2),
            _ => (3, 1),
        };
        let reads = (0..reads).map(|_| self.operand(registers.len(), variables)).collect();
        let writes = (0..writes).map(|_| {
            let register = self.register(registers, |ty| ty != Type::Pred);
            (self.chance.below(20) > 0).then_some(register)
        });
        Instruction { guard, op, writes: writes.collect(), reads, at: Span::default(), stands_for: 1 }
    }
    /// A register of a kind, or, seldom, any.
    fn register(&mut self, registers: &[Register], kind: impl Fn(Type) -> bool) -> RegisterId {
        for _ in 0..8 {
            let register = self.one_of(registers.len());
            if registers.get(register as usize).is_none_or(|r| kind(r.ty)) {
                return RegisterId(register);
            }
        }
        RegisterId(0)
    }

    fn module(&mut self) -> Module {
        let mut made = module();
        made.address_size = if self.chance.below(4) == 0 { 32 } else { 64 };
        let functions = 1 + self.chance.below(4) as usize;
        let variables = self.chance.below(8) as usize;
        for v in 0..variables {
            let owner = (self.chance.below(2) == 0).then(|| FunctionId(self.one_of(functions)));
            let space = self.of(&SPACES);
            let bytes = self.number();
            let id = variable(&mut made, &format!("v{v}"), space, bytes, owner);
            let added = &mut made.variables[id.0 as usize];
            let most = if self.chance.below(9) == 0 { 32 } else { 5 };
            added.align = 1 << self.chance.below(most);
            added.external = self.chance.below(9) == 0;
            added.initial = vec![7; self.chance.below(9) as usize];
            if self.chance.below(4) == 0 {
                added.addresses.push((self.number(), VariableId(self.one_of(variables)), self.number() as i64, true));
            }
        }
        for f in 0..functions {
            let registers: Vec<Register> = (0..1 + self.chance.below(14))
                .map(|n| Register {
                    name: format!("%r{n}"),
                    ty: if n % 3 == 0 { self.of(&TYPES) } else { self.of(&[Type::B32, Type::Pred, Type::B64]) },
                })
                .collect();
            let length = self.chance.below(20) as u32;
            let code = (0..length).map(|_| self.instruction(length, &registers, functions, variables)).collect();
            let list: Vec<VariableId> = (0..self.chance.below(3)).map(|_| VariableId(self.one_of(variables))).collect();
            let threads =
                (self.chance.below(9) == 0).then(|| ([self.number() as u32, 1, 1], self.chance.below(2) == 0));
            made.functions.push(Function {
                name: format!("f{f}"),
                entry: f == 0 || self.chance.below(5) == 0,
                parameters: list.iter().map(|&variable| Parameter { variable, offset: self.number() as u32 }).collect(),
                parameter_bytes: self.chance.below(64) as u32,
                returns: list,
                registers,
                code,
                defined: f == 0 || self.chance.below(8) > 0,
                refused: None,
                threads,
                at: Span::default(),
            });
        }
        made
    }

    /// Changes a module that was right.
    fn mutate(&mut self, module: &mut Module) {
        let (functions, variables) = (module.functions.len(), module.variables.len());
        for _ in 0..1 + self.chance.below(4) {
            let f = self.chance.below(functions as u64) as usize;
            let length = module.functions[f].code.len();
            if length == 0 {
                continue;
            }
            let at = self.chance.below(length as u64) as usize;
            let registers = module.functions[f].registers.clone();
            let other = module.functions[f].code[self.chance.below(length as u64) as usize].clone();
            let code = &mut module.functions[f].code;
            match self.chance.below(8) {
                0 => code[at].op = self.op(length as u32, functions, variables),
                1 => code[at] = other,
                2 => code[at] = self.instruction(length as u32, &registers, functions, variables),
                3 => code[at].guard = other.guard,
                4 => code[at].reads = other.reads,
                5 => {
                    let operand = self.operand(registers.len(), variables);
                    if let Some(read) = code[at].reads.first_mut() {
                        *read = operand;
                    }
                }
                6 => {
                    let ty = self.of(&TYPES);
                    let register = self.chance.below(registers.len().max(1) as u64) as usize;
                    if let Some(register) = module.functions[f].registers.get_mut(register) {
                        register.ty = ty;
                    }
                }
                _ => {
                    let bytes = self.number();
                    if let Some(variable) = module.variables.first_mut() {
                        variable.bytes = bytes;
                    }
                }
            }
        }
    }

    /// Runs a module's first kernels, as far as they go; true if one ran to its end.
    fn run(&mut self, module: &Module) -> bool {
        let Ok(mut memory) = execute::Memory::with_limit(module, 1 << 22) else { return false };
        let Ok(buffer) = memory.allocate("buffer", 1 << 14) else { return false };
        // handles are small numbers and places that programs meet; half of the texels are there
        let format = Format { channels: 2, bits: 16, kind: Kind::Signed };
        let texture = Texture::packed(buffer + (1 << 13), [64, 64, 2], 1, format, Sampler::default());
        [0, 1, 5, buffer, 0x1000_0000].iter().for_each(|&handle| memory.bind(handle, texture));
        let mut ended = false;
        for kernel in 0..module.functions.len() as u32 {
            let making =
                Making { loops: self.chance.below(3) > 0, wide: self.chance.below(2) > 0, local_limit: 1 << 14 };
            let Ok(image) = Image::with(module, FunctionId(kernel), [].into(), making) else { continue };
            let mut parameters = vec![];
            while parameters.len() < module.functions[kernel as usize].parameter_bytes as usize {
                parameters.extend(buffer.to_le_bytes());
            }
            parameters.truncate(module.functions[kernel as usize].parameter_bytes as usize);
            let block = [1 + self.chance.below(70) as u32, 1 + self.chance.below(2) as u32, 1];
            let grid = [1 + self.chance.below(3) as u32, 1, 1];
            let launch = Launch {
                grid,
                block,
                dynamic_shared: self.chance.below(300) as u32,
                parameters,
                number: 0,
                sizes: None,
            };
            let options = Options {
                warp_size: 1 << self.chance.below(6),
                cta_limit: 3000,
                quantum: 1 + self.chance.below(300),
                check_scalars: true,
                depth: 40,
                ..Options::default()
            };
            let result = run(&image, &launch, &mut memory, &mut Unobserved, &options);
            ended |= result.is_ok();
            if let Err(fault) = result {
                assert!(!fault.to_string().is_empty());
            }
        }
        ended
    }
}

#[test]
fn nothing_panics() {
    let time = crate::execute::chance::fuzz_time();
    let operations: Vec<Op> = everything();
    let start = Instant::now();
    let (mut ended, mut rounds) = (0, 0u64);
    while rounds < 4000 || start.elapsed() < time {
        // the seed of a round is in the panic's output
        let seed = rounds;
        let mut chance = Chance(seed << 20);
        let made = match rounds % 2 {
            0 => Nonsense { chance: &mut chance, operations: &operations }.module(),
            _ => {
                let mut made = read(&program(&mut Chance(seed), Exchange::Never));
                Nonsense { chance: &mut chance, operations: &operations }.mutate(&mut made);
                made
            }
        };
        let begin = Instant::now();
        let outcome = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            Nonsense { chance: &mut chance, operations: &operations }.run(&made)
        }));
        match outcome {
            Ok(end) => ended += u64::from(end),
            Err(_) => panic!("seed {seed} panics"),
        }
        assert!(begin.elapsed() < Duration::from_secs(300), "seed {seed} takes {:?}", begin.elapsed());
        rounds += 1;
    }
    assert!(ended > rounds / 10, "{ended} of {rounds} ran to an end");
}
