//! Tests of the C library through its interface: names, errors, and a model against its own
//! outputs.

use std::collections::BTreeSet;

use heddle_contract::{Block, Config, every_unit};
use heddle_golden_c::{HEADER, PACKAGE, Scoreboard, Status, open};

/// Names of functions in a text, each before a parenthesis.
fn functions(text: &str) -> BTreeSet<&str> {
    text.match_indices("heddle_golden_")
        .filter_map(|(at, _)| {
            let end = text[at..].find(|c: char| !c.is_ascii_alphanumeric() && c != '_')?;
            text[at + end..].starts_with('(').then(|| &text[at..at + end])
        })
        .collect()
}

#[test]
fn header_package_and_library_have_the_same_functions() {
    let header = functions(HEADER);
    assert_eq!(header, functions(PACKAGE));
    assert!(header.len() > 15, "{header:?}");
    let missing = |name: &&&str| !include_str!("../src/boundary.rs").contains(&format!("fn {name}("));
    assert_eq!(header.iter().filter(missing).collect::<Vec<_>>(), [&""; 0]);
}

#[test]
fn every_preset_opens_and_others_are_refused() {
    macro_rules! each {
        ($($unit:ty)*) => {$(
            for (preset, _) in <$unit as Block>::Config::presets() {
                let model = open(<$unit>::NAME, preset).unwrap();
                assert_eq!(model.inputs()[0].name, "reset", "{}/{preset}", <$unit>::NAME);
                assert!(!model.outputs().is_empty(), "{}/{preset}", <$unit>::NAME);
            }
        )*};
    }
    every_unit!(heddle_golden, each);
    let refusal = |unit, preset| open(unit, preset).err().unwrap();
    assert!(refusal("slpp", "tiny").contains("lane, slp, gang, prt, vtc, mul32"));
    assert_eq!(refusal("slp", "small"), "slp has no preset \"small\": tiny, paper, w4x20, w16x32, w8x3, w32x1, one");
}

fn drive(model: &mut dyn Scoreboard, inputs: &[(&str, u64)]) -> Status {
    for number in 0..model.inputs().len() {
        let value = inputs.iter().find(|(name, _)| *name == model.inputs()[number].name).map_or(0, |(_, value)| *value);
        model.drive(number, value);
    }
    model.step()
}

fn output(model: &dyn Scoreboard, name: &str) -> usize {
    model.outputs().iter().position(|port| port.name == name).unwrap()
}

/// Shows the outputs of the last cycle, as hardware would that is right.
fn show(model: &mut dyn Scoreboard) {
    for port in 0..model.outputs().len() {
        let value = if model.defined(port) { model.value(port) } else { u64::MAX };
        model.show(port, value);
    }
}

#[test]
fn what_is_defined_is_compared() {
    let mut model = open("slp", "tiny").unwrap();
    let model = model.as_mut();
    // before reset nothing is known
    assert_eq!(drive(model, &[("accept_valid", 1), ("accept_mask$0", 15)]), Status::Legal);
    assert_eq!((model.compare(), model.cycles()), (None, 1));
    assert_eq!(drive(model, &[("reset", 1)]), Status::Legal);
    assert_eq!(model.compare(), None);
    assert_eq!(drive(model, &[("accept_valid", 1), ("accept_mask$0", 3), ("accept_mask$1", 6)]), Status::Legal);
    show(model);
    assert_eq!(model.compare(), None);
    assert_eq!(drive(model, &[]), Status::Legal);
    show(model);
    assert_eq!(model.compare(), None);
    // lane 1 has two threads, both warps have some
    let warps = output(model, "counted_warps");
    assert_eq!((model.value(warps), model.defined(warps)), (2, true));
    model.show(warps, 3);
    assert_eq!(model.compare(), Some(warps));
    // no warp is offered yet, so what it would be does not matter
    model.show(warps, 2);
    let lanes = output(model, "warp_lanes");
    assert!(!model.defined(lanes));
    model.show(lanes, 9);
    assert_eq!(model.compare(), None);
    assert!(model.state().lines().all(|line| line.contains(" = 0x")) && !model.state().is_empty());
}

#[test]
fn what_the_contract_forbids_changes_nothing() {
    let mut model = open("slp", "tiny").unwrap();
    let model = model.as_mut();
    drive(model, &[("reset", 1)]);
    let before = (model.state(), model.cycles());
    let Status::Illegal(rule) = drive(model, &[("accept_valid", 1), ("accept_tag", 3)]) else {
        panic!("it is illegal")
    };
    assert_eq!(rule, "accept_tag: there are 3 tags");
    assert_eq!((model.state(), model.cycles()), before);
    assert!(matches!(model.evaluate(), Status::Illegal(_)));
    // a value that is too wide is cut, as by a wire
    model.drive(model.inputs().iter().position(|port| port.name == "accept_tag").unwrap(), 6);
    assert_eq!(model.evaluate(), Status::Legal);
}
