//! Every opcode with every type: those that PTX gives it are accepted, all others refused at the
//! word that names the type.

use super::snippet::{TYPES, lowered_in, module, refused_in};
use heddle_kernel::program::Type;

/// A template and the types that it takes. `t` stands for the type, `t0` for a register of it, `w0`
/// for one twice as wide.
pub const ACCEPTED: &[(&str, &str)] = &[
    // integers
    ("add.{t} {t0}, {t1}, {t2}", "u16 u32 u64 s16 s32 s64 f32 f64 f16 f16x2 bf16 bf16x2"),
    ("sub.{t} {t0}, {t1}, {t2}", "u16 u32 u64 s16 s32 s64 f32 f64 f16 f16x2 bf16 bf16x2"),
    ("add.sat.{t} {t0}, {t1}, {t2}", "s32 f32 f16 f16x2"),
    ("sub.sat.{t} {t0}, {t1}, {t2}", "s32 f32 f16 f16x2"),
    ("add.cc.{t} {t0}, {t1}, {t2}", "u32 s32 u64 s64"),
    ("addc.{t} {t0}, {t1}, {t2}", "u32 s32 u64 s64"),
    ("addc.cc.{t} {t0}, {t1}, {t2}", "u32 s32 u64 s64"),
    ("sub.cc.{t} {t0}, {t1}, {t2}", "u32 s32 u64 s64"),
    ("subc.{t} {t0}, {t1}, {t2}", "u32 s32 u64 s64"),
    ("subc.cc.{t} {t0}, {t1}, {t2}", "u32 s32 u64 s64"),
    ("mad.lo.cc.{t} {t0}, {t1}, {t2}, {t3}", "u32 s32 u64 s64"),
    ("madc.hi.{t} {t0}, {t1}, {t2}, {t3}", "u32 s32 u64 s64"),
    ("madc.lo.cc.{t} {t0}, {t1}, {t2}, {t3}", "u32 s32 u64 s64"),
    ("mul.lo.{t} {t0}, {t1}, {t2}", "u16 u32 u64 s16 s32 s64"),
    ("mul.hi.{t} {t0}, {t1}, {t2}", "u16 u32 u64 s16 s32 s64"),
    ("mul.wide.{t} {w0}, {t1}, {t2}", "u16 u32 s16 s32"),
    ("mad.lo.{t} {t0}, {t1}, {t2}, {t3}", "u16 u32 u64 s16 s32 s64"),
    ("mad.hi.{t} {t0}, {t1}, {t2}, {t3}", "u16 u32 u64 s16 s32 s64"),
    ("mad.wide.{t} {w0}, {t1}, {t2}, {w3}", "u16 u32 s16 s32"),
    ("mad.hi.sat.{t} {t0}, {t1}, {t2}, {t3}", "s32"),
    ("mul24.lo.{t} {t0}, {t1}, {t2}", "u32 s32"),
    ("mul24.hi.{t} {t0}, {t1}, {t2}", "u32 s32"),
    ("mad24.lo.{t} {t0}, {t1}, {t2}, {t3}", "u32 s32"),
    ("mad24.hi.{t} {t0}, {t1}, {t2}, {t3}", "u32 s32"),
    ("mad24.hi.sat.{t} {t0}, {t1}, {t2}, {t3}", "s32"),
    ("sad.{t} {t0}, {t1}, {t2}, {t3}", "u16 u32 u64 s16 s32 s64"),
    ("div.{t} {t0}, {t1}, {t2}", "u16 u32 u64 s16 s32 s64"),
    ("rem.{t} {t0}, {t1}, {t2}", "u16 u32 u64 s16 s32 s64"),
    ("abs.{t} {t0}, {t1}", "s16 s32 s64 f32 f64 f16 f16x2 bf16 bf16x2"),
    ("neg.{t} {t0}, {t1}", "s16 s32 s64 f32 f64 f16 f16x2 bf16 bf16x2"),
    ("min.{t} {t0}, {t1}, {t2}", "u16 u32 u64 s16 s32 s64 f32 f64 f16 f16x2 bf16 bf16x2"),
    ("max.{t} {t0}, {t1}, {t2}", "u16 u32 u64 s16 s32 s64 f32 f64 f16 f16x2 bf16 bf16x2"),
    ("dp4a.{t}.u32 {t0}, %b32_1, %b32_2, {t3}", "u32 s32"),
    ("dp4a.u32.{t} {t0}, %b32_1, %b32_2, {t3}", "u32 s32"),
    ("dp2a.lo.{t}.s32 %s32_0, %b32_1, %b32_2, %s32_3", "u32 s32"),
    ("dp2a.hi.{t}.s32 %s32_0, %b32_1, %b32_2, %s32_3", "u32 s32"),
    // bits
    ("and.{t} {t0}, {t1}, {t2}", "pred b16 b32 b64"),
    ("or.{t} {t0}, {t1}, {t2}", "pred b16 b32 b64"),
    ("xor.{t} {t0}, {t1}, {t2}", "pred b16 b32 b64"),
    ("not.{t} {t0}, {t1}", "pred b16 b32 b64"),
    ("cnot.{t} {t0}, {t1}", "b16 b32 b64"),
    ("shl.{t} {t0}, {t1}, %u32_2", "b16 b32 b64"),
    ("shr.{t} {t0}, {t1}, 3", "b16 b32 b64 u16 u32 u64 s16 s32 s64"),
    ("shf.l.wrap.{t} {t0}, {t1}, {t2}, %u32_3", "b32"),
    ("shf.r.clamp.{t} {t0}, {t1}, {t2}, 5", "b32"),
    ("bfe.{t} {t0}, {t1}, %u32_2, %u32_3", "u32 u64 s32 s64"),
    ("bfi.{t} {t0}, {t1}, {t2}, %u32_2, 8", "b32 b64"),
    ("bfind.{t} %u32_0, {t1}", "u32 u64 s32 s64"),
    ("bfind.shiftamt.{t} %u32_0, {t1}", "u32 u64 s32 s64"),
    ("fns.{t} {t0}, {t1}, %b32_2, %s32_3", "b32"),
    ("bmsk.clamp.{t} {t0}, %u32_1, %u32_2", "b32"),
    ("szext.wrap.{t} {t0}, {t1}, %u32_2", "u32 s32"),
    ("brev.{t} {t0}, {t1}", "b32 b64"),
    ("popc.{t} %u32_0, {t1}", "b32 b64"),
    ("clz.{t} %u32_0, {t1}", "b32 b64"),
    ("lop3.{t} {t0}, {t1}, {t2}, {t3}, 0xE8", "b32"),
    ("prmt.{t} {t0}, {t1}, {t2}, {t3}", "b32"),
    ("prmt.{t}.f4e {t0}, {t1}, {t2}, {t3}", "b32"),
    ("prmt.{t}.rc16 {t0}, {t1}, {t2}, {t3}", "b32"),
    // floating point
    ("add.rn.{t} {t0}, {t1}, {t2}", "f32 f64 f16 f16x2 bf16 bf16x2"),
    ("mul.rz.{t} {t0}, {t1}, {t2}", "f32 f64"),
    ("sub.rm.{t} {t0}, {t1}, {t2}", "f32 f64"),
    ("add.rp.ftz.sat.{t} {t0}, {t1}, {t2}", "f32"),
    ("mul.ftz.sat.{t} {t0}, {t1}, {t2}", "f32 f16 f16x2"),
    ("fma.rn.{t} {t0}, {t1}, {t2}, {t3}", "f32 f64 f16 f16x2 bf16 bf16x2"),
    ("fma.rn.ftz.sat.{t} {t0}, {t1}, {t2}, {t3}", "f32 f16 f16x2"),
    ("mad.rz.{t} {t0}, {t1}, {t2}, {t3}", "f32 f64"),
    ("div.rn.{t} {t0}, {t1}, {t2}", "f32 f64"),
    ("div.approx.{t} {t0}, {t1}, {t2}", "f32"),
    ("div.full.ftz.{t} {t0}, {t1}, {t2}", "f32"),
    ("rcp.rn.{t} {t0}, {t1}", "f32 f64"),
    ("rcp.approx.ftz.{t} {t0}, {t1}", "f32 f64"),
    ("sqrt.rp.{t} {t0}, {t1}", "f32 f64"),
    ("sqrt.approx.{t} {t0}, {t1}", "f32"),
    ("rsqrt.approx.{t} {t0}, {t1}", "f32 f64"),
    ("rsqrt.approx.ftz.{t} {t0}, {t1}", "f32 f64"),
    ("sin.approx.ftz.{t} {t0}, {t1}", "f32"),
    ("cos.approx.{t} {t0}, {t1}", "f32"),
    ("lg2.approx.{t} {t0}, {t1}", "f32"),
    ("ex2.approx.{t} {t0}, {t1}", "f32 f16 f16x2"),
    ("ex2.approx.ftz.{t} {t0}, {t1}", "f32 bf16 bf16x2"),
    ("tanh.approx.{t} {t0}, {t1}", "f32 f16 f16x2 bf16 bf16x2"),
    ("copysign.{t} {t0}, {t1}, {t2}", "f32 f64"),
    ("testp.finite.{t} %pred_0, {t1}", "f32 f64"),
    ("min.NaN.{t} {t0}, {t1}, {t2}", "f32 f16 f16x2 bf16 bf16x2"),
    ("max.ftz.{t} {t0}, {t1}, {t2}", "f32 f16 f16x2"),
    // comparisons and selections
    ("setp.eq.{t} %pred_0, {t1}, {t2}", "b16 b32 b64 u16 u32 u64 s16 s32 s64 f32 f64 f16 f16x2 bf16 bf16x2"),
    ("setp.lt.and.{t} %pred_0, {t1}, {t2}, !%pred_3", "u16 u32 u64 s16 s32 s64 f32 f64 f16 f16x2 bf16 bf16x2"),
    ("setp.geu.{t} %pred_0, {t1}, {t2}", "f32 f64 f16 f16x2 bf16 bf16x2"),
    ("setp.hs.{t} %pred_0, {t1}, {t2}", "u16 u32 u64"),
    ("setp.num.ftz.{t} %pred_0, {t1}, {t2}", "f32 f16 f16x2"),
    ("set.le.u32.{t} %u32_0, {t1}, {t2}", "u16 u32 u64 s16 s32 s64 f32 f64 f16 bf16 f16x2 bf16x2"),
    ("set.ne.xor.f32.{t} %f32_0, {t1}, {t2}, %pred_3", "b16 b32 b64 u16 u32 u64 s16 s32 s64 f32 f64"),
    ("selp.{t} {t0}, {t1}, {t2}, %pred_3", "b16 b32 b64 u16 u32 u64 s16 s32 s64 f32 f64"),
    ("slct.{t}.s32 {t0}, {t1}, {t2}, %s32_3", "b16 b32 b64 u16 u32 u64 s16 s32 s64 f32 f64"),
    ("slct.{t}.f32 {t0}, {t1}, {t2}, %f32_3", "b16 b32 b64 u16 u32 u64 s16 s32 s64 f32 f64"),
    ("slct.b32.{t} %b32_0, %b32_1, %b32_2, {t3}", "s32 f32"),
    // memory
    ("mov.{t} {t0}, {t1}", "pred b16 b32 b64 b128 u16 u32 u64 s16 s32 s64 f32 f64"),
    ("ld.global.{t} {t0}, [%u64_1+16]", "b8 b16 b32 b64 b128 u8 u16 u32 u64 s8 s16 s32 s64 f32 f64"),
    ("ld.volatile.shared.{t} {t0}, [tile]", "b8 b16 b32 b64 b128 u8 u16 u32 u64 s8 s16 s32 s64 f32 f64"),
    ("st.local.{t} [frame+16], {t0}", "b8 b16 b32 b64 b128 u8 u16 u32 u64 s8 s16 s32 s64 f32 f64"),
    ("st.v2.global.{t} [%u64_1], {{{t0}, {t1}}}", "b8 b16 b32 b64 u8 u16 u32 u64 s8 s16 s32 s64 f32 f64"),
    ("ld.global.nc.v4.{t} {{{t0}, {t1}, {t2}, {t3}}}, [%u64_1]", "b8 b16 b32 u8 u16 u32 s8 s16 s32 f32"),
    ("ldu.global.{t} {t0}, [datum]", "b8 b16 b32 b64 b128 u8 u16 u32 u64 s8 s16 s32 s64 f32 f64"),
    ("atom.global.add.{t} {t0}, [%u64_1], {t2}", "u32 s32 u64 f32 f64"),
    ("atom.add.noftz.{t} {t0}, [%u64_1], {t2}", "f16 f16x2 bf16 bf16x2"),
    ("atom.shared.inc.{t} {t0}, [tile], {t2}", "u32"),
    ("atom.shared.dec.{t} {t0}, [tile], {t2}", "u32"),
    ("atom.max.{t} {t0}, [%u64_1+-4], {t2}", "u32 s32 u64 s64"),
    ("atom.and.{t} {t0}, [%u64_1], {t2}", "b32 b64"),
    ("atom.exch.{t} {t0}, [%u64_1], {t2}", "b32 b64 b128"),
    ("atom.cas.{t} {t0}, [%u64_1], {t2}, {t3}", "b16 b32 b64 b128"),
    ("red.relaxed.gpu.global.add.{t} [datum], {t2}", "u32 s32 u64 f32 f64"),
    ("red.min.{t} [%u64_1], {t2}", "u32 s32 u64 s64"),
    ("red.xor.{t} [%u64_1], {t2}", "b32 b64"),
    // conversions
    ("cvt.u32.{t} %u32_0, {t1}", "u8 u16 u32 u64 s8 s16 s32 s64"),
    ("cvt.sat.s8.{t} %s16_0, {t1}", "u8 u16 u32 u64 s16 s32 s64"),
    ("cvt.rzi.s32.{t} %s32_0, {t1}", "f16 bf16 f32 f64"),
    ("cvt.rn.f32.{t} %f32_0, {t1}", "u8 u16 u32 u64 s8 s16 s32 s64 f64 bf16"),
    ("cvt.rm.f64.{t} %f64_0, {t1}", "u8 u16 u32 u64 s8 s16 s32 s64 bf16"),
    ("cvt.f64.{t} %f64_0, {t1}", "f16 bf16 f32 f64"),
    ("cvt.rn.f16.{t} %b16_0, {t1}", "u8 u16 u32 u64 s8 s16 s32 s64 f32 f64 bf16"),
    ("cvt.rni.ftz.f32.{t} %f32_0, {t1}", "f32"),
    ("cvta.to.global.{t} {t0}, {t1}", "u32 u64"),
    ("cvta.shared.{t} {t0}, tile", "u32 u64"),
    // warps
    ("vote.sync.any.{t} {t0}, !%pred_1, 0xffffffff", "pred"),
    ("vote.sync.ballot.{t} {t0}, %pred_1, %b32_2", "b32"),
    ("shfl.sync.bfly.{t} {t0}|%pred_1, {t2}, 1, 31, -1", "b32"),
    ("match.any.sync.{t} %b32_0, {t1}, %b32_2", "b32 b64"),
    ("match.all.sync.{t} %b32_0|%pred_1, {t1}, %b32_2", "b32 b64"),
    ("redux.sync.add.{t} {t0}, {t1}, %b32_2", "u32 s32"),
    ("redux.sync.xor.{t} {t0}, {t1}, %b32_2", "b32"),
    ("activemask.{t} {t0}", "b32"),
    ("bar.red.and.{t} {t0}, 0, {t1}", "pred"),
    ("barrier.cta.red.popc.aligned.{t} {t0}, 1, 64, !%pred_1", "u32"),
];

