// The Mandelbrot set. CTAs of 16 x 16 pixels take tiles from a common count until none is left; a
// frame is blended with those before it.
#include "pixel.h"

// Tiles that have been taken, by frame.
GLOBAL uint taken[4];

// A pixel holds red, green, blue in its lowest bytes.
KERNEL BOUNDS(256) void mandelbrot(uint *image, int width, int height, int turns, float left, float top, float extent, uint colours, int frame,
                                   int tiles_x, uint tiles) {
  SHARED uint tile, tile_x, tile_y;
  float scale = extent / width;
  while (true) {
    if (threadIdx.x == 0 && threadIdx.y == 0) {
      tile = atomicAdd(&taken[frame], 1u);
      tile_x = tile % tiles_x;
      tile_y = tile / tiles_x;
    }
    __syncthreads();
    if (tile >= tiles) break;
    int ix = blockDim.x * tile_x + threadIdx.x, iy = blockDim.y * tile_y + threadIdx.y;
    if (ix < width && iy < height) {
      int m = orbit(fmaf((float)ix, scale, left), fmaf((float)iy, scale, top), turns);
      m = m > 0 ? turns - m : 0;
      uint red = m * (colours & 255) & 255, green = m * (colours >> 8 & 255) & 255, blue = m * (colours >> 16 & 255) & 255;
      uint *pixel = image + width * iy + ix;
      if (frame == 0) {
        *pixel = red | green << 8 | blue << 16;
      } else {
        uint before = *pixel;
        *pixel = blended(before & 255, red, frame) | blended(before >> 8 & 255, green, frame) << 8 |
                 blended(before >> 16 & 255, blue, frame) << 16;
      }
    }
    __syncthreads();
  }
}
