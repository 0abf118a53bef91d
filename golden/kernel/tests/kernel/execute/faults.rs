//! Tests of faults: what stops a run, and the place that the fault names.

use heddle_kernel::execute::{
    AccessKind, Cause, Fault, GLOBAL, Image, LOCAL, Launch, Making, Memory, Options, SHARED, Unobserved, run,
};
use heddle_kernel::program::{Allocation, Location, Space};

use crate::execute::ptx::{Run, kernel, read};

/// The line of the kernel's body, from 0.
fn line(text: &str, fault: &Fault) -> String {
    assert_eq!((fault.kernel.as_str(), fault.source_name.as_str()), ("k", "test.ptx"));
    text.lines().nth(fault.line as usize - 1).unwrap()[fault.column as usize - 1..].into()
}

fn stops(declarations: &str, body: &str, run: &Run, at: &str, thread: [u32; 3]) -> Cause {
    let text = kernel(declarations, body);
    let fault = run.go(&text).unwrap_err();
    assert!(line(&text, &fault).starts_with(at), "{fault}\n{}", line(&text, &fault));
    assert_eq!(fault.thread, Some(thread), "{fault}");
    fault.cause.clone()
}

#[test]
fn accesses_outside_of_what_is_there() {
    let body = "mov.u32 %r1, 0;\n add.s64 %d1, %my, 8; st.global.u32 [%d1], %r1;";
    let cause = stops("", body, &Run::of(50), "st.global.u32 [%d1]", [48, 0, 0]);
    let nearest = "byte 200 of `out`, which has 200 bytes".to_string();
    let (kind, address) = (AccessKind::Store, GLOBAL + 200);
    assert_eq!(cause, Cause::OutOfBounds { kind, space: Space::Global, address, bytes: 4, nearest });

    let cause = stops("", "ld.global.u32 %r1, [%out+-4];", &Run::of(1), "ld.global", [0, 0, 0]);
    assert!(cause.to_string().contains("4 bytes before `out`"), "{cause}");
    let cause = stops("", "mov.u64 %d1, 0;\nld.u32 %r1, [%d1];", &Run::of(1), "ld.u32", [0, 0, 0]);
    assert!(matches!(cause, Cause::OutOfBounds { address: 0, .. }));
    let body = "setp.eq.u32 %p1, %t, 3; @%p1 atom.shared.add.u32 %r1, [words+12], 1;";
    let cause = stops(".shared .b32 words[3];", body, &Run::of(5), "@%p1 atom", [3, 0, 0]);
    let nearest = "byte 12 of `words`, which has 12 bytes".to_string();
    let (kind, address) = (AccessKind::Atomic, SHARED + 12);
    assert_eq!(cause, Cause::OutOfBounds { kind, space: Space::Shared, address, bytes: 4, nearest });
    let body = ".local .b8 own[64];\nst.local.u32 [own+64], %t;";
    let cause = stops("", body, &Run::of(1), "st.local", [0, 0, 0]);
    assert!(matches!(cause, Cause::OutOfBounds { space: Space::Local, address, .. } if address == LOCAL + 64));
    let cause = stops("", "ld.param.u64 %d1, [in+8];", &Run::of(1), "ld.param", [0, 0, 0]);
    assert!(matches!(cause, Cause::OutOfBounds { space: Space::Param, .. }));
    let body = "mov.u64 %d1, in;\ncvta.param.u64 %d2, %d1; ld.u32 %r1, [%d2]; st.u32 [%d2], %r1;";
    let cause = stops("", body, &Run::of(1), "st.u32", [0, 0, 0]);
    assert!(matches!(cause, Cause::OutOfBounds { kind: AccessKind::Store, space: Space::Param, .. }));
}

#[test]
fn accesses_that_are_not_aligned() {
    let body = "add.s64 %d1, %in, 2;\n@%p1 bra END; ld.global.u32 %r1, [%d1]; END: ret;";
    let cause = stops("", body, &Run::of(1).with([1, 2]), "ld.global.u32", [0, 0, 0]);
    assert!(
        matches!(cause, Cause::Misaligned { kind: AccessKind::Load, bytes: 4, space: Space::Global, .. }),
        "{cause}"
    );
    let body = "st.shared.v2.u32 [words+4], {%t, %t};";
    let cause = stops(".shared .align 8 .b32 words[8];", body, &Run::of(1), "st.shared", [0, 0, 0]);
    assert_eq!(
        cause,
        Cause::Misaligned { kind: AccessKind::Store, space: Space::Shared, address: SHARED + 4, bytes: 8 }
    );
}

