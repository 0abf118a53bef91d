// Fourier transforms of 512 points, one a CTA of 64 threads: three passes of eight points a thread,
// exchanged through shared memory in between.
#include "../cuda.h"

#define TURN 6.283185307179586f

DEVICE float2 times(float2 a, float2 b) { return {fmaf(a.x, b.x, -a.y * b.y), fmaf(a.x, b.y, a.y * b.x)}; }
DEVICE float2 unit(float angle) { return {cosf(angle), sinf(angle)}; }
// By exp(i sign pi / 2).
DEVICE float2 quarter(float2 a, float sign) { return {-sign * a.y, sign * a.x}; }
DEVICE void fft2(float2 &a, float2 &b) {
  float2 c = a;
  a = {c.x + b.x, c.y + b.y};
  b = {c.x - b.x, c.y - b.y};
}
DEVICE void fft4(float2 *a, float sign) {
  fft2(a[0], a[2]);
  fft2(a[1], a[3]);
  a[3] = quarter(a[3], sign);
  fft2(a[0], a[1]);
  fft2(a[2], a[3]);
}
// Leaves coefficient REVERSED(i) at i.
#define REVERSED(i) ((i & 1) << 2 | (i & 2) | (i & 4) >> 2)
DEVICE void fft8(float2 *a, float sign) {
  const float eighth = 0.70710678118654752f;
  for (int i = 0; i < 4; i++) fft2(a[i], a[i + 4]);
  a[5] = times(a[5], {eighth, sign * eighth});
  a[6] = quarter(a[6], sign);
  a[7] = times(a[7], {-eighth, sign * eighth});
  fft4(a, sign);
  fft4(a + 4, sign);
}
DEVICE void twiddle8(float2 *a, int i, int n, float sign) {
#pragma unroll
  for (int k = 1; k < 8; k++) a[k] = times(a[k], unit(sign * TURN / n * REVERSED(k) * i));
}
// Coefficients leave in steps of `to` from `out`; points come in steps of `by` from `in`. One half
// of the complex numbers at a time.
DEVICE void exchange(float2 *a, float *out, int to, float *in, int by) {
#pragma unroll
  for (int i = 0; i < 8; i++) out[REVERSED(i) * to] = a[i].x;
  __syncthreads();
#pragma unroll
  for (int i = 0; i < 8; i++) a[i].x = in[i * by];
  __syncthreads();
#pragma unroll
  for (int i = 0; i < 8; i++) out[REVERSED(i) * to] = a[i].y;
  __syncthreads();
#pragma unroll
  for (int i = 0; i < 8; i++) a[i].y = in[i * by];
  __syncthreads();
}

DEVICE void fft512(const float2 *in, float2 *out, float sign, float scale) {
  SHARED float space[8 * 8 * 9];
  int tid = threadIdx.x, high = tid >> 3, low = tid & 7;
  in += blockIdx.x * 512 + tid;
  out += blockIdx.x * 512 + tid;
  float2 a[8];
#pragma unroll
  for (int i = 0; i < 8; i++) a[i] = in[i * 64];
  fft8(a, sign);
  twiddle8(a, tid, 512, sign);
  exchange(a, space + tid, 66, space + high * 66 + low, 8);
  fft8(a, sign);
  twiddle8(a, low, 64, sign);
  exchange(a, space + high * 72 + low, 9, space + low * 72 + high * 9, 1);
  fft8(a, sign);
#pragma unroll
  for (int i = 0; i < 8; i++) out[REVERSED(i) * 64] = {a[i].x * scale, a[i].y * scale};
}

KERNEL BOUNDS(64) void fft(const float2 *in, float2 *out) { fft512(in, out, -1.0f, 1.0f); }
KERNEL BOUNDS(64) void ifft(const float2 *in, float2 *out) { fft512(in, out, 1.0f, 1.0f / 512.0f); }
