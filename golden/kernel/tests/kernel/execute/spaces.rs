//! Memory: spaces, sizes, vectors, windows, initial contents.

use heddle_kernel::execute::{AccessKind, GLOBAL, Image, Issue, Memory, Observer, SHARED, Traffic, Warp};
use heddle_kernel::program::Space;

use crate::execute::ptx::{Run, expect, kernel, read};

#[test]
fn narrow_loads_fill_in_zeros_or_signs() {
    let text = kernel(
        "",
        "add.s64 %d1, %in, 1;
         ld.global.u8 %r1, [%d1]; st.global.u32 [%out], %r1;
         ld.global.s8 %r1, [%d1]; st.global.u32 [%out+4], %r1;
         ld.global.u16 %r1, [%in+2]; st.global.u32 [%out+8], %r1;
         ld.global.s16 %r1, [%in+2]; st.global.u32 [%out+12], %r1;
         ld.global.s8 %d2, [%d1]; st.global.u64 [%out+16], %d2;
         ld.global.s32 %d2, [%in]; st.global.u64 [%out+24], %d2;
         ld.global.u32 %d2, [%in]; st.global.u64 [%out+32], %d2;
         st.global.u8 [%out+40], %d2; st.global.u16 [%out+42], %r1;
         ld.global.s8 %h1, [%d1]; cvt.s32.s16 %r2, %h1; st.global.u32 [%out+44], %r2;",
    );
    let mut run = Run::of(1).with([0x8765_fe43]);
    run.out = vec![0; 12];
    let out = run.go(&text).unwrap();
    let minus2 = -2i32 as u32;
    assert_eq!(out[..8], [0xfe, minus2, 0x8765, 0xffff_8765, minus2, u32::MAX, 0x8765_fe43, u32::MAX]);
    assert_eq!(out[8..], [0x8765_fe43, 0, 0x8765_0043, minus2]);
}

#[test]
fn vectors_move_in_one_access() {
    let text = kernel(
        "",
        "mad.wide.u32 %d1, %t, 16, %in; mad.wide.u32 %d2, %t, 16, %out;
         ld.global.v4.u32 {%r1, %r2, %r3, %r4}, [%d1];
         st.global.v2.u32 [%d2], {%r4, %r3};
         ld.global.v2.u64 {%d3, %d4}, [%d1];
         st.global.v2.u16 [%d2+8], {%h1, %h2};
         mov.b64 {%r5, %r6}, %d4;
         st.global.u32 [%d2+12], %r5;",
    );
    let mut run = Run::of(40).with((0..160).map(|n| n * 3));
    run.out = vec![1; 160];
    let out = run.go(&text).unwrap();
    for t in 0..40 {
        let at = 4 * t as usize;
        assert_eq!(out[at..at + 4], [12 * t + 9, 12 * t + 6, 0, 12 * t + 6]);
    }
}

#[test]
fn vectors_of_a_words_bytes_move_element_by_element() {
    let text = kernel(
        "",
        "mad.wide.u32 %d1, %t, 4, %in;
         ld.global.v4.u8 {%h1, %h2, %h3, %h4}, [%d1]; st.global.v4.u8 [%my], {%h4, %h3, %h2, %h1};
         ld.global.v2.u16 {%h1, %h2}, [%my]; st.global.v2.u16 [%my], {%h2, %h1};",
    );
    let words = |n: u32| n * 0x0102_0408;
    let out = Run::of(40).with((0..40).map(words)).go(&text).unwrap();
    let swapped: Vec<u32> = (0..40).map(|n| words(n).swap_bytes().rotate_left(16)).collect();
    assert_eq!(out, swapped);
}

#[test]
fn packing_and_unpacking() {
    let text = kernel(
        "",
        "cvt.u16.u32 %h1, %t; mov.u16 %h2, 0x1234; mov.b32 %r1, {%h1, %h2}; mov.b64 %d1, {%t, %r1};
         mov.b64 {%r2, %r3}, %d1; mov.b32 {%h3, %h4}, %r3; cvt.u32.u16 %r4, %h4; cvt.u32.u16 %r5, %h3;
         xor.b32 %r6, %r4, %r5; add.u32 %r6, %r6, %r2; st.global.u32 [%my], %r6;",
    );
    expect(&text, 40, |t| (0x1234 ^ t) + t);
}

