// Reduction as the first version of the SDK's seven: neighbours are added, by the threads whose
// number the step divides.
#include "../cuda.h"

KERNEL void reduce0(const int *in, int *out, int n) {
  extern SHARED int sums[];
  int tid = threadIdx.x, i = blockIdx.x * blockDim.x + tid;
  sums[tid] = i < n ? in[i] : 0;
  __syncthreads();
  for (uint step = 1; step < blockDim.x; step *= 2) {
    if (tid % (2 * step) == 0) sums[tid] += sums[tid + step];
    __syncthreads();
  }
  if (tid == 0) out[blockIdx.x] = sums[0];
}
