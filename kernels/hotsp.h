// HotSpot: temperature of a chip from the power of its cells. A block loads a tile of 16 x 16,
// makes several steps in shared memory, and keeps what is still right: the tile shrinks by a cell
// at each side a step (a pyramid), and neighbouring tiles overlap by as much. `STEP` sets what a
// cell is next.
#pragma once
#include "cuda.h"

enum { TILE = 16 };
#define AMBIENT 80.0f

DEVICE bool within(int x, int low, int high) { return x >= low && x <= high; }

KERNEL BOUNDS(256) void hotsp(int steps, const float *power, const float *from, float *to, int cols, int rows, int border, float cap, float rx, float ry,
                              float rz, float step) {
  SHARED float here[TILE][TILE];
  SHARED float watts[TILE][TILE];
  SHARED float next[TILE][TILE];
  int tx = threadIdx.x, ty = threadIdx.y;
  float scale = step / cap;
  float rx1 = 1.0f / rx, ry1 = 1.0f / ry, rz1 = 1.0f / rz;

  int kept = TILE - 2 * steps;
  int top = kept * blockIdx.y - border;
  int left = kept * blockIdx.x - border;
  int y = top + ty, x = left + tx;
  int index = cols * y + x;
  if (within(y, 0, rows - 1) && within(x, 0, cols - 1)) {
    here[ty][tx] = from[index];
    watts[ty][tx] = power[index];
  }
  __syncthreads();

  // the part of the tile that lies on the chip
  int ymin = top < 0 ? -top : 0;
  int ymax = top + TILE > rows ? rows - 1 - top : TILE - 1;
  int xmin = left < 0 ? -left : 0;
  int xmax = left + TILE > cols ? cols - 1 - left : TILE - 1;
  int n = max(ty - 1, ymin), s = min(ty + 1, ymax);
  int w = max(tx - 1, xmin), e = min(tx + 1, xmax);

  bool computed = false;
  for (int i = 0; i < steps; i++) {
    computed = false;
    if (within(tx, i + 1, TILE - i - 2) && within(ty, i + 1, TILE - i - 2) && within(tx, xmin, xmax) && within(ty, ymin, ymax)) {
      computed = true;
      STEP
    }
    __syncthreads();
    if (i == steps - 1) break;
    if (computed) here[ty][tx] = next[ty][tx];
    __syncthreads();
  }
  if (computed) to[index] = next[ty][tx];
}
