// Separable convolution: rows, then columns, each through a tile in shared memory with a halo on
// both sides. A thread makes eight results.
#include "../cuda.h"

#define RADIUS 8
#define STEPS 8
#define ROW_X 16
#define ROW_Y 4
#define COLUMN_X 16
#define COLUMN_Y 8

CONSTANT float weights[2 * RADIUS + 1];

KERNEL BOUNDS(ROW_X *ROW_Y) void convolve_rows(float *out, const float *in, int width, int height, int pitch) {
  SHARED float tile[ROW_Y][(STEPS + 2) * ROW_X];
  int x = (blockIdx.x * STEPS - 1) * ROW_X + threadIdx.x;
  int y = blockIdx.y * ROW_Y + threadIdx.y;
  in += y * pitch + x;
  out += y * pitch + x;
  float *row = tile[threadIdx.y] + threadIdx.x;
  row[0] = x >= 0 ? in[0] : 0.0f;
#pragma unroll
  for (int i = 1; i <= STEPS; i++) row[i * ROW_X] = in[i * ROW_X];
  row[(STEPS + 1) * ROW_X] = width - x > (STEPS + 1) * ROW_X ? in[(STEPS + 1) * ROW_X] : 0.0f;
  __syncthreads();
#pragma unroll
  for (int i = 1; i <= STEPS; i++) {
    float sum = 0.0f;
#pragma unroll
    for (int j = -RADIUS; j <= RADIUS; j++) sum = fmaf(weights[RADIUS - j], row[i * ROW_X + j], sum);
    out[i * ROW_X] = sum;
  }
}

KERNEL BOUNDS(COLUMN_X *COLUMN_Y) void convolve_columns(float *out, const float *in, int width, int height, int pitch) {
  SHARED float tile[COLUMN_X][(STEPS + 2) * COLUMN_Y + 1];
  int x = blockIdx.x * COLUMN_X + threadIdx.x;
  int y = (blockIdx.y * STEPS - 1) * COLUMN_Y + threadIdx.y;
  in += y * pitch + x;
  out += y * pitch + x;
  float *column = tile[threadIdx.x] + threadIdx.y;
#pragma unroll
  for (int i = 1; i <= STEPS; i++) column[i * COLUMN_Y] = in[i * COLUMN_Y * pitch];
  column[0] = y >= 0 ? in[0] : 0.0f;
  column[(STEPS + 1) * COLUMN_Y] = height - y > (STEPS + 1) * COLUMN_Y ? in[(STEPS + 1) * COLUMN_Y * pitch] : 0.0f;
  __syncthreads();
#pragma unroll
  for (int i = 1; i <= STEPS; i++) {
    float sum = 0.0f;
#pragma unroll
    for (int j = -RADIUS; j <= RADIUS; j++) sum = fmaf(weights[RADIUS - j], column[i * COLUMN_Y + j], sum);
    out[i * COLUMN_Y * pitch] = sum;
  }
}
