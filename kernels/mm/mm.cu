// Matrix multiplication c = a * b by tiles of 16 x 16 in shared memory, an element of c a thread.
// Sizes are multiples of the tile.
#include "../cuda.h"

#define TILE 16

KERNEL void mm(const float *a, const float *b, float *c, int width_a, int width_b) {
  SHARED static float tile_a[TILE][TILE];
  SHARED static float tile_b[TILE][TILE];
  int tx = threadIdx.x, ty = threadIdx.y;
  int first = width_a * TILE * blockIdx.y;
  int last = first + width_a - 1;
  float sum = 0;
  for (int at = first, bt = TILE * blockIdx.x; at <= last; at += TILE, bt += TILE * width_b) {
    tile_a[ty][tx] = a[at + width_a * ty + tx];
    tile_b[ty][tx] = b[bt + width_b * ty + tx];
    __syncthreads();
#pragma unroll
    for (int k = 0; k < TILE; k++) sum = fmaf(tile_a[ty][k], tile_b[k][tx], sum);
    __syncthreads();
  }
  c[(TILE * blockIdx.y + ty) * width_b + TILE * blockIdx.x + tx] = sum;
}
