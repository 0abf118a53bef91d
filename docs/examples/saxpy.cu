// y = a x + y, an element a thread.
#include "../../kernels/cuda.h"

KERNEL void saxpy(int n, float a, const float *x, float *y) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) y[i] = a * x[i] + y[i];
}
