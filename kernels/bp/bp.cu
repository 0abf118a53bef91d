// Back propagation after Rodinia's, in integers and in single precision.
#define LEVELS 4
#define POWER(i) (1 << i)
#include "../bp.h"

#define ETA 0.3f
#define MOMENTUM 0.3f

KERNEL void bp_adjust(const float *delta, int hidden, const float *input, float *weights, float *last) {
  int by = blockIdx.y, tx = threadIdx.x, ty = threadIdx.y;
  int index = (hidden + 1) * (HEIGHT * by + ty + 1) + tx + 1;
  int y = HEIGHT * by + ty + 1;
  int x = tx + 1;

  float change = fmaf(MOMENTUM, last[index], ETA * delta[x] * input[y]);
  weights[index] += change;
  last[index] = change;
  __syncthreads();
  if (ty == 0 && by == 0) {
    float threshold = fmaf(MOMENTUM, last[x], ETA * delta[x]);
    weights[x] += threshold;
    last[x] = threshold;
  }
}
