// The driver API: modules from text, memory, launches, streams and events, and what goes wrong.
#include "api.h"

static int called;
static void callback(void *stream, int status, void *data) { called = status == 0 && data == &called; }

int main(void) {
    int count, device, number;
    void *context, *again, *module, *other, *kernel, *stream, *start, *end;
    OK(cuInit(0)); OK(cuDeviceGetCount(&count)); HOLDS(count == 1);
    OK(cuDeviceGet(&device, 0)); GIVES(101, cuDeviceGet(&device, 1));
    OK(cuDevicePrimaryCtxRetain(&context, 0)); OK(cuCtxSetCurrent(context)); OK(cuCtxGetCurrent(&again)); HOLDS(again == context);
    GIVES(801, cuCtxCreate_v2(&again, 0, 0));

    OK(cuModuleLoadData(&module, PTX)); OK(cuModuleLoadData(&other, PTX)); HOLDS(module != other);
    OK(cuModuleGetFunction(&kernel, module, "saxpy")); GIVES(500, cuModuleGetFunction(&again, module, "saxpi"));
    uint64_t factor, factor2, x, y; size_t bytes;
    OK(cuModuleGetGlobal_v2(&factor, &bytes, module, "factor")); HOLDS(bytes == 8);
    OK(cuModuleGetGlobal_v2(&factor2, &bytes, other, "factor")); HOLDS(factor != factor2);
    OK(cuModuleUnload(other)); GIVES(400, cuModuleUnload(other));

    enum { N = 1000 };
    float two = 2, hx[N], hy[N]; unsigned n = N;
    for (int i = 0; i < N; i++) hx[i] = i, hy[i] = 1;
    OK(cuMemcpyHtoD_v2(factor, &two, 4)); OK(cuMemAlloc_v2(&x, sizeof hx)); OK(cuMemAlloc_v2(&y, sizeof hy));
    OK(cuMemcpyHtoD_v2(x, hx, sizeof hx)); OK(cuMemcpyHtoD_v2(y, hy, sizeof hy));
    OK(cuStreamCreate(&stream, 0)); OK(cuEventCreate(&start, 0)); OK(cuEventCreate(&end, 0));
    void *args[] = {&x, &y, &n};
    OK(cuEventRecord(start, stream));
    OK(cuLaunchKernel(kernel, (N + 127) / 128, 1, 1, 128, 1, 1, 0, stream, args, 0));
    OK(cuEventRecord(end, stream)); OK(cuEventSynchronize(end));
    float ms; OK(cuEventElapsedTime(&ms, start, end)); HOLDS(ms > 0);
    OK(cuStreamAddCallback(stream, callback, &called, 0)); OK(cuStreamSynchronize(stream)); HOLDS(called);
    OK(cuMemcpyDtoH_v2(hy, y, sizeof hy));
    for (int i = 0; i < N; i++) HOLDS(hy[i] == 2.0f * i + 1);
    // the block of parameters at once
    struct { uint64_t x, y; unsigned n; } block = {x, y, n}; bytes = 20;
    void *extra[] = {(void *)1, &block, (void *)2, &bytes, 0};
    OK(cuLaunchKernel(kernel, (N + 127) / 128, 1, 1, 128, 1, 1, 0, 0, 0, extra));
    OK(cuMemcpyDtoH_v2(hy, y, sizeof hy)); HOLDS(hy[7] == 29);

    // managed memory: the host's pointer serves both
    uint64_t managed; OK(cuMemAllocManaged(&managed, sizeof hx, 1));
    float *m = (float *)managed; for (int i = 0; i < N; i++) m[i] = 3;
    void *on_managed[] = {&x, &managed, &n};
    OK(cuLaunchKernel(kernel, (N + 127) / 128, 1, 1, 128, 1, 1, 0, 0, on_managed, 0)); OK(cuCtxSynchronize());
    HOLDS(m[5] == 13); OK(cuMemFree_v2(managed));

    // freed memory is allocated again, and is gone before
    size_t before, after, total; OK(cuMemGetInfo_v2(&before, &total)); OK(cuMemFree_v2(x)); OK(cuMemGetInfo_v2(&after, &total)); HOLDS(after > before);
    GIVES(1, cuMemFree_v2(x)); GIVES(1, cuMemcpyDtoH_v2(hx, x, 4)); GIVES(2, cuMemAlloc_v2(&x, (size_t)1 << 40));

    // the linker gives back what it is given
    void *linker, *image; OK(cuLinkCreate_v2(0, 0, 0, &linker)); OK(cuLinkAddData_v2(linker, 1, PTX, sizeof PTX, "x", 0, 0, 0));
    GIVES(209, cuLinkAddData_v2(linker, 0, PTX, sizeof PTX, "x", 0, 0, 0));
    OK(cuLinkComplete(linker, &image, &bytes)); HOLDS(strcmp(image, PTX) == 0); OK(cuLinkDestroy(linker)); GIVES(400, cuLinkDestroy(linker));
    OK(cuFuncGetAttribute(&number, 4, kernel)); HOLDS(number > 2 && number < 40);
    int grid, size; OK(cuOccupancyMaxPotentialBlockSize(&grid, &size, kernel, 0, 0, 0)); HOLDS(size >= 32 && grid > 0);

    void *function; int status; OK(cuGetProcAddress_v2("cuMemAlloc", &function, 12000, 0, &status)); HOLDS(function && status == 0);
    OK(cuGetProcAddress_v2("cuNothing", &function, 12000, 0, &status)); HOLDS(!function && status == 1);
    GIVES(400, cuStreamSynchronize((void *)0x1234)); GIVES(400, cuEventRecord((void *)0x1234, 0));
    GIVES(400, cuLaunchKernel((void *)0x1234, 1, 1, 1, 1, 1, 1, 0, 0, args, 0));
    GIVES(1, cuLaunchKernel(kernel, 1, 1, 1, 2048, 1, 1, 0, 0, args, 0));
    GIVES(801, cuTexRefCreate(&function)); GIVES(500, cuGetExportTable((const void **)&function, "0123456789abcdef"));
    GIVES(209, cuModuleLoadData(&other, "\177ELF and so on")); GIVES(218, cuModuleLoadData(&other, ".version 6.4\n.target sm_60\n.entry k() { foo; }"));
    const char *name; OK(cuGetErrorName(700, &name)); HOLDS(strcmp(name, "CUDA_ERROR_ILLEGAL_ADDRESS") == 0);

    OK(cuStreamDestroy_v2(stream)); OK(cuEventDestroy_v2(start)); puts("passed");
}