#[test]
fn barriers_that_not_all_reach() {
    let body = "setp.lt.u32 %p1, %t, 32; @%p1 bra HERE;\nbar.sync 1;\nbra END; HERE: bar.sync 2; END: ret;";
    let cause = stops("", body, &Run::of(64), "bar.sync 2", [0, 0, 0]);
    assert_eq!(cause, Cause::Barrier { barrier: 2, arrived: 32, expected: 64 });
    let body = "setp.ge.u32 %p1, %t, 32; @%p1 exit;\nbar.sync 1, 64;";
    let cause = stops("", body, &Run::of(64), "bar.sync 1", [0, 0, 0]);
    assert_eq!(cause, Cause::Barrier { barrier: 1, arrived: 32, expected: 64 });
    let cause = stops("", "bar.sync %t;", &Run::of(2), "bar.sync", [0, 0, 0]);
    assert_eq!(cause, Cause::BarrierOperand(0));
    let cause = stops("", "mov.u32 %r1, 16;\nbar.sync %r1;", &Run::of(2), "bar.sync", [0, 0, 0]);
    assert_eq!(cause, Cause::BarrierOperand(16));
}

#[test]
fn what_never_ends_is_stopped() {
    let mut run = Run::of(40);
    run.options.cta_limit = 10_000;
    let cause = stops("", "LOOP: setp.eq.u32 %p1, %t, 35; @%p1 bra LOOP;", &run, "", [35, 0, 0]);
    assert_eq!(cause, Cause::Limit(10_000));
    run.options = Options { limit: 500, quantum: 10, ..Options::default() };
    assert_eq!(stops("", "LOOP: bra LOOP;", &run, "bra LOOP", [0, 0, 0]), Cause::Limit(500));
    // a thread that waits for one of its own warp
    let body = "SPIN: ld.volatile.global.u32 %r1, [%out]; setp.eq.u32 %p1, %r1, 0; setp.eq.u32 %p2, %t, 1;
        @%p2 st.volatile.global.u32 [%out+4], %t; @%p1 bra SPIN; st.volatile.global.u32 [%out], %t;";
    run.options = Options { cta_limit: 1000, ..Options::default() };
    assert_eq!(stops("", body, &run, "", [0, 0, 0]), Cause::Limit(1000));
}

#[test]
fn calls_that_can_not_be() {
    let endless = ".func f() { .reg .b32 %r<2>; call.uni f; ret; }";
    let text = kernel(endless, "call.uni f;");
    let fault = Run::of(33).go(&text).unwrap_err();
    assert_eq!((&fault.cause, fault.function.as_str()), (&Cause::Depth(1024), "f"));
    let greedy = ".func f() { .local .b8 own[100000]; call.uni f; ret; }";
    let fault = Run::of(33).go(&kernel(greedy, "call.uni f;")).unwrap_err();
    assert!(matches!(fault.cause, Cause::MemoryFull { .. }), "{fault}");
    let declared = ".extern .func (.param .b64 p) cudaMalloc(.param .b64 n);";
    let body = "{ .param .b64 n; .param .b64 p; st.param.b64 [n], %d1; call.uni (p), cudaMalloc, (n); }";
    assert_eq!(stops(declared, body, &Run::of(2), "call.uni", [0, 0, 0]), Cause::Undefined("cudaMalloc".into()));
    let declared =
        ".extern .func __assertfail(.param .b64 a, .param .b64 b, .param .b32 c, .param .b64 d, .param .b64 e);";
    let body = "setp.eq.u32 %p1, %t, 1; @!%p1 bra END; { .param .b64 a, b, d, e; .param .b32 c;\ncall.uni __assertfail, (a, b, c, d, e); }\nEND: ret;";
    let body = body.replace(".param .b64 a, b, d, e;", ".param .b64 a; .param .b64 b; .param .b64 d; .param .b64 e;");
    assert_eq!(stops(declared, &body, &Run::of(2), "call.uni", [1, 0, 0]), Cause::Assertion);
    let body = "mov.u64 %d1, 4096;\nPROTO: .callprototype _ ();\ncall %d1, PROTO;";
    let cause = stops(".func f() { ret; }", body, &Run::of(1), "call %d1", [0, 0, 0]);
    assert_eq!(cause, Cause::CallTarget { address: 4096 });
}

