// Finite differences in three dimensions, eight neighbours in each: a CTA walks along z with a
// plane in shared memory and a column in each thread's registers. Threads at the rim of the CTA
// bring the halo of the plane.
#include "../cuda.h"

#define RADIUS 4
#define BLOCK_X 32
#define BLOCK_Y 16

CONSTANT float stencil[RADIUS + 1];

// `in` and `out` have a halo of RADIUS on every side; `stride_y` and `stride_z` count it.
KERNEL BOUNDS(BLOCK_X *BLOCK_Y) void fdtd3d(float *out, const float *in, int dim_x, int dim_y, int dim_z, int stride_y, int stride_z) {
  SHARED float tile[BLOCK_Y + 2 * RADIUS][BLOCK_X + 2 * RADIUS];
  int tx = threadIdx.x, ty = threadIdx.y, x = blockIdx.x * BLOCK_X + tx, y = blockIdx.y * BLOCK_Y + ty;
  int lx = tx + RADIUS, ly = ty + RADIUS;
  int from = (y + RADIUS) * stride_y + x + RADIUS, to;
  bool reads = x < dim_x + RADIUS && y < dim_y + RADIUS, writes = x < dim_x && y < dim_y;
  float behind[RADIUS], ahead[RADIUS], current = 0.0f;
#pragma unroll
  for (int i = RADIUS - 2; i >= 0; i--) {
    behind[i] = reads ? in[from] : 0.0f;
    from += stride_z;
  }
  if (reads) current = in[from];
  to = from;
  from += stride_z;
#pragma unroll
  for (int i = 0; i < RADIUS; i++) {
    ahead[i] = reads ? in[from] : 0.0f;
    from += stride_z;
  }
  for (int z = 0; z < dim_z; z++) {
#pragma unroll
    for (int i = RADIUS - 1; i > 0; i--) behind[i] = behind[i - 1];
    behind[0] = current;
    current = ahead[0];
#pragma unroll
    for (int i = 0; i < RADIUS - 1; i++) ahead[i] = ahead[i + 1];
    if (reads) ahead[RADIUS - 1] = in[from];
    from += stride_z;
    to += stride_z;
    __syncthreads();
    if (ty < RADIUS) {
      tile[ty][lx] = reads ? in[to - RADIUS * stride_y] : 0.0f;
      tile[ty + BLOCK_Y + RADIUS][lx] = y + BLOCK_Y < dim_y + RADIUS && reads ? in[to + BLOCK_Y * stride_y] : 0.0f;
    }
    if (tx < RADIUS) {
      tile[ly][tx] = reads ? in[to - RADIUS] : 0.0f;
      tile[ly][tx + BLOCK_X + RADIUS] = x + BLOCK_X < dim_x + RADIUS && reads ? in[to + BLOCK_X] : 0.0f;
    }
    tile[ly][lx] = current;
    __syncthreads();
    float value = stencil[0] * current;
#pragma unroll
    for (int i = 1; i <= RADIUS; i++) {
      float around = ahead[i - 1] + behind[i - 1] + tile[ly - i][lx] + tile[ly + i][lx] + tile[ly][lx - i] + tile[ly][lx + i];
      value = fmaf(stencil[i], around, value);
    }
    if (writes) out[to] = value;
  }
}
