//! Arithmetic before constants as NVIDIA's assembler folds them. `table.txt` has some for each
//! operation; `make folded` makes and judges thousands (`ptxas.py`).

use std::fmt::Write;

use heddle_kernel::execute::Options;

use crate::execute::ptx::{Run, kernel};

/// An operation of the table: its text, over the names d, a, b, c, e, x and the predicate P; the
/// type of d; the bits of the registers of a to e, then of d; and rows of operands with the result.
struct Operation<'t> {
    text: &'t str,
    to: &'t str,
    widths: Vec<u32>,
    rows: Vec<Vec<u64>>,
}

/// The operations of a table that have rows.
fn read(table: &str) -> Vec<Operation<'_>> {
    let mut operations: Vec<Operation> = Vec::new();
    for line in table.lines().filter(|line| !line.starts_with('#')) {
        if let Some(row) = line.strip_prefix(' ') {
            let row = row.split(' ').map(|bits| u64::from_str_radix(bits, 16).expect("hexadecimal digits"));
            operations.last_mut().expect("an operation").rows.push(row.collect());
        } else {
            let (text, types) = line.rsplit_once("; ").expect("types behind the text");
            let bits = |ty: &str| ty.trim_start_matches(char::is_alphabetic).parse::<u32>().expect("a type").max(16);
            let mut widths: Vec<u32> = types.split(' ').map(bits).collect();
            widths.rotate_left(1);
            operations.push(Operation { text, to: types.split(' ').next().unwrap_or(types), widths, rows: Vec::new() });
        }
    }
    operations.retain(|operation| !operation.rows.is_empty());
    operations
}

/// What comes of an operation, or of another text in its place, for each row: a thread for a row.
fn results(operation: &Operation, text: &str) -> Vec<u64> {
    let mut body = String::new();
    let (result, operands) = operation.widths.split_last().expect("the type of d");
    for (n, (name, width)) in "abce".chars().zip(operands).enumerate() {
        writeln!(body, ".reg .b{width} {name}; ld.global.b{width} {name}, [%from+{}];", 8 * n).expect("a string");
    }
    let stride = 8 * operands.len();
    let module = format!(
        ".version 8.0\n.target sm_75\n.address_size 64\n.visible .entry k(.param .u64 out, .param .u64 in)\n{{\n\
         .reg .b32 %block, %threads, %n; .reg .b64 %out, %from, %offset; .reg .pred P; .reg .b{result} d; .reg .b{} x;\n\
         ld.param.u64 %out, [out]; ld.param.u64 %from, [in];\n\
         mov.u32 %block, %ctaid.x; mov.u32 %threads, %ntid.x; mov.u32 %n, %tid.x; mad.lo.u32 %n, %block, %threads, %n;\n\
         mul.wide.u32 %offset, %n, 8; add.u64 %out, %out, %offset;\n\
         mul.wide.u32 %offset, %n, {stride}; add.u64 %from, %from, %offset;\n\
         {body}{text};\nst.global.b{result} [%out], d;\nret;\n}}\n",
        operands[0]
    );
    let block = 100;
    let grid = operation.rows.len().div_ceil(block);
    let words = |value: u64| [value as u32, (value >> 32) as u32];
    let input = operation.rows.iter().flat_map(|row| row[..operands.len()].iter().flat_map(|&value| words(value)));
    let mut input: Vec<u32> = input.collect();
    input.resize(grid * block * stride / 4, 0);
    let out = vec![0; 2 * grid * block];
    let run =
        Run { grid: grid as u32, block: block as u32, dynamic_shared: 0, out, input, options: Options::default() };
    let out = run.go(&module).unwrap_or_else(|fault| panic!("{text}: {fault}"));
    let pairs = out.chunks_exact(2).take(operation.rows.len());
    pairs.map(|pair| u64::from(pair[1]) << 32 | u64::from(pair[0])).collect()
}

/// Whether bits are a NaN of a type.
fn is_nan(ty: &str, bits: u64) -> bool {
    match ty {
        "f16" => bits & 0x7fff > 0x7c00,
        "f32" => bits & 0x7fff_ffff > 0x7f80_0000,
        "f64" => f64::from_bits(bits).is_nan(),
        _ => false,
    }
}

/// Whether ptxas folds an operation into another number than the exact result, rounded as the
/// operation says.
fn is_folded_wrong(operation: &Operation, row: &[u64]) -> bool {
    let is = |start: &str| operation.text.starts_with(start);
    let float = |bits: u64| f64::from(f32::from_bits(bits as u32));
    match operation.to {
        // it negates b first, which has no negative
        "s32" if is("sub.sat") => row[1] == 0x8000_0000,
        // a difference halfway between two numbers becomes the one nearer to 0, be that odd
        "f32" if is("add.rn") || is("sub.rn") => {
            let (a, b, folded) = (float(row[0]), float(row[1]), row[2]);
            let b = if is("sub") { -b } else { b };
            a * b < 0.0 && folded & 1 == 1 && 2.0 * (a + b) == float(folded) + float(folded + 1)
        }
        // it adds one half, which an odd number of 53 bits has no room for
        "u64" if is("cvt.rni.u64.f64") => row[0] >> 52 == 0x433 && row[0] & 1 == 1,
        _ => false,
    }
}

