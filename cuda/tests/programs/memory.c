// Memory that is not there: one size or a sum of sizes is refused with a code, and what was there
// before is unchanged. The argument is the address space that the process may have, in MiB.
#include "checks.h"
#include <sys/resource.h>

int cuInit(unsigned), cuDevicePrimaryCtxRetain(void **, int), cuCtxSetCurrent(void *), cuMemGetInfo_v2(size_t *, size_t *);
int cuMemAlloc_v2(uint64_t *, size_t), cuMemFree_v2(uint64_t), cuMemAllocPitch_v2(uint64_t *, size_t *, size_t, size_t, unsigned);
int cuMemAllocManaged(uint64_t *, size_t, unsigned), cuMemAllocHost_v2(void **, size_t), cuMemHostAlloc(void **, size_t, unsigned);
int cuMemcpyDtoH_v2(void *, uint64_t, size_t), cuMemcpyHtoD_v2(uint64_t, const void *, size_t), cuMemcpyDtoD_v2(uint64_t, uint64_t, size_t);
int cuMemsetD8_v2(uint64_t, unsigned char, size_t), cuMemsetD32_v2(uint64_t, unsigned, size_t);

enum { WRONG = 1, FULL = 2, BLOCK = 64 << 20, MOST = 4096 };

static size_t left(void) {
    size_t rest, total;
    OK(cuMemGetInfo_v2(&rest, &total));
    HOLDS(rest <= total);
    return rest;
}

int main(int count, char **words) {
    if (count > 1) {
        rlim_t bytes = (rlim_t)atoi(words[1]) << 20;
        OK(setrlimit(RLIMIT_AS, &(struct rlimit){bytes, bytes}));
    }
    void *context, *host; uint64_t small, one, blocks[MOST]; size_t pitch, rest, total;
    OK(cuInit(0)); OK(cuDevicePrimaryCtxRetain(&context, 0)); OK(cuCtxSetCurrent(context));
    OK(cuMemAlloc_v2(&small, 256)); OK(cuMemsetD32_v2(small, 0x01020304, 64));
    OK(cuMemGetInfo_v2(&rest, &total));

    size_t sizes[] = {total + 1, (size_t)1 << 60, (size_t)-1, (size_t)-255};
    for (unsigned n = 0; n < sizeof sizes / sizeof *sizes; n++) {
        GIVES(FULL, cuMemAlloc_v2(&one, sizes[n]));
        // the host may have more than the device
        if (n > 0) { GIVES(FULL, cuMemAllocManaged(&one, sizes[n], 1)); GIVES(FULL, cuMemAllocHost_v2(&host, sizes[n])); GIVES(FULL, cuMemHostAlloc(&host, sizes[n], 2)); }
        GIVES(WRONG, cuMemcpyDtoH_v2(&one, small, sizes[n])); GIVES(WRONG, cuMemcpyHtoD_v2(small, &one, sizes[n]));
        GIVES(WRONG, cuMemcpyDtoD_v2(small, small, sizes[n])); GIVES(WRONG, cuMemsetD8_v2(small, 9, sizes[n]));
        GIVES(WRONG, cuMemsetD32_v2(small, 9, sizes[n]));
    }
    GIVES(FULL, cuMemAllocPitch_v2(&one, &pitch, (size_t)1 << 33, (size_t)1 << 33, 4));
    GIVES(WRONG, cuMemsetD32_v2(small, 9, ((size_t)1 << 62) + 1));
    GIVES(WRONG, cuMemsetD8_v2(small, 9, 257)); GIVES(WRONG, cuMemsetD8_v2(small + 255, 9, 2));

    // each item fits, and not their sum
    int n = 0, code = 0;
    OK(cuMemAlloc_v2(&blocks[n++], BLOCK));
    GIVES(FULL, cuMemAlloc_v2(&one, rest));
    if (count > 1) {
        while (n < MOST && (code = cuMemAlloc_v2(&blocks[n], BLOCK)) == 0) n++;
        HOLDS(code == FULL && n > 1);
    }
    while (n) OK(cuMemFree_v2(blocks[--n]));
    HOLDS(left() > BLOCK); OK(cuMemAlloc_v2(&one, BLOCK)); OK(cuMemFree_v2(one));

    unsigned char held[256];
    OK(cuMemcpyDtoH_v2(held, small, sizeof held));
    for (n = 0; n < 256; n++) HOLDS(held[n] == 4 - n % 4);
    puts("passed");
}
