// The driver API: arrays, texture references, texture objects, copies of arrays.
#include "textures.h"

typedef struct { size_t width, height; unsigned format, channels; } Array;
typedef struct { size_t width, height, depth; unsigned format, channels, flags; } Array3;
typedef struct { uint64_t kind; union { void *array; struct { uint64_t at; unsigned format,
    channels; size_t bytes; } linear; int room[32]; } over; unsigned flags; } Resource;
typedef struct { int address[3], filter; unsigned flags, anisotropy; int mipmap; float bias, least, most, border[4]; int rest[12]; } Texture;
typedef struct { size_t x, y; unsigned kind; const void *host; uint64_t device; void *array; size_t pitch; } Side;
typedef struct { Side from, to; size_t width, height; } Copy;
typedef struct { size_t x, y, z, level; unsigned kind; const void *host; uint64_t device; void *array, *more; size_t pitch, height; } Side3;
typedef struct { Side3 from, to; size_t width, height, depth; } Copy3;

int cuInit(unsigned), cuDevicePrimaryCtxRetain(void **, int), cuCtxSetCurrent(void *), cuCtxSynchronize(void), cuModuleLoadData(void **, const void *),
    cuModuleGetFunction(void **, void *, const char *);
int cuMemAlloc_v2(uint64_t *, size_t), cuMemcpyHtoD_v2(uint64_t, const void *, size_t), cuMemcpyDtoH_v2(void *, uint64_t, size_t);
int cuLaunchKernel(void *, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned, void *, void **, void **);
int cuArrayCreate_v2(void **, const Array *), cuArray3DCreate_v2(void **, const Array3 *), cuArrayDestroy(void *), cuArrayGetDescriptor_v2(Array *, void *),
    cuMemcpyHtoA_v2(void *, size_t, const void *, size_t);
int cuMemcpyAtoH_v2(void *, void *, size_t, size_t), cuMemcpy2D_v2(const Copy *), cuMemcpy3D_v2(const Copy3 *), cuModuleGetTexRef(void **, void *,
    const char *), cuModuleGetSurfRef(void **, void *, const char *);
int cuTexRefSetArray(void *, void *, unsigned), cuTexRefSetAddress_v2(size_t *, void *, uint64_t, size_t), cuTexRefSetAddress2D_v3(void *, const Array *,
    uint64_t, size_t), cuTexRefSetFormat(void *, unsigned, int);
int cuTexRefSetAddressMode(void *, int, int), cuTexRefSetFilterMode(void *, int), cuTexRefSetFlags(void *, unsigned), cuSurfRefSetArray(void *, void *,
    unsigned);
int cuTexObjectCreate(uint64_t *, const Resource *, const Texture *, const void *), cuTexObjectDestroy(uint64_t);

enum { N = 4, FLOAT = 0x20, U8 = 1 };
static uint64_t out; static float seen[N]; static void *module;

static float *ran(const char *name, uint64_t handle) {
    void *function, *args[] = {&out, &handle};
    OK(cuModuleGetFunction(&function, module, name)); OK(cuLaunchKernel(function, 1, 1, 1, N, 1, 1, 0, 0, args, 0));
    OK(cuMemcpyDtoH_v2(seen, out, sizeof seen));
    return seen;
}

