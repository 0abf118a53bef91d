// Sparse matrix times vector, compressed rows: a row a warp, whose threads are as many as it has
// elements, or fewer that go round. A launch says the size of each warp.
#include "../cuda.h"

KERNEL void spmv_warp(const int *rows, const int *columns, const float *values, const float *x, float *y) {
  int wid = blockIdx.x, tid = threadIdx.x, ntids = blockDim.x;
  int end = rows[wid + 1];
  float sum = 0.0f;
#pragma unroll 1
  for (int k = rows[wid] + tid; k < end; k += ntids) sum = fmaf(values[k], x[columns[k]], sum);
  // thread t has the sum of threads t to t + 2 d - 1 after each step: right for every size
#pragma unroll 1
  for (int d = 1; d < ntids; d *= 2) {
    float other = shfl_down(sum, d);
    if (tid + d < ntids) sum += other;
  }
  if (tid == 0) y[wid] = sum;
}
