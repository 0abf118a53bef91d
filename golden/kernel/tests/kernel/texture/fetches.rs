//! Formats, channels, integer coordinates, layers, gathers, queries.

use heddle_kernel::texture::{Address, Filter, Format, Kind, Sampler, Texture};

use crate::texture::machine::{fetch, kernel, run};

const ONE: u32 = 0x3f80_0000;

fn of(channels: u8, bits: u8, kind: Kind, width: u32, sampler: Sampler) -> Texture {
    Texture::packed(0, [width, 1, 1], 1, Format { channels, bits, kind }, sampler)
}

/// Fetches at integer coordinates of a texture of one dimension.
fn texels(texture: Texture, bytes: &[u8], at: &[i32]) -> Vec<[u32; 4]> {
    let words: Vec<[u32; 4]> = at.iter().map(|&x| [x as u32, 0, 0, 0]).collect();
    run(&kernel(&fetch(1, false, "s32", false)), Some(texture), bytes, &words).unwrap().0
}

#[test]
fn channels_are_extended_and_missing_ones_are_0_and_1() {
    let plain = Sampler::default();
    let unsigned = of(2, 8, Kind::Unsigned, 2, plain);
    assert_eq!(texels(unsigned, &[1, 255, 128, 3], &[0, 1]), [[1, 255, 0, 1], [128, 3, 0, 1]]);
    let signed = of(1, 16, Kind::Signed, 2, plain);
    assert_eq!(texels(signed, &[0xff, 0xff, 1, 0], &[0, 1]), [[u32::MAX, 0, 0, 1], [1, 0, 0, 1]]);
    let float = of(1, 32, Kind::Float, 1, plain);
    assert_eq!(texels(float, &7.5f32.to_le_bytes(), &[0]), [[7.5f32.to_bits(), 0, 0, ONE]]);
    // 1.5 and the least subnormal, 2^-24
    let half = of(2, 16, Kind::Float, 1, plain);
    assert_eq!(texels(half, &[0x00, 0x3e, 0x01, 0x00], &[0]), [[1.5f32.to_bits(), (-24f32).exp2().to_bits(), 0, ONE]]);
    let four = of(4, 32, Kind::Unsigned, 1, plain);
    let bytes: Vec<u8> = [9u32, 8, 7, 6].iter().flat_map(|word| word.to_le_bytes()).collect();
    assert_eq!(texels(four, &bytes, &[0]), [[9, 8, 7, 6]]);
}

#[test]
fn integers_are_read_as_normalised_floats() {
    let sampler = Sampler { to_float: true, ..Sampler::default() };
    let float = |value: f32| value.to_bits();
    let unsigned = of(1, 8, Kind::Unsigned, 3, sampler);
    let all = texels(unsigned, &[0, 51, 255], &[0, 1, 2]);
    assert_eq!(all.iter().map(|it| it[0]).collect::<Vec<_>>(), [float(0.0), float(51.0 / 255.0), float(1.0)]);
    let signed = of(1, 8, Kind::Signed, 3, sampler);
    let all = texels(signed, &[0x80, 0x81, 0x7f], &[0, 1, 2]);
    assert_eq!(all.iter().map(|it| it[0]).collect::<Vec<_>>(), [float(-1.0), float(-1.0), float(1.0)]);
    let wide = of(1, 16, Kind::Unsigned, 1, sampler);
    assert_eq!(texels(wide, &[0xff, 0xff], &[0]), [[ONE, 0, 0, ONE]]);
}

#[test]
fn integer_coordinates_follow_the_edges_and_no_filter() {
    let bytes: Vec<u8> = (1..=4).flat_map(|n| (n as f32).to_le_bytes()).collect();
    let at = [-5, -1, 0, 3, 4, i32::MAX, i32::MIN];
    let firsts = |address| {
        let sampler = Sampler { filter: Filter::Linear, address: [address; 3], ..Sampler::default() };
        let all = texels(of(1, 32, Kind::Float, 4, sampler), &bytes, &at);
        all.iter().map(|it| f32::from_bits(it[0])).collect::<Vec<_>>()
    };
    assert_eq!(firsts(Address::Border), [0.0, 0.0, 1.0, 4.0, 0.0, 0.0, 0.0]);
    assert_eq!(firsts(Address::Clamp), [1.0, 1.0, 1.0, 4.0, 4.0, 4.0, 1.0]);
    // repetition is for normalised coordinates
    assert_eq!(firsts(Address::Wrap), firsts(Address::Clamp));
}