int main(void) {
    void *context, *line, *image, *same, *face, *array, *volume; uint64_t flat, handle; size_t offset;
    OK(cuInit(0)); OK(cuDevicePrimaryCtxRetain(&context, 0)); OK(cuCtxSetCurrent(context)); OK(cuModuleLoadData(&module, PTX));
    OK(cuMemAlloc_v2(&out, sizeof seen)); OK(cuMemAlloc_v2(&flat, 64));
    float rows[3][N] = {{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}}, back[N];
    OK(cuMemcpyHtoD_v2(flat, rows, 48));
    OK(cuModuleGetTexRef(&line, module, "line")); OK(cuModuleGetTexRef(&same, module, "line")); HOLDS(line == same);
    GIVES(500, cuModuleGetTexRef(&same, module, "none")); OK(cuModuleGetTexRef(&image, module, "image"));
    GIVES(1, cuTexRefSetAddress_v2(&offset, line, flat, 12)); OK(cuTexRefSetFormat(line, FLOAT, 1)); OK(cuTexRefSetAddress_v2(&offset, line, flat, 12));
    HOLDS(ran("texels", 0)[0] == 1 && seen[2] == 3 && seen[3] == 0);
    // bytes are read as floats, unless they stay integers
    OK(cuMemcpyHtoD_v2(flat, "\377\0\63\0", 4)); OK(cuTexRefSetFormat(line, U8, 1)); OK(cuTexRefSetAddress_v2(&offset, line, flat, 4));
    HOLDS(ran("texels", 0)[0] == 1 && seen[2] == 0.2f);
    OK(cuTexRefSetFlags(line, 1)); ran("texels", 0); HOLDS(*(unsigned *)seen == 255);
    // an array with rows copied into its middle
    OK(cuArrayCreate_v2(&array, &(Array){N, 3, FLOAT, 1})); OK(cuMemcpyHtoA_v2(array, 0, rows, sizeof rows));
    OK(cuMemcpy2D_v2(&(Copy){{0, 0, 1, (float[]){60, 70}, 0, 0, 8}, {4, 1, 3, 0, 0, array, 0}, 8, 1})); OK(cuMemcpyAtoH_v2(back, array, 16, 16));
    HOLDS(back[0] == 5 && back[1] == 60 && back[2] == 70);
    Array told; OK(cuArrayGetDescriptor_v2(&told, array)); HOLDS(told.width == N && told.height == 3 && told.format == FLOAT && told.channels == 1);
    OK(cuTexRefSetArray(image, array, 1)); OK(cuTexRefSetFilterMode(image, 1)); OK(cuTexRefSetAddressMode(image, 0, 1));
    GIVES(1, cuTexRefSetAddressMode(image, 5, 1)); HOLDS(ran("between", 0)[1] == 31);
    OK(cuMemcpyHtoD_v2(flat, rows, 48)); OK(cuTexRefSetAddress2D_v3(image, &(Array){N, 3, FLOAT, 1}, flat, 16)); HOLDS(ran("between", 0)[1] == 4);
    // surfaces
    unsigned row = 0; void *function, *args[] = {&row}; OK(cuModuleGetSurfRef(&face, module, "face")); OK(cuSurfRefSetArray(face, array, 0));
    OK(cuMemcpyHtoA_v2(array, 0, (unsigned[]){1, 2, 3, 4}, 16));
    OK(cuModuleGetFunction(&function, module, "doubles")); OK(cuLaunchKernel(function, 1, 1, 1, N, 1, 1, 0, 0, args, 0)); unsigned words[N];
    OK(cuMemcpyAtoH_v2(words, array, 0, 16)); HOLDS(words[0] == 2 && words[3] == 8);
    // three dimensions, and objects
    float cube[24]; for (int i = 0; i < 24; i++) cube[i] = i;
    OK(cuArray3DCreate_v2(&volume, &(Array3){N, 3, 2, FLOAT, 1, 0}));
    OK(cuMemcpy3D_v2(&(Copy3){{0, 0, 0, 0, 1, cube, 0, 0, 0, 16, 3}, {0, 0, 0, 0, 3, 0, 0, volume, 0, 0, 0}, 16, 3, 2}));
    Resource over = {.kind = 0, .over.array = volume}; Texture how = {.address = {1, 1, 1}, .filter = 1};
    OK(cuTexObjectCreate(&handle, &over, &how, 0)); HOLDS(ran("object", handle)[0] == 2 && seen[3] == 5); OK(cuTexObjectDestroy(handle));
    GIVES(400, cuTexObjectDestroy(handle));
    GIVES(801, cuArrayCreate_v2(&array, &(Array){N, 3, 0x77, 1})); OK(cuArrayDestroy(volume)); GIVES(400, cuArrayDestroy(volume));
    puts("passed");
    return 0;
}
