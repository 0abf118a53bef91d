use heddle_kernel::execute::{Image, Launch, Memory, Options, Unobserved, run};
use heddle_kernel::program::{
    Compare, Float, FunctionId, Integer, Mode, Module, Op, Operand, Part, Space, Special, Type,
};

use crate::execute::build::{Builder, memory};

fn kernel() -> Module {
    use Operand::{Immediate, Register};
    let mut b = Builder::kernel(4);
    let [x, y, sum, n] = [0, 1, 2, 3].map(|p| b.parameter(p));
    let tid = b.to(Type::U32, Op::Move(Type::U32), &[Operand::Special(Special::Tid(0))]);
    let (cta, size) = (Operand::Special(Special::Ctaid(0)), Operand::Special(Special::Ntid(0)));
    let i = b.to(Type::U32, Op::Integer(Integer::Mad(Part::Low), Type::U32), &[cta, size, Register(tid)]);
    let outside = b.register(Type::Pred);
    let compare = Op::SetPredicate { compare: Compare::Ge, ty: Type::S32, flush: false, group: None };
    b.push(compare, &[outside], &[Register(i), Register(n)]);
    b.guarded(outside, false, Op::Exit, &[], &[]);
    let wide = Op::Integer(Integer::Mul(Part::Wide), Type::S32);
    let byte = b.to(Type::S64, wide, &[Register(i), Immediate(4)]);
    let add = || Op::Integer(Integer::Add, Type::S64);
    let [x, y, sum] = [x, y, sum].map(|base| b.to(Type::U64, add(), &[Register(base), Register(byte)]));
    let load = || Op::Load(memory(Space::Global, Type::F32));
    let [x, y] = [x, y].map(|address| b.to(Type::F32, load(), &[Register(address)]));
    let total = b.to(Type::F32, Op::Float(Float::Add, Type::F32, Mode::default()), &[Register(x), Register(y)]);
    b.push(Op::Store(memory(Space::Global, Type::F32)), &[], &[Register(sum), Register(total)]);
    b.push(Op::Return, &[], &[]);
    b.finish()
}

#[test]
fn sums_are_the_hosts() {
    let module = kernel();
    let image = Image::new(&module, FunctionId(0)).unwrap();
    for warp_size in [1, 2, 4, 8, 16, 32] {
        let n = 1000;
        let mut memory = Memory::new(&module).unwrap();
        let [x, y, sum] = ["x", "y", "sum"].map(|name| memory.allocate(name, 4 * n).unwrap());
        let numbers = |f: fn(f32) -> f32| -> Vec<u8> { (0..n).flat_map(|i| f(i as f32).to_le_bytes()).collect() };
        memory.write(x, &numbers(|i| i * 0.37)).unwrap();
        memory.write(y, &numbers(|i| 100.0 - i)).unwrap();
        let parameters = [x, y, sum, n].iter().flat_map(|p| p.to_le_bytes()).collect();
        let launch =
            Launch { grid: [4, 1, 1], block: [256, 1, 1], dynamic_shared: 0, parameters, number: 0, sizes: None };
        let options = Options { warp_size, ..Options::default() };
        let statistics = run(&image, &launch, &mut memory, &mut Unobserved, &options).unwrap();
        assert_eq!(memory.read(sum, 4 * n).unwrap(), numbers(|i| i * 0.37 + (100.0 - i)));
        assert_eq!((statistics.threads, statistics.ctas), (1024, 4));
        assert_eq!(
            statistics.thread_instructions,
            24 * 8 + 1000 * 16,
            "the guard of the eighth, the exit, holds for 24"
        );
    }
}
