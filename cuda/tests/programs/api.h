// What the programs of these tests use of CUDA's two APIs: no toolkit is needed to build them.
#include "checks.h"

int cuInit(unsigned), cuDeviceGet(int *, int), cuDeviceGetCount(int *), cuDeviceGetName(char *, int, int), cuDeviceGetAttribute(int *, int, int);
int cuDevicePrimaryCtxRetain(void **, int), cuCtxSetCurrent(void *), cuCtxGetCurrent(void **), cuCtxCreate_v2(void **, unsigned, int), cuCtxSynchronize(void);
int cuModuleLoadData(void **, const void *), cuModuleUnload(void *), cuModuleGetFunction(void **, void *, const char *);
int cuModuleGetGlobal_v2(uint64_t *, size_t *, void *, const char *), cuGetErrorName(int, const char **);
int cuMemAlloc_v2(uint64_t *, size_t), cuMemFree_v2(uint64_t), cuMemcpyHtoD_v2(uint64_t, const void *, size_t), cuMemcpyDtoH_v2(void *, uint64_t, size_t);
int cuMemsetD32_v2(uint64_t, unsigned, size_t), cuMemAllocManaged(uint64_t *, size_t, unsigned), cuMemGetInfo_v2(size_t *, size_t *);
int cuLaunchKernel(void *, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, void *, void **, void **);
int cuLinkCreate_v2(unsigned, void *, void *, void **), cuLinkAddData_v2(void *, int, const void *, size_t, const char *, unsigned, void *, void *);
int cuLinkComplete(void *, void **, size_t *), cuLinkDestroy(void *), cuFuncGetAttribute(int *, int, void *);
int cuStreamCreate(void **, unsigned), cuStreamSynchronize(void *), cuStreamDestroy_v2(void *), cuStreamAddCallback(void *, void (*)(void *, int, void *), void *, unsigned);
int cuEventCreate(void **, unsigned), cuEventRecord(void *, void *), cuEventSynchronize(void *), cuEventElapsedTime(float *, void *, void *), cuEventDestroy_v2(void *);
int cuGetProcAddress_v2(const char *, void **, int, uint64_t, int *), cuGetExportTable(const void **, const void *), cuTexRefCreate(void **);
int cuOccupancyMaxPotentialBlockSize(int *, int *, void *, size_t (*)(int), size_t, int);

void __cudaRegisterVar(void **, char *, char *, const char *, int, size_t, int, int);
int cudaLaunchKernel(const void *, dim3, dim3, void **, size_t, void *), cudaMalloc(void **, size_t), cudaFree(void *), cudaMallocHost(void **, size_t), cudaFreeHost(void *);
int cudaMallocManaged(void **, size_t, unsigned), cudaMallocPitch(void **, size_t *, size_t, size_t), cudaMemcpy(void *, const void *, size_t, int);
int cudaMemcpy2D(void *, size_t, const void *, size_t, size_t, size_t, int), cudaMemset(void *, int, size_t), cudaMemcpyToSymbol(const void *, const void *, size_t, size_t, int);
int cudaMemcpyFromSymbol(void *, const void *, size_t, size_t, int), cudaGetSymbolSize(size_t *, const void *), cudaGetSymbolAddress(void **, const void *);
int cudaDeviceSynchronize(void), cudaGetLastError(void), cudaPeekAtLastError(void), cudaDeviceReset(void), cudaGetDeviceCount(int *), cudaSetDevice(int), cudaGetDeviceProperties(void *, int);
int cudaStreamCreate(void **), cudaStreamSynchronize(void *), cudaStreamDestroy(void *), cudaEventCreate(void **), cudaEventRecord(void *, void *), cudaEventSynchronize(void *);
int cudaEventElapsedTime(float *, void *, void *), cudaFuncGetAttributes(void *, const void *), cudaRuntimeGetVersion(int *), cudaMemGetInfo(size_t *, size_t *);
int cudaOccupancyMaxActiveBlocksPerMultiprocessor(int *, const void *, int, size_t), cudaGraphCreate(void **, unsigned);
const char *cudaGetErrorString(int), *cudaGetErrorName(int);

