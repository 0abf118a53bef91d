// Parallel reduction, after the CUDA SDK's last one (reduce6): threads sum over the grid, then a
// tree in shared memory, whose last warp relies on its lockstep instead of barriers.
#include "../cuda.h"

extern SHARED int partial[];

template <int BLOCK> DEVICE void reduce(const int *in, int *out, int n) {
  int tid = threadIdx.x;
  int sum = 0;
  for (int i = blockIdx.x * BLOCK * 2 + tid; i < n; i += BLOCK * 2 * gridDim.x) {
    sum += in[i];
    if (i + BLOCK < n) sum += in[i + BLOCK];
  }
  partial[tid] = sum;
  __syncthreads();
  if (BLOCK >= 256) {
    if (tid < 128) partial[tid] = sum = sum + partial[tid + 128];
    __syncthreads();
  }
  if (BLOCK >= 128) {
    if (tid < 64) partial[tid] = sum = sum + partial[tid + 64];
    __syncthreads();
  }
  if (tid < 32) {
    volatile int *warp = partial;
    if (BLOCK >= 64) warp[tid] = sum = sum + warp[tid + 32];
    warp[tid] = sum = sum + warp[tid + 16];
    warp[tid] = sum = sum + warp[tid + 8];
    warp[tid] = sum = sum + warp[tid + 4];
    warp[tid] = sum = sum + warp[tid + 2];
    warp[tid] = sum = sum + warp[tid + 1];
  }
  if (tid == 0) out[blockIdx.x] = partial[0];
}

KERNEL BOUNDS(256) void pr_many(const int *in, int *out, int n) { reduce<256>(in, out, n); }

KERNEL BOUNDS(32) void pr_last(const int *in, int *out, int n) { reduce<32>(in, out, n); }
