// Finite differences of order 8 in three dimensions: a tile of 16 x 16 moves along z, a column a
// thread. What lies in the plane is shared with the neighbours, what lies before and behind it
// waits in registers.
#include "../cuda.h"

#define TILE 16
#define RADIUS 4

CONSTANT float coefficients[RADIUS + 1];

KERNEL void fd3d(float *out, const float *in, int dim_x, int dim_y, int dim_z) {
  SHARED static float plane[TILE + 2 * RADIUS][TILE + 2 * RADIUS];
  int ix = blockIdx.x * TILE + threadIdx.x + RADIUS, iy = blockIdx.y * TILE + threadIdx.y + RADIUS;
  int next = iy * dim_x + ix, stride = dim_x * dim_y, at = 0;
  int tx = threadIdx.x + RADIUS, ty = threadIdx.y + RADIUS;

  float behind4, behind3, behind2, behind1, current, front1, front2, front3, front4;
  behind3 = in[next], next += stride;
  behind2 = in[next], next += stride;
  behind1 = in[next], next += stride;
  current = in[next], at = next, next += stride;
  front1 = in[next], next += stride;
  front2 = in[next], next += stride;
  front3 = in[next], next += stride;
  front4 = in[next], next += stride;

  for (int z = RADIUS; z < dim_z - RADIUS; z++) {
    behind4 = behind3, behind3 = behind2, behind2 = behind1, behind1 = current;
    current = front1, front1 = front2, front2 = front3, front3 = front4;
    front4 = in[next];
    next += stride;
    at += stride;
    __syncthreads();

    // the borders above and below, left and right
    if (threadIdx.y < RADIUS) {
      plane[threadIdx.y][tx] = in[at - RADIUS * dim_x];
      plane[threadIdx.y + TILE + RADIUS][tx] = in[at + TILE * dim_x];
    }
    if (threadIdx.x < RADIUS) {
      plane[ty][threadIdx.x] = in[at - RADIUS];
      plane[ty][threadIdx.x + TILE + RADIUS] = in[at + TILE];
    }
    plane[ty][tx] = current;
    __syncthreads();

    float value = coefficients[0] * current;
    value = fmaf(coefficients[1], front1 + behind1 + plane[ty - 1][tx] + plane[ty + 1][tx] + plane[ty][tx - 1] + plane[ty][tx + 1], value);
    value = fmaf(coefficients[2], front2 + behind2 + plane[ty - 2][tx] + plane[ty + 2][tx] + plane[ty][tx - 2] + plane[ty][tx + 2], value);
    value = fmaf(coefficients[3], front3 + behind3 + plane[ty - 3][tx] + plane[ty + 3][tx] + plane[ty][tx - 3] + plane[ty][tx + 3], value);
    value = fmaf(coefficients[4], front4 + behind4 + plane[ty - 4][tx] + plane[ty + 4][tx] + plane[ty][tx - 4] + plane[ty][tx + 4], value);
    out[at] = value;
  }
}
