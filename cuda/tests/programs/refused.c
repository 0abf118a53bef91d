// What a program brings along that cannot be run, or asks for that is not there: a code and a line
// for each. The argument says what.
#include "api.h"
#include "fatbin.h"

int cudaLaunchCooperativeKernel(const void *, dim3, dim3, void **, size_t, void *), cudaIpcGetMemHandle(void *, void *), cudaStreamBeginCapture(void *, int);

static char saxpy, wild, sums;

// A damaged container: its only entry is said to be longer than it is.
static void **damaged(void) {
    static struct { uint32_t magic; uint16_t version, header; uint64_t bytes; uint8_t entry[64]; } container = {0xBA55ED50, 1, 16, 64, {1, 0, 1, 1, 64, 0, 0, 0, 8}};
    static struct { uint32_t magic, version; void *data, *more; } wrapper = {0x466243B1, 1, &container, 0};
    return __cudaRegisterFatBinary(&wrapper);
}

int main(int count, char **words) {
    const char *what = count > 1 ? words[1] : ""; void *room[16]; dim3 one = {1, 1, 1};
    static const char garbled[] = ".version 6.4\n.target sm_60\n.visible .entry wild() { what; }\n";
    void *args[] = {room}; int code = 98;
    if (!strcmp(what, "cubin")) { KERNEL(registered("\177ELF", 4, MACHINE_CODE, 75), wild); code = 209; }
    if (!strcmp(what, "newer")) { KERNEL(registered(PTX, sizeof PTX, PTX_ENTRY, 90), wild); code = 209; }
    if (!strcmp(what, "garbled")) { KERNEL(registered(garbled, sizeof garbled, PTX_ENTRY, 60), wild); code = 218; }
    if (!strcmp(what, "damaged")) { KERNEL(damaged(), wild); code = 200; }
    if (!strcmp(what, "other")) { KERNEL(registered(PTX, sizeof PTX, PTX_ENTRY, 60), saxpy); KERNEL(registered(garbled, sizeof garbled, PTX_ENTRY, 60), wild); code = 218; }
    if (!strcmp(what, "large")) {
        void *handle = registered(PTX, sizeof PTX, PTX_ENTRY, 60); KERNEL(handle, wild);
        OK(cudaMalloc(&room[0], 4096));
        GIVES(9, cudaLaunchKernel(&wild, one, (dim3){1024, 2, 1}, args, 0, 0)); GIVES(9, cudaLaunchKernel(&wild, (dim3){1, 70000, 1}, one, args, 0, 0));
        GIVES(1, cudaLaunchKernel(&wild, one, one, args, 200000, 0)); GIVES(9, cudaLaunchKernel(&wild, one, (dim3){512, 1, 1}, args, 0, 0));
        GIVES(9, cudaGetLastError()); code = 0;
    }
    if (!strcmp(what, "absent")) {
        GIVES(801, cudaGraphCreate(&room[0], 0)); GIVES(801, cudaStreamBeginCapture(0, 0)); GIVES(801, cudaIpcGetMemHandle(room, room));
        GIVES(801, cudaLaunchCooperativeKernel(&wild, one, one, args, 0, 0));
    }
    if (!strcmp(what, "warps")) {
        KERNEL(registered(PTX, sizeof PTX, PTX_ENTRY, 60), sums); OK(cudaMalloc(&room[0], 4));
        GIVES(701, cudaLaunchKernel(&sums, one, (dim3){32, 1, 1}, args, 0, 0)); GIVES(701, cudaGetLastError());
    }
    GIVES(code, cudaLaunchKernel(&wild, one, one, args, 0, 0)); GIVES(code, cudaGetLastError()); OK(cudaGetLastError());
    // the device is there, whatever became of the kernel
    OK(cudaDeviceSynchronize()); OK(cudaMalloc(&room[0], 4));
    puts("passed");
}
