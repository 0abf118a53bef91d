// The runtime API: linear memory, rows and arrays under texture references and objects; surfaces;
// what is refused.
#include "fatbin.h"
#include "textures.h"

typedef struct { int x, y, z, w, f; } Channels;
typedef struct { int normalized, filter, address[3]; Channels channels; int rest[24]; } Reference;
typedef struct { uint64_t kind; union { void *array; struct { void *at; Channels channels; size_t width, height,
    pitch; } rows; int room[32]; } over; } Resource;
typedef struct { int address[3], filter, read, srgb; float border[4]; int normalized, rest[8]; } Texture;
typedef struct { size_t width, height, depth; } Extent;
typedef struct { void *array; size_t x, y, z; void *at; size_t pitch, width, height; } Side;
typedef struct { Side from, to; Extent extent; int kind; } Copy;

void __cudaRegisterTexture(void **, const void *, const void **, const char *, int, int, int), __cudaRegisterSurface(void **, const void *, const void **,
    const char *, int, int);
int cudaLaunchKernel(const void *, dim3, dim3, void **, size_t, void *), cudaDeviceSynchronize(void), cudaMalloc(void **, size_t), cudaFree(void *),
    cudaMemcpy(void *, const void *, size_t, int);
int cudaMallocPitch(void **, size_t *, size_t, size_t), cudaMemcpy2D(void *, size_t, const void *, size_t, size_t, size_t, int);
int cudaBindTexture(size_t *, const void *, const void *, const void *, size_t), cudaBindTexture2D(size_t *, const void *, const void *, const void *, size_t,
    size_t, size_t);
int cudaBindTextureToArray(const void *, const void *, const void *), cudaUnbindTexture(const void *), cudaGetTextureReference(const void **, const void *);
int cudaMallocArray(void **, const void *, size_t, size_t, unsigned), cudaMalloc3DArray(void **, const void *, Extent, unsigned), cudaFreeArray(void *),
    cudaArrayGetInfo(void *, Extent *, unsigned *, void *);
int cudaMemcpyToArray(void *, size_t, size_t, const void *, size_t, int), cudaMemcpy2DToArray(void *, size_t, size_t, const void *, size_t, size_t, size_t,
    int);
int cudaMemcpyFromArray(void *, const void *, size_t, size_t, size_t, int), cudaMemcpy2DFromArray(void *, size_t, const void *, size_t, size_t, size_t,
    size_t, int), cudaMemcpy3D(const void *);
int cudaCreateTextureObject(uint64_t *, const void *, const void *, const void *), cudaDestroyTextureObject(uint64_t), cudaBindSurfaceToArray(const void *,
    const void *, const void *);
int cudaCreateSurfaceObject(uint64_t *, const void *), cudaDestroySurfaceObject(uint64_t);
Channels cudaCreateChannelDesc(int, int, int, int, int);

static char texels, between, object, doubles, face; static Reference line, image;

__attribute__((constructor)) static void registers(void) {
    void **handle = registered(PTX, sizeof PTX, PTX_ENTRY, 60);
    KERNEL(handle, texels); KERNEL(handle, between); KERNEL(handle, object); KERNEL(handle, doubles);
    __cudaRegisterTexture(handle, &line, 0, "line", 1, 0, 0);
    __cudaRegisterTexture(handle, &image, 0, "image", 2, 0, 0);
    __cudaRegisterSurface(handle, &face, 0, "face", 2, 0);
    __cudaRegisterFatBinaryEnd(handle);
}

enum { N = 4 };
static float *out, seen[N];

// What a kernel of one warp leaves in `out`.
static float *ran(const void *kernel, uint64_t handle) {
    dim3 one = {1, 1, 1}, four = {N, 1, 1}; void *args[] = {&out, &handle};
    OK(cudaLaunchKernel(kernel, one, four, args, 0, 0)); OK(cudaDeviceSynchronize()); OK(cudaMemcpy(seen, out, sizeof seen, 2));
    return seen;
}