#[test]
fn printing_gives_the_number_of_arguments() {
    let declared = ".extern .func (.param .b32 r) vprintf(.param .b64 f, .param .b64 a);
        .global .align 1 .b8 text[4] = {37, 100, 10, 0};";
    let body = ".local .align 4 .b8 args[4]; st.local.u32 [args], %t; mov.u64 %d1, text; mov.u64 %d2, args;
        { .param .b64 f; .param .b64 a; .param .b32 r; st.param.b64 [f], %d1; st.param.b64 [a], %d2;
        call.uni (r), vprintf, (f, a); ld.param.b32 %r1, [r]; } add.u32 %r1, %r1, %t; st.global.u32 [%my], %r1;";
    assert_eq!(Run::of(3).go(&kernel(declared, body)).unwrap(), [1, 2, 3]);
    let format = declared.replace("37, 100, 10, 0", "37, 100, 10, 37");
    let cause = stops(&format, body, &Run::of(1), "call.uni", [0, 0, 0]);
    assert!(matches!(cause, Cause::OutOfBounds { bytes: 1, .. }), "{cause}");
}

/// Each thread writes to a block of its own and reads it back; a block of nothing, or of too much,
/// is null.
#[test]
fn blocks_of_kernels_are_given_and_taken() {
    let declared = ".extern .func (.param .b64 p) malloc(.param .b64 n);\n.extern .func free(.param .b64 p);";
    let malloc = |bytes: &str, to: &str| {
        format!(
            "{{ .param .b64 n; .param .b64 p; st.param.b64 [n], {bytes}; call.uni (p), malloc, (n); ld.param.b64 {to}, [p]; }}\n"
        )
    };
    let free = "{ .param .b64 p; st.param.b64 [p], %d1; call.uni free, (p); }\n";
    let body = malloc("12", "%d1")
        + "st.u32 [%d1+8], %t; ld.u32 %r1, [%d1+8]; ld.u32 %r2, [%d1]; add.u32 %r1, %r1, %r2; st.global.u32 [%my], %r1;\n"
        + free
        + &malloc("0", "%d2")
        + &malloc("0x7000000000000000", "%d3")
        + "or.b64 %d2, %d2, %d3; setp.ne.u64 %p1, %d2, 0; @%p1 trap;";
    assert_eq!(Run::of(40).go(&kernel(declared, &body)).unwrap(), (0..40).collect::<Vec<u32>>());
    let twice = malloc("8", "%d1") + free + free;
    let fault = Run::of(1).go(&kernel(declared, &twice)).unwrap_err();
    assert!(matches!(fault.cause, Cause::Free { .. }), "{fault}");
    // what the host allocated is no block of a kernel's
    let fault = Run::of(1).go(&kernel(declared, &("mov.b64 %d1, %out;\n".to_string() + free))).unwrap_err();
    assert!(matches!(fault.cause, Cause::Free { .. }), "{fault}");
}

#[test]
fn traps_and_tables() {
    let cause = stops("", "setp.gt.u32 %p1, %t, 40;\n@%p1 trap;", &Run::of(50), "@%p1 trap", [41, 0, 0]);
    assert_eq!(cause, Cause::Trap);
    let body = "A: .branchtargets B, C;\nbrx.idx %t, A; B: ret; C: ret;";
    let cause = stops("", body, &Run::of(3), "brx.idx", [2, 0, 0]);
    assert_eq!(cause, Cause::BranchIndex { index: 2, length: 2 });
}