fn wider(ty: Type) -> &'static str {
    match ty {
        Type::U16 => "u32",
        Type::S16 => "s32",
        Type::U32 => "u64",
        _ => "s64",
    }
}

/// The template with a type, as a statement.
pub fn filled(template: &str, ty: Type) -> String {
    let mut text =
        template.replace("{{", "\u{1}").replace("}}}", "}\u{2}").replace("}}", "\u{2}").replace("{t}", ty.name());
    for i in 0..4 {
        text = text.replace(&format!("{{t{i}}}"), &format!("%{}_{i}", ty.name()));
        text = text.replace(&format!("{{w{i}}}"), &format!("%{}_{i}", wider(ty)));
    }
    text.replace('\u{1}', "{").replace('\u{2}', "}") + ";"
}

/// Every accepted statement.
pub fn accepted() -> impl Iterator<Item = String> {
    ACCEPTED.iter().flat_map(|&(template, types)| {
        types.split(' ').map(move |ty| filled(template, Type::named(ty).expect("a type's name")))
    })
}

#[test]
fn what_ptx_has_is_read() {
    for text in accepted() {
        if let Err(error) = lowered_in(&module(&text)) {
            panic!("{text}\n{error}");
        }
    }
}

#[test]
fn other_types_are_refused_where_they_stand() {
    let mut read = Vec::new();
    for &(template, types) in ACCEPTED {
        for ty in TYPES.into_iter().filter(|ty| types.split(' ').all(|name| name != ty.name())) {
            let text = filled(template, ty);
            if lowered_in(&module(&text)).is_ok() {
                read.push(text);
                continue;
            }
            let (found, problem) = refused_in(&module(&text));
            let opcode = text.split(' ').next().unwrap_or_default();
            assert!(!found.is_empty() && opcode.contains(&found), "{text}: at {found}: {problem:?}");
        }
    }
    assert!(read.is_empty(), "{read:#?}");
}
