// Kernels that wait: for another stream, for the host, for CTAs that begin later, in vain.
#include "checks.h"
#include <pthread.h>
#include <unistd.h>

int cuInit(unsigned), cuDevicePrimaryCtxRetain(void **, int), cuCtxSetCurrent(void *), cuCtxSynchronize(void);
int cuModuleLoadData(void **, const void *), cuModuleGetFunction(void **, void *, const char *);
int cuMemAlloc_v2(uint64_t *, size_t), cuMemFree_v2(uint64_t), cuMemcpyDtoH_v2(void *, uint64_t, size_t), cuMemsetD32_v2(uint64_t, unsigned, size_t);
int cuMemcpyDtoHAsync_v2(void *, uint64_t, size_t, void *), cuMemsetD32Async(uint64_t, unsigned, size_t, void *);
int cuMemHostAlloc(void **, size_t, unsigned), cuMemHostGetDevicePointer_v2(uint64_t *, void *, unsigned);
int cuLaunchKernel(void *, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, void *, void **, void **);
int cuStreamCreate(void **, unsigned), cuStreamSynchronize(void *), cuStreamQuery(void *), cuStreamWaitEvent(void *, void *, unsigned);
int cuLaunchHostFunc(void *, void (*)(void *), void *), cuEventCreate(void **, unsigned), cuEventRecord(void *, void *), cuEventQuery(void *), cuEventSynchronize(void *);

static const char PTX[] =
    ".version 6.4\n.target sm_60\n.address_size 64\n"
    // waits until p[0] is not 0, then writes it to p[1]
    ".visible .entry waits(.param .u64 p)\n{\n  .reg .pred %p; .reg .b32 %r; .reg .b64 %d;\n  ld.param.u64 %d, [p];\n"
    "again: ld.volatile.global.u32 %r, [%d];\n  setp.eq.u32 %p, %r, 0; @%p bra again;\n  st.volatile.global.u32 [%d+4], %r; ret;\n}\n"
    // the same, and counts how often it has looked
    ".visible .entry counts(.param .u64 p)\n{\n  .reg .pred %p; .reg .b32 %r<3>; .reg .b64 %d;\n  ld.param.u64 %d, [p];\n"
    "again: ld.volatile.global.u32 %r0, [%d]; atom.global.add.u32 %r1, [%d+8], 1;\n  setp.eq.u32 %p, %r0, 0; @%p bra again;\n"
    "  st.volatile.global.u32 [%d+4], %r0; ret;\n}\n"
    ".visible .entry sets(.param .u64 p)\n{\n  .reg .b64 %d;\n  ld.param.u64 %d, [p]; st.volatile.global.u32 [%d], 7; ret;\n}\n"
    // p[2] becomes 10 times p[1]
    ".visible .entry tens(.param .u64 p)\n{\n  .reg .b32 %r; .reg .b64 %d;\n  ld.param.u64 %d, [p];\n"
    "  ld.global.u32 %r, [%d+4]; mul.lo.u32 %r, %r, 10; st.global.u32 [%d+8], %r; ret;\n}\n"
    // each CTA waits for all
    ".visible .entry meets(.param .u64 p)\n{\n  .reg .pred %p; .reg .b32 %r<3>; .reg .b64 %d;\n  ld.param.u64 %d, [p];\n"
    "  mov.u32 %r0, %nctaid.x; atom.global.add.u32 %r1, [%d], 1;\n"
    "again: ld.volatile.global.u32 %r1, [%d];\n  setp.lt.u32 %p, %r1, %r0; @%p bra again;\n  ret;\n}\n";

static void *module, *streams[3], *event;
static uint64_t place;
static volatile uint32_t *host;

static void launch(const char *name, unsigned ctas, void *stream, uint64_t at) {
    void *function, *args[] = {&at};
    OK(cuModuleGetFunction(&function, module, name));
    OK(cuLaunchKernel(function, ctas, 1, 1, 1, 1, 1, 0, stream, args, 0));
}
static uint32_t word(int n) {
    uint32_t held;
    OK(cuMemcpyDtoH_v2(&held, place + 4 * n, 4));
    return held;
}
static void *later(void *value) {
    usleep(200000);
    host[0] = (uint32_t)(uintptr_t)value;
    return 0;
}
static void *sleeps(void *unused) {
    sleep(60);
    return unused;
}
static void sets_host(void *value) { host[0] = (uint32_t)(uintptr_t)value; }

