// The ground of a game: a pixel a thread. Two textures are filtered bilinearly; the upper one
// covers the lower one as its alpha says. A light map, a quarter as wide and as high, is filtered,
// too, and darkens both. The threads of a row read texels beside each other, in two or three rows
// of each texture.
#include "../cuda.h"

// A colour has four bytes: red, green, blue, alpha. Two bytes that are 16 bits apart are multiplied
// at once.
#define PAIR 0x00ff00ffu

// A place in a texture, in 256ths of a texel.
struct Place { int u, v; };

// The sums of four texels, of which the weights add up to 256.
DEVICE uint filtered(const uint *texture, int pitch, Place at) {
  const uint *corner = texture + (at.v >> 8) * pitch + (at.u >> 8);
  uint right = at.u >> 4 & 15, down = at.v >> 4 & 15;
  uint texels[4] = {corner[0], corner[1], corner[pitch], corner[pitch + 1]};
  uint weights[4] = {(16 - right) * (16 - down), right * (16 - down), (16 - right) * down, right * down};
  uint even = 0, odd = 0;
#pragma unroll
  for (int i = 0; i < 4; i++) {
    even += (texels[i] & PAIR) * weights[i];
    odd += (texels[i] >> 8 & PAIR) * weights[i];
  }
  return (even >> 8 & PAIR) | (odd & ~PAIR);
}

// The same of a map of floats.
DEVICE float brightness(const float *map, int pitch, Place at) {
  const float *corner = map + (at.v >> 8) * pitch + (at.u >> 8);
  float right = (float)(at.u & 255) * (1.0f / 256), down = (float)(at.v & 255) * (1.0f / 256);
  float above = fmaf(corner[1] - corner[0], right, corner[0]), below = fmaf(corner[pitch + 1] - corner[pitch], right, corner[pitch]);
  return fmaf(below - above, down, above);
}

// (a * (256 - share) + b * share) / 256
DEVICE uint mixed(uint a, uint b, uint share) {
  uint even = (a & PAIR) * (256 - share) + (b & PAIR) * share, odd = (a >> 8 & PAIR) * (256 - share) + (b >> 8 & PAIR) * share;
  return (even >> 8 & PAIR) | (odd & ~PAIR);
}

// Both textures are turned a little, and shown larger than they are, so that all places lie within
// them.
KERNEL BOUNDS(256) void ground(const uint *lower, const uint *upper, const float *light, uint *pixels, int width, int height, int pitch) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height) return;
  uint below = filtered(lower, width, {240 * x + 8 * y, 8 * x + 240 * y}), above = filtered(upper, width, {200 * x + 24 * y, 24 * x + 200 * y});
  uint colour = mixed(below, above, above >> 24);
  uint shade = brightness(light, pitch, {64 * x, 64 * y}) * 256.0f;
  pixels[y * width + x] = mixed(0, colour, shade);
}
