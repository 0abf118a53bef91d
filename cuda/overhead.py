#!/usr/bin/env python3
"""What CUDA's libraries cost beside the functional executor alone: cuda/overhead.py

Runs one kernel by `heddle kernel run`, and by `heddle run --functional` from a program that loads it; seven times in turn, so that both meet the same machine.
Prints the least time of each, since other work on the machine only adds to it; their ratio (at least 0.9 is wanted); and how long a program takes
that launches almost nothing (under 0.3 s is wanted).
"""
import os, pathlib, subprocess, sys, tempfile, time

ROUNDS, CTAS, THREADS, TURNS = 7, 512, 256, 2000
PTX = """.version 6.4
.target sm_60
.address_size 64
.visible .entry turns(.param .u64 data, .param .u32 count)
{
    .reg .pred %p<3>; .reg .b32 %r<12>; .reg .b64 %d<4>; .reg .f32 %f<6>;
    ld.param.u64 %d0, [data]; ld.param.u32 %r0, [count];
    mov.u32 %r1, %ctaid.x; mov.u32 %r2, %ntid.x; mov.u32 %r3, %tid.x; mad.lo.u32 %r4, %r1, %r2, %r3;
    mul.wide.u32 %d1, %r4, 4; add.s64 %d2, %d0, %d1; mov.u32 %r5, 0; mov.f32 %f1, 0f3F7FFF00;
    ld.global.f32 %f0, [%d2];
AGAIN:
    fma.rn.f32 %f0, %f0, %f1, %f1; xor.b32 %r6, %r5, %r4; and.b32 %r6, %r6, 7; setp.eq.u32 %p1, %r6, 0;
    @%p1 st.global.f32 [%d2], %f0;
    add.u32 %r5, %r5, 1; setp.lt.u32 %p0, %r5, %r0;
    @%p0 bra AGAIN;
    st.global.f32 [%d2], %f0;
    ret;
}
"""
LAUNCH = f"""name = "TURNS"
[[buffer]]
name = "data"
type = "f32"
count = {CTAS * THREADS}
[[run]]
[[run.launch]]
kernel = "turns"
grid = [{CTAS}]
block = [{THREADS}]
args = [{{ buffer = "data" }}, {{ u32 = {TURNS} }}]
"""
PROGRAM = f"""#include <stdio.h>
#include <stdlib.h>
#include <stdint.h>
int cuInit(unsigned), cuDevicePrimaryCtxRetain(void **, int), cuCtxSetCurrent(void *), cuModuleLoad(void **, const char *);
int cuModuleGetFunction(void **, void *, const char *);
int cuMemAlloc_v2(uint64_t *, size_t), cuMemsetD32_v2(uint64_t, unsigned, size_t), cuCtxSynchronize(void);
int cuLaunchKernel(void *, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, void *, void **, void **);
int main(int argc, char **argv) {{
    void *context, *module, *kernel; uint64_t data; unsigned count = atoi(argv[1]); void *args[] = {{&data, &count}};
    int failed = cuInit(0) | cuDevicePrimaryCtxRetain(&context, 0) | cuCtxSetCurrent(context) | cuModuleLoad(&module, "turns.ptx");
    failed |= cuModuleGetFunction(&kernel, module, "turns");
    failed |= cuMemAlloc_v2(&data, {CTAS * THREADS * 4}) | cuMemsetD32_v2(data, 0, {CTAS * THREADS});
    failed |= cuLaunchKernel(kernel, count > 1 ? {CTAS} : 1, 1, 1, {THREADS}, 1, 1, 0, 0, args, 0) | cuCtxSynchronize();
    return failed;
}}
"""


def main():
    heddle = os.environ.get("HEDDLE", str(pathlib.Path("target/release/heddle").absolute()))
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for file, text in [("turns.ptx", PTX), ("turns.toml", LAUNCH), ("turns.c", PROGRAM)]:
            (folder / file).write_text(text)

        def seconds(*command):
            start = time.time()
            subprocess.run(command, cwd=folder, check=True, capture_output=True)
            return time.time() - start

        subprocess.run([heddle, "run", "--libraries", "libraries"], cwd=folder, check=True, capture_output=True)
        subprocess.run(["cc", "-w", "turns.c", "-o", "turns", "-Llibraries", "-l:libcuda.so.1"], cwd=folder, check=True)
        alone, beside, start = [], [], []
        for _ in range(ROUNDS):
            alone.append(seconds(heddle, "kernel", "run", "turns.ptx", "--launch", "turns.toml"))
            beside.append(seconds(heddle, "run", "--functional", "--", "./turns", str(TURNS)))
            start.append(seconds(heddle, "run", "--functional", "--", "./turns", "1"))
        alone, beside, start = map(min, (alone, beside, start))
        print(f"heddle kernel run {alone:.2f} s, heddle run {beside:.2f} s: {alone / beside:.2f} of its speed; start {start:.3f} s")
        sys.exit(alone / beside < 0.9 or start > 0.3)


if __name__ == "__main__":
    main()
