// The last pass over a game's picture: a pixel a thread. What is out of focus is blurred by a
// filter of five rows and three columns, and haze hides what is far away. Each row of the picture
// is read by the threads of five rows of pixels.
#include "../cuda.h"

#define ROWS 5
#define COLUMNS 3

// A colour has four bytes: red, green, blue, alpha. Two bytes that are 16 bits apart are multiplied
// at once.
#define PAIR 0x00ff00ffu
#define HAZE 0xffd8c8c0u

// (a * (256 - share) + b * share) / 256
DEVICE uint mixed(uint a, uint b, uint share) {
  uint even = (a & PAIR) * (256 - share) + (b & PAIR) * share, odd = (a >> 8 & PAIR) * (256 - share) + (b >> 8 & PAIR) * share;
  return (even >> 8 & PAIR) | (odd & ~PAIR);
}

// The picture begins two rows above the pixels and a column to their left; its rows are `pitch`
// long. Depths are 0 to 1.
KERNEL BOUNDS(256) void finish(const uint *picture, const float *depths, uint *pixels, int width, int height, int pitch, float focus) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  // 64 and 4 in all
  const uint down[ROWS] = {4, 16, 24, 16, 4}, across[COLUMNS] = {1, 2, 1};
  const uint *row = picture + y * pitch + x;
  uint sharp = 0, even = 0, odd = 0;
#pragma unroll
  for (int i = 0; i < ROWS; i++, row += pitch)
#pragma unroll
    for (int j = 0; j < COLUMNS; j++) {
      uint texel = row[j], weight = down[i] * across[j];
      even += (texel & PAIR) * weight;
      odd += (texel >> 8 & PAIR) * weight;
      if (i == ROWS / 2 && j == COLUMNS / 2) sharp = texel;
    }
  uint blurred = (even >> 8 & PAIR) | (odd & ~PAIR);
  float depth = depths[y * width + x];
  uint blur = fminf(fabsf(depth - focus) * 512.0f, 256.0f), haze = depth * depth * 128.0f;
  pixels[y * width + x] = mixed(mixed(sharp, blurred, blur), HAZE, haze);
}
