//! Tests of surfaces: the first coordinate counts bytes; and accesses outside of the surface.

use heddle_kernel::execute::Cause;
use heddle_kernel::program::Op;
use heddle_kernel::texture::{Format, Kind, Sampler, Texture};

use crate::texture::machine::{kernel, read, run};

/// 4 x 3 words, numbered from 0.
fn words() -> (Texture, Vec<u8>) {
    let format = Format { channels: 1, bits: 32, kind: Kind::Unsigned };
    let texture = Texture::packed(0, [4, 3, 1], 1, format, Sampler::default());
    (texture, (0..12u32).flat_map(|word| word.to_le_bytes()).collect())
}

const PLACES: [[u32; 4]; 5] = [[8, 1, 0, 0], [0, 2, 0, 0], [16, 0, 0, 0], [u32::MAX, 1, 0, 0], [4, 3, 0, 0]];

#[test]
fn loads_count_bytes_and_meet_the_edges() {
    let (texture, bytes) = words();
    for (outside, meant) in [("clamp", [6, 8, 3, 4, 9]), ("zero", [6, 8, 0, 0, 0])] {
        let text = kernel(&format!("suld.b.2d.b32.{outside} %r0, [s, {{%c0, %c1}}];"));
        let (results, _) = run(&text, Some(texture), &bytes, &PLACES).unwrap();
        assert_eq!(results.iter().map(|it| it[0]).collect::<Vec<_>>(), meant, "{outside}");
    }
    let text = kernel("suld.b.2d.v2.b32.trap {%r0, %r1}, [%h, {%c0, %c1}];");
    assert_eq!(run(&text, Some(texture), &bytes, &PLACES[..2]).unwrap().0, [[6, 7, 0, 0], [8, 9, 0, 0]]);
    let fault = run(&text, Some(texture), &bytes, &PLACES).unwrap_err();
    assert!(matches!(fault.cause, Cause::Surface { x: 16, y: 0, .. }), "{fault}");
}

#[test]
fn stores_change_what_they_meet() {
    let (texture, bytes) = words();
    for (outside, changed) in [("clamp", vec![6, 8, 3, 4, 9]), ("zero", vec![6, 8])] {
        let text = kernel(&format!("mov.b32 %r1, 77; sust.b.2d.b32.{outside} [s, {{%c0, %c1}}], {{%r1}};"));
        let (_, after) = run(&text, Some(texture), &bytes, &PLACES).unwrap();
        for (number, word) in after.chunks(4).enumerate() {
            let meant = if changed.contains(&number) { 77 } else { number as u32 };
            assert_eq!(u32::from_le_bytes(word.try_into().unwrap()), meant, "{outside}, word {number}");
        }
    }
    let text = kernel(
        "mov.b64 %l0, 0x1122334455667788; sust.b.1d.b64.trap [%h, {%c0}], %l0; suld.b.1d.b8.trap %w0, [s, {%c0}]; cvt.u32.u16 %r0, %w0;",
    );
    let (results, after) = run(&text, Some(texture), &bytes, &[[8, 0, 0, 0]]).unwrap();
    assert_eq!((results[0][0], &after[8..16]), (0x88, &0x1122_3344_5566_7788u64.to_le_bytes()[..]));
}

/// Threads that a guard excludes read nothing, write nothing and name no place; the text's
/// instruction is counted once.
#[test]
fn a_guard_excludes_threads_from_an_access() {
    let (texture, bytes) = words();
    for (guard, excluded) in [("@%p", [true, false, true, true, false]), ("@!%p", [false, true, false, false, true])] {
        for (outside, meant) in [("zero", [6, 8, 0, 0, 0]), ("clamp", [6, 8, 3, 4, 9]), ("trap", [6, 8, 1, 1, 1])] {
            // the first coordinate of each thread is its own or, for `trap`, one of the array where
            // a thread is not excluded
            let place = |(number, out): (usize, bool)| {
                let [x, y, ..] = PLACES[number];
                let [x, y] = if outside == "trap" && !out && number > 1 { [4, 0] } else { [x, y] };
                [x, y, u32::from(number == 1 || number == 4), 0]
            };
            let places: Vec<[u32; 4]> = excluded.into_iter().enumerate().map(place).collect();
            let text = kernel(&format!(
                ".reg .pred %p; setp.ne.u32 %p, %c2, 0; mov.b32 %r0, 99;\n{guard} suld.b.2d.b32.{outside} %r0, [s, {{%c0, %c1}}];\n\
                 {guard} sust.b.2d.b32.{outside} [s, {{%c0, %c1}}], %r0;"
            ));
            let (results, after) = run(&text, Some(texture), &bytes, &places).unwrap();
            for (number, (result, excluded)) in results.iter().zip(excluded).enumerate() {
                let meant = if excluded { 99 } else { meant[number] };
                assert_eq!(result[0], meant, "{guard}, {outside}, thread {number}");
            }
            assert_eq!(after, bytes, "what is read is written back: {guard}, {outside}");
        }
    }
    let module = read(&kernel("suld.b.2d.b32.zero %r0, [s, {%c0, %c1}]; sust.b.2d.b32.clamp [s, {%c0, %c1}], %r0;"));
    let code = &module.functions[module.function("k").unwrap().0 as usize].code;
    let counted = code.iter().filter(|it| matches!(it.op, Op::SurfaceAddress(_))).map(|it| it.stands_for).sum::<u32>();
    let plain = code.iter().filter(|it| matches!(it.op, Op::Load(_) | Op::Store(_)) && it.stands_for == 0).count();
    assert_eq!((counted, plain), (2, 2));
}
