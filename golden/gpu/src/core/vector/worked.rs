//! Worked cycles of the vector unit around a golden table: when instructions of one and of two
//! streams are issued.

use heddle_contract::Config as _;
use heddle_contract::prt::{Config, In, Out, kind, meta};
use heddle_golden::prt::Operand;
use heddle_golden::prt::Prt;
use heddle_golden::{Device, Model};
use heddle_kernel::execute::{Pack, Seat};

use super::code;
use super::lower::Vector;
use super::packs::Prepared;
use super::pipelines::VectorUnit;
use super::stream::{Stream, Wait};
use super::traffic::Recorded;
use crate::config::Config as Gpu;

fn data(register: u8) -> Operand {
    Operand { kind: kind::DATA, register }
}

/// A chain of `length` moves: each reads the register that the move before it wrote.
fn chain(length: u8) -> Vec<Vector> {
    (0..length).map(|n| Vector::new(code::MOV, data(n + 1), [data(n)], None, 0)).collect()
}

/// Returns a load and an instruction that uses its result.
fn load() -> Vec<Vector> {
    let address = Operand { kind: kind::META, register: meta::TID };
    vec![Vector::new(code::LD, data(1), [address], None, 0), Vector::new(code::MOV, data(2), [data(1)], None, 0)]
}

/// Returns the cycles in which the instructions of each stream are issued, if all are first offered
/// in cycle 0.
fn issues(programs: &[Vec<Vector>], vl: u32, loads: u32) -> Vec<Vec<u64>> {
    let cfg = Config::preset("paper").unwrap().clone();
    let machine = Gpu::shipped("simt-simd").unwrap().spec.vector.unwrap();
    let machine = crate::config::spec::Vector { loads, ..machine };
    let (mut unit, mut vector) = (Model::<Prt>::new(cfg.clone()), VectorUnit::new(machine, 0, 128));
    let mut o = Out::default();
    unit.step(&In { kernel_valid: true, kernel_registers: 16, kernel_masks: 4, ..In::default() }, &mut o);
    let mut running: Vec<Stream> = programs
        .iter()
        .enumerate()
        .map(|(p, program)| {
            let i = In { start_valid: true, start_partition: p as u8, start_vl: vl as u16, ..In::default() };
            unit.step(&i, &mut o);
            assert!(o.start_taken);
            vector.open(&cfg, p, 16, 4);
            let mut pack = Pack::default();
            pack.seat(Seat { cta: 0, warp: 0, threads: vl });
            let mut stream = Stream::new(Prepared { number: 0, pack, whole: true }, 0, Recorded::off());
            (stream.offers, stream.wait) = (program.iter().copied().collect(), Wait::No);
            stream
        })
        .collect();
    let mut issued = vec![Vec::new(); programs.len()];
    for now in 0..100 {
        let mut i = In { issue_ready: vector.ready(now), ..In::default() };
        running.iter().enumerate().for_each(|(p, stream)| stream.offer(p, &mut i));
        let result = vector.result(now);
        if let Some((_, at)) = result {
            (i.done_valid, i.done_kind, i.done_register) = (true, at.kind, at.register);
        }
        unit.step(&i, &mut o);
        if o.issue_valid {
            let p = usize::from(o.issue_partition);
            vector.take(now, &o, &mut running[p]).unwrap_or_else(|why| panic!("{why}"));
            issued[p].push(now);
        }
        if let Some((_, at)) = result {
            vector.written(at);
        }
        for (p, stream) in running.iter_mut().enumerate().filter(|(p, _)| o.take >> p & 1 == 1) {
            let taken = stream.offers.pop_front().unwrap_or_else(|| panic!("partition {p} offered nothing"));
            stream.taken.push_back(taken);
        }
    }
    issued
}

#[test]
fn simple_instructions_that_depend_on_each_other_go_every_second_cycle() {
    assert_eq!(issues(&[chain(4)], 8, 1), [[1, 3, 5, 7]]);
}

#[test]
fn a_second_stream_fills_the_gaps() {
    assert_eq!(issues(&[chain(4), chain(4)], 8, 1), [[1, 3, 5, 7], [2, 4, 6, 8]]);
}

#[test]
fn the_user_of_a_load_waits_for_the_vector_length() {
    assert_eq!(issues(&[load()], 8, 1), [[1, 10]]);
}

#[test]
fn loads_wait_for_a_port() {
    assert_eq!(issues(&[load(), load()], 8, 1), [[1, 10], [9, 18]]);
    assert_eq!(issues(&[load(), load()], 8, 2), [[1, 10], [2, 11]]);
}

#[test]
fn what_waits_for_its_pipeline_holds_up_no_other() {
    // the load of the second stream waits for the port, and the moves behind it go; an instruction
    // a cycle is taken in turn, so that the second move is in the buffer from cycle 6 on
    assert_eq!(issues(&[load(), load(), chain(3)], 8, 1), [vec![1, 10], vec![9, 18], vec![3, 6, 8]]);
}
