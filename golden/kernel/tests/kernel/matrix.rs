//! Matrix Market files: what is read, what is refused and where, and sizes and contents that follow
//! from a matrix.

use heddle_kernel::launch::{Data, Description, Matrix, Session};
use proptest::prelude::*;

/// The rows of a file, each as columns and values.
fn rows(text: &str) -> Result<Vec<Vec<(u32, f64)>>, String> {
    let matrix = Matrix::read("a.mtx", text).map_err(|why| why.to_string())?;
    let row = |ends: &[u32]| {
        let range = ends[0] as usize..ends[1] as usize;
        matrix.indices[range.clone()].iter().copied().zip(matrix.values[range].iter().copied()).collect()
    };
    Ok(matrix.starts.windows(2).map(row).collect())
}

fn file(kind: &str, lines: &str) -> String {
    format!("%%MatrixMarket matrix coordinate {kind}\n% a comment\n{lines}")
}

#[test]
fn kinds_are_read() {
    let general = "2 3 3\n1 3 2.5\n2 1 -1e2\n1 1 4\n";
    assert_eq!(rows(&file("real general", general)), Ok(vec![vec![(0, 4.0), (2, 2.5)], vec![(0, -100.0)]]));
    assert_eq!(rows(&file("integer general", "1 2 1\n1 2 -7\n")), Ok(vec![vec![(1, -7.0)]]));
    assert_eq!(rows(&file("pattern general", "1 2 2\n1 2\n1 1\n")), Ok(vec![vec![(0, 1.0), (1, 1.0)]]));
    // both halves, the diagonal once
    let half = "2 2 2\n1 1 5\n2 1 3\n";
    assert_eq!(rows(&file("real symmetric", half)), Ok(vec![vec![(0, 5.0), (1, 3.0)], vec![(0, 3.0)]]));
    assert_eq!(rows(&file("pattern symmetric", "2 2 1\n2 1\n")), Ok(vec![vec![(1, 1.0)], vec![(0, 1.0)]]));
    assert_eq!(rows(&file("real skew-symmetric", "2 2 1\n2 1 3\n")), Ok(vec![vec![(1, -3.0)], vec![(0, 3.0)]]));
    // a dense one, by columns
    assert_eq!(rows("%%MatrixMarket matrix array real general\n1 2\n3\n4\n"), Ok(vec![vec![(0, 3.0), (1, 4.0)]]));
    let half = "%%MatrixMarket matrix array integer symmetric\n2 2\n3\n4\n5\n";
    assert_eq!(rows(half), Ok(vec![vec![(0, 3.0), (1, 4.0)], vec![(0, 4.0), (1, 5.0)]]));
    let skew = "%%MatrixMarket matrix array real skew-symmetric\n2 2\n3\n";
    assert_eq!(rows(skew), Ok(vec![vec![(1, -3.0)], vec![(0, 3.0)]]));
}

#[test]
fn elements_that_stand_twice_are_summed() {
    assert_eq!(rows(&file("real general", "1 1 3\n1 1 1\n1 1 2\n1 1 4\n")), Ok(vec![vec![(0, 7.0)]]));
}

#[test]
fn rows_without_elements_are_rows() {
    assert_eq!(rows(&file("real general", "3 1 1\n2 1 1\n")), Ok(vec![vec![], vec![(0, 1.0)], vec![]]));
    assert_eq!(rows(&file("real general", "2 2 0\n")), Ok(vec![vec![], vec![]]));
}

