// A cascade of classifiers, as faces are found: a window of an image a thread goes from stage to
// stage until one refuses it. A stage adds up votes of features, each of them a difference of sums
// over rectangles, which come from a table of sums.
#include "../cuda.h"

#define WINDOW 24

// Two rectangles of a window, the second weighs double, a threshold and two votes.
struct Feature {
  uchar x, y, width, height;
  uchar x2, y2, width2, height2;
  int threshold;
  short below, above;
};
struct Stage {
  int first, last, threshold;
};

DEVICE int area(const uint *sums, int pitch, int x, int y, int width, int height) {
  const uint *top = sums + y * pitch + x, *bottom = top + height * pitch;
  return bottom[width] - bottom[0] - top[width] + top[0];
}

KERNEL BOUNDS(256) void classify(const uint *sums, const Feature *features, const Stage *stages, int *passed, int width, int height, int count) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x > width - WINDOW || y > height - WINDOW) return;
  int pitch = width + 1;
  const uint *window = sums + y * pitch + x;
  int stage = 0;
  for (; stage < count; stage++) {
    int votes = 0;
    for (int i = stages[stage].first; i < stages[stage].last; i++) {
      Feature f = features[i];
      int value = area(window, pitch, f.x, f.y, f.width, f.height) - 2 * area(window, pitch, f.x2, f.y2, f.width2, f.height2);
      votes += value < f.threshold ? f.below : f.above;
    }
    if (votes < stages[stage].threshold) break;
  }
  passed[y * width + x] = stage;
}