#[test]
fn launches_that_can_not_be() {
    let text = kernel(".shared .b8 words[4096];", "st.shared.u32 [words], %t;");
    let go = |change: &dyn Fn(&mut Launch, &mut Options)| {
        let module = read(&text);
        let image = Image::new(&module, module.function("k").unwrap()).unwrap();
        let mut memory = Memory::new(&module).unwrap();
        let mut options = Options::default();
        let mut launch = Launch {
            grid: [1; 3],
            block: [32, 1, 1],
            dynamic_shared: 0,
            parameters: vec![0; 16],
            number: 0,
            sizes: None,
        };
        change(&mut launch, &mut options);
        let fault = run(&image, &launch, &mut memory, &mut Unobserved, &options).unwrap_err();
        assert_eq!((fault.line, fault.thread), (5, None), "{fault}");
        fault.cause.clone()
    };
    assert_eq!(go(&|l, _| l.block = [33, 32, 1]), Cause::Block { block: [33, 32, 1], limit: 1024 });
    assert_eq!(go(&|l, _| l.block = [0, 32, 1]), Cause::Block { block: [0, 32, 1], limit: 1024 });
    assert_eq!(go(&|l, _| l.block = [u32::MAX; 3]), Cause::Block { block: [u32::MAX; 3], limit: 1024 });
    assert_eq!(go(&|l, _| l.grid = [1, 0, 1]), Cause::Grid { grid: [1, 0, 1] });
    assert_eq!(go(&|l, _| l.parameters = vec![0; 15]), Cause::Parameters { given: 15, expected: 16 });
    assert_eq!(go(&|_, o| o.shared = 4095), Cause::SharedTooLarge { bytes: 4096, limit: 4095 });
    assert_eq!(
        go(&|l, _| l.dynamic_shared = u32::MAX),
        Cause::SharedTooLarge { bytes: 4095 + (1 << 32), limit: 227 << 10 }
    );
    for size in [0, 3, 33, 64] {
        assert!(matches!(go(&|_, o| o.warp_size = size), Cause::Malformed(_)));
    }
}

#[test]
fn a_made_size_of_cta_is_kept() {
    for (directive, good, bad) in
        [(".reqntid 8, 2, 1", [8, 2, 1], [16, 1, 1]), (".maxntid 16, 1, 1", [4, 4, 1], [17, 1, 1])]
    {
        let text = format!(".version 7.0\n.target sm_70\n.address_size 64\n.entry k() {directive} {{ ret; }}");
        let module = read(&text);
        let image = Image::new(&module, module.function("k").unwrap()).unwrap();
        for (block, fits) in [(good, true), (bad, false)] {
            let launch = Launch { grid: [1; 3], block, dynamic_shared: 0, parameters: vec![], number: 0, sizes: None };
            assert_eq!(launch.check(&image, &Options::default()).is_ok(), fits, "{directive} {block:?}");
        }
    }
}

#[test]
fn memory_ends() {
    let module = read(&kernel(".global .b8 words[1000];", "ret;"));
    let mut memory = Memory::with_limit(&module, 1 << 20).unwrap();
    assert!(memory.allocate("a", 1 << 19).is_ok());
    let full = memory.allocate("b", 1 << 19).unwrap_err();
    assert_eq!(full, Cause::MemoryFull { what: "`b` of 524288 bytes".into(), limit: 1 << 20 });
    assert!(memory.allocate("c", u64::MAX).is_err());
    assert!(Memory::with_limit(&module, 999).is_err());
    let greedy = read(&kernel("", ".local .b8 own[600000]; st.local.u8 [own], %t;"));
    let fault = Image::new(&greedy, greedy.function("k").unwrap()).unwrap_err();
    assert_eq!(fault.cause, Cause::LocalTooLarge { limit: 512 << 10 });
}