/// 3 x 2 texels in two layers, numbered from 0.
fn layers() -> (Texture, Vec<u8>) {
    let sampler = Sampler { address: [Address::Clamp; 3], ..Sampler::default() };
    let format = Format { channels: 1, bits: 32, kind: Kind::Unsigned };
    (Texture::packed(0, [3, 2, 1], 2, format, sampler), (0..12u32).flat_map(|word| word.to_le_bytes()).collect())
}

#[test]
fn layers_follow_each_other_and_the_last_one_is_beyond() {
    let (texture, bytes) = layers();
    let words = [[0, 1, 1, 0], [1, 2, 0, 0], [7, 0, 0, 0]];
    for object in [false, true] {
        let text = kernel(&fetch(2, true, "s32", object));
        let firsts: Vec<u32> = run(&text, Some(texture), &bytes, &words).unwrap().0.iter().map(|it| it[0]).collect();
        assert_eq!(firsts, [4, 8, 6]);
    }
}

#[test]
fn a_gather_starts_at_the_lower_left_texel() {
    let (texture, bytes) = layers();
    let at = |x: f32, y: f32| [x.to_bits(), y.to_bits(), 0, 0];
    let text = kernel("tld4.r.2d.v4.u32.f32 {%r0, %r1, %r2, %r3}, [t, {%c0, %c1}];");
    let (results, _) = run(&text, Some(texture), &bytes, &[at(1.0, 1.0), at(2.2, 0.9), at(0.0, 0.0)]).unwrap();
    assert_eq!(results, [[3, 4, 1, 0], [4, 5, 2, 1], [0, 0, 0, 0]]);
}

#[test]
fn queries_describe_a_texture() {
    let (texture, bytes) = layers();
    let text = kernel(
        "txq.width.b32 %r0, [t]; txq.height.b32 %r1, [%h]; txq.array_size.b32 %r2, [t]; suq.depth.b32 %r3, [s];",
    );
    assert_eq!(run(&text, Some(texture), &bytes, &[[0; 4]]).unwrap().0, [[3, 2, 2, 1]]);
}

#[test]
fn old_and_odd_forms_are_read() {
    let (texture, bytes) = layers();
    for fetch in [
        // without brackets, four coordinates
        "tex.2d.v4.u32.s32 {%r0, %r1, %r2, %r3}, t, {%c0, %c1, %c1, %c1};",
        "tex.2d.v4.u32.s32 {%r0, %r1, %r2, %r3}, [t, {%c0, %c1, %c1, %c1}];",
        "tex.base.2d.v4.u32.s32 {%r0, _, _, %r3}, [%h, {%c0, %c1}];",
        "tex.level.2d.v4.u32.s32 {%r0, %r1, %r2, %r3}, [%h, {%c0, %c1}], %c1;",
    ] {
        assert_eq!(run(&kernel(fetch), Some(texture), &bytes, &[[2, 1, 0, 0]]).unwrap().0, [[5, 0, 0, 1]], "{fetch}");
    }
    let old = kernel("tex.2d.v4.u32.s32 {%r0, %r1, %r2, %r3}, [t, {%c0, %c1}];")
        .replace(".global .texref t;", ".tex .u32 t;");
    assert_eq!(run(&old, Some(texture), &bytes, &[[1, 1, 0, 0]]).unwrap().0, [[4, 0, 0, 1]]);
}

/// Lanes of one warp may have handles of their own.
#[test]
fn a_handle_is_by_lane() {
    let (texture, bytes) = layers();
    let text = kernel(
        ".reg .pred %p; .reg .b64 %v; setp.ne.u32 %p, %c2, 0; mov.u64 %v, t; selp.b64 %v, %h, %v, %p;\n\
         tex.2d.v4.u32.s32 {%r0, %r1, %r2, %r3}, [%v, {%c0, %c1}];",
    );
    let words: Vec<[u32; 4]> = (0..32).map(|n| [n % 3, n / 3 % 2, n % 5 % 2, 0]).collect();
    let firsts: Vec<u32> = run(&text, Some(texture), &bytes, &words).unwrap().0.iter().map(|it| it[0]).collect();
    assert_eq!(firsts, (0..32).map(|n| n % 3 + n / 3 % 2 * 3).collect::<Vec<_>>());
}