#[test]
fn each_thread_has_its_local_memory() {
    let text = kernel(
        "",
        ".local .align 8 .b8 store[64];
         mov.u64 %d1, store; cvta.local.u64 %d2, %d1; and.b32 %r1, %t, 7; mad.wide.u32 %d3, %r1, 4, %d2;
         mov.u32 %r2, 5; st.local.u32 [store+28], %r2; st.local.u32 [%d1+24], %r2;
         st.u32 [%d3], %t;
         st.local.u8 [store+1], %t;
         ld.local.u32 %r3, [store]; ld.u32 %r4, [%d2+28]; ld.local.u16 %r5, [%d1+24];
         add.u32 %r3, %r3, %r4; add.u32 %r3, %r3, %r5; st.global.u32 [%my], %r3;",
    );
    expect(&text, 40, |t| {
        let mut store = [0, 0, 0, 0, 0, 0, 5, 5];
        store[t as usize & 7] = t;
        (store[0] & !0xff00 | t << 8) + store[7] + store[6]
    });
}

#[test]
fn a_generic_access_may_reach_several_spaces() {
    let text = kernel(
        ".shared .align 4 .b32 tile[64];\n.const .align 4 .b32 table[4] = {10, 20, 30, 40};\n.global .align 4 .b32 scratch[64];",
        ".local .align 4 .b32 own;
         mov.u64 %d1, tile; mad.wide.u32 %d1, %t, 4, %d1; cvta.shared.u64 %d1, %d1;
         mov.u64 %d2, own; cvta.local.u64 %d2, %d2;
         mov.u64 %d3, scratch; mad.wide.u32 %d3, %t, 4, %d3; cvta.global.u64 %d3, %d3;
         rem.u32 %r1, %t, 3; setp.eq.u32 %p1, %r1, 0; setp.eq.u32 %p2, %r1, 1;
         selp.b64 %d4, %d1, %d2, %p1; selp.b64 %d4, %d3, %d4, %p2;
         add.u32 %r2, %t, 100; st.u32 [%d4], %r2;
         isspacep.shared %p3, %d4; isspacep.local %p4, %d4; isspacep.global %p5, %d4;
         selp.u32 %r3, 1000, 0, %p3; @%p4 add.u32 %r3, %r3, 2000; @%p5 add.u32 %r3, %r3, 3000;
         ld.u32 %r4, [%d4]; add.u32 %r3, %r3, %r4;
         mov.u64 %d5, table; and.b32 %r5, %t, 3; mad.wide.u32 %d5, %r5, 4, %d5; cvta.const.u64 %d6, %d5;
         ld.const.u32 %r6, [%d5]; add.u32 %r3, %r3, %r6; ld.u32 %r6, [%d6]; add.u32 %r3, %r3, %r6;
         st.global.u32 [%my], %r3;",
    );
    expect(&text, 60, |t| t + 100 + [1000, 3000, 2000][t as usize % 3] + 2 * (10 + 10 * (t % 4)));
}

#[test]
fn variables_hold_their_initial_contents_and_each_others_addresses() {
    let text = kernel(
        ".global .align 4 .b32 words[3] = {7, 8, 9};\n.global .align 8 .u64 pointers[2] = {words, words+8};\n.global .b8 text[4] = {1, 2};",
        "ld.global.u64 %d1, [pointers+8]; ld.global.u32 %r1, [%d1]; ld.global.u64 %d1, [pointers]; ld.global.u32 %r2, [%d1+4];
         ld.global.u32 %r3, [text]; mul.lo.u32 %r1, %r1, 10; add.u32 %r1, %r1, %r2; shl.b32 %r3, %r3, 16; or.b32 %r1, %r1, %r3;
         st.global.u32 [%my], %r1;",
    );
    expect(&text, 3, |_| 98 | 0x0201_0000);
    let module = read(&text);
    let memory = Memory::new(&module).unwrap();
    let (words, bytes) = memory.symbol("words").unwrap();
    assert_eq!((bytes, memory.read(words + 8, 4).unwrap()), (12, [9, 0, 0, 0].as_slice()));
    assert!(memory.read(words + 8, 5).is_err() && memory.symbol("other").is_none());
}