#[test]
fn what_is_no_matrix_is_refused_with_its_line() {
    for (text, line, word) in [
        (String::new(), 1, "empty"),
        ("hello\n".into(), 1, "header"),
        ("PK\u{3}\u{4}\n1 2 3\n".into(), 1, "header"),
        ("%%MatrixMarket vector coordinate real general\n1 1 0\n".into(), 1, ""),
        (file("complex general", "1 1 1\n1 1 2 3\n"), 1, "complex"),
        (file("complex hermitian", "1 1 1\n1 1 2 0\n"), 1, "complex"),
        (file("real general", "2 2 1\n1 x 1\n"), 4, ""),
        (file("real general", "2 2 2\n1 1 1\n3 1 1\n"), 5, ""),
        (file("real general", "2 2 1\n0 1 1\n"), 4, ""),
        (file("real general", "2 2 3\n1 1 1\n"), 3, "3 entries"),
        (file("real symmetric", "2 2 1\n1 2 1\n"), 4, ""),
        (file("real symmetric", "2 3 1\n1 1 1\n"), 3, ""),
        (file("real general", "1 1 1\n1 1 inf\n"), 1, "row 1, column 1"),
        (file("real general", "1 1 1\n1 1 1e300\n"), 1, "finite"),
        (file("real general", "1000000000000 2 1\n1 1 1\n"), 3, "1000000000000 rows"),
        (file("real general", "2 2 99999999999999999999999\n1 1 1\n"), 3, "elements"),
        (file("pattern general", "2 2 1\n1 1 1\n"), 4, "a row and a column"),
        (file("pattern skew-symmetric", "2 2 1\n2 1\n"), 1, "header"),
        (file("integer general", "2 2 1\n1 1 1.5\n"), 4, "no integer"),
        (file("real general", "2 2 1\n1 1\n"), 4, "not one value"),
        (file("real general", "2 2 1\n1 1 one\n"), 4, "no real value"),
        (file("real skew-symmetric", "2 2 1\n1 1 1\n"), 4, "diagonal"),
        (file("real general", "2 2 1\n1 1 1\n2 2 2\n"), 3, "1 entries"),
        (file("real general", "2 2\n1 1 1\n"), 3, "rows, columns, elements"),
        ("%%MatrixMarket matrix coordinate real general\n% no more\n".into(), 1, "missing"),
        ("%%MatrixMarket matrix array real general\n1 2\n3\n4\n5\n".into(), 5, "1 rows and 2 columns"),
        ("%%MatrixMarket matrix array real general\n99999 99999\n3\n".into(), 2, "fewer"),
    ] {
        let why = rows(&text).expect_err(&text);
        assert!(why.starts_with(&format!("a.mtx:{line}: ")) && why.contains(word), "{text:?}: {why}");
    }
}

/// Rows without columns that stand twice, with a value each.
fn some_matrix() -> impl Strategy<Value = Matrix> {
    let row = proptest::collection::btree_set(0u32..40, 0..9);
    proptest::collection::vec(row, 1..20).prop_map(|rows| {
        let rows: Vec<Vec<u32>> = rows.into_iter().map(|row| row.into_iter().collect()).collect();
        let mut value = 0.0;
        Matrix::of_rows(40, &rows, || {
            value += 0.5;
            value
        })
    })
}

proptest! {
    #[test]
    fn what_is_written_is_read_back(matrix in some_matrix()) {
        prop_assert_eq!(Matrix::read("a.mtx", &matrix.text()), Ok(matrix));
    }

    #[test]
    fn an_order_has_the_same_rows(matrix in some_matrix(), seed in 1u64..1000) {
        let sorted = |matrix: &Matrix| {
            let element = |at: u32| (matrix.indices[at as usize], matrix.values[at as usize]);
            let row = |ends: &[u32]| format!("{:?}", (ends[0]..ends[1]).map(element).collect::<Vec<_>>());
            let mut rows: Vec<String> = matrix.starts.windows(2).map(row).collect();
            rows.sort();
            rows
        };
        prop_assert_eq!(sorted(&matrix.in_order(seed)), sorted(&matrix));
        prop_assert_eq!(matrix.in_order(0), matrix);
    }

    /// Damaged files are refused with a line, or read; nothing panics.
    #[test]
    fn damaged_files_do_no_harm(matrix in some_matrix(), at in 0usize..400, byte in any::<u8>(), cut in 0usize..400) {
        let mut text = matrix.text().into_bytes();
        let places = text.len();
        text[at % places] = byte;
        text.truncate(places - cut % places / 2);
        let text = String::from_utf8_lossy(&text).to_string();
        if let Err(why) = Matrix::read("a.mtx", &text) {
            // what is missing at the end is missed in the line after the last
            prop_assert!(why.line >= 1 && why.line <= text.split('\n').count(), "{why}");
        }
    }
}

const SUMS: &str = "
.version 3.2
.target sm_35
.address_size 64
.visible .entry k(.param .u64 lengths, .param .u64 out)
{
.reg .b32 %r<4>; .reg .b64 %rd<6>;
mov.u32 %r1, %ctaid.x;
mov.u32 %r2, %ntid.x;
mul.wide.u32 %rd1, %r1, 4;
ld.param.u64 %rd2, [out];
add.s64 %rd3, %rd2, %rd1;
st.global.u32 [%rd3], %r2;
ret;
}
";

fn description(matrix: &str, buffers: &str) -> String {
    format!(
        "name = \"M\"\n[size.test]\nmost = 4\n[[matrix]]\nname = \"A\"\n{matrix}\n\
         [[buffer]]\nname = \"lengths\"\ntype = \"s32\"\ncount = \"A.rows\"\nfill = {{ matrix = \"A.lengths\" }}\n{buffers}\n\
         [[buffer]]\nname = \"out\"\ntype = \"s32\"\ncount = \"A.rows\"\n\
         [[run]]\n[[run.launch]]\nkernel = \"k\"\nwarps = \"lengths\"\nargs = [{{ buffer = \"lengths\" }}, {{ buffer = \"out\" }}]\n"
    )
}

