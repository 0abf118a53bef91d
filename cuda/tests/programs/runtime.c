// The runtime API: a fat binary that is registered, memory of all kinds, symbols, 2D copies,
// printf, the order of what is said.
#include "api.h"
#include "fatbin.h"

static char saxpy, says, strange; static float factor[2]; static unsigned counter;

__attribute__((constructor)) static void registers(void) {
    void **handle = registered(PTX, sizeof PTX, PTX_ENTRY, 60);
    KERNEL(handle, saxpy); KERNEL(handle, says); KERNEL(handle, strange);
    __cudaRegisterVar(handle, (char *)factor, "factor", "factor", 0, 8, 1, 0);
    __cudaRegisterVar(handle, (char *)&counter, "counter", "counter", 0, 4, 0, 0);
    __cudaRegisterFatBinaryEnd(handle);
}

int main(void) {
    enum { N = 300 };
    float two = 2, *x, *y, hx[N], hy[N]; unsigned n = N; int number;
    dim3 grid = {3, 1, 1}, block = {128, 1, 1}, one = {1, 1, 1}, four = {4, 1, 1};
    OK(cudaGetDeviceCount(&number)); HOLDS(number == 1); OK(cudaSetDevice(0)); GIVES(101, cudaSetDevice(1)); GIVES(101, cudaGetLastError()); OK(cudaGetLastError());
    for (int i = 0; i < N; i++) hx[i] = i, hy[i] = 1;
    OK(cudaMalloc((void **)&x, sizeof hx)); OK(cudaMallocHost((void **)&y, sizeof hy));
    OK(cudaMemcpy(x, hx, sizeof hx, 1)); memcpy(y, hy, sizeof hy); OK(cudaMemcpyToSymbol(factor, &two, 4, 0, 1));
    GIVES(1, cudaMemcpyToSymbol(factor, &two, 4, 8, 1)); GIVES(13, cudaMemcpyToSymbol(&two, &two, 4, 0, 1)); OK(cudaMemcpyToSymbol("factor", &two, 4, 0, 1));
    void *args[] = {&x, &y, &n};
    OK(cudaLaunchKernel(&saxpy, grid, block, args, 0, 0)); OK(cudaDeviceSynchronize());
    for (int i = 0; i < N; i++) HOLDS(y[i] == 2.0f * i + 1);
    OK(cudaMemcpyFromSymbol(&n, &counter, 4, 0, 2)); HOLDS(n == N);
    size_t bytes, pitch; OK(cudaGetSymbolSize(&bytes, factor)); HOLDS(bytes == 8);
    // rows
    char rows[3][5] = {"abcd", "efgh", "ijkl"}, back[3][8]; void *pitched;
    OK(cudaMallocPitch(&pitched, &pitch, 5, 3)); HOLDS(pitch >= 5);
    OK(cudaMemcpy2D(pitched, pitch, rows, 5, 5, 3, 1)); OK(cudaMemcpy2D(back, 8, pitched, pitch, 5, 3, 2)); HOLDS(!strcmp(back[2], "ijkl"));
    GIVES(1, cudaMemcpy2D(pitched, 2, rows, 5, 5, 3, 1));
    OK(cudaMemset(x, 0, sizeof hx)); OK(cudaMemcpy(hx, x, sizeof hx, 4)); HOLDS(hx[9] == 0);
    GIVES(1, cudaMemcpy(hx, hy, 4, 2)); GIVES(21, cudaMemcpy(hx, hy, 4, 9));
    // what is printed comes when the host synchronises
    void *said[] = {&n};
    OK(cudaLaunchKernel(&says, one, four, said, 0, 0)); puts("launched"); OK(cudaDeviceSynchronize()); puts("synchronised");
    // a kernel that is refused, and the others
    void *odd[] = {&x};
    GIVES(801, cudaLaunchKernel(&strange, one, one, odd, 0, 0)); OK(cudaLaunchKernel(&says, one, one, said, 0, 0)); OK(cudaDeviceSynchronize());
    GIVES(98, cudaLaunchKernel(&two, one, one, odd, 0, 0)); GIVES(400, cudaLaunchKernel(&says, one, one, said, 0, (void *)0x77));
    GIVES(801, cudaGraphCreate(&pitched, 0));
    struct { size_t shared, constants, local; int threads, registers, rest[32]; } needs; OK(cudaFuncGetAttributes(&needs, &saxpy)); HOLDS(needs.registers > 2 && needs.constants == 8);
    OK(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&number, &saxpy, 128, 0)); HOLDS(number > 0);
    OK(cudaRuntimeGetVersion(&number)); HOLDS(number == VERSION);
    struct { char name[256]; char rest[2048]; } properties; OK(cudaGetDeviceProperties(&properties, 0)); HOLDS(!strncmp(properties.name, "Heddle", 6));
    HOLDS(!strcmp(cudaGetErrorName(700), "cudaErrorIllegalAddress") && !strcmp(cudaGetErrorString(2), "out of memory"));
    OK(cudaFree(x)); OK(cudaFreeHost(y)); OK(cudaDeviceReset()); OK(cudaMalloc((void **)&x, 4)); puts("passed");
}