#[test]
fn empty_allocations_have_addresses_of_their_own() {
    let declared = ".global .b8 nothing[0]; .global .u32 word = 7; .global .b8 none[0];";
    let module = read(&kernel(declared, "ret;"));
    for mut memory in [Memory::new(&module).unwrap(), Memory::empty(1 << 20)] {
        let mut addresses: Vec<u64> =
            ["nothing", "word", "none"].iter().filter_map(|n| Some(memory.symbol(n)?.0)).collect();
        for bytes in [0, 0, 4, 0, 256, 0] {
            let address = memory.allocate("a", bytes).unwrap();
            assert_eq!(memory.allocation(address), Some((address, bytes)));
            assert_eq!(memory.read(address, 1).is_ok(), bytes > 0);
            addresses.push(address);
        }
        // where one was freed, the next one may lie, and no other
        assert!(memory.free(addresses.pop().unwrap()) && memory.free(addresses.remove(0)));
        addresses.extend([0, 0, 8].map(|bytes| memory.allocate("b", bytes).unwrap()));
        addresses.sort_unstable();
        assert!(addresses.windows(2).all(|pair| pair[1] - pair[0] >= 4096), "{addresses:x?}");
    }
    // neither of the kernel's buffers has a byte that the other begins with
    let run = Run { out: vec![], ..Run::of(1).with([5]) };
    let fault = run.go(&kernel("", "ld.global.u32 %r1, [%out]; ret;")).unwrap_err();
    let cause = &fault.cause;
    assert!(matches!(cause, Cause::OutOfBounds { .. }), "{cause}");
}

#[test]
fn copies_stay_in_their_allocations() {
    let mut memory = Memory::empty(1 << 20);
    let [a, b] = [8, 4].map(|bytes| memory.allocate("a", bytes).unwrap());
    memory.write(a, &[1, 2, 3, 4, 5, 6, 7, 8]).unwrap();
    memory.copy(a + 1, a, 7).unwrap();
    memory.copy(b, a + 4, 4).unwrap();
    assert_eq!(
        (memory.read(a, 8).unwrap(), memory.read(b, 4).unwrap()),
        (&[1, 1, 2, 3, 4, 5, 6, 7][..], &[4, 5, 6, 7][..])
    );
    for (to, from, bytes) in [(b, a, 5), (a, b, 5), (a, b, u64::MAX), (a, 0, 1), (u64::MAX, a, 1)] {
        let cause = memory.copy(to, from, bytes).unwrap_err();
        assert!(matches!(cause, Cause::OutOfBounds { .. }), "{to:x} {from:x} {bytes}: {cause}");
        assert!(memory.read(a, 1 << 62).is_err_and(|cause| matches!(cause, Cause::OutOfBounds { .. })));
    }
}

#[test]
fn scalar_registers_are_checked() {
    let text = kernel(
        "",
        "mov.u32 %r1, %ctaid.x;\nadd.u32 %r2, %r1, 3;\nsetp.lt.u32 %p1, %t, 5;\n@%p1 add.u32 %r2, %t, 1;\nst.global.u32 [%my], %r2;",
    );
    let module = read(&text);
    let kernel = module.function("k").unwrap();
    let function = &module.functions[kernel.0 as usize];
    // %r2 and what belongs to it become scalar
    let mut allocation = Allocation::of_virtual(function);
    let r2 = function.registers.iter().position(|r| r.name == "%r2").unwrap();
    allocation.locations[r2] = Location::Scalar(0);
    allocation.scalars = 1;
    let image = Image::with(&module, kernel, [(kernel.0, allocation)].into(), Making::default()).unwrap();
    let go = |check_scalars: bool| {
        let mut memory = Memory::new(&module).unwrap();
        let out = memory.allocate("out", 128).unwrap();
        let parameters = [out, 0].iter().flat_map(|p| p.to_le_bytes()).collect();
        let launch = Launch { grid: [1; 3], block: [32, 1, 1], dynamic_shared: 0, parameters, number: 0, sizes: None };
        let options = Options { check_scalars, ..Options::default() };
        run(&image, &launch, &mut memory, &mut Unobserved, &options)?;
        Ok::<_, Fault>(memory.read(out, 128).unwrap().to_vec())
    };
    // unchecked, the first thread's value is everybody's: that is what a scalar register is
    assert!(go(false).unwrap().chunks(4).all(|word| word == [1, 0, 0, 0]));
    let fault = go(true).unwrap_err();
    assert_eq!(fault.cause, Cause::Scalar { register: "%r2".into(), first: 1, this: 2 });
    assert_eq!(fault.thread, Some([1, 0, 0]));
    assert!(line(&text, &fault).starts_with("@%p1 add"), "{fault}");
}