static const char PTX[] =
    ".version 6.4\n.target sm_60\n.address_size 64\n"
    ".const .align 4 .b8 factor[8];\n.global .align 4 .u32 counter;\n"
    ".extern .func (.param .b32 r) vprintf (.param .b64 f, .param .b64 a);\n"
    ".global .align 1 .b8 text[12] = {116, 104, 114, 101, 97, 100, 32, 37, 100, 10, 0, 0};\n"
    // y[i] = factor * x[i] + y[i], and counts
    ".visible .entry saxpy(.param .u64 px, .param .u64 py, .param .u32 pn)\n{\n"
    "  .reg .pred %p; .reg .b32 %r<8>; .reg .b64 %d<6>; .reg .f32 %f<5>;\n"
    "  ld.param.u64 %d0, [px]; ld.param.u64 %d1, [py]; ld.param.u32 %r0, [pn];\n"
    "  mov.u32 %r1, %ctaid.x; mov.u32 %r2, %ntid.x; mov.u32 %r3, %tid.x; mad.lo.s32 %r4, %r1, %r2, %r3;\n"
    "  setp.ge.u32 %p, %r4, %r0; @%p bra done;\n"
    "  mul.wide.u32 %d2, %r4, 4; add.s64 %d3, %d0, %d2; add.s64 %d4, %d1, %d2;\n"
    "  ld.global.f32 %f0, [%d3]; ld.global.f32 %f1, [%d4]; ld.const.f32 %f2, [factor]; fma.rn.f32 %f3, %f2, %f0, %f1;\n"
    "  st.global.f32 [%d4], %f3; atom.global.add.u32 %r5, [counter], 1;\n"
    "done: ret;\n}\n"
    // each thread stores its number at an address, whatever lies there
    ".visible .entry wild(.param .u64 p)\n{\n  .reg .b32 %r<2>; .reg .b64 %d<2>;\n"
    "  ld.param.u64 %d0, [p]; mov.u32 %r0, %tid.x; st.global.u32 [%d0], %r0; ret;\n}\n"
    ".visible .entry traps()\n{\n  trap;\n}\n"
    // an instruction that is not supported: this kernel alone is refused
    ".visible .entry strange(.param .u64 p)\n{\n  .reg .b32 %r<2>; .reg .b64 %d<2>;\n"
    "  ld.param.u64 %d0, [p]; mapa.u64 %d1, %d0, 0; ret;\n}\n"
    ".visible .entry says(.param .u32 n)\n{\n  .local .align 4 .b8 args[4]; .reg .b32 %r<4>; .reg .b64 %d<4>;\n"
    "  mov.u32 %r0, %tid.x; mov.u64 %d0, args; cvta.local.u64 %d1, %d0; st.local.u32 [args], %r0; cvta.global.u64 %d2, text;\n"
    "  { .param .b64 f; .param .b64 a; .param .b32 r; st.param.b64 [f], %d2; st.param.b64 [a], %d1; call (r), vprintf, (f, a); ld.param.b32 %r1, [r]; }\n"
    "  ret;\n}\n"
    // runs until it is stopped
    ".visible .entry spins()\n{\n  .reg .b32 %r<2>; mov.u32 %r0, 0;\nagain: add.u32 %r0, %r0, 1; bra again;\n}\n"
    // adds up a warp, which has 32 threads
    ".visible .entry sums(.param .u64 p)\n{\n  .reg .b32 %r<2>; .reg .b64 %d<2>;\n"
    "  ld.param.u64 %d0, [p]; mov.u32 %r0, 1; shfl.sync.bfly.b32 %r1, %r0, 16, 31, -1; st.global.u32 [%d0], %r1; ret;\n}\n";
