// Sparse matrix times vector, compressed rows: a row a thread, so that warps wait for their longest
// row.
#include "../cuda.h"

KERNEL void spmv_scalar(const int *rows, const int *columns, const float *values, const float *x, float *y, int n) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < n) {
    float sum = 0.0f;
    int end = rows[row + 1];
    for (int k = rows[row]; k < end; k++) sum = fmaf(values[k], x[columns[k]], sum);
    y[row] = sum;
  }
}
