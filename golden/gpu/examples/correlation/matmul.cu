// Matrix multiplication by tiles of 16 x 16 in shared memory, an element of c a thread.
#include "../../../../kernels/cuda.h"

#define TILE 16

KERNEL void matmul(const float *a, const float *b, float *c, int n) {
  SHARED static float tile_a[TILE][TILE];
  SHARED static float tile_b[TILE][TILE];
  int tx = threadIdx.x, ty = threadIdx.y;
  int row = blockIdx.y * TILE + ty, column = blockIdx.x * TILE + tx;
  float sum = 0.0f;
  for (int at = 0; at < n; at += TILE) {
    tile_a[ty][tx] = a[row * n + at + tx];
    tile_b[ty][tx] = b[(at + ty) * n + column];
    __syncthreads();
#pragma unroll
    for (int k = 0; k < TILE; k++) sum += tile_a[ty][k] * tile_b[k][tx];
    __syncthreads();
  }
  c[row * n + column] = sum;
}
