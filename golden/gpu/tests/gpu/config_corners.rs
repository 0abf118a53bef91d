//! Tests of a configuration's corners: several values, each with a source, that are taken together.

use heddle_gpu::config::Config;

use crate::config::{stsimt, value};

/// `stsimt.toml` with a corner.
fn with_corner(lines: &str) -> Result<Config, String> {
    let text = format!("{}\n[corner.mine]\n{lines}\n", stsimt());
    Config::read("my.toml", &text).map_err(|why| why.to_string())
}

#[test]
fn a_corner_is_several_values_with_sources() {
    let lines = "core.sfus = { value = 4, source = \"assumed: a\" }\nl1.bytes = { value = 65536, source = \"SLP 3\" }";
    let mut config = with_corner(lines).unwrap();
    let as_it_is = Config::read("my.toml", stsimt()).unwrap();
    assert_eq!(config.spec, as_it_is.spec);
    assert_eq!(
        config.corners().iter().map(|it| (&*it.name, it.values.len())).collect::<Vec<_>>(),
        [("low", 7), ("high", 9), ("mine", 2)]
    );
    config.set(&["mine", "l1.bytes=16384"]).unwrap();
    assert_eq!(["core.sfus", "l1.bytes", "core.width"].map(|key| value(&config, key)), ["4", "16384", "8"]);
    let source = |key: &str| config.rows().find(|row| row.0.to_string() == key).unwrap().2.to_string();
    assert_eq!([source("core.sfus"), source("l1.bytes")], ["assumed: a", "--set"]);
    let said = config.set(&["hgih"]).unwrap_err().to_string();
    assert!(said.contains("--set hgih: no value") && said.contains("or the corner `mine`"), "{said}");
}

#[test]
fn a_corner_with_a_mistake_is_refused_where_it_stands() {
    let at = stsimt().lines().count() + 3;
    for (lines, word) in [
        ("core.sfu = { value = 4, source = \"a\" }", "there is no key `core.sfu`; did you mean `core.sfus`?"),
        ("core.sfus = 4", "core.sfus: an integer without a source"),
        ("core.sfus = { value = 4 }", "core.sfus: `source` is missing"),
        ("vector.lanes = { value = 16, source = \"a\" }", "`corner.mine`: this GPU has no section `vector`"),
        ("core = 4", "`corner.mine.core` is an integer, not a section"),
    ] {
        let said = with_corner(lines).unwrap_err();
        assert!(said.starts_with(&format!("my.toml:{at}: ")) && said.contains(word), "{said}");
    }
    // values that do not fit are refused by the corner's name
    let said = with_corner("core.sfus = { value = 99, source = \"a\" }").unwrap_err();
    assert!(said.contains("--set mine: core.sfus: 99 is not within 1 to 32"), "{said}");
    let said = with_corner("core.width = { value = 5, source = \"a\" }").unwrap_err();
    assert!(said.contains("--set mine: core.width: must divide core.warp_size = 32"), "{said}");
    let (whole, _) = stsimt().split_once("[corner.").unwrap();
    let said = Config::read("my.toml", &format!("corner = 3\n{whole}")).unwrap_err().to_string();
    assert!(said.contains("my.toml:1: `corner` is an integer, not a section"), "{said}");
}
