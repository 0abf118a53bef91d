//! P-branches and D-branches (SLP, figure 10).

use crate::support::*;
use heddle_kernel::analysis::*;
use heddle_kernel::program::*;

const TID: Operand = Operand::Special(Special::Tid(0));
const EQUAL: Op = Op::SetPredicate { compare: Compare::Eq, ty: Type::U32, flush: false, group: None };

fn load(space: Space) -> Op {
    Op::Load(Memory { space, ty: Type::U32, elements: 1, offset: 0, volatile: false })
}
fn immediate(value: u64) -> Operand {
    Operand::Immediate(value)
}
fn mov(d: u32, a: Operand) -> Instruction {
    op(Op::Move(Type::U32), &[d], &[a])
}

/// Registers 0 to 4 are words, 5 to 7 predicates; variable 0 is the kernel's parameter.
fn kinds(code: Vec<Instruction>) -> Vec<(u32, Kind)> {
    let f =
        function(code, vec![Type::U32, Type::U32, Type::U32, Type::U32, Type::U32, Type::Pred, Type::Pred, Type::Pred]);
    let mut m = module(f);
    let variable = |name: &str, owner| Variable {
        name: name.into(),
        space: Space::Param,
        align: 4,
        bytes: 4,
        initial: vec![],
        addresses: vec![],
        element: 1,
        owner,
        external: false,
        opaque: None,
        at: Span::default(),
    };
    m.variables = vec![variable("g_data", Some(FunctionId(0))), variable("result", Some(FunctionId(0)))];
    m.functions[0].parameters = vec![Parameter { variable: VariableId(0), offset: 0 }];
    let f = &m.functions[0];
    Branches::of(&m, f, &Flow::of(f)).iter().collect()
}

#[test]
fn figure_10() {
    let code = vec![
        mov(2, TID),
        op(EQUAL, &[5], &[r(2), immediate(0)]),
        guarded(5, branch(11)),
        op(load(Space::Param), &[3], &[Operand::Variable(VariableId(0), 0)]),
        op(Op::Integer(Integer::Add, Type::U32), &[4], &[r(2), r(3)]),
        op(load(Space::Global), &[0], &[r(4)]),
        op(EQUAL, &[6], &[r(0), immediate(1)]),
        guarded(6, branch(11)),
        mov(0, immediate(100)),
        op(EQUAL, &[7], &[r(0), r(2)]),
        guarded(7, branch(11)),
    ];
    let [p, d] = [Kind::Programmable, Kind::Data];
    // the last: the taint was cleared by an immediate
    assert_eq!(kinds(code), [(2, p), (7, d), (10, p)]);
}

#[test]
fn a_mixed_condition_depends_on_data() {
    let code = vec![op(load(Space::Shared), &[0], &[TID]), op(EQUAL, &[5], &[r(0), TID]), guarded(5, branch(3))];
    assert_eq!(kinds(code), [(2, Kind::Data)]);
}

#[test]
fn memory_is_data_but_for_the_parameters_of_the_kernel() {
    for space in [Space::Global, Space::Shared, Space::Local, Space::Const, Space::Generic] {
        let code = vec![
            op(load(space), &[0], &[immediate(0)]),
            op(Op::BranchIndexed { targets: vec![2], uniform: false }, &[], &[r(0)]),
        ];
        assert_eq!(kinds(code), [(1, Kind::Data)], "{space:?}");
    }
    let parameter = |v, offset: Operand| {
        let base = op(load(Space::Param), &[0], &[Operand::Variable(VariableId(v), 0)]);
        kinds(vec![base, op(EQUAL, &[5], &[r(0), offset]), guarded(5, branch(4)), guarded(5, op(Op::Exit, &[], &[]))])
    };
    assert_eq!(parameter(0, TID), [(2, Kind::Programmable), (3, Kind::Programmable)]);
    assert_eq!(parameter(1, TID), [(2, Kind::Data), (3, Kind::Data)], "what a call returns");
    assert_eq!(parameter(0, Operand::Special(Special::Clock)), [(2, Kind::Data), (3, Kind::Data)]);
}

#[test]
fn taints_of_all_paths_meet() {
    let clear = |guard: bool| {
        let write = mov(0, immediate(0));
        let write = if guard { guarded(5, write) } else { write };
        kinds(vec![
            op(load(Space::Global), &[0], &[TID]),
            op(EQUAL, &[5], &[TID, immediate(1)]),
            guarded(5, branch(4)),
            write.clone(),
            write,
            op(EQUAL, &[6], &[r(0), immediate(1)]),
            guarded(6, branch(0)),
        ])
    };
    assert_eq!(clear(false), [(2, Kind::Programmable), (6, Kind::Programmable)]);
    assert_eq!(clear(true), [(2, Kind::Programmable), (6, Kind::Data)], "a guarded write keeps what was there");
}

#[test]
fn taint_goes_round_a_loop() {
    let code = vec![
        mov(0, immediate(0)),
        op(EQUAL, &[5], &[r(0), immediate(1)]),
        guarded(5, branch(4)),
        op(load(Space::Global), &[0], &[TID]),
        guarded(5, branch(1)),
    ];
    assert_eq!(kinds(code), [(2, Kind::Data), (4, Kind::Data)]);
}
