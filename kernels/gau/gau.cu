// Gaussian elimination, two kernels a column, after Rodinia's: the multipliers of the column, a row
// a thread; then all that is right of and below it.
#include "../cuda.h"

KERNEL void gau_multipliers(float *m, const float *a, int size, int t) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= size - 1 - t) return;
  m[size * (i + t + 1) + t] = a[size * (i + t + 1) + t] / a[size * t + t];
}

KERNEL void gau_rows(const float *m, float *a, float *b, int size, int t) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= size - 1 - t) return;
  if (y >= size - t) return;
  int row = x + t + 1;
  a[size * row + y + t] = fmaf(-m[size * row + t], a[size * t + y + t], a[size * row + y + t]);
  if (y == 0) b[row] = fmaf(-m[size * row + t], b[t], b[row]);
}
