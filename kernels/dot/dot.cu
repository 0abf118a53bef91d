// Dot product: a tree of sums in each CTA, whose root is added atomically.
#include "../cuda.h"

KERNEL void dot(const float *a, const float *b, float *sum, int n) {
  SHARED float part[256];
  float mine = 0;
  for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += 256 * gridDim.x) mine = fmaf(a[i], b[i], mine);
  part[threadIdx.x] = mine;
  __syncthreads();
  for (int half = 128; half > 0; half /= 2) {
    if (threadIdx.x < half) part[threadIdx.x] += part[threadIdx.x + half];
    __syncthreads();
  }
  if (threadIdx.x == 0) atomicAdd(sum, part[0]);
}
