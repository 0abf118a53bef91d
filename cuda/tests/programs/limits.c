// What the device's properties claim is so: limits of launches, pages of large blocks, and the
// memory of a program that launches often. The argument says what.
#include "api.h"
#include "fatbin.h"
#include <sys/resource.h>

int cudaFuncSetAttribute(const void *, int, int), cudaDeviceGetAttribute(int *, int, int);

static char traps, wild, says;

// Most bytes of the process so far, in KiB.
static long peak(void) { struct rusage usage; getrusage(RUSAGE_SELF, &usage); return usage.ru_maxrss; }

int main(int count, char **words) {
    const char *what = count > 1 ? words[1] : "limits"; void *p; void *args[] = {&p}; dim3 one = {1, 1, 1};
    void **handle = registered(PTX, sizeof PTX, PTX_ENTRY, 60); KERNEL(handle, wild); KERNEL(handle, traps); KERNEL(handle, says);
    OK(cudaMalloc(&p, 1 << 16));
    if (!strcmp(what, "limits")) {
        int fixed, most, depth, threads; OK(cudaDeviceGetAttribute(&fixed, 8, 0)); OK(cudaDeviceGetAttribute(&most, 97, 0));
        OK(cudaDeviceGetAttribute(&depth, 4, 0)); OK(cudaDeviceGetAttribute(&threads, 1, 0));
        HOLDS(fixed == 49152 && most == 65536 && depth == 64 && threads == 1024);
        OK(cudaLaunchKernel(&wild, one, (dim3){1, 1, 64}, args, 0, 0)); GIVES(9, cudaLaunchKernel(&wild, one, (dim3){1, 1, 65}, args, 0, 0));
        GIVES(9, cudaLaunchKernel(&wild, one, (dim3){1025, 1, 1}, args, 0, 0)); GIVES(9, cudaLaunchKernel(&wild, (dim3){1, 1, 65536}, one, args, 0, 0));
        OK(cudaLaunchKernel(&wild, one, one, args, 49152, 0)); GIVES(1, cudaLaunchKernel(&wild, one, one, args, 49153, 0));
        GIVES(1, cudaFuncSetAttribute(&wild, 8, 65537)); GIVES(1, cudaFuncSetAttribute(&wild, 8, -1));
        OK(cudaFuncSetAttribute(&wild, 8, 60000)); OK(cudaLaunchKernel(&wild, one, one, args, 60000, 0)); GIVES(1, cudaLaunchKernel(&wild, one, one, args, 60001, 0));
        // another kernel has not opted in
        GIVES(1, cudaLaunchKernel(&traps, one, one, args, 60000, 0)); GIVES(1, cudaGetLastError()); OK(cudaDeviceSynchronize());
        void *function; int status; OK(cuGetProcAddress_v2("cuGraphCreate", &function, 12000, 0, &status)); HOLDS(function && status == 0);
        GIVES(801, ((int (*)(void **, unsigned))function)(&p, 0));
        OK(cuGetProcAddress_v2("cuNothing", &function, 12000, 0, &status)); HOLDS(!function && status == 1);
    }
    if (!strcmp(what, "pages")) {
        void *blocks[8]; size_t sizes[8] = {100, 4096, 5000, 255, 1 << 20, 4097, 12, 70000};
        for (int n = 0; n < 8; n++) { OK(cudaMalloc(&blocks[n], sizes[n])); HOLDS((uintptr_t)blocks[n] % (sizes[n] < 4096 ? 256 : 4096) == 0); }
        // and in what a freed block has left
        OK(cudaFree(blocks[4])); OK(cudaMalloc(&blocks[3], 300)); OK(cudaMalloc(&blocks[4], 8192)); HOLDS((uintptr_t)blocks[4] % 4096 == 0);
    }
    if (!strcmp(what, "often")) {
        long before = 0;
        for (int n = 0; n < 10000; n++) { if (n == 2000) before = peak(); OK(cudaLaunchKernel(&wild, one, one, args, 0, 0)); }
        OK(cudaDeviceSynchronize());
        printf("%ld KiB more after 8000 further launches\n", peak() - before); HOLDS(peak() - before < 1024);
    }
    puts("passed");
}
