//! Every function of every workload: analysed, allocated, checked.

use heddle_kernel::allocate::{Options, allocate, check};
use heddle_kernel::analysis::*;
use heddle_kernel::program::*;
use heddle_kernel::read;

fn modules() -> Vec<Module> {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../kernels");
    let folders = std::fs::read_dir(folder).expect("the workloads").flatten().filter(|e| e.path().is_dir());
    let files = folders.flat_map(|e| std::fs::read_dir(e.path()).expect("a folder")).flatten();
    let mut paths: Vec<_> = files.map(|e| e.path()).filter(|p| p.extension().is_some_and(|e| e == "ptx")).collect();
    paths.sort();
    let text = |p: &std::path::PathBuf| std::fs::read_to_string(p).expect("a text");
    paths.iter().map(|p| read(&p.display().to_string(), &text(p)).unwrap_or_else(|error| panic!("{error}"))).collect()
}

fn none_restricted_new(m: &Module, f: &Function, flow: &Flow) -> [Scalars; 3] {
    let (liveness, rules) = (Liveness::of(f, flow), Rules::default());
    [Scalars::none(f), Scalars::restricted(m, f, flow, &liveness, &rules), Scalars::of(m, f, flow, &liveness, &rules)]
}

#[test]
fn every_function_is_allocated_and_checked() {
    let modules = modules();
    assert!(!modules.is_empty());
    for m in &modules {
        for f in m.functions.iter().filter(|f| f.defined) {
            let flow = Flow::of(f);
            for scalars in none_restricted_new(m, f, &flow) {
                let allocation = allocate(f, &flow, &scalars, Options::default());
                let scope = || format!("{} {}", m.source.name, f.name);
                check(f, &allocation).unwrap_or_else(|wrong| panic!("{}: {wrong}", scope()));
                let vectors = scalars.registers.iter().zip(&scalars.why).filter(|&(&scalar, _)| !scalar);
                let told = vectors.clone().flat_map(|(_, why)| why).all(|why| !why.text(m, f).is_empty());
                assert!(told, "{}", scope());
            }
        }
    }
}

/// What convergence does not allow, the other algorithm may; never the other way round.
#[test]
fn the_restricted_algorithm_finds_no_more() {
    for m in &modules() {
        for f in m.functions.iter().filter(|f| f.defined) {
            let [_, restricted, new] = none_restricted_new(m, f, &Flow::of(f));
            assert!(restricted.registers.iter().zip(&new.registers).all(|(r, n)| n | !r), "{}", f.name);
            assert!(restricted.instructions.iter().zip(&new.instructions).all(|(r, n)| n | !r), "{}", f.name);
        }
    }
}

/// The order of STSIMT figure 9: most words without scalars, fewest with the new algorithm. The
/// numbers are those of `heddle figure stsimt/9`.
#[test]
fn words_fall_in_the_papers_order() {
    let mut words = [0, 0, 0];
    for m in &modules() {
        for (_, f) in m.kernels() {
            let flow = Flow::of(f);
            let of = |s: &Scalars| allocate(f, &flow, s, Options::default()).words(32);
            none_restricted_new(m, f, &flow).iter().zip(&mut words).for_each(|(s, sum)| *sum += of(s));
        }
    }
    assert!(words[0] > words[1] && words[1] > words[2], "{words:?}");
}
