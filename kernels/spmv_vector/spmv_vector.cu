// Sparse matrix times vector, compressed rows: a row a warp, whose threads add up by halves in
// lockstep, without a barrier.
#include "../cuda.h"

#define BLOCK 128
#define WARP 32

KERNEL BOUNDS(BLOCK) void spmv_vector(const int *rows, const int *columns, const float *values, const float *x, float *y, int n) {
  // the last warp reads, in its upper half, what nobody needs
  SHARED volatile float sums[BLOCK + WARP / 2];
  SHARED volatile int ends[BLOCK / WARP][2];
  int tid = threadIdx.x, lane = tid % WARP, warp = tid / WARP;
  int warps = gridDim.x * (BLOCK / WARP);
  for (int row = blockIdx.x * (BLOCK / WARP) + warp; row < n; row += warps) {
    if (lane < 2) ends[warp][lane] = rows[row + lane];
    int start = ends[warp][0], end = ends[warp][1];
    float sum = 0.0f;
    for (int k = start + lane; k < end; k += WARP) sum = fmaf(values[k], x[columns[k]], sum);
    sums[tid] = sum;
    sums[tid] = sum = sum + sums[tid + 16];
    sums[tid] = sum = sum + sums[tid + 8];
    sums[tid] = sum = sum + sums[tid + 4];
    sums[tid] = sum = sum + sums[tid + 2];
    sums[tid] = sum = sum + sums[tid + 1];
    if (lane == 0) y[row] = sum;
  }
}
