//! The programs of SLP's study: they have the branches and the sizes that the paper has.

use heddle_kernel::analysis::{Branches, Flow, Kind};
use heddle_workloads::{Address, Workload};

use crate::grids;

/// Returns the number of conditional branches of a workload that may depend on data.
fn data_branches(name: &str, address: Address) -> usize {
    let (file, text) = Workload::named(name).unwrap().program(address);
    let module = heddle_kernel::read(&file, text).unwrap();
    let kinds = module.functions.iter().flat_map(|f| {
        let branches = Branches::of(&module, f, &Flow::of(f));
        (0..f.code.len() as u32).filter_map(move |i| branches.kind(i)).collect::<Vec<_>>()
    });
    kinds.filter(|kind| *kind == Kind::Data).count()
}

/// Returns the CTAs of each launch of a workload.
fn ctas(name: &str, scale: &str) -> Vec<u64> {
    grids(name, scale).into_iter().map(|[ctas, _]| ctas).collect()
}

#[test]
fn no_branch_depends_on_data_where_tiles_are_fixed_but_those_for_edges() {
    for address in Address::EACH {
        // for each of four neighbours two colours, the third being a selection; then whether any
        // differs
        assert_eq!(data_branches("mandel_grid", address), 4 * 2 + 1);
        // the last tile, the border, the orbit of a pixel of the tile
        assert!(data_branches("mandel", address) >= 3);
    }
}

#[test]
fn each_pixel_of_sobflt_is_limited_by_branches() {
    for address in Address::EACH {
        assert_eq!(data_branches("sobflt", address), 2 * 4);
    }
}

#[test]
fn grids_of_the_study_are_as_large_as_the_papers() {
    assert_eq!(ctas("bp", "slp"), [65536 / 16; 2]);
    assert_eq!(ctas("lps", "slp"), [4 * 25]);
    assert_eq!(ctas("bfs_ispass", "study"), [65536 / 256; 10]);
    assert_eq!(ctas("mum_ispass", "study"), [196]);
    assert_eq!(ctas("mandel_grid", "study"), [950; 2]);
    assert_eq!(ctas("sobflt", "study"), [2 * 128]);
}
