//! Tests of blocks whose ports are known at run time: the words, and the default stimulus.

use std::collections::BTreeSet;

use heddle_block::{Port, Ports, Rule, Signal, Stream, Timing};
use heddle_verilator::block::{Block as Module, Clock, Reset};

use super::*;
use crate::bench::Drive;
use crate::entropy::Entropy;

fn port(name: &str, width: u32) -> Port {
    Port { name: name.into(), width, timing: Timing::Late }
}

/// A FIFO's ports, and an enumeration.
fn shape() -> Shape {
    let signal = |port: &str, inverted| Signal { port: port.into(), inverted };
    let stream = |into, valid, ready, payload: &str| Stream {
        payload: vec![payload.into()],
        ..Stream::new(into, valid, ready, Rule::Both)
    };
    Shape::new(&Module {
        inputs: vec![port("reset", 1), port("push_i", 1), port("data_i", 32), port("pop_i", 1), port("mode_i", 2)],
        outputs: vec![port("full_o", 1), port("empty_o", 1), port("data_o", 32)],
        values: vec![("mode_i".into(), vec![1, 3])],
        clock: Clock::None,
        reset: Reset::None,
        streams: vec![
            stream(true, signal("push_i", false), signal("full_o", true), "data_i"),
            stream(false, signal("empty_o", true), signal("pop_i", false), "data_o"),
        ],
        verilog: String::new(),
    })
}

#[test]
fn payload_counts_while_it_is_valid() {
    let shape = shape();
    let cares = |slots: &[u64]| {
        let mut care = vec![false; 3];
        Bundle::<true>::unpack(&shape, slots).care(&shape, &mut care);
        care
    };
    assert_eq!(cares(&[0, 0, 7]), [true, true, true]);
    assert_eq!(cares(&[0, 1, 7]), [true, true, false]);
    let out = Bundle::<true>::unpack(&shape, &[0, 1, 7]);
    assert!(out.agrees(&shape, &[0, 1, 8]) && !out.agrees(&shape, &[1, 1, 7]) && !out.agrees(&shape, &[0, 0, 7]));
    assert!(!Bundle::<true>::unpack(&shape, &[0, 0, 7]).agrees(&shape, &[0, 0, 8]));
    // what is not valid may be noise, and nothing else
    let mut i = Bundle::<false>::unpack(&shape, &[0, 0, 5, 1, 3]);
    i.stir(&shape, || u64::MAX);
    assert_eq!(i, Bundle::unpack(&shape, &[0, 0, 0xffff_ffff, 1, 3]));
    assert_eq!(Bundle::<false>::default(), Bundle::unpack(&shape, &[0; 5]));
}

#[test]
fn stimulus_is_legal_and_reaches_every_kind_of_value() {
    let shape = shape();
    let (mut s, mut e, mut i) = (Words::stimulus(&shape), Entropy::new(1, 0), Bundle::default());
    let q = <Words as Golden>::reset(&shape);
    let (mut controls, mut data) = (BTreeSet::new(), Vec::new());
    let (mut resets, mut longest, mut run) = (0, 0, 0);
    for _ in 0..50_000 {
        Words::next(&shape, &mut s, &(), &q, &mut e, &mut i);
        assert_eq!(<Words as Golden>::legal(&shape, &(), &q, &i), Ok(()));
        resets += i.first();
        controls.insert((i.get(1), i.get(3), i.get(4)));
        data.push(i.get(2));
        run = if i.get(1) == 1 { run + 1 } else { 0 };
        longest = longest.max(run);
    }
    assert!((10..60).contains(&resets), "{resets}");
    assert_eq!(controls.len(), 8);
    assert!(longest > 64, "{longest}");
    let count = |kind: &dyn Fn(u64, u64) -> bool| data.windows(2).filter(|pair| kind(pair[0], pair[1])).count();
    assert!(data.iter().all(|value| *value <= u64::from(u32::MAX)));
    for found in [
        count(&|_, value| value == 0),
        count(&|_, value| value == u64::from(u32::MAX)),
        count(&|_, value| value.is_power_of_two()),
        count(&|last, value| last == value),
        count(&|last, value| (last ^ value).is_power_of_two()),
        count(&|_, value| value > 1 << 31),
    ] {
        assert!(found > 2000, "{found}");
    }
}

#[test]
fn simpler_inputs_are_legal_and_become_simpler_for_ever() {
    let shape = shape();
    let mut i = Bundle::<false>::unpack(&shape, &[1, 1, 0x8000_0005, 1, 3]);
    let q = <Words as Golden>::reset(&shape);
    assert!(<Words as Golden>::legal(&shape, &(), &q, &Bundle::unpack(&shape, &[0, 0, 0, 0, 2])).is_err());
    let mut steps = 0;
    while let Some(last) = shape.simpler(&i).pop() {
        assert!(shape.simpler(&i).iter().all(|simpler| <Words as Golden>::legal(&shape, &(), &q, simpler).is_ok()));
        i = last;
        steps += 1;
        assert!(steps < 200);
    }
    assert_eq!(i, Bundle::unpack(&shape, &[0, 0, 0, 0, 1]));
}

#[test]
fn a_name_stands_for_its_latest_shape() {
    let first = name("fifo", shape());
    assert_eq!(Shape::preset("fifo"), Some(&first.1));
    let other = Shape::new(&Module { inputs: vec![port("reset", 1)], ..module_without_ports() });
    name("fifo", other.clone());
    assert_eq!(Shape::preset("fifo"), Some(&other));
}

fn module_without_ports() -> Module {
    Module {
        inputs: Vec::new(),
        outputs: Vec::new(),
        values: Vec::new(),
        clock: Clock::None,
        reset: Reset::None,
        streams: Vec::new(),
        verilog: String::new(),
    }
}
