//! Tests of errors of textures: impossible textures, fetches that cannot be read, and fetches where
//! no texture is bound.

use heddle_kernel::execute::Cause;
use heddle_kernel::read;
use heddle_kernel::texture::{Filter, Format, Kind, Sampler, Texture, TextureError};

use crate::texture::machine::{fetch, kernel, run};

#[test]
fn nothing_is_fetched_where_nothing_is_bound() {
    for (object, name) in [(false, "`t` is not a texture"), (true, "the handle 0x0 is not a texture")] {
        let fault = run(&kernel(&fetch(1, false, "s32", object)), None, &[0; 4], &[[0; 4]]).unwrap_err();
        assert!(matches!(fault.cause, Cause::Unbound { .. }) && fault.to_string().contains(name), "{fault}");
    }
}

#[test]
fn texels_must_lie_in_memory() {
    let format = Format { channels: 1, bits: 32, kind: Kind::Unsigned };
    let texture = Texture::packed(0, [64, 1, 1], 1, format, Sampler::default());
    let fault = run(&kernel(&fetch(1, false, "s32", false)), Some(texture), &[0; 8], &[[40, 0, 0, 0]]).unwrap_err();
    assert!(matches!(fault.cause, Cause::OutOfBounds { .. }) && fault.to_string().contains("`texels`"), "{fault}");
}

#[test]
fn what_does_not_fit_together_is_refused() {
    let of = |channels, bits, kind, sampler| Texture::packed(0, [4, 1, 1], 1, Format { channels, bits, kind }, sampler);
    let linear = Sampler { filter: Filter::Linear, ..Sampler::default() };
    let to_float = Sampler { to_float: true, ..Sampler::default() };
    for (texture, error) in [
        (of(3, 8, Kind::Unsigned, linear), TextureError::Channels { channels: 3 }),
        (of(1, 8, Kind::Float, linear), TextureError::Bits { bits: 8 }),
        (of(1, 8, Kind::Unsigned, linear), TextureError::Filter),
        (of(1, 32, Kind::Unsigned, to_float), TextureError::Normalized),
        (of(1, 32, Kind::Float, to_float), TextureError::Normalized),
    ] {
        assert_eq!(texture.check(), Err(error));
    }
    let empty = Texture { size: [4, 0, 1], ..of(1, 32, Kind::Float, linear) };
    assert!(matches!(empty.check(), Err(TextureError::Empty { height: 0, .. })));
}

/// What is refused, and the words that say so.
#[test]
fn what_is_not_read_is_named() {
    for (body, names) in [
        ("tex.cube.v4.f32.f32 {%f0, %f1, %f2, %f3}, [t, {%f0, %f1, %f2, %f2}];", "`.cube` of `tex`"),
        ("tex.2d.v2.f16x2.f32 {%r0, %r1}, [t, {%f0, %f1}];", "`.f16x2` of `tex`"),
        ("tex.2d.v4.f32.f32 {%f0, %f1, %f2, %f3}, [t, s, {%f0, %f1}];", "a sampler apart"),
        ("tex.2d.v4.f32.f32 {%f0, %f1, %f2, %f3}, [t, {%f0, %f1}], {%r0, %r1};", "an offset or a comparison"),
        ("txq.filter_mode.b32 %r0, [t];", "`.filter_mode` of `txq`"),
        ("sust.p.2d.v4.b32.trap [s, {%r0, %r1}], {%r0, %r1, %r2, %r3};", "`sust.p`"),
        ("sured.b.add.2d.u32.trap [s, {%r0, %r1}], %r2;", "`sured`"),
    ] {
        let module = read("test.ptx", &kernel(body)).unwrap();
        let refused = module.functions.iter().find_map(|function| function.refused.clone()).expect(body);
        assert!(refused.to_string().contains(names), "{body}: {refused}");
    }
}

/// What is wrong, and what should stand there.
#[test]
fn mistakes_are_errors() {
    for (body, expected) in [
        ("tex.2d.v4.f32.f32 {%f0, %f1, %f2, %f3}, [s, {%f0, %f1}];", "a texture or a register"),
        ("tex.2d.v4.f32.f32 {%f0, %f1, %f2, %f3}, [t+8, {%f0, %f1}];", "a texture or a register"),
        ("tex.2d.v4.f32.f32 {%f0, %f1}, [t, {%f0, %f1}];", "4 registers in braces"),
        ("tex.2d.v4.f32.f32 {%f0, %f1, %f2, %f3}, [t, {%f0}];", "2 registers in braces"),
        ("tex.4d.v4.f32.f32 {%f0, %f1, %f2, %f3}, [t, {%f0}];", ".1d"),
        ("ld.global.u32 %r0, [t];", "a variable that holds data"),
        ("st.global.u32 [s], %r0;", "a variable that holds data"),
    ] {
        let error = read("test.ptx", &kernel(body)).map(|_| ()).expect_err(body);
        assert!(error.to_string().contains(expected), "{body}: {error}");
    }
}
