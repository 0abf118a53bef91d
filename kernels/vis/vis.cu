// Visibility on a map of walls: how many cells each cell sees within a radius, and how far. A
// thread a cell, a walk along each line of sight that ends at the first wall.
#include "../cuda.h"

// Whether no wall lies between the cells, along the line that steps by the longer distance and
// rounds the shorter.
NOINLINE bool sees(const uchar *map, int width, int ax, int ay, int bx, int by) {
  int dx = abs(bx - ax), dy = abs(by - ay);
  int step_x = bx < ax ? -1 : 1, step_y = by < ay ? -width : width;
  int steps = max(dx, dy), minor = min(dx, dy);
  int along = dx >= dy ? step_x : step_y, across = dx >= dy ? step_y : step_x;
  int at = ay * width + ax, rest = steps;
  for (int k = 1; k < steps; k++) {
    at += along;
    rest += 2 * minor;
    if (rest >= 2 * steps) {
      rest -= 2 * steps;
      at += across;
    }
    if (map[at]) return false;
  }
  return true;
}

KERNEL void vis(const uchar *map, ushort *seen, ushort *farthest, int width, int height, int radius) {
  int cell = blockIdx.x * blockDim.x + threadIdx.x;
  if (cell >= width * height) return;
  int x = cell % width, y = cell / width, count = 0, far = 0;
  if (!map[cell]) {
    for (int other_y = max(y - radius, 0); other_y <= min(y + radius, height - 1); other_y++) {
      for (int other_x = max(x - radius, 0); other_x <= min(x + radius, width - 1); other_x++) {
        int dx = other_x - x, dy = other_y - y, distance = dx * dx + dy * dy;
        if (distance > radius * radius || map[other_y * width + other_x]) continue;
        if (sees(map, width, x, y, other_x, other_y)) {
          count++;
          far = max(far, distance);
        }
      }
    }
  }
  seen[cell] = count;
  farthest[cell] = far;
}
