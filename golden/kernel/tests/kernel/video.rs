//! Video instructions: results worked out by hand, and a naive definition that knows only numbers.

use crate::newer::one;

/// Executes an instruction on these registers, with 0xAABBCCDD in `%r4` before.
fn of(instruction: &str, [a, b, c]: [u32; 3]) -> u32 {
    one(&format!("mov.b32 %r4, 0xAABBCCDD; mov.b32 %r1, {a}; mov.b32 %r2, {b}; mov.b32 %r3, {c};\n{instruction};"))
}

#[test]
fn scalar_instructions() {
    let bytes = [0x80ff_7f01, 0x0102_0380, 0x1122_3344];
    for (instruction, expected) in [
        // bytes, with and without their signs
        ("vadd.s32.u32.u32 %r4, %r1.b2, %r2.b0", 0xff + 0x80),
        ("vadd.s32.s32.s32 %r4, %r1.b2, %r2.b0", (-1i32 - 128) as u32),
        ("vsub.s32.s32.u32 %r4, %r1.b0, %r2.b3", 0),
        ("vabsdiff.u32.s32.s32 %r4, %r1.b1, %r1.b3", 127 + 128),
        ("vmin.s32.s32.u32 %r4, %r1.h1, %r2.h0", 0xffff_80ff),
        ("vmax.s32.s32.u32 %r4, %r1.h1, %r2.h0", 0x380),
        // clamped to a word, and to the element into which it goes
        ("vadd.s32.s32.s32.sat %r4, 0x7fffffff, %r2.b1", 0x7fff_ffff),
        ("vsub.u32.u32.u32.sat %r4, %r2.b1, %r1.b2", 0),
        ("vadd.u32.u32.u32.sat %r4.b1, %r1.b2, %r2.b0, %r3", 0x1122_ff44),
        ("vadd.s32.s32.s32.sat %r4.b1, %r1.b2, %r2.b0, %r3", 0x1122_8044),
        ("vadd.u32.u32.u32 %r4.b1, %r1.b2, %r2.b0, %r3", 0x1122_7f44),
        ("vadd.u32.u32.u32 %r4.h1, %r1.b2, %r2.b0, %r3", 0x017f_3344),
        // combined with the third operand
        ("vadd.u32.u32.u32.add %r4, %r1.b2, %r2.b0, %r3", 0x1122_3344 + 0x17f),
        ("vsub.s32.u32.u32.min %r4, %r2.b1, %r1.b2, %r3", (3i32 - 255) as u32),
        ("vsub.s32.u32.u32.max %r4, %r2.b1, %r1.b2, %r3", 0x1122_3344),
        // shifts
        ("vshl.u32.u32.u32.clamp %r4, %r1.b0, %r2.b0", 0),
        ("vshl.u32.u32.u32.wrap %r4, %r1.b0, 33", 2),
        ("vshr.s32.s32.u32.clamp %r4, %r1, 40", u32::MAX),
        ("vshr.u32.u32.u32.wrap %r4, %r1, 36", 0x080f_f7f0),
        ("vshl.u32.u32.u32.sat.clamp %r4, %r1, 1", u32::MAX),
        // comparisons
        ("vset.s32.s32.lt %r4, %r1.b3, %r1.b2", 1),
        ("vset.u32.u32.lt %r4, %r1.b2, %r1.b3", 0),
        ("vset.u32.u32.ne %r4.b3, %r1.b2, %r1.b3, %r3", 0x0122_3344),
        ("vset.u32.u32.ge.add %r4, %r1.b2, %r1.b3, %r3", 0x1122_3345),
        // products and sums
        ("vmad.u32.u32.u32 %r4, %r1.b2, %r2.b0, %r3", 255 * 128 + 0x1122_3344),
        ("vmad.s32.s32.s32 %r4, %r1.b2, %r2.b0, %r3", 128 + 0x1122_3344),
        ("vmad.s32.u32.u32 %r4, -%r1.b2, %r2.b0, %r3", 0x1122_3344 - 255 * 128),
        ("vmad.s32.u32.u32 %r4, %r1.b2, %r2.b0, -%r3", (255 * 128 - 0x1122_3344i32) as u32),
        ("vmad.u32.u32.u32.po %r4, %r1.b0, %r2.b3, %r3", 0x1122_3346),
        ("vmad.u32.u32.u32.shr7 %r4, %r1.b2, %r2.b0, 0", 255),
        ("vmad.u32.u32.u32.sat.shr15 %r4, %r1, %r1, 0", u32::MAX),
    ] {
        assert_eq!(of(instruction, bytes), expected, "{instruction}");
    }
}

