//! The programs of STSIMT's study: they have the operations of their sources and the grids of table
//! II.

use heddle_kernel::compile::{Scalarization, scalars};
use heddle_kernel::program::{Float, Integer, Memory, Op, Space, Type, Unary};
use heddle_workloads::{Address, Workload};

use crate::grids;

/// Calls `test` with the operations of a workload's kernels, and whether they are scalar, with
/// addresses of either size.
fn each(name: &str, test: impl Fn(&[(Op, bool)])) {
    for address in Address::EACH {
        let (file, text) = Workload::named(name).unwrap().program(address);
        let module = heddle_kernel::read(&file, text).unwrap();
        let operations = module.kernels().flat_map(|(_, function)| {
            let scalar = scalars(&module, function, Scalarization::All).instructions;
            function.code.iter().map(|it| it.op.clone()).zip(scalar).collect::<Vec<_>>()
        });
        test(&operations.collect::<Vec<_>>());
    }
}

/// Returns how many operations are of a kind: those that are scalar, and the others.
fn count(operations: &[(Op, bool)], kind: impl Fn(&Op) -> bool) -> [usize; 2] {
    [true, false].map(|scalar| operations.iter().filter(|(op, is)| *is == scalar && kind(op)).count())
}

/// Whether an operation loads elements of a size in bytes from a space.
fn loads(space: Space, bytes: u8) -> impl Fn(&Op) -> bool {
    move |op| matches!(op, Op::Load(Memory { space: of, ty, .. }) if *of == space && ty.bytes() == bytes.into())
}

fn is_double(op: &Op) -> bool {
    matches!(op, Op::Float(_, Type::F64, _))
}

#[test]
fn the_powers_of_bp_are_functions_and_scalar() {
    each("bp_rodinia", |of| {
        assert_eq!(count(of, |op| matches!(op, Op::Approximate(Unary::Lg2, ..))), [2, 0]);
        assert_eq!(count(of, |op| matches!(op, Op::Approximate(Unary::Ex2, ..))), [1, 0]);
        assert_eq!(count(of, |op| matches!(op, Op::Integer(Integer::Rem, _))), [0, 1]);
    });
}

#[test]
fn constants_of_rodinia_are_double() {
    // a weight has two products, a fused one and a sum, its change no sum; a threshold's have a
    // product less
    each("bp_rodinia", |of| assert_eq!(count(of, is_double), [0, 4 + 3 + 3 + 2]));
    each("hotsp_rodinia", |of| assert_eq!(count(of, is_double), [0, 6]));
    each("bp", |of| assert_eq!(count(of, is_double), [0, 0]));
    each("hotsp", |of| assert_eq!(count(of, is_double), [0, 0]));
}

#[test]
fn rounds_of_sto_read_shared_memory_and_bytes_are_ordered_there() {
    each("sto_ispass", |of| {
        assert_eq!(count(of, loads(Space::Global, 4)), [0, 16]);
        assert_eq!(count(of, loads(Space::Shared, 1)), [0, 16 * 4]);
        assert_eq!(count(of, loads(Space::Shared, 4)), [0, 64]);
        assert_eq!(count(of, |op| matches!(op, Op::Integer(Integer::Funnel { .. }, _))), [0, 0]);
    });
}

#[test]
fn aes_has_its_keys_in_a_texture_and_reads_columns_byte_by_byte() {
    each("aes_ispass", |of| {
        assert_eq!(count(of, |op| matches!(op, Op::Texture(..))), [0, 11]);
        assert_eq!(count(of, loads(Space::Const, 1)), [0, 10 * 4]);
        // the last round looks up bytes
        assert_eq!(count(of, loads(Space::Shared, 1)), [0, 10 * 4 + 4]);
        assert_eq!(count(of, loads(Space::Shared, 4)), [0, 1 + 9 * 4 + 1]);
    });
}

#[test]
fn gau_divides_once_a_row() {
    each("gau", |of| assert_eq!(count(of, |op| matches!(op, Op::Float(Float::Div, ..))), [0, 1]));
}

#[test]
fn grids_are_those_of_table_ii() {
    assert_eq!(grids("aes_ispass", "paper"), [[257, 256]]);
    assert_eq!(grids("bp_rodinia", "paper"), [[4096, 256]; 2]);
    assert_eq!(grids("hotsp_rodinia", "paper")[0], [1849, 256]);
    assert_eq!(grids("sto_ispass", "paper"), [[1, 2], [4, 4], [16, 8], [64, 16], [256, 32], [260, 64]]);
}
