// Many launches, between which the host copies, fills and looks:
// steps LAUNCHES [ROUNDS [SEED [WHAT]]]
#include "checks.h"

int cuInit(unsigned), cuDevicePrimaryCtxRetain(void **, int), cuCtxSetCurrent(void *), cuCtxSynchronize(void);
int cuModuleLoadData(void **, const void *), cuModuleGetFunction(void **, void *, const char *);
int cuMemAlloc_v2(uint64_t *, size_t), cuMemFree_v2(uint64_t), cuMemAllocManaged(uint64_t *, size_t, unsigned);
int cuMemcpyDtoH_v2(void *, uint64_t, size_t), cuMemcpyHtoD_v2(uint64_t, const void *, size_t);
int cuMemcpyDtoD_v2(uint64_t, uint64_t, size_t), cuMemsetD32_v2(uint64_t, unsigned, size_t);
int cuLaunchKernel(void *, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, void *, void **, void **);
int cuEventCreate(void **, unsigned), cuEventRecord(void *, void *), cuEventElapsedTime(float *, void *, void *);

#define THREADS 256
static const char PTX[] =
    ".version 6.4\n.target sm_60\n.address_size 64\n"
    ".extern .func (.param .b32 r) vprintf (.param .b64 f, .param .b64 a);\n"
    ".extern .func (.param .b64 r) malloc (.param .b64 n);\n"
    ".global .align 1 .b8 text[12] = {119, 111, 114, 100, 32, 37, 117, 10, 0, 0, 0, 0};\n"
    // p[i] = 1664525 * p[i] + q, so many rounds
    ".visible .entry step(.param .u64 p, .param .u32 q, .param .u32 rounds)\n{\n"
    "  .reg .pred %p; .reg .b32 %r<8>; .reg .b64 %d<4>;\n"
    "  ld.param.u64 %d0, [p]; ld.param.u32 %r0, [q]; ld.param.u32 %r1, [rounds];\n"
    "  mov.u32 %r2, %ctaid.x; mov.u32 %r3, %ntid.x; mov.u32 %r4, %tid.x; mad.lo.s32 %r4, %r2, %r3, %r4;\n"
    "  mul.wide.u32 %d1, %r4, 4; add.s64 %d1, %d0, %d1; ld.global.u32 %r5, [%d1];\n"
    "again: mad.lo.u32 %r5, %r5, 1664525, %r0; sub.u32 %r1, %r1, 1; setp.ne.u32 %p, %r1, 0; @%p bra again;\n"
    "  st.global.u32 [%d1], %r5; ret;\n}\n"
    ".visible .entry says(.param .u64 p)\n{\n  .local .align 4 .b8 args[4]; .reg .b32 %r<4>; .reg .b64 %d<4>;\n"
    "  ld.param.u64 %d0, [p]; ld.global.u32 %r0, [%d0]; mov.u64 %d0, args; cvta.local.u64 %d1, %d0; st.local.u32 [args], %r0;\n"
    "  mov.u64 %d2, text; cvta.global.u64 %d2, %d2;\n"
    "  { .param .b64 f; .param .b64 a; .param .b32 r; st.param.b64 [f], %d2; st.param.b64 [a], %d1; call (r), vprintf, (f, a); ld.param.b32 %r1, [r]; }\n"
    "  ret;\n}\n"
    ".visible .entry takes()\n{\n  .reg .b64 %d;\n"
    "  { .param .b64 n; .param .b64 r; st.param.b64 [n], 64; call (r), malloc, (n); ld.param.b64 %d, [r]; }\n  ret;\n}\n";

static void *module;

static void launch(const char *name, unsigned ctas, unsigned threads, void **args) {
    void *function;
    OK(cuModuleGetFunction(&function, module, name));
    OK(cuLaunchKernel(function, ctas, 1, 1, threads, 1, 1, 0, 0, args, 0));
}

int main(int count, char **words) {
    unsigned launches = atoi(words[1]), rounds = count > 2 ? atoi(words[2]) : 1, seed = count > 3 ? atoi(words[3]) : 7;
    const char *what = count > 4 ? words[4] : "";
    const char *changed = getenv("STEPS_CHANGED");
    uint64_t p, q; uint32_t held[THREADS], word = seed, sum = 0; void *context, *first, *last; float passed;
    OK(cuInit(0)); OK(cuDevicePrimaryCtxRetain(&context, 0)); OK(cuCtxSetCurrent(context));
    // a constant that the environment changes: another kernel
    static char ptx[sizeof PTX]; memcpy(ptx, PTX, sizeof PTX);
    if (changed) memcpy(strstr(ptx, "1664525"), changed, 7);
    OK(cuModuleLoadData(&module, ptx)); OK(cuEventCreate(&first, 0)); OK(cuEventCreate(&last, 0));
    OK(cuMemAlloc_v2(&p, sizeof held)); OK(strcmp(what, "managed") ? cuMemAlloc_v2(&q, sizeof held) : cuMemAllocManaged(&q, sizeof held, 1));
    for (int n = 0; n < THREADS; n++) held[n] = seed + n;
    OK(cuMemcpyHtoD_v2(p, held, sizeof held)); OK(cuEventRecord(first, 0));
    static uint32_t large[1 << 20]; uint64_t at = 0; uint32_t x = 1;
    if (!strcmp(what, "large") || !strcmp(what, "copies")) {
        // 4 MB that cannot be compressed
        for (int n = 0; n < 1 << 20; n++) { x ^= x << 13; x ^= x >> 17; x ^= x << 5; large[n] = x; }
        OK(cuMemAlloc_v2(&at, sizeof large)); OK(cuMemcpyHtoD_v2(at, large, sizeof large));
    }
    for (unsigned n = 0; n < launches; n++) {
        void *args[] = {&p, &word, &rounds};
        launch("step", THREADS / 64, 64, args);
        if (!strcmp(what, "copies")) OK(cuMemcpyDtoH_v2(large, at, sizeof large));
        if (n % 7 == 3) { OK(cuMemcpyDtoH_v2(held, p, sizeof held)); word ^= held[n % THREADS]; sum = 31 * sum + word; }
        if (n % 11 == 5) { uint64_t more; OK(cuMemAlloc_v2(&more, 4096)); OK(cuMemcpyDtoD_v2(q, p, sizeof held)); OK(cuMemFree_v2(more)); }
        if (n % 13 == 6) { OK(cuMemcpyDtoD_v2(p, q, sizeof held / 2)); OK(cuMemsetD32_v2(q, word, THREADS)); }
        if (n % 17 == 8) { void *one[] = {&p}; launch("says", strstr(what, "louder") ? 5 : 1, 1, one); OK(cuCtxSynchronize()); }
        if (n == 19 && !strcmp(what, "takes")) launch("takes", 1, 1, 0);
        if (n == 44 && strstr(what, "leaves")) exit(0);
        if (n == 19 && !strcmp(what, "more")) OK(cuMemcpyDtoH_v2(held, p, 4));
    }
    OK(cuEventRecord(last, 0)); OK(cuCtxSynchronize()); OK(cuEventElapsedTime(&passed, first, last));
    OK(cuMemcpyDtoH_v2(held, p, sizeof held));
    for (int n = 0; n < THREADS; n++) sum = 31 * sum + held[n];
    printf("sum %08x after %f ms\npassed\n", sum, passed);
    return 0;
}
