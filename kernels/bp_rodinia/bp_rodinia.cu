// Back propagation in the operations of Rodinia's: the tree's levels and powers are logarithms and
// exponentials, and weights change in double precision.
#define LEVELS log2f(HEIGHT)
#define POWER(i) powf(2, i)
#include "../bp.h"

#define ETA 0.3
#define MOMENTUM 0.3

// Once for the weight and once for what it is changed by.
#define CHANGE fma(MOMENTUM, last[index], ETA * delta[x] * input[y])
#define CHANGE_THRESHOLD fma(MOMENTUM, last[x], ETA * delta[x])

KERNEL void bp_adjust(const float *delta, int hidden, const float *input, float *weights, float *last) {
  int by = blockIdx.y, tx = threadIdx.x, ty = threadIdx.y;
  int index = (hidden + 1) * (HEIGHT * by + ty + 1) + tx + 1;
  int y = HEIGHT * by + ty + 1;
  int x = tx + 1;

  weights[index] += CHANGE;
  last[index] = CHANGE;
  __syncthreads();
  if (ty == 0 && by == 0) {
    weights[x] += CHANGE_THRESHOLD;
    last[x] = CHANGE_THRESHOLD;
  }
}
