// Vector addition: an element a thread.
#include "../../../../kernels/cuda.h"

KERNEL void vecadd(const float *a, const float *b, float *c, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
}
