// H.264 motion compensation of macroblocks, a CTA each: luma at quarter samples, chroma at eighths.
// Each 8 x 8 quarter has a motion vector of its own (x, y in quarter luma samples); its window of
// the reference waits in shared memory. References are clamped to the picture.
#include "../cuda.h"

#define THREADS 64
// a quarter's samples and two before, three after
#define SPAN 13
#define SPAN_CHROMA 5

DEVICE int clip(int a) { return min(max(a, 0), 255); }
DEVICE int tap(int a, int b, int c, int d, int e, int f) { return a - 5 * b + 20 * c + 20 * d - 5 * e + f; }
DEVICE int mean(int a, int b) { return (a + b + 1) >> 1; }

// The filter along a row or a column before rounding: half way to the next sample.
DEVICE int raw(const uchar *p, int step) {
  return tap(p[-2 * step], p[-step], p[0], p[step], p[2 * step], p[3 * step]);
}
DEVICE int half(const uchar *p, int step) { return clip((raw(p, step) + 16) >> 5); }
// Half way in both.
DEVICE int centre(const uchar *p) {
  int rows[6];
#pragma unroll
  for (int k = 0; k < 6; k++) rows[k] = raw(p + (k - 2) * SPAN, 1);
  return clip((tap(rows[0], rows[1], rows[2], rows[3], rows[4], rows[5]) + 512) >> 10);
}

// The sample at p and (fx, fy) quarters to the right and below: between full and half samples the
// mean of the two nearest.
DEVICE int sample(const uchar *p, int fx, int fy) {
  if (fx == 0 && fy == 0) return p[0];
  if (fy == 0) {
    int b = half(p, 1);
    if (fx == 2) return b;
    return mean(b, p[fx >> 1]);
  }
  if (fx == 0) {
    int h = half(p, SPAN);
    if (fy == 2) return h;
    return mean(h, p[(fy >> 1) * SPAN]);
  }
  if (fx == 2) {
    int j = centre(p);
    if (fy == 2) return j;
    return mean(j, half(p + (fy >> 1) * SPAN, 1));
  }
  if (fy == 2) return mean(centre(p), half(p + (fx >> 1), SPAN));
  return mean(half(p + (fy >> 1) * SPAN, 1), half(p + (fx >> 1), SPAN));
}

KERNEL void mc_luma(const uchar *reference, const short *vectors, uchar *predicted, int width, int height) {
  SHARED static uchar windows[4][SPAN * SPAN];
  int quarter = threadIdx.x >> 4, lane = threadIdx.x & 15;
  int macroblock = blockIdx.y * gridDim.x + blockIdx.x;
  int vx = vectors[(macroblock * 4 + quarter) * 2], vy = vectors[(macroblock * 4 + quarter) * 2 + 1];
  int x = blockIdx.x * 16 + (quarter & 1) * 8, y = blockIdx.y * 16 + (quarter >> 1) * 8;
  uchar *window = windows[quarter];
  for (int i = lane; i < SPAN * SPAN; i += 16) {
    int from_x = min(max(x + (vx >> 2) + i % SPAN - 2, 0), width - 1);
    int from_y = min(max(y + (vy >> 2) + i / SPAN - 2, 0), height - 1);
    window[i] = reference[from_y * width + from_x];
  }
  __syncthreads();
  // four samples of a row a thread
  int row = lane >> 1, column = (lane & 1) * 4;
  const uchar *at = window + (row + 2) * SPAN + column + 2;
  uint four = 0;
  for (int k = 0; k < 4; k++) four |= (uint)sample(at + k, vx & 3, vy & 3) << (8 * k);
  *(uint *)(predicted + (y + row) * width + x + column) = four;
}

// A sample of each plane a thread; sizes are those of a plane.
KERNEL void mc_chroma(const uchar *reference_u, const uchar *reference_v, const short *vectors, uchar *predicted_u, uchar *predicted_v, int width,
                      int height) {
  SHARED static uchar windows[2][4][SPAN_CHROMA * SPAN_CHROMA];
  int quarter = threadIdx.x >> 4, lane = threadIdx.x & 15;
  int macroblock = blockIdx.y * gridDim.x + blockIdx.x;
  int vx = vectors[(macroblock * 4 + quarter) * 2], vy = vectors[(macroblock * 4 + quarter) * 2 + 1];
  int x = blockIdx.x * 8 + (quarter & 1) * 4, y = blockIdx.y * 8 + (quarter >> 1) * 4;
  for (int i = lane; i < SPAN_CHROMA * SPAN_CHROMA; i += 16) {
    int from_x = min(max(x + (vx >> 3) + i % SPAN_CHROMA, 0), width - 1);
    int from_y = min(max(y + (vy >> 3) + i / SPAN_CHROMA, 0), height - 1);
    windows[0][quarter][i] = reference_u[from_y * width + from_x];
    windows[1][quarter][i] = reference_v[from_y * width + from_x];
  }
  __syncthreads();
  int fx = vx & 7, fy = vy & 7;
  int to = (y + (lane >> 2)) * width + x + (lane & 3);
#pragma unroll
  for (int plane = 0; plane < 2; plane++) {
    const uchar *p = windows[plane][quarter] + (lane >> 2) * SPAN_CHROMA + (lane & 3);
    int above = (8 - fx) * p[0] + fx * p[1], below = (8 - fx) * p[SPAN_CHROMA] + fx * p[SPAN_CHROMA + 1];
    int value = ((8 - fy) * above + fy * below + 32) >> 6;
    (plane ? predicted_v : predicted_u)[to] = value;
  }
}
