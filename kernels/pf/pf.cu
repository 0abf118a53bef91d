// Pathfinder: the cheapest way down a grid, a row after the other. A CTA takes several rows in one
// launch: it starts from more columns than it ends with.
#include "../cuda.h"

#define BLOCK 256

KERNEL BOUNDS(BLOCK) void pathfinder(int steps, const int *wall, const int *from, int *to, int columns, int done, int border) {
  SHARED int before[BLOCK], after[BLOCK];
  int tid = threadIdx.x;
  // columns that this CTA finishes, and where the first of those that it starts from lies
  int width = BLOCK - 2 * steps;
  int first = width * blockIdx.x - border, last = first + BLOCK - 1;
  int x = first + tid;
  int low = first < 0 ? -first : 0;
  int high = last > columns - 1 ? BLOCK - 1 - (last - columns + 1) : BLOCK - 1;
  int west = max(tid - 1, low), east = min(tid + 1, high);
  bool valid = tid >= low && tid <= high;
  if (x >= 0 && x < columns) before[tid] = from[x];
  __syncthreads();
  bool computed;
  for (int i = 0; i < steps; i++) {
    computed = false;
    if (tid > i && tid < BLOCK - 1 - i && valid) {
      computed = true;
      int shortest = min(before[west], min(before[tid], before[east]));
      after[tid] = shortest + wall[columns * (done + i) + x];
    }
    __syncthreads();
    if (i == steps - 1) break;
    if (computed) before[tid] = after[tid];
    __syncthreads();
  }
  if (computed) to[x] = after[tid];
}
