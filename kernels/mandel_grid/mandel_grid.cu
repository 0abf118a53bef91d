// The Mandelbrot set. Each CTA of 16 x 16 pixels has fixed tiles, as many apart as there are CTAs.
// After the first frame pixels are repainted that differ from a neighbour. The SDK does so within
// one image, where a neighbour may be repainted already; here are two.
#include "../mandel/pixel.h"

// A pixel's red, green and blue, in its lowest bytes.
DEVICE uint shade(int ix, int iy, int turns, float left, float top, float scale, uint colours) {
  int m = orbit(fmaf((float)ix, scale, left), fmaf((float)iy, scale, top), turns);
  m = m > 0 ? turns - m : 0;
  return (m * (colours & 255) & 255) | (m * (colours >> 8 & 255) & 255) << 8 | (m * (colours >> 16 & 255) & 255) << 16;
}

KERNEL BOUNDS(256) void mandelbrot(uint *image, int width, int height, int turns, float left, float top, float extent, uint colours, int tiles_x,
                                   uint tiles) {
  float scale = extent / width;
  for (uint tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
    uint tile_x = tile % tiles_x, tile_y = tile / tiles_x;
    int ix = blockDim.x * tile_x + threadIdx.x, iy = blockDim.y * tile_y + threadIdx.y;
    if (ix < width && iy < height) image[width * iy + ix] = shade(ix, iy, turns, left, top, scale, colours);
  }
}

// 1 if two pixels differ by more than ten in red, green or blue.
DEVICE int differ(uint a, uint b) {
  for (int byte = 0; byte < 24; byte += 8) {
    if (abs((int)(a >> byte & 255) - (int)(b >> byte & 255)) > 10) return 1;
  }
  return 0;
}

KERNEL BOUNDS(256) void mandelbrot_edges(const uint *before, uint *image, int width, int height, int turns, float left, float top, float extent,
                                         uint colours, int frame, int tiles_x, uint tiles) {
  float scale = extent / width;
  for (uint tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
    uint tile_x = tile % tiles_x, tile_y = tile / tiles_x;
    int ix = blockDim.x * tile_x + threadIdx.x, iy = blockDim.y * tile_y + threadIdx.y;
    if (ix < width && iy < height) {
      int at = width * iy + ix;
      uint old = before[at];
      int count = 0;
      if (ix > 0) count += differ(old, before[at - 1]);
      if (ix + 1 < width) count += differ(old, before[at + 1]);
      if (iy > 0) count += differ(old, before[at - width]);
      if (iy + 1 < height) count += differ(old, before[at + width]);
      if (count > 0) {
        uint now = shade(ix, iy, turns, left, top, scale, colours);
        image[at] = blended(old & 255, now & 255, frame) | blended(old >> 8 & 255, now >> 8 & 255, frame) << 8 |
                    blended(old >> 16, now >> 16, frame) << 16;
      }
    }
  }
}
