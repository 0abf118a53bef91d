// Back propagation, one layer of a neural network: the forward kernel multiplies a tile of 16
// inputs with their weights to 16 hidden units and sums it as a tree of `LEVELS` in shared memory;
// `POWER(i)` is 2 to the power of i. Row and column 0 of the weights are the threshold's.
#pragma once
#include "cuda.h"

enum { HEIGHT = 16, WIDTH = 16 };

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
    int power_two = POWER(i);
    if (ty % power_two == 0) product[ty][tx] = product[ty][tx] + product[ty + power_two / 2][tx];
    __syncthreads();
  }
  weights[index] = product[ty][tx];
  __syncthreads();
  if (tx == 0) partial[by * hidden + ty] = product[tx][ty];
}
