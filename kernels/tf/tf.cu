// Reduction in one launch: each CTA leaves its sum; the one that finishes last, by an atomic count
// behind a fence, adds the sums up. The last warp of a CTA works without barriers, as it did in the
// days of 32 threads in lockstep.
#include "../cuda.h"

#define BLOCK 128

GLOBAL uint finished;

DEVICE float total(volatile float *sums, float sum) {
  int tid = threadIdx.x;
  sums[tid] = sum;
  __syncthreads();
  if (tid < 64) sums[tid] = sum = sum + sums[tid + 64];
  __syncthreads();
  if (tid < 32) {
    sums[tid] = sum = sum + sums[tid + 32];
    sums[tid] = sum = sum + sums[tid + 16];
    sums[tid] = sum = sum + sums[tid + 8];
    sums[tid] = sum = sum + sums[tid + 4];
    sums[tid] = sum = sum + sums[tid + 2];
    sums[tid] = sum = sum + sums[tid + 1];
  }
  return sum;
}

KERNEL BOUNDS(BLOCK) void reduce_single_pass(const float *in, volatile float *out, int n) {
  // the last warp reads beyond its 32 sums what it does not need
  SHARED volatile float sums[BLOCK];
  SHARED bool last;
  int tid = threadIdx.x;
  float sum = 0.0f;
  for (int i = blockIdx.x * 2 * BLOCK + tid; i < n; i += 2 * BLOCK * gridDim.x) {
    sum += in[i];
    if (i + BLOCK < n) sum += in[i + BLOCK];
  }
  sum = total(sums, sum);
  if (tid == 0) {
    out[blockIdx.x] = sum;
    __threadfence();
    last = atomicInc(&finished, gridDim.x) == gridDim.x - 1;
  }
  __syncthreads();
  if (!last) return;
  sum = 0.0f;
  for (int i = tid; i < gridDim.x; i += BLOCK) sum += out[i];
  sum = total(sums, sum);
  if (tid == 0) {
    out[0] = sum;
    finished = 0;
  }
}