int main(int count, char **what) {
    void *context, *function; uint64_t mapped; pthread_t thread; uint32_t held = 1;
    (void)count; (void)function;
    OK(cuInit(0)); OK(cuDevicePrimaryCtxRetain(&context, 0)); OK(cuCtxSetCurrent(context)); OK(cuModuleLoadData(&module, PTX));
    for (int n = 0; n < 3; n++) OK(cuStreamCreate(&streams[n], 1));
    OK(cuEventCreate(&event, 0)); OK(cuMemAlloc_v2(&place, 64)); OK(cuMemsetD32_v2(place, 0, 16));
    OK(cuMemHostAlloc((void **)&host, 64, 2)); host[0] = host[1] = host[2] = 0; OK(cuMemHostGetDevicePointer_v2(&mapped, (void *)host, 0));
#define CASE(name) if (!strcmp(what[1], name))
    CASE("stream") {
        launch("waits", 1, streams[0], place); launch("sets", 1, streams[1], place); OK(cuCtxSynchronize());
        HOLDS(word(0) == 7); HOLDS(word(1) == 7);
    }
    CASE("behind") {
        // a copy and a kernel behind the one that waits, in its stream; another stream that waits
        // for its event
        launch("waits", 1, streams[0], place); OK(cuEventRecord(event, streams[0])); OK(cuMemcpyDtoHAsync_v2(&held, place + 4, 4, streams[0]));
        HOLDS(cuStreamQuery(streams[0]) == 600); HOLDS(cuEventQuery(event) == 600);
        OK(cuStreamWaitEvent(streams[1], event, 0)); launch("tens", 1, streams[1], place);
        HOLDS(cuStreamQuery(streams[2]) == 0); HOLDS(held == 1);
        OK(cuMemsetD32Async(place, 3, 1, streams[2])); OK(cuStreamSynchronize(streams[1]));
        HOLDS(word(2) == 30); OK(cuStreamSynchronize(streams[0])); HOLDS(held == 3); HOLDS(cuEventQuery(event) == 0); OK(cuEventSynchronize(event));
    }
    CASE("default") {
        // what a stream without flags waits for, and what waits for it
        void *plain; OK(cuStreamCreate(&plain, 0)); launch("waits", 1, plain, place); launch("tens", 1, 0, place); HOLDS(cuStreamQuery(0) == 600);
        launch("sets", 1, streams[0], place); HOLDS(word(2) == 70);
    }
    CASE("host") { launch("waits", 1, 0, mapped); host[0] = 9; OK(cuCtxSynchronize()); HOLDS(host[1] == 9); }
    CASE("poll") { launch("waits", 1, 0, mapped); HOLDS(host[1] == 0); host[0] = 9; while (host[1] != 9) {} }
    CASE("counts") { launch("counts", 1, 0, mapped); host[0] = 5; while (host[1] != 5) usleep(100); OK(cuCtxSynchronize()); HOLDS(host[2] > 1000); }
    CASE("thread") {
        pthread_create(&thread, 0, later, (void *)4); launch("waits", 1, 0, mapped); OK(cuCtxSynchronize()); HOLDS(host[1] == 4);
    }
    CASE("function") {
        launch("waits", 1, streams[0], place); OK(cuLaunchHostFunc(streams[0], sets_host, (void *)6)); HOLDS(host[0] == 0);
        launch("sets", 1, streams[1], place); OK(cuCtxSynchronize()); HOLDS(host[0] == 6);
    }
    CASE("grid") { launch("meets", 240, 0, place); HOLDS(word(0) == 240); }
    CASE("never") { launch("waits", 1, streams[0], place); HOLDS(cuCtxSynchronize() == 702); HOLDS(cuMemFree_v2(place) == 702); }
    CASE("idle") { pthread_create(&thread, 0, sleeps, 0); launch("waits", 1, 0, mapped); HOLDS(cuCtxSynchronize() == 702); }
    CASE("leaves") launch("waits", 1, streams[0], place);
    puts("passed");
    return 0;
}
