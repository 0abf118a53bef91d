// Kernels that fetch from textures and write surfaces.
#include "checks.h"

static const char PTX[] =
    ".version 6.4\n.target sm_60\n.address_size 64\n.global .texref line;\n.global .texref image;\n.global .surfref face;\n"
    // out[i] = line[i], by number
    ".visible .entry texels(.param .u64 pout)\n{\n"
    "  .reg .b32 %r<6>; .reg .b64 %d<3>; .reg .f32 %f<5>;\n"
    "  ld.param.u64 %d0, [pout]; mov.u32 %r0, %tid.x; mul.wide.u32 %d1, %r0, 4; add.s64 %d1, %d0, %d1;\n"
    "  tex.1d.v4.f32.s32 {%f0, %f1, %f2, %f3}, [line, {%r0}]; st.global.f32 [%d1], %f0; ret;\n}\n"
    // out[i] = image at (i + 0.5, 1)
    ".visible .entry between(.param .u64 pout)\n{\n"
    "  .reg .b32 %r<6>; .reg .b64 %d<3>; .reg .f32 %f<8>;\n"
    "  ld.param.u64 %d0, [pout]; mov.u32 %r0, %tid.x; mul.wide.u32 %d1, %r0, 4; add.s64 %d1, %d0, %d1;\n"
    "  cvt.rn.f32.u32 %f4, %r0; add.f32 %f4, %f4, 0f3F000000; mov.f32 %f5, 0f3F800000;\n"
    "  tex.2d.v4.f32.f32 {%f0, %f1, %f2, %f3}, [image, {%f4, %f5}]; st.global.f32 [%d1], %f0; ret;\n}\n"
    // the same from an object, of three dimensions at z = 0.5
    ".visible .entry object(.param .u64 pout, .param .u64 handle)\n{\n"
    "  .reg .b32 %r<6>; .reg .b64 %d<3>; .reg .f32 %f<8>;\n"
    "  ld.param.u64 %d0, [pout]; ld.param.u64 %d2, [handle]; mov.u32 %r0, %tid.x; mul.wide.u32 %d1, %r0, 4; add.s64 %d1, %d0, %d1;\n"
    "  cvt.rn.f32.u32 %f4, %r0; add.f32 %f4, %f4, 0f3F000000; mov.f32 %f5, 0f3F800000; mov.f32 %f6, 0f3F000000;\n"
    "  tex.3d.v4.f32.f32 {%f0, %f1, %f2, %f3}, [%d2, {%f4, %f5, %f6, %f6}]; st.global.f32 [%d1], %f0; ret;\n}\n"
    // doubles the words of a row, by reference
    ".visible .entry doubles(.param .u32 prow)\n{\n"
    "  .reg .b32 %r<6>;\n"
    "  ld.param.u32 %r1, [prow]; mov.u32 %r0, %tid.x; shl.b32 %r0, %r0, 2;\n"
    "  suld.b.2d.b32.trap {%r2}, [face, {%r0, %r1}]; add.u32 %r2, %r2, %r2; sust.b.2d.b32.trap [face, {%r0, %r1}], {%r2}; ret;\n}\n";
