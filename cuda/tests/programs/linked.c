// Relocatable code as `nvcc -rdc=true` embeds it: a wrapper of version 2, whose last field is the
// list of the object files' containers, each with the PTX of one file. The argument says what.
#include "api.h"
#include "fatbin.h"

#define HEAD ".version 7.5\n.target sm_75\n.address_size 64\n"

// rdc1.cu: a kernel that calls a function of another file, and a constant of its own
static const char FIRST[] = HEAD
    ".extern .func (.param .b32 r) _Z1fi(.param .b32 a);\n.extern .global .align 4 .u32 counter;\n.global .align 4 .u32 own = 7;\n"
    ".weak .func (.param .b32 r) same(.param .b32 a)\n{ .reg .b32 %r<3>; ld.param.b32 %r0, [a]; add.u32 %r1, %r0, 1; st.param.b32 [r], %r1; ret; }\n"
    ".visible .entry k(.param .u64 p)\n{\n  .reg .b32 %r<8>; .reg .b64 %d<4>;\n"
    "  ld.param.u64 %d0, [p]; mov.u32 %r0, %tid.x; mul.wide.u32 %d1, %r0, 4; add.s64 %d2, %d0, %d1;\n"
    "  { .param .b32 a; .param .b32 r; st.param.b32 [a], %r0; call.uni (r), _Z1fi, (a); ld.param.b32 %r1, [r]; }\n"
    "  { .param .b32 a; .param .b32 r; st.param.b32 [a], %r1; call.uni (r), same, (a); ld.param.b32 %r1, [r]; }\n"
    "  ld.global.u32 %r2, [own]; add.u32 %r1, %r1, %r2; st.global.u32 [%d2], %r1; atom.global.add.u32 %r3, [counter], 1; ret;\n}\n";
// rdc2.cu: the function, the counter, another constant of the same name, the same weak function
static const char SECOND[] = HEAD
    ".global .align 4 .u32 own = 100;\n.visible .global .align 4 .u32 counter;\n"
    ".weak .func (.param .b32 r) same(.param .b32 a)\n{ .reg .b32 %r<3>; ld.param.b32 %r0, [a]; add.u32 %r1, %r0, 1; st.param.b32 [r], %r1; ret; }\n"
    ".visible .func (.param .b32 r) _Z1fi(.param .b32 a)\n{ .reg .b32 %r<4>; ld.param.b32 %r0, [a]; ld.global.u32 %r2, [own]; mad.lo.s32 %r1, %r0, 3, %r2;\n"
    "  st.param.b32 [r], %r1; ret; }\n";
// a kernel that launches a kernel
static const char NESTED[] = HEAD
    ".extern .func (.param .b64 r) __cudaCDP2GetParameterBufferV2(.param .b64 a);\n"
    ".visible .entry k(.param .u64 p)\n{ .reg .b64 %d<2>; { .param .b64 a; .param .b64 r; ld.param.u64 %d0, [p]; st.param.b64 [a], %d0;\n"
    "  call.uni (r), __cudaCDP2GetParameterBufferV2, (a); } ret; }\n";

static char k, counter;

// A container of one entry.
static void *object(const char *contents, size_t bytes, int kind, unsigned sm) {
    void **handle = registered(contents, bytes, kind, sm); __cudaUnregisterFatBinary(handle);
    return last_container;
}

int main(int count, char **words) {
    const char *what = count > 1 ? words[1] : "files"; unsigned *p, results[4] = {0}; void *args[] = {&p}; int code = 0;
    static void *list[4]; static struct { uint32_t magic, version; void *data, **more; } wrapper = {0x466243B1, 2, 0, list};
    // what NVIDIA's linker makes of the parts: machine code
    wrapper.data = object("\177ELF", 4, MACHINE_CODE, 75);
    list[0] = object(FIRST, sizeof FIRST, PTX_ENTRY, 75); list[1] = object(SECOND, sizeof SECOND, PTX_ENTRY, 75);
    // CUDA's own library for launches from kernels has no PTX for this device, and is not missed
    if (!strcmp(what, "files")) list[2] = object(FIRST, sizeof FIRST, PTX_ENTRY, 121);
    if (!strcmp(what, "machine")) { list[1] = object("\177ELF", 4, MACHINE_CODE, 75); code = 209; }
    if (!strcmp(what, "twice")) { list[0] = list[1]; code = 218; }
    if (!strcmp(what, "missing")) { list[1] = 0; code = 719; }
    if (!strcmp(what, "nested")) { list[0] = object(NESTED, sizeof NESTED, PTX_ENTRY, 75); list[1] = object(FIRST, sizeof FIRST, PTX_ENTRY, 121); code = 801; }
    void **handle = __cudaRegisterFatBinary(&wrapper); KERNEL(handle, k);
    __cudaRegisterVar(handle, &counter, &counter, "counter", 0, 4, 0, 0);
    OK(cudaMalloc((void **)&p, 16));
    int launched = cudaLaunchKernel(&k, (dim3){1, 1, 1}, (dim3){4, 1, 1}, args, 0, 0);
    if (launched == 0) launched = cudaDeviceSynchronize();
    GIVES(code, launched);
    if (code == 0) {
        OK(cudaMemcpy(results, p, 16, 2));
        for (unsigned n = 0; n < 4; n++) HOLDS(results[n] == 3 * n + 100 + 1 + 7);
        unsigned counted; OK(cudaMemcpyFromSymbol(&counted, &counter, 4, 0, 2)); HOLDS(counted == 4);
    }
    // the linker of the driver does the same
    if (!strcmp(what, "files")) {
        void *linker, *image, *module, *kernel; size_t bytes;
        OK(cuLinkCreate_v2(0, 0, 0, &linker)); OK(cuLinkAddData_v2(linker, 1, (void *)SECOND, sizeof SECOND, "b", 0, 0, 0));
        OK(cuLinkAddData_v2(linker, 1, (void *)FIRST, sizeof FIRST, "a", 0, 0, 0)); OK(cuLinkComplete(linker, &image, &bytes));
        OK(cuModuleLoadData(&module, image)); OK(cuLinkDestroy(linker)); OK(cuModuleGetFunction(&kernel, module, "k"));
        OK(cuLaunchKernel(kernel, 1, 1, 1, 4, 1, 1, 0, 0, args, 0)); OK(cudaMemcpy(results, p, 16, 2));
        for (unsigned n = 0; n < 4; n++) HOLDS(results[n] == 3 * n + 100 + 1 + 7);
    }
    puts("passed");
}
