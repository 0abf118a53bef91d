// Separable convolution through textures: rows, then columns, a pixel a thread. Beyond the image
// lies the pixel at its border. The PTX reader has no `tex`, so a texture is read by global loads
// whose coordinates are clamped to the image, which is what a texture unit does in clamp mode
// without filtering.
#include "../cuda.h"

#define RADIUS 8
#define BLOCK_X 16
#define BLOCK_Y 12

CONSTANT float weights[2 * RADIUS + 1];

// A texture: the pixel at (x, y), or the nearest one to it at the image's border.
DEVICE float texel(const float *image, int x, int y, int width, int height) {
  return image[min(max(y, 0), height - 1) * width + min(max(x, 0), width - 1)];
}

KERNEL BOUNDS(BLOCK_X *BLOCK_Y) void texture_rows(float *out, const float *in, int width, int height) {
  int x = blockIdx.x * BLOCK_X + threadIdx.x, y = blockIdx.y * BLOCK_Y + threadIdx.y;
  if (x >= width || y >= height) return;
  float sum = 0.0f;
#pragma unroll
  for (int j = -RADIUS; j <= RADIUS; j++) sum = fmaf(weights[RADIUS - j], texel(in, x + j, y, width, height), sum);
  out[y * width + x] = sum;
}

KERNEL BOUNDS(BLOCK_X *BLOCK_Y) void texture_columns(float *out, const float *in, int width, int height) {
  int x = blockIdx.x * BLOCK_X + threadIdx.x, y = blockIdx.y * BLOCK_Y + threadIdx.y;
  if (x >= width || y >= height) return;
  float sum = 0.0f;
#pragma unroll
  for (int j = -RADIUS; j <= RADIUS; j++) sum = fmaf(weights[RADIUS - j], texel(in, x, y + j, width, height), sum);
  out[y * width + x] = sum;
}