/// Rows whose result is another one, and the number of those whose NaN has other bits, which PTX
/// leaves open.
fn differences<'o>(operation: &'o Operation, text: &str) -> (Vec<(&'o [u64], u64)>, usize) {
    let mut payloads = 0;
    let rows = operation.rows.iter().zip(results(operation, text));
    let different = rows.filter(|(row, result)| {
        let expected = *row.last().expect("a result");
        let other = expected != *result;
        let payload = other && is_nan(operation.to, expected) && is_nan(operation.to, *result);
        payloads += usize::from(payload);
        other && !payload && !is_folded_wrong(operation, row)
    });
    (different.map(|(row, result)| (&row[..], result)).collect(), payloads)
}

fn table() -> String {
    match std::env::var("HEDDLE_FOLDED") {
        Ok(path) => std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("HEDDLE_FOLDED: {path}: {error}")),
        Err(_) => include_str!("table.txt").to_string(),
    }
}

#[test]
fn results_are_those_that_ptxas_folds() {
    let table = table();
    let (mut rows, mut wrong, mut payloads) = (0, 0, 0);
    let operations = read(&table);
    for operation in &operations {
        let (different, other_nans) = differences(operation, operation.text);
        rows += operation.rows.len();
        wrong += different.len();
        payloads += other_nans;
        if let Some((row, result)) = different.first() {
            println!("{}: {} of {}: {row:x?}, here {result:x}", operation.text, different.len(), operation.rows.len());
        }
    }
    println!("{} operations, {rows} rows: {wrong} differ, {payloads} more in the payload of a NaN", operations.len());
    assert!(rows > 0 && wrong == 0);
}

/// Other readings of PTX's prose, each of which the table refutes.
const MISREAD: &[(&str, &str)] = &[
    // a borrow, and an addition that reads one
    (
        "sub.cc.u32 x, a, b; addc.u32 d, c, e",
        "setp.lt.u32 P, a, b; selp.b32 x, 1, 0, P; add.u32 d, c, e; add.u32 d, d, x",
    ),
    (
        "add.cc.u64 x, a, b; subc.u64 d, c, e",
        "add.u64 x, a, b; setp.lt.u64 P, x, a; selp.b64 x, 1, 0, P; sub.u64 d, c, e; sub.u64 d, d, x",
    ),
    // amounts modulo the width, or of 8 bits
    ("shl.b32 d, a, b", "and.b32 b, b, 31; shl.b32 d, a, b"),
    ("shr.s64 d, a, b", "and.b32 b, b, 63; shr.s64 d, a, b"),
    ("shf.l.clamp.b32 d, a, b, c", "shf.l.wrap.b32 d, a, b, c"),
    ("bfe.u64 d, a, b, c", "and.b32 b, b, 255; and.b32 c, c, 255; bfe.u64 d, a, b, c"),
    ("bfi.b64 d, a, b, c, e", "and.b32 c, c, 255; and.b32 e, e, 255; bfi.b64 d, a, b, c, e"),
    ("bfe.s32 d, a, b, c", "and.b32 b, b, 31; bfe.s32 d, a, b, c"),
    // signs, halves and operands in another order
    ("mul24.hi.s32 d, a, b", "mul24.hi.u32 d, a, b"),
    ("lop3.b32 d, a, b, c, 42", "lop3.b32 d, c, b, a, 42"),
    ("slct.b32.f32 d, a, b, c", "slct.b32.s32 d, a, b, c"),
    ("bfind.shiftamt.s32 d, a", "bfind.s32 d, a"),
    // what a conversion makes of numbers out of range (ptxas folds none of NaN); which of a number
    // and NaN is less
    ("cvt.sat.s8.s32 d, a", "cvt.s8.s32 d, a"),
    ("min.f32 d, a, b", "min.NaN.f32 d, a, b"),
    ("setp.ne.f32 P, a, b; selp.b32 d, 1, 0, P", "setp.neu.f32 P, a, b; selp.b32 d, 1, 0, P"),
];

#[test]
fn the_table_refutes_other_readings() {
    let operations = read(include_str!("table.txt"));
    for (text, misread) in MISREAD {
        let operation = operations.iter().find(|operation| operation.text == *text);
        let operation = operation.unwrap_or_else(|| panic!("{text}: it is in the table"));
        assert!(!differences(operation, misread).0.is_empty(), "{text}: {misread} passes");
    }
}

#[test]
fn constant_expressions_are_what_ptxas_makes_of_them() {
    for line in include_str!("expressions.txt").lines().filter(|line| !line.starts_with('#')) {
        let (text, value) = line.rsplit_once(" = ").expect("a value behind the expression");
        let value: i64 = value.parse().expect("a number");
        let declaration = format!(".global .align 8 .s64 x = {text};");
        let load = "ld.global.u64 %d1, [x]; st.global.u64 [%out], %d1; ret;";
        let out = Run { out: vec![0; 2], ..Run::of(1) }.go(&kernel(&declaration, load)).expect(text);
        assert_eq!((u64::from(out[1]) << 32 | u64::from(out[0])) as i64, value, "{text}");
    }
}
