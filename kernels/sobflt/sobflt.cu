// Sobel edge filter on bytes, four pixels a thread, from a tile with a border of one pixel in
// shared memory. Coordinates are clamped to the picture.
#include "../cuda.h"

#define RADIUS 1

extern SHARED uchar tile[];

DEVICE uchar fetch(const uchar *picture, int width, int height, int x, int y) {
  x = max(0, min(x, width - 1));
  y = max(0, min(y, height - 1));
  return picture[y * width + x];
}

// Keeps the branch in front of it, of which clang would make a selection.
#define STAYS_A_BRANCH asm volatile("")

// Of a 3 x 3 neighbourhood, named by row (upper, middle, lower) and column (left, middle, right).
DEVICE uchar sobel(uchar ul, uchar um, uchar ur, uchar ml, uchar mr, uchar ll, uchar lm, uchar lr, float scale) {
  int horizontal = ur + 2 * mr + lr - ul - 2 * ml - ll;
  int vertical = ul + 2 * um + ur - ll - 2 * lm - lr;
  int sum = (int)(scale * (abs(horizontal) + abs(vertical)));
  if (sum < 0) {
    STAYS_A_BRANCH;
    return 0;
  } else if (sum > 255) {
    STAYS_A_BRANCH;
    return 255;
  }
  return (uchar)sum;
}

// A CTA of tx x ty threads makes 4 * span x ty pixels; the tile's rows are `pitch` bytes.
KERNEL void sobflt(uchar *out, const uchar *picture, int pitch, int span, int width, int height, float scale) {
  int u = 4 * blockIdx.x * span;
  int v = blockIdx.y * blockDim.y + threadIdx.y;
  int row = threadIdx.y * pitch;
  for (int i = threadIdx.x; i < span + 2 * RADIUS; i += blockDim.x) {
#pragma unroll
    for (int k = 0; k < 4; k++) tile[row + 4 * i + k] = fetch(picture, width, height, u + 4 * i - RADIUS + k, v - RADIUS);
  }
  if (threadIdx.y < RADIUS * 2) {
    // the rows below the CTA's own
    row = (blockDim.y + threadIdx.y) * pitch;
    for (int i = threadIdx.x; i < span + 2 * RADIUS; i += blockDim.x) {
#pragma unroll
      for (int k = 0; k < 4; k++)
        tile[row + 4 * i + k] = fetch(picture, width, height, u + 4 * i - RADIUS + k, v + (int)blockDim.y - RADIUS);
    }
  }
  __syncthreads();

  u >>= 2;
  uchar *line = out + v * width;
  row = threadIdx.y * pitch;
  for (int i = threadIdx.x; i < span; i += blockDim.x) {
    const uchar *a = tile + row + 4 * i, *b = a + pitch, *c = b + pitch;
    uchar a00 = a[0], a01 = a[1], a02 = a[2], b00 = b[0], b01 = b[1], b02 = b[2], c00 = c[0], c01 = c[1], c02 = c[2];
    uchar x = sobel(a00, a01, a02, b00, b02, c00, c01, c02, scale);
    a00 = a[3], b00 = b[3], c00 = c[3];
    uchar y = sobel(a01, a02, a00, b01, b00, c01, c02, c00, scale);
    a01 = a[4], b01 = b[4], c01 = c[4];
    uchar z = sobel(a02, a00, a01, b02, b01, c02, c00, c01, scale);
    a02 = a[5], b02 = b[5], c02 = c[5];
    uchar w = sobel(a00, a01, a02, b00, b02, c00, c01, c02, scale);
    if (u + i < width / 4 && v < height) {
      uchar *at = line + 4 * (u + i);
      at[0] = x;
      at[1] = y;
      at[2] = z;
      at[3] = w;
    }
  }
}
