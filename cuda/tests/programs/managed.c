// Managed variables, as nvcc registers them: the host reads and writes them by a pointer, kernels
// by their names.
#include "checks.h"
#include "fatbin.h"

char __cudaInitModule(void **);
void __cudaRegisterManagedVar(void **, void **, char *, const char *, int, size_t, int, int);
int cudaLaunchKernel(const void *, dim3, dim3, void **, size_t, void *), cudaDeviceSynchronize(void), cudaDeviceReset(void);
int cudaMemcpyToSymbol(const void *, const void *, size_t, size_t, int);

static const char PTX[] =
    ".version 6.4\n.target sm_60\n.address_size 64\n.global .attribute(.managed) .align 4 .u32 total = 7;\n"
    // adds its number of threads, and twice as much by an address of the host's
    ".visible .entry adds(.param .u64 p)\n{\n  .reg .b32 %r<3>; .reg .b64 %d<2>;\n"
    "  ld.param.u64 %d0, [p]; atom.global.add.u32 %r0, [total], 1; atom.global.add.u32 %r1, [%d0], 2; ret;\n}\n";
static char adds; static unsigned *total; static void **handle;

int main(void) {
    dim3 one = {1, 1, 1}, five = {5, 1, 1}; void *args[] = {&total}; unsigned three = 3;
    handle = registered(PTX, sizeof PTX, PTX_ENTRY, 60); KERNEL(handle, adds);
    __cudaRegisterManagedVar(handle, (void **)&total, 0, "total", 0, 4, 0, 1);
    HOLDS(__cudaInitModule(handle) == 1); HOLDS(*total == 7);
    *total = 10; OK(cudaLaunchKernel(&adds, one, five, args, 0, 0)); OK(cudaDeviceSynchronize()); HOLDS(*total == 25);
    OK(cudaMemcpyToSymbol(total, &three, 4, 0, 1)); HOLDS(*total == 3);
    OK(cudaLaunchKernel(&adds, one, five, args, 0, 0)); OK(cudaDeviceSynchronize()); HOLDS(*total == 18);
    OK(cudaDeviceReset()); HOLDS(__cudaInitModule(handle) == 1); HOLDS(*total == 7);
    puts("passed");
}
