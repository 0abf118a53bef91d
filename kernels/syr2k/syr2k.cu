// Symmetric update of rank 2k: C = beta C + alpha A B' + alpha B A', an element a thread.
#include "../cuda.h"

KERNEL void syr2k(const float *a, const float *b, float *c, float alpha, float beta, int n, int m) {
  int j = blockIdx.x * blockDim.x + threadIdx.x, i = blockIdx.y * blockDim.y + threadIdx.y;
  if (i < n && j < n) {
    float sum = c[i * n + j] * beta;
    for (int k = 0; k < m; k++) {
      sum = fmaf(alpha * a[i * m + k], b[j * m + k], sum);
      sum = fmaf(alpha * b[i * m + k], a[j * m + k], sum);
    }
    c[i * n + j] = sum;
  }
}
