// Discrete cosine transform of 8 x 8 blocks, quantisation, and the transform back. In a transform a
// CTA has 4 x 2 blocks in shared memory; a thread transforms a row, then a column.
#include "../cuda.h"

#define WIDTH 32
#define HEIGHT 16
#define STRIDE (WIDTH + 1)

// sqrt(2) cos(k pi / 16) for k = 1, 2, 3, 5, 6, 7, and sqrt(1 / 8)
#define A 1.3870398453221474618216191915664f
#define B 1.3065629648763765278566431734272f
#define C 1.1758756024193587169744671046113f
#define D 0.78569495838710218127789736765722f
#define E 0.54119610014619698439972320536639f
#define F 0.27589937928294301233595756366937f
#define NORM 0.35355339059327376220042218105242f

// The odd half of both transforms: its matrix is symmetric.
DEVICE void odd(float o[4], float v0, float v1, float v2, float v3) {
  o[0] = fmaf(F, v3, fmaf(D, v2, fmaf(C, v1, A * v0)));
  o[1] = fmaf(-D, v3, fmaf(-A, v2, fmaf(-F, v1, C * v0)));
  o[2] = fmaf(C, v3, fmaf(F, v2, fmaf(-A, v1, D * v0)));
  o[3] = fmaf(-A, v3, fmaf(C, v2, fmaf(-D, v1, F * v0)));
}

DEVICE void forward8(float *v, int step) {
  float p0 = v[0] + v[7 * step], p1 = v[step] + v[6 * step], p2 = v[2 * step] + v[5 * step], p3 = v[3 * step] + v[4 * step];
  float o[4];
  odd(o, v[0] - v[7 * step], v[step] - v[6 * step], v[2 * step] - v[5 * step], v[3 * step] - v[4 * step]);
  float s0 = p0 + p3, s1 = p1 + p2, d0 = p0 - p3, d1 = p1 - p2;
  v[0] = NORM * (s0 + s1);
  v[2 * step] = NORM * fmaf(E, d1, B * d0);
  v[4 * step] = NORM * (s0 - s1);
  v[6 * step] = NORM * fmaf(-B, d1, E * d0);
  for (int k = 0; k < 4; k++) v[(2 * k + 1) * step] = NORM * o[k];
}

DEVICE void inverse8(float *v, int step) {
  float p0 = v[0] + v[4 * step], p1 = v[0] - v[4 * step];
  float q0 = fmaf(E, v[6 * step], B * v[2 * step]), q1 = fmaf(-B, v[6 * step], E * v[2 * step]);
  float even[4] = {p0 + q0, p1 + q1, p1 - q1, p0 - q0}, o[4];
  odd(o, v[step], v[3 * step], v[5 * step], v[7 * step]);
  for (int j = 0; j < 4; j++) {
    v[j * step] = NORM * (even[j] + o[j]);
    v[(7 - j) * step] = NORM * (even[j] - o[j]);
  }
}

template <bool INVERSE> DEVICE void transform(float *v, int step) { INVERSE ? inverse8(v, step) : forward8(v, step); }

template <bool INVERSE> DEVICE void blocks(float *out, const float *in, int pitch) {
  SHARED float tile[HEIGHT * STRIDE];
  int x = threadIdx.y * 8 + threadIdx.x, y = threadIdx.z * 8;
  int first = (blockIdx.y * HEIGHT + y) * pitch + blockIdx.x * WIDTH + x;
  float *column = tile + y * STRIDE + x;
#pragma unroll
  for (int i = 0; i < 8; i++) column[i * STRIDE] = in[first + i * pitch];
  __syncthreads();
  transform<INVERSE>(tile + (y + threadIdx.x) * STRIDE + threadIdx.y * 8, 1);
  __syncthreads();
  transform<INVERSE>(column, STRIDE);
#pragma unroll
  for (int i = 0; i < 8; i++) out[first + i * pitch] = column[i * STRIDE];
}

KERNEL BOUNDS(64) void dct(float *out, const float *in, int pitch) { blocks<false>(out, in, pitch); }
KERNEL BOUNDS(64) void idct(float *out, const float *in, int pitch) { blocks<true>(out, in, pitch); }

// A value a thread, a block of the image a CTA.
KERNEL BOUNDS(64) void quantize(float *plane, const float *steps, int pitch) {
  int x = blockIdx.x * 8 + threadIdx.x, y = blockIdx.y * 8 + threadIdx.y;
  float step = steps[threadIdx.y * 8 + threadIdx.x];
  plane[y * pitch + x] = rintf(plane[y * pitch + x] / step) * step;
}
