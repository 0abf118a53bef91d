// Sums of 512 elements: two a thread, then halves in shared memory.
#include "../../../../kernels/cuda.h"

KERNEL void reduce(const float *in, float *out, int n) {
  SHARED static float sums[256];
  int t = threadIdx.x, i = blockIdx.x * blockDim.x * 2 + t;
  float sum = 0.0f;
  if (i < n) sum = in[i];
  if (i + blockDim.x < n) sum += in[i + blockDim.x];
  sums[t] = sum;
  __syncthreads();
  for (int half = blockDim.x / 2; half > 0; half >>= 1) {
    if (t < half) sums[t] += sums[t + half];
    __syncthreads();
  }
  if (t == 0) out[blockIdx.x] = sums[0];
}
