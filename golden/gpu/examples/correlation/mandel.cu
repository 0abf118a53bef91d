// The Mandelbrot set: a pixel a thread, and how many turns its orbit stays within the circle of
// radius two.
#include "../../../../kernels/cuda.h"

KERNEL void mandel(int *image, int width, int height, int turns) {
  int pixel = blockIdx.x * blockDim.x + threadIdx.x;
  int px = pixel % width, py = pixel / width;
  if (pixel >= width * height) return;
  float cx = -2.0f + 3.0f * px / width, cy = -1.5f + 3.0f * py / height;
  float x = 0.0f, y = 0.0f;
  int turn = 0;
  while (turn < turns && x * x + y * y < 4.0f) {
    float next = x * x - y * y + cx;
    y = 2.0f * x * y + cy;
    x = next;
    turn++;
  }
  image[pixel] = turn;
}
