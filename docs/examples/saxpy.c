// A CUDA program that loads its kernel from a file of PTX: the driver API, of which it declares
// what it uses, so that no toolkit is needed.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

int cuInit(unsigned), cuDeviceGet(int *, int), cuDevicePrimaryCtxRetain(void **, int), cuCtxSetCurrent(void *);
int cuModuleLoad(void **, const char *), cuModuleGetFunction(void **, void *, const char *);
int cuMemAlloc_v2(uint64_t *, size_t), cuMemcpyHtoD_v2(uint64_t, const void *, size_t), cuMemcpyDtoH_v2(void *, uint64_t, size_t);
int cuLaunchKernel(void *, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, void *, void **, void **);

#define N 1000

static void check(int error) {
    if (error) { fprintf(stderr, "CUDA error %d\n", error); exit(1); }
}

int main(void) {
    int device, n = N;
    void *context, *module, *kernel;
    uint64_t x, y;
    float a = 2, host[N], sum = 0;
    check(cuInit(0)); check(cuDeviceGet(&device, 0)); check(cuDevicePrimaryCtxRetain(&context, device)); check(cuCtxSetCurrent(context));
    check(cuModuleLoad(&module, "saxpy.ptx")); check(cuModuleGetFunction(&kernel, module, "saxpy"));
    for (int i = 0; i < N; i++) host[i] = i;
    check(cuMemAlloc_v2(&x, sizeof host)); check(cuMemcpyHtoD_v2(x, host, sizeof host));
    check(cuMemAlloc_v2(&y, sizeof host)); check(cuMemcpyHtoD_v2(y, host, sizeof host));
    void *arguments[] = {&n, &a, &x, &y};
    check(cuLaunchKernel(kernel, (N + 127) / 128, 1, 1, 128, 1, 1, 0, 0, arguments, 0));
    check(cuMemcpyDtoH_v2(host, y, sizeof host));
    for (int i = 0; i < N; i++) sum += host[i];
    printf("the sum of y is %.0f\n", sum);
}
