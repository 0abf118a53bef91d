// 2D convolution with a 3 x 3 mask; the border is left alone.
#include "../cuda.h"

KERNEL void conv2d(const float *in, float *out, int rows, int columns) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int i = blockIdx.y * blockDim.y + threadIdx.y;
  const float c11 = 0.2f, c21 = 0.5f, c31 = -0.8f, c12 = -0.3f, c22 = 0.6f, c32 = -0.9f, c13 = 0.4f, c23 = 0.7f, c33 = 0.1f;
  if (i < rows - 1 && j < columns - 1 && i > 0 && j > 0) {
    const float *above = in + (i - 1) * columns + j, *here = in + i * columns + j, *below = in + (i + 1) * columns + j;
    float sum = c11 * above[-1];
    sum = fmaf(c12, above[0], sum);
    sum = fmaf(c13, above[1], sum);
    sum = fmaf(c21, here[-1], sum);
    sum = fmaf(c22, here[0], sum);
    sum = fmaf(c23, here[1], sum);
    sum = fmaf(c31, below[-1], sum);
    sum = fmaf(c32, below[0], sum);
    out[i * columns + j] = fmaf(c33, below[1], sum);
  }
}
