// H.264's integer inverse transforms of 4 x 4 and 8 x 8 blocks: a thread takes a row, then, through
// shared memory, a column, adds it to the prediction and clips. The coded blocks come one behind
// the other with a list of their places (x in the low half, y in the high one).
#include "../cuda.h"

#define THREADS 192

DEVICE void inverse4(int &a, int &b, int &c, int &d) {
  int even = a + c, odd = a - c;
  int low = (b >> 1) - d, high = b + (d >> 1);
  a = even + high;
  b = odd + low;
  c = odd - low;
  d = even - high;
}

DEVICE void inverse8(int *w) {
  int a0 = w[0] + w[4], a4 = w[0] - w[4], a2 = (w[2] >> 1) - w[6], a6 = w[2] + (w[6] >> 1);
  int b0 = a0 + a6, b2 = a4 + a2, b4 = a4 - a2, b6 = a0 - a6;
  int a1 = w[5] - w[3] - w[7] - (w[7] >> 1), a3 = w[1] + w[7] - w[3] - (w[3] >> 1);
  int a5 = w[7] - w[1] + w[5] + (w[5] >> 1), a7 = w[3] + w[5] + w[1] + (w[1] >> 1);
  int b1 = a1 + (a7 >> 2), b7 = a7 - (a1 >> 2), b3 = a3 + (a5 >> 2), b5 = (a3 >> 2) - a5;
  w[0] = b0 + b7;
  w[1] = b2 + b5;
  w[2] = b4 + b3;
  w[3] = b6 + b1;
  w[4] = b6 - b1;
  w[5] = b4 - b3;
  w[6] = b2 - b5;
  w[7] = b0 - b7;
}

DEVICE void add(uchar *pixel, int residual) { *pixel = min(max(*pixel + ((residual + 32) >> 6), 0), 255); }

KERNEL void idct4(const short *coefficients, const uint *places, uchar *frame, int width, int blocks) {
  // a row is a word longer than a block's, against bank conflicts
  SHARED static int rows[THREADS * 5];
  int lane = threadIdx.x & 3, block = blockIdx.x * (THREADS / 4) + (threadIdx.x >> 2);
  if (block < blocks) {
    const short *from = coefficients + block * 16 + lane * 4;
    int a = from[0], b = from[1], c = from[2], d = from[3];
    inverse4(a, b, c, d);
    int *row = rows + threadIdx.x * 5;
    row[0] = a;
    row[1] = b;
    row[2] = c;
    row[3] = d;
  }
  __syncthreads();
  if (block < blocks) {
    const int *column = rows + (threadIdx.x & ~3) * 5 + lane;
    int a = column[0], b = column[5], c = column[10], d = column[15];
    inverse4(a, b, c, d);
    uint place = places[block];
    uchar *to = frame + (place >> 16) * width + (place & 0xffff) + lane;
    add(to, a);
    add(to + width, b);
    add(to + 2 * width, c);
    add(to + 3 * width, d);
  }
}

KERNEL void idct8(const short *coefficients, const uint *places, uchar *frame, int width, int blocks) {
  SHARED static int rows[THREADS * 9];
  int lane = threadIdx.x & 7, block = blockIdx.x * (THREADS / 8) + (threadIdx.x >> 3);
  int w[8];
  if (block < blocks) {
    const short *from = coefficients + block * 64 + lane * 8;
#pragma unroll
    for (int i = 0; i < 8; i++) w[i] = from[i];
    inverse8(w);
#pragma unroll
    for (int i = 0; i < 8; i++) rows[threadIdx.x * 9 + i] = w[i];
  }
  __syncthreads();
  if (block < blocks) {
    const int *column = rows + (threadIdx.x & ~7) * 9 + lane;
#pragma unroll
    for (int i = 0; i < 8; i++) w[i] = column[9 * i];
    inverse8(w);
    uint place = places[block];
    uchar *to = frame + (place >> 16) * width + (place & 0xffff) + lane;
#pragma unroll
    for (int i = 0; i < 8; i++) add(to + i * width, w[i]);
  }
}
