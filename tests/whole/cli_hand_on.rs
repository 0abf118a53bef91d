//! `heddle emit --core` and `heddle golden`: whole folders for other projects, and what is refused.

use std::fs;

use crate::desk::Desk;

#[test]
fn a_core_is_whole() {
    let desk = Desk::new();
    desk.run("emit slp --core some/rtl").is(0, &["some/rtl/slp-paper.core", "some/rtl/slp-tiny.md"]);
    let read = |name: &str| fs::read_to_string(desk.path("some/rtl").join(name)).unwrap();
    let plain = desk.run("emit slp/paper");
    assert_eq!(read("slp-paper.v"), plain.out);
    assert!(read("slp-paper.core").starts_with("CAPI=2:\nname: heddle:units:slp-paper:"));
    assert!(read("slp-paper.sdc").contains("create_clock -name clock -period $period [get_ports clock]\n"));
    // every port is in the document and in the header, and no macro is defined twice
    let header = read("slp-paper.vh");
    let mut macros: Vec<&str> =
        header.lines().filter_map(|line| line.strip_prefix("`define ")?.split(' ').next()).collect();
    let count = macros.len();
    macros.sort_unstable();
    macros.dedup();
    assert_eq!(macros.len(), count);
    assert!(header.contains("`define HEDDLE_SLP_PAPER_WIDTH 32\n"), "{header}");
    let document = read("slp-paper.md");
    let ports = plain.out.lines().nth(1).unwrap().split_once('(').unwrap().1.trim_end_matches(");");
    for port in ports.split(',') {
        let name = port.split('$').next().unwrap();
        assert!(document.contains(&format!("| `{name}`")), "{name}");
        assert!(name == "clock" || header.contains(&format!("_BITS_OF_{} ", name.to_uppercase())), "{name}");
    }
    // links of the contract's documentation lead nowhere from here
    assert!(!document.contains("]("), "{document}");
}

#[test]
fn a_folder_that_is_there_is_left_alone() {
    let desk = Desk::new();
    fs::create_dir(desk.path("there")).unwrap();
    desk.write("there/mine", "mine");
    desk.write("file", "mine");
    for verb in ["emit slp/tiny --core", "golden slp/tiny -o"] {
        desk.run(&format!("{verb} there")).is(2, &["there: the folder is not empty", "name a new folder"]);
        assert_eq!(desk.names("there"), ["mine"]);
        desk.run(&format!("{verb} file")).is(2, &["file: ", "name a folder"]);
        desk.run(&format!("{verb} /proc/heddle")).is(2, &["/proc/heddle: "]);
        let new = format!("new-{}", &verb[..4]);
        fs::create_dir(desk.path(&new)).unwrap();
        desk.run(&format!("{verb} {new}")).is(0, &[&new]);
        assert_eq!(desk.names(&new).len(), 5, "{verb}");
    }
    desk.run("golden slp/small -o x").is(2, &["unit slp has no preset `small`"]);
    desk.run("golden slp/tiny").is(2, &["-o <DIR>"]);
    desk.run("emit slp/tiny --core x -o y").is(2, &["cannot be used with"]);
}