int main(void) {
    float rows[3][N] = {{1, 2, 3, 4}, {5, 6, 7, 8}, {9, 10, 11, 12}}, back[3][N]; void *flat, *pitched, *array; size_t offset = 7, pitch; const void *same;
    Channels single = cudaCreateChannelDesc(32, 0, 0, 0, 2), odd = cudaCreateChannelDesc(32, 8, 0, 0, 2), told;
    OK(cudaMalloc((void **)&out, sizeof seen)); OK(cudaMalloc(&flat, 12)); OK(cudaMemcpy(flat, rows, 12, 1));
    // linear memory: beyond its three texels lie zeros
    OK(cudaBindTexture(&offset, &line, flat, &single, 0xffffffffu)); HOLDS(offset == 0);
    HOLDS(ran(&texels, 0)[0] == 1 && seen[2] == 3 && seen[3] == 0);
    GIVES(20, cudaBindTexture(0, &line, flat, &odd, 12)); GIVES(18, cudaBindTexture(0, &single, flat, &single, 12));
    OK(cudaGetTextureReference(&same, &line)); HOLDS(same == &line);
    // rows, halfway between the first two
    OK(cudaMallocPitch(&pitched, &pitch, sizeof rows[0], 3)); OK(cudaMemcpy2D(pitched, pitch, rows, sizeof rows[0], sizeof rows[0], 3, 1));
    image.filter = 1; image.address[0] = image.address[1] = 1;
    OK(cudaBindTexture2D(&offset, &image, pitched, &single, N, 3, pitch)); HOLDS(ran(&between, 0)[0] == 3 && seen[3] == 6);
    // an array, whole and in parts
    OK(cudaMallocArray(&array, &single, N, 3, 0)); OK(cudaMemcpyToArray(array, 0, 0, rows, sizeof rows, 1));
    OK(cudaMemcpy2DToArray(array, 4, 1, (float[]){60, 70}, 8, 8, 1, 1)); OK(cudaMemcpy2DFromArray(back, sizeof back[0], array, 0, 0, sizeof back[0], 3, 2));
    HOLDS(back[1][0] == 5 && back[1][1] == 60 && back[1][2] == 70 && back[2][3] == 12);
    GIVES(1, cudaMemcpy2DToArray(array, 12, 1, rows, 8, 8, 1, 1));
    Extent extent; unsigned flags; OK(cudaArrayGetInfo(&told, &extent, &flags, array));
    HOLDS(told.x == 32 && told.f == 2 && extent.width == N && extent.height == 3 && !extent.depth);
    OK(cudaBindTextureToArray(&image, array, &single)); HOLDS(ran(&between, 0)[1] == 31);
    // surfaces
    unsigned row = 1; void *number[] = {&row}; dim3 one = {1, 1, 1}, four = {N, 1, 1};
    OK(cudaBindSurfaceToArray(&face, array, &single)); OK(cudaMemcpyToArray(array, 0, 1, (unsigned[]){1, 2, 3, 4}, 16, 1));
    OK(cudaLaunchKernel(&doubles, one, four, number, 0, 0));
    unsigned words[N]; OK(cudaMemcpyFromArray(words, array, 0, 1, 16, 2)); HOLDS(words[0] == 2 && words[3] == 8);
    // three dimensions, and objects
    float cube[2][3][N]; for (int i = 0; i < 24; i++) (&cube[0][0][0])[i] = i;
    void *volume; OK(cudaMalloc3DArray(&volume, &single, (Extent){N, 3, 2}, 0));
    Copy copy = {.from.at = cube, .from.pitch = 16, .from.width = N, .from.height = 3, .to.array = volume, .extent = {N, 3, 2}, .kind = 1};
    OK(cudaMemcpy3D(&copy));
    Resource over = {.kind = 0, .over.array = volume}; Texture how = {.address = {1, 1, 1}, .filter = 1}; uint64_t handle, other;
    OK(cudaCreateTextureObject(&handle, &over, &how, 0)); HOLDS(ran(&object, handle)[0] == 2 && seen[3] == 5);
    OK(cudaCreateSurfaceObject(&other, &over)); HOLDS(other != handle); OK(cudaDestroySurfaceObject(other)); GIVES(400, cudaDestroySurfaceObject(other));
    Channels bytes = cudaCreateChannelDesc(8, 0, 0, 0, 1); Resource linear = {.kind = 3, .over.rows = {flat, bytes, N, 1, 32}};
    GIVES(26, cudaCreateTextureObject(&other, &linear, &how, 0)); how.read = 1; OK(cudaCreateTextureObject(&other, &linear, &how, 0));
    OK(cudaDestroyTextureObject(other));
    OK(cudaDestroyTextureObject(handle)); OK(cudaFreeArray(volume)); GIVES(400, cudaFreeArray(volume));
    // what is bound no longer is a fault of the kernel
    OK(cudaUnbindTexture(&line)); void *args[] = {&out};
    OK(cudaLaunchKernel(&texels, one, four, args, 0, 0)); GIVES(719, cudaDeviceSynchronize());
    puts("passed");
    return 0;
}
