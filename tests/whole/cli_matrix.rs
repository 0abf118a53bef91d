//! Matrices from files, as their users meet them: workloads and figures on them, descriptions that
//! name them, what is refused; and the machine that runs them, with RTL in it.

use crate::desk::Desk;
use heddle_kernel::launch::Matrix;
use heddle_workloads::Workload;

/// The matrix that a workload makes.
fn of(workload: &str) -> Matrix {
    Workload::named(workload).unwrap().with("test", |session| {
        let contents = session.contents();
        let whole = |name: &str| contents.s32(name).iter().map(|it| *it as u32).collect::<Vec<u32>>();
        let values = contents.f32("values").iter().map(|value| f64::from(*value)).collect();
        let columns = contents.f32("x").len() as u32;
        Matrix { columns, starts: whole("rows"), indices: whole("columns"), values }
    })
}

#[test]
fn a_matrix_that_was_written_gives_the_run_of_its_generator() {
    let desk = Desk::new();
    for workload in ["spmv_warp", "spmv_warp_lp22"] {
        let file = desk.write(&format!("{workload}.mtx"), of(workload).text());
        let sim = |workload: &str, more: &str| {
            let words = "--config simt-simd --policy simt-simd --json --afresh";
            desk.run(&format!("sim {workload} {words} {more}")).is(0, &["as expected"]).json().remove(0)
        };
        let (made, read) = (sim(workload, ""), sim("spmv_warp", &format!("--matrix {file}")));
        assert_eq!((&made["cycles"], &made["statistics"]), (&read["cycles"], &read["statistics"]));
        desk.run(&format!("kernel run spmv_warp --matrix {file} --warp-size 32 --scale gpu --check"))
            .is(0, &["as expected"]);
    }
}

#[test]
fn small_matrices_of_every_kind_run() {
    let desk = Desk::new();
    let kinds = [
        ("integer general", "3 4 3\n1 1 -7\n3 4 2\n3 2 9\n"),
        ("pattern symmetric", "3 3 2\n2 1\n3 3\n"),
        ("real skew-symmetric", "2 2 1\n2 1 0.5\n"),
        ("real general", "1 1 3\n1 1 1\n1 1 2\n1 1 4\n"),
        ("real general", "5 2 0\n"),
    ];
    for (n, (kind, lines)) in kinds.into_iter().enumerate() {
        let file = desk.write(&format!("{n}.mtx"), format!("%%MatrixMarket matrix coordinate {kind}\n{lines}"));
        for policy in ["simt-simd", "simt-simd-unpacked", "simt-simd-1"] {
            desk.run(&format!("sim spmv_warp --config simt-simd --policy {policy} --matrix {file}"))
                .is(0, &["as expected"]);
        }
        desk.run(&format!("sim spmv --config vt --policy simt --matrix {file}")).is(0, &["as expected"]);
        desk.run(&format!("kernel run spmv --check --matrix {file}")).is(0, &["as expected"]);
    }
}

#[test]
fn what_is_no_matrix_is_refused() {
    let desk = Desk::new();
    let run = |file: &str| desk.run(&format!("sim spmv_warp --config simt-simd --policy simt-simd --matrix {file}"));
    let complex = desk.write("complex.mtx", "%%MatrixMarket matrix coordinate complex general\n1 1 1\n1 1 2 3\n");
    run(&complex).is(2, &["complex.mtx:1: the matrix has complex values"]);
    let damaged = desk.write("damaged.mtx", "%%MatrixMarket matrix coordinate real general\n2 2 2\n1 1 1\n3 1 1\n");
    run(&damaged).is(2, &["damaged.mtx:4: "]);
    let huge = desk.write("huge.mtx", "%%MatrixMarket matrix coordinate real general\n4000000000 2 1\n1 1 1\n");
    run(&huge).is(2, &["huge.mtx:2: 4000000000 rows"]);
    let foreign = desk.write("foreign.mtx", b"PK\x03\x04\xff\xfe");
    run(&foreign).is(2, &["foreign.mtx: not text"]);
    let none = desk.write("none.mtx", "%%MatrixMarket matrix coordinate real general\n0 0 0\n");
    run(&none).is(2, &["a launch has 1 warp or more"]);
    run("nowhere.mtx").is(2, &["nowhere.mtx"]);
    run("/dev/zero").is(2, &["/dev/zero"]);
    let small = desk.write("small.mtx", "%%MatrixMarket matrix coordinate pattern general\n1 1 1\n1 1\n");
    desk.run(&format!("sim va --config vt --policy simt --matrix {small}")).is(2, &["no [[matrix]]"]);
    desk.run(&format!("figure vt/8 --matrix {small}")).is(2, &["vt/8 does not take --matrix"]);
}

#[test]
fn a_description_names_its_matrix() {
    let desk = Desk::new();
    let workload = Workload::named("spmv_warp").unwrap();
    desk.write("mine.ptx", workload.ptx);
    desk.write("a.mtx", "%%MatrixMarket matrix coordinate real general\n2 3 3\n1 1 2\n2 1 4\n2 3 8\n");
    let without_host = workload
        .launch
        .replace("[[expect]]\nbuffer = \"y\"\nreference = true", "[[expect]]\nbuffer = \"y\"\nvalues = [2.0, 12.0]");
    let ones = without_host.replace("{ seed = 2, low = -1.0, high = 1.0 }", "{ value = 1.0 }");
    desk.write("mine.toml", ones.replace("name = \"A\"", "name = \"A\"\nfile = \"a.mtx\""));
    desk.run("sim mine.ptx --config simt-simd --policy simt-simd").is(0, &["as expected"]);
    desk.run("kernel run mine.ptx --check").is(0, &["as expected"]);
    desk.write("mine.toml", ones.replace("name = \"A\"", "name = \"A\"\nfile = \"b.mtx\""));
    desk.run("kernel run mine.ptx").is(2, &["b.mtx"]);
    desk.write("mine.toml", ones);
    desk.run("kernel run mine.ptx").is(2, &["matrix[0].file", "no file is named"]);
}

/// Figures of a matrix of the user's; runs are kept.
#[test]
fn figures_are_made_of_a_file() {
    let desk = Desk::new();
    let file =
        desk.write("mine.mtx", "%%MatrixMarket matrix coordinate pattern general\n3 9 5\n1 1\n1 4\n2 3\n3 9\n3 2\n");
    let words = format!("figure simt-simd --matrix {file} --keep kept --data d.json");
    desk.run(&words).is(0, &["mine, timing pipes", "more partitions, timing unit", "plateau"]);
    let first = std::fs::read_to_string(desk.path("d.json")).unwrap();
    desk.run(&words).is(0, &[]);
    assert_eq!(std::fs::read_to_string(desk.path("d.json")).unwrap(), first);
    assert!(first.matches("\"masked\":true").count() == 3 && first.matches("\"entries\":16").count() == 12);
    desk.run("figure simt-simd/4b --scale whole").is(2, &["no scale `whole`"]);
}

#[test]
fn a_verilated_table_renames_as_the_golden_one() {
    let desk = Desk::new();
    for partitions in [1, 4] {
        let sim = |more: &str| {
            let words = "sim bfs_warp spmv_warp_lp22 --config simt-simd --policy simt-simd --json --afresh";
            let runs = desk.run(&format!("{words} --set vector.partitions={partitions} {more}"));
            runs.is(0, &["as expected"]).json()
        };
        for (rtl, golden) in sim("--rtl prt").iter().zip(&sim("")) {
            assert_eq!((&rtl["cycles"], &rtl["statistics"]), (&golden["cycles"], &golden["statistics"]));
        }
    }
}