/// What the buffers of a description hold, or why it has none.
fn contents(text: &str, matrix: Option<Matrix>) -> Result<Vec<(String, Data)>, String> {
    let module = heddle_kernel::read("k.ptx", SUMS).unwrap();
    let mut description = Description::read("k.toml", text).map_err(|why| why.to_string())?;
    if let Some(matrix) = matrix {
        description.take_matrix("k.toml", matrix.into()).map_err(|why| why.to_string())?;
    }
    let session = Session::new("k.toml", &module, &description, "test", None).map_err(|why| why.to_string())?;
    Ok(session.contents().0.into_iter().collect())
}

fn three_rows() -> Option<Matrix> {
    Some(Matrix::of_rows(9, &[vec![1, 2], vec![], vec![0, 1, 2, 3, 4, 5]], || 1.5))
}

#[test]
fn a_matrix_gives_sizes_and_contents() {
    let buffers = ["starts s32 A.rows+1", "indices u32 A.elements", "values f64 A.elements"].map(|buffer| {
        let words: Vec<&str> = buffer.split(' ').collect();
        let [list, ty, count] = words[..] else { unreachable!() };
        format!(
            "[[buffer]]\nname = \"{list}\"\ntype = \"{ty}\"\ncount = \"{count}\"\nfill = {{ matrix = \"A.{list}\" }}\n"
        )
    });
    let held = contents(&description("most = \"most\"", &buffers.concat()), three_rows()).unwrap();
    let of = |name: &str| held.iter().find(|(known, _)| known == name).map(|(_, data)| data.clone()).unwrap();
    assert_eq!(of("lengths"), Data::S32(vec![2, 1, 4]), "an empty row has a warp, and `most` cuts");
    assert_eq!(of("starts"), Data::S32(vec![0, 2, 2, 8]));
    assert_eq!(of("indices"), Data::U32(vec![1, 2, 0, 1, 2, 3, 4, 5]));
    assert_eq!(of("values"), Data::F64(vec![1.5; 8]));
    let held = contents(&description("least = \"A.longest\"", ""), three_rows()).unwrap();
    assert!(held.contains(&("lengths".into(), Data::S32(vec![6; 3]))));
}

#[test]
fn what_a_matrix_cannot_give_is_refused_with_its_key() {
    let buffer = |ty: &str, count: &str, list: &str| {
        format!("[[buffer]]\nname = \"x\"\ntype = \"{ty}\"\ncount = \"{count}\"\nfill = {{ matrix = \"{list}\" }}\n")
    };
    for (matrix, buffers, given, words) in [
        ("", String::new(), false, ["matrix[0].file", "no file is named"]),
        ("", buffer("s32", "3", "A.starts"), true, ["buffer[1]", "has 4 elements, and the count is 3"]),
        ("", buffer("f32", "A.rows + 1", "A.starts"), true, ["buffer[1]", "not f32"]),
        ("", buffer("s32", "A.elements", "A.values"), true, ["buffer[1]", "f32 or f64, not s32"]),
        ("", buffer("u16", "A.elements", "A.indices"), true, ["buffer[1]", "not u16"]),
        ("", buffer("s32", "3", "B.starts"), true, ["buffer[1].fill.matrix", "A.starts, A.indices"]),
        ("", buffer("s32", "3", "A.rows"), true, ["buffer[1].fill.matrix", "A.lengths"]),
        ("", buffer("s32", "A.length", "A.starts"), true, ["buffer[1].count", "A.longest"]),
        ("order = -1", String::new(), true, ["matrix[0].order", "-1"]),
        ("most = 0", String::new(), true, ["matrix[0].most", "0: from 1"]),
        ("[[matrix]]\nname = \"A\"", String::new(), false, ["matrix[1].name", "twice"]),
        ("[[matrix]]\nname = \"B\"", String::new(), true, ["matrix", "2 of them"]),
        ("sorted = true", String::new(), true, ["unknown field", "sorted"]),
    ] {
        let given = if given { three_rows() } else { None };
        let why = contents(&description(matrix, &buffers), given).expect_err(matrix);
        assert!(words.iter().all(|word| why.contains(word)), "{matrix} {buffers}: {why}");
    }
    let plain = "name = \"M\"\n[[run]]\n[[run.launch]]\nkernel = \"k\"\ngrid = [1]\nblock = [1]\nargs = []\n";
    assert!(contents(plain, three_rows()).unwrap_err().contains("no [[matrix]]"));
}