#[test]
fn dynamic_shared_memory_follows_what_is_declared() {
    let text = kernel(
        ".extern .shared .align 16 .b8 dynamic[];\n.shared .align 4 .b32 fixed[3];\n.shared .b8 unused[40000];",
        "mov.u32 %r1, dynamic; mad.lo.u32 %r2, %t, 4, %r1; st.shared.u32 [%r2], %t;
         mov.u32 %r3, fixed; mov.u32 %r4, 77; st.shared.u32 [%r3+8], %r4; bar.sync 0;
         xor.b32 %r5, %t, 1; mad.lo.u32 %r6, %r5, 4, %r1; ld.shared.u32 %r7, [%r6];
         mov.u32 %r8, %dynamic_smem_size; add.u32 %r7, %r7, %r8; mov.u32 %r8, %total_smem_size; add.u32 %r7, %r7, %r8;
         st.global.u32 [%my], %r7;",
    );
    let mut run = Run::of(40);
    run.dynamic_shared = 160;
    let out = run.go(&text).unwrap();
    assert!(out.iter().enumerate().all(|(t, &word)| word == (t as u32 ^ 1) + 160 + 176), "16 of 12 bytes, and 160");
    run.dynamic_shared = 156;
    assert!(run.go(&text).unwrap_err().to_string().contains("shared"));
}

#[test]
fn addresses_of_32_bits() {
    let text = ".version 3.0
        .target sm_20
        .address_size 32
        .global .align 4 .u32 where = words;
        .global .align 4 .b32 words[4] = {3, 4, 5, 6};
        .entry k(.param .u64 out, .param .u64 in)
        {
        .reg .b32 %r<9>;
        ld.param.u32 %r1, [out];
        mov.u32 %r2, %tid.x;
        mad.lo.u32 %r1, %r2, 4, %r1;
        ld.global.u32 %r3, [where];
        mad.lo.u32 %r3, %r2, 4, %r3;
        ld.global.u32 %r4, [%r3+-4];
        st.global.u32 [%r1], %r4;
        }";
    let fault = Run::of(4).go(text).unwrap_err();
    assert_eq!((fault.line, fault.thread), (14, Some([0, 0, 0])), "{fault}");
    let text =
        text.replace("+-4", "+4294967292").replace("ld.global.u32 %r3", "add.u32 %r2, %r2, 1; ld.global.u32 %r3");
    assert_eq!(Run::of(3).go(&text).unwrap(), [3, 4, 5], "addresses wrap at 32 bits");
}

/// The accesses of the last instructions.
#[derive(Default)]
struct Accesses(Vec<(AccessKind, Space, u32, u32, u64)>);

impl Observer for Accesses {
    fn traffic(&mut self, issue: &Issue, t: &Traffic) {
        let first = issue.mask.trailing_zeros() as usize;
        self.0.push((t.kind, t.space, t.bytes, issue.mask, t.addresses[first]));
    }
    fn retire(&mut self, issue: &Issue, warp: &Warp, image: &Image) {
        let function = &image.module.functions[issue.function.0 as usize];
        for register in function.code[issue.instruction as usize].registers_written() {
            assert_eq!(warp.register(image, register, 40), 0, "there is no lane 40");
        }
    }
}

#[test]
fn observers_see_what_goes_where() {
    let text = kernel(
        ".shared .align 4 .b32 word;",
        "setp.gt.u32 %p1, %t, 2; @%p1 st.global.v2.u32 [%out], {%t, %t}; @%p1 atom.shared.add.u32 %r1, [word], 1;
         cvta.to.global.u64 %d1, %out; ld.u8 %r2, [%d1];",
    );
    let mut accesses = Accesses::default();
    Run::of(8).observed(&text, &mut accesses).unwrap();
    assert_eq!(accesses.0[0].1, Space::Param);
    let seen: Vec<_> = accesses.0[2..].to_vec();
    let expected = [
        (AccessKind::Store, Space::Global, 8, 0xf8, GLOBAL),
        (AccessKind::Atomic, Space::Shared, 4, 0xf8, SHARED),
        (AccessKind::Load, Space::Global, 1, 0xff, GLOBAL),
    ];
    assert_eq!(seen, expected);
}
