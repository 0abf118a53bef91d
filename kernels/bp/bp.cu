// Back propagation, one layer of a neural network, after Rodinia's: the forward kernel multiplies a
// tile of 16 inputs with their weights to 16 hidden units and sums it as a tree in shared memory;
// the other adjusts the weights. Row and column 0 of the weights are the threshold's.
#include "../cuda.h"

enum { HEIGHT = 16, WIDTH = 16, LEVELS = 4 };

KERNEL void bp_forward(const float *input, float *weights, float *partial, int hidden) {
  SHARED float node[HEIGHT];
  SHARED float product[HEIGHT][WIDTH];
  int by = blockIdx.y, tx = threadIdx.x, ty = threadIdx.y;
  int index = (hidden + 1) * (HEIGHT * by + ty + 1) + tx + 1;

  if (tx == 0) node[ty] = input[HEIGHT * by + ty + 1];
  __syncthreads();
  product[ty][tx] = weights[index];
  __syncthreads();
  product[ty][tx] = product[ty][tx] * node[ty];
  __syncthreads();
#pragma unroll 1
  for (int i = 1; i <= LEVELS; i++) {
    int power_two = 1 << i;
    if (ty % power_two == 0) product[ty][tx] = product[ty][tx] + product[ty + power_two / 2][tx];
    __syncthreads();
  }
  weights[index] = product[ty][tx];
  __syncthreads();
  if (tx == 0) partial[by * hidden + ty] = product[tx][ty];
}

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