#[test]
fn simd_instructions() {
    for (instruction, registers, expected) in [
        // r_vabsdiff4.ptx of a user
        ("vabsdiff4.u32.u32.u32.add %r4, %r1, %r2, %r3", [0x05ff_0001, 0x0100_0203, 0], 263),
        ("vadd4.u32.u32.u32 %r4, %r1, %r2, %r3", [0x01ff_8002, 0x0101_8003, 0], 0x0200_0005),
        ("vadd4.u32.u32.u32.sat %r4, %r1, %r2, %r3", [0x01ff_8002, 0x0101_8003, 0], 0x02ff_ff05),
        ("vadd4.s32.s32.s32.sat %r4, %r1, %r2, %r3", [0x7fff_8002, 0x0101_8003, 0], 0x7f00_8005),
        ("vadd4.u32.u32.u32 %r4.b20, %r1, %r2, %r3", [0x0102_0304, 0x1010_1010, 0xaabb_ccdd], 0xaa12_cc14),
        ("vadd4.u32.u32.u32.add %r4.b3, %r1, %r2, %r3", [0x0102_0304, 0x1010_1010, 5], 0x16),
        // elements of both registers: the highest of the second, three of the first
        ("vsub4.u32.u32.u32 %r4, %r1.b7210, %r2.b0000, %r3", [0x0504_0302, 0x0900_0000, 0], 0x0702_0100),
        ("vavrg4.s32.s32.s32 %r4, %r1, %r2, %r3", [0xfe05_02fd, 0xff02_0300, 0], 0xfe04_03fe),
        ("vmin4.s32.s32.s32 %r4, %r1, %r2, %r3", [0x80ff_0102, 0x7f00_0201, 0], 0x80ff_0101),
        ("vmax4.u32.u32.u32 %r4, %r1, %r2, %r3", [0x80ff_0102, 0x7f00_0201, 0], 0x80ff_0202),
        ("vset4.u32.u32.lt %r4, %r1, %r2, %r3", [0x0102_0304, 0x0201_0403, 0], 0x0100_0100),
        ("vset4.u32.u32.ge.add %r4, %r1, %r2, %r3", [0x0102_0304, 0x0201_0303, 7], 10),
        ("vadd2.u32.u32.u32 %r4, %r1, %r2, %r3", [0x0001_ffff, 0x0002_0001, 0], 0x0003_0000),
        ("vadd2.u32.u32.u32.sat %r4, %r1, %r2, %r3", [0x0001_ffff, 0x0002_0001, 0], 0x0003_ffff),
        ("vsub2.s32.u32.u32 %r4.h1, %r1, %r2, %r3", [0x0001_ffff, 0x0002_0001, 0x1234_5678], 0xffff_5678),
        ("vavrg2.u32.u32.u32 %r4, %r1, %r2.h22, %r3", [0x0003_0004, 0x0000_0002, 0], 0x0003_0003),
        ("vabsdiff2.u32.s32.s32 %r4, %r1, %r2, %r3", [0x8000_0001, 0x7fff_0003, 0], 0xffff_0002),
        ("vmin2.s32.s32.s32 %r4, %r1.h01, %r2, %r3", [0x8000_0001, 0x0000_0000, 0], 0x0000_8000),
        ("vmax2.s32.s32.s32.add %r4, %r1, %r2, %r3", [0x8000_0001, 0x0004_0000, 100], 105),
        ("vset2.s32.s32.eq %r4, %r1, %r2, %r3", [0x8000_0001, 0x8000_0000, 0], 0x0001_0000),
    ] {
        assert_eq!(of(instruction, registers), expected, "{instruction} {registers:x?}");
    }
}
