//! NVIDIA's assembler as an oracle: `HEDDLE_PTXAS=/path/to/ptxas cargo test --release --workspace
//! --test reader -- --ignored ptxas --nocapture`.

use std::process::Command;

use super::snippet::{TYPES, lowered_in, module};
use super::types::{ACCEPTED, accepted, filled};

fn ptxas(text: &str) -> Option<String> {
    ptxas_for("sm_90", text)
}

/// What ptxas says of a text for a machine: nothing if it takes it. It makes no code for machines
/// before sm_50, but reads their text.
pub fn ptxas_for(target: &str, text: &str) -> Option<String> {
    let target = if target < "sm_50" && target.len() == 5 { "sm_50" } else { target };
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("k.ptx");
    std::fs::write(&path, text).expect("a file");
    let ptxas = std::env::var("HEDDLE_PTXAS").expect("HEDDLE_PTXAS: the path of ptxas");
    let output = Command::new(ptxas)
        .args([&format!("-arch={target}"), "-O0", "-o", "/dev/null"])
        .arg(&path)
        .output()
        .expect("ptxas runs");
    let said = String::from_utf8_lossy(&output.stderr).lines().find(|line| line.contains("error")).map(str::to_string);
    said.filter(|_| !output.status.success())
}

#[test]
#[ignore = "needs ptxas"]
fn ptxas_takes_what_is_read() {
    let refused: Vec<_> = accepted().filter_map(|text| Some((text.clone(), ptxas(&module(&text))?))).collect();
    refused.iter().for_each(|(text, why)| println!("{text}  {why}"));
    assert!(refused.is_empty());
}

#[test]
#[ignore = "needs ptxas"]
fn ptxas_refuses_what_is_refused() {
    let mut different = 0;
    for (template, _) in ACCEPTED {
        // it takes 16-bit carries, which no description of PTX has
        let carries = ["addc.", "subc.", "madc."].iter().any(|name| template.starts_with(name));
        for ty in TYPES.into_iter().filter(|ty| !carries || ty.bits() != 16) {
            let text = filled(template, ty);
            if let (Err(error), None) = (lowered_in(&module(&text)), ptxas(&module(&text))) {
                println!("{text}  {}", error.problem);
                different += 1;
            }
        }
    }
    assert_eq!(different, 0);
}
