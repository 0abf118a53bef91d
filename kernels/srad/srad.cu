// Speckle reducing anisotropic diffusion: statistics of a homogeneous region, the diffusion
// coefficient of every pixel, the update.
#include "../cuda.h"

#define SIZE 16
#define REGION_THREADS 256

// The speckle scale of the region: its variance over the square of its mean.
KERNEL BOUNDS(REGION_THREADS) void srad_statistics(const float *image, float *scale, int columns, int region) {
  SHARED float sums[REGION_THREADS], squares[REGION_THREADS];
  int tid = threadIdx.x;
  float sum = 0.0f, square = 0.0f;
  for (int i = tid; i < region * region; i += REGION_THREADS) {
    float value = image[i / region * columns + i % region];
    sum += value;
    square = fmaf(value, value, square);
  }
  sums[tid] = sum;
  squares[tid] = square;
  __syncthreads();
  for (int half = REGION_THREADS / 2; half > 0; half /= 2) {
    if (tid < half) {
      sums[tid] += sums[tid + half];
      squares[tid] += squares[tid + half];
    }
    __syncthreads();
  }
  if (tid == 0) {
    float mean = sums[0] / (region * region);
    float variance = fmaf(-mean, mean, squares[0] / (region * region));
    *scale = variance / (mean * mean);
  }
}

KERNEL BOUNDS(SIZE *SIZE) void srad_coefficient(float *north, float *south, float *west, float *east, const float *image, float *coefficient,
                                              const float *scale, int columns) {
  SHARED float tile[SIZE][SIZE], above[SIZE], below[SIZE], before[SIZE], behind[SIZE];
  int tx = threadIdx.x, ty = threadIdx.y;
  int x = blockIdx.x * SIZE + tx, y = blockIdx.y * SIZE + ty, at = y * columns + x;
  tile[ty][tx] = image[at];
  // outside the image its border goes on
  if (ty == 0) above[tx] = image[y == 0 ? at : at - columns];
  if (ty == SIZE - 1) below[tx] = image[blockIdx.y == gridDim.y - 1 ? at : at + columns];
  if (tx == 0) before[ty] = image[x == 0 ? at : at - 1];
  if (tx == SIZE - 1) behind[ty] = image[x == columns - 1 ? at : at + 1];
  __syncthreads();
  float here = tile[ty][tx], n, s, w, e;
  if (ty == 0) n = above[tx] - here;
  else n = tile[ty - 1][tx] - here;
  if (ty == SIZE - 1) s = below[tx] - here;
  else s = tile[ty + 1][tx] - here;
  if (tx == 0) w = before[ty] - here;
  else w = tile[ty][tx - 1] - here;
  if (tx == SIZE - 1) e = behind[ty] - here;
  else e = tile[ty][tx + 1] - here;
  float gradient = fmaf(e, e, fmaf(w, w, fmaf(s, s, n * n))) / (here * here);
  float laplacian = (n + s + w + e) / here;
  float numerator = fmaf(0.5f, gradient, -(1.0f / 16.0f) * (laplacian * laplacian));
  float denominator = fmaf(0.25f, laplacian, 1.0f);
  float q = numerator / (denominator * denominator), q0 = *scale;
  float c = 1.0f / (1.0f + (q - q0) / (q0 * (1.0f + q0)));
  if (c < 0.0f) c = 0.0f;
  else if (c > 1.0f) c = 1.0f;
  coefficient[at] = c;
  north[at] = n;
  south[at] = s;
  west[at] = w;
  east[at] = e;
}

KERNEL BOUNDS(SIZE *SIZE) void srad_update(const float *north, const float *south, const float *west, const float *east, float *image,
                                         const float *coefficient, float lambda, int columns) {
  SHARED float tile[SIZE][SIZE], below[SIZE], behind[SIZE];
  int tx = threadIdx.x, ty = threadIdx.y;
  int x = blockIdx.x * SIZE + tx, y = blockIdx.y * SIZE + ty, at = y * columns + x;
  tile[ty][tx] = coefficient[at];
  if (ty == SIZE - 1) below[tx] = coefficient[blockIdx.y == gridDim.y - 1 ? at : at + columns];
  if (tx == SIZE - 1) behind[ty] = coefficient[x == columns - 1 ? at : at + 1];
  __syncthreads();
  float here = tile[ty][tx], s, e;
  if (ty == SIZE - 1) s = below[tx];
  else s = tile[ty + 1][tx];
  if (tx == SIZE - 1) e = behind[ty];
  else e = tile[ty][tx + 1];
  float divergence = fmaf(e, east[at], fmaf(here, west[at], fmaf(s, south[at], here * north[at])));
  image[at] = fmaf(0.25f * lambda, divergence, image[at]);
}
