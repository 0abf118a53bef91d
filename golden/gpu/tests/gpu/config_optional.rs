//! Every key of a configuration is needed; a section that a GPU may lack is there as a whole or not
//! at all.

use heddle_gpu::config::spec::{KEYS, OPTIONAL};
use heddle_gpu::config::{Config, SHIPPED};

/// Every key in turn: gone, misspelt, without a source, out of bounds.
#[test]
fn every_key_is_needed_and_held_to_its_bounds() {
    let optional = KEYS.iter().filter(|key| OPTIONAL.contains(&key.section)).count();
    assert_eq!(keys_of(SHIPPED[0].1), KEYS.len() - optional);
    assert_eq!(keys_of(SHIPPED[4].1), KEYS.len());
}

/// The keys of a file, each of which is needed.
fn keys_of(text: &str) -> usize {
    let lines: Vec<&str> = text.lines().take_while(|line| !line.starts_with("[corner.")).collect();
    let mut section = "";
    for (index, text) in lines.iter().enumerate() {
        section = text.strip_prefix('[').map_or(section, |rest| rest.trim_end_matches(']'));
        let Some((name, rest)) = text.split_once(" = ") else { continue };
        let name_of = |line: &str| {
            let mut lines: Vec<String> = lines.iter().map(|line| line.to_string()).collect();
            lines[index] = line.into();
            Config::read("my.toml", &lines.join("\n")).unwrap_err().to_string()
        };
        let here = format!("my.toml:{}: ", index + 1);
        let key = format!("{section}.{name}");
        assert!(name_of("").contains(&format!("`{key}` is missing")));
        let said = name_of(&format!("{name}x = {rest}"));
        assert!(
            said.starts_with(&here) && said.contains(&format!("`{name}x`")) && said.contains("did you mean"),
            "{said}"
        );
        let said = name_of(&format!("{name} = {{ value = 1 }}"));
        assert_eq!(said.split(';').next().unwrap(), format!("{here}{key}: `source` is missing"), "{said}");
        let said = name_of(&format!("{name} = {{ value = 4000000000, source = \"x\" }}"));
        assert!(said.starts_with(&format!("{here}{key}: ")), "{said}");
    }
    lines.iter().filter(|line| line.contains(" = {")).count()
}

/// A section that a GPU may lack is there as a whole or not at all, and `--set` does not make one.
#[test]
fn an_optional_section_is_whole_or_missing() {
    let mut config = Config::shipped("stsimt").unwrap();
    assert_eq!(config.spec.vector, None);
    assert!(config.rows().all(|(key, ..)| key.section != "vector"));
    let why = config.set(&["vector.lanes=16"]).unwrap_err().to_string();
    assert!(why.contains("`stsimt` has no section `vector`"), "{why}");
    let mut config = Config::shipped("simt-simd").unwrap();
    config.set(&["vector.lanes=16", "vector.timing=memory"]).unwrap();
    assert_eq!(config.spec.vector.as_ref().map(|vector| (vector.lanes, vector.buffer())), Some((16, 16)));
    let why = config.set(&["vector.partitions=9"]).unwrap_err().to_string();
    assert!(why.contains("vector.partitions") && why.contains("1 to 8"), "{why}");
    let why = config.set(&["vector.each=17"]).unwrap_err().to_string();
    assert!(why.contains("vector.each") && why.contains("vector.registers"), "{why}");
}
