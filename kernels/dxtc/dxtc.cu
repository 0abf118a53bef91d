// Texture compression as DXT1 has it: 4 x 4 pixels become two colours and, for each pixel, which of
// four steps between them it takes. The pixels are sorted along a line through their colours; 64
// threads share out the ways to cut that order into four runs and keep the one with the least
// error.
#include "../cuda.h"

#define PIXELS 16
#define THREADS 64

struct Colour {
  float r, g, b;
};
DEVICE float dot(Colour a, Colour b) { return fmaf(a.b, b.b, fmaf(a.g, b.g, a.r * b.r)); }
DEVICE Colour scaled(float s, Colour a) { return {s * a.r, s * a.g, s * a.b}; }
DEVICE Colour added(float s, Colour a, Colour b) { return {fmaf(s, a.r, b.r), fmaf(s, a.g, b.g), fmaf(s, a.b, b.b)}; }

DEVICE uint component(float value, float steps) { return (uint)float2int_rn(fminf(fmaxf(value, 0.0f), 1.0f) * steps); }
DEVICE uint packed(Colour c) { return component(c.r, 31.0f) << 11 | component(c.g, 63.0f) << 5 | component(c.b, 31.0f); }
DEVICE Colour unpacked(uint c) { return {(c >> 11) / 31.0f, (c >> 5 & 63) / 63.0f, (c & 31) / 31.0f}; }

// The error that two colours, rounded to 16 bits, leave, less what no choice of them changes. The
// sums are of the pixels: of squares of weights, of mixed products, and of weighted colours.
DEVICE float fitted(float aa, float bb, float ab, Colour ax, Colour bx, uint *start, uint *end) {
  float determinant = fmaf(aa, bb, -(ab * ab));
  float factor = 1.0f / determinant;
  *start = packed(scaled(factor, added(bb, ax, scaled(-ab, bx))));
  *end = packed(scaled(factor, added(aa, bx, scaled(-ab, ax))));
  Colour a = unpacked(*start), b = unpacked(*end);
  float squares = fmaf(bb, dot(b, b), aa * dot(a, a));
  return fmaf(2.0f, fmaf(ab, dot(a, b), -(dot(a, ax) + dot(b, bx))), squares);
}

KERNEL BOUNDS(THREADS) void compress(const uint *image, uint2 *blocks, const uchar *cuts, int ways, int width) {
  SHARED Colour colour[PIXELS], sorted[PIXELS], axis;
  SHARED float place[PIXELS], errors[THREADS];
  SHARED uint starts[THREADS], ends[THREADS];
  SHARED int rank[PIXELS], chosen[THREADS];
  int tid = threadIdx.x;
  if (tid < PIXELS) {
    uint c = image[(blockIdx.y * 4 + tid / 4) * width + blockIdx.x * 4 + tid % 4];
    colour[tid] = {(c & 255) / 255.0f, (c >> 8 & 255) / 255.0f, (c >> 16 & 255) / 255.0f};
  }
  __syncthreads();
  if (tid == 0) {
    // the direction of the greatest spread, by powers of the covariance
    Colour mean = {0.0f, 0.0f, 0.0f};
    for (int i = 0; i < PIXELS; i++) mean = added(1.0f / PIXELS, colour[i], mean);
    float rr = 0.0f, rg = 0.0f, rb = 0.0f, gg = 0.0f, gb = 0.0f, bb = 0.0f;
    for (int i = 0; i < PIXELS; i++) {
      Colour d = added(-1.0f, mean, colour[i]);
      rr = fmaf(d.r, d.r, rr), rg = fmaf(d.r, d.g, rg), rb = fmaf(d.r, d.b, rb);
      gg = fmaf(d.g, d.g, gg), gb = fmaf(d.g, d.b, gb), bb = fmaf(d.b, d.b, bb);
    }
    Colour v = {1.0f, 1.0f, 1.0f};
    for (int i = 0; i < 8; i++) {
      Colour next = {dot({rr, rg, rb}, v), dot({rg, gg, gb}, v), dot({rb, gb, bb}, v)};
      float most = fmaxf(fmaxf(fabsf(next.r), fabsf(next.g)), fabsf(next.b));
      if (most == 0.0f) break;
      v = scaled(1.0f / most, next);
    }
    axis = v;
  }
  __syncthreads();
  if (tid < PIXELS) place[tid] = dot(colour[tid], axis);
  __syncthreads();
  if (tid < PIXELS) {
    int before = 0;
    for (int i = 0; i < PIXELS; i++) {
      if (place[i] < place[tid] || (place[i] == place[tid] && i < tid)) before++;
    }
    rank[tid] = before;
    sorted[before] = colour[tid];
  }
  __syncthreads();
  float least = 3.40282347e+38f;
  int best = 0;
  uint best_start = 0, best_end = 0;
  for (int way = tid; way < ways; way += THREADS) {
    float aa = 0.0f, bb = 0.0f, ab = 0.0f;
    Colour ax = {0.0f, 0.0f, 0.0f}, bx = {0.0f, 0.0f, 0.0f};
    for (int i = 0; i < PIXELS; i++) {
      int step = (i >= cuts[way * 3]) + (i >= cuts[way * 3 + 1]) + (i >= cuts[way * 3 + 2]);
      float b = step * (1.0f / 3.0f), a = 1.0f - b;
      aa = fmaf(a, a, aa);
      bb = fmaf(b, b, bb);
      ab = fmaf(a, b, ab);
      ax = added(a, sorted[i], ax);
      bx = added(b, sorted[i], bx);
    }
    uint start, end;
    float error = fitted(aa, bb, ab, ax, bx, &start, &end);
    if (error < least) {
      least = error;
      best = way;
      best_start = start;
      best_end = end;
    }
  }
  errors[tid] = least;
  chosen[tid] = best;
  starts[tid] = best_start;
  ends[tid] = best_end;
  __syncthreads();
  for (int half = THREADS / 2; half > 0; half /= 2) {
    if (tid < half) {
      int other = tid + half;
      if (errors[other] < errors[tid] || (errors[other] == errors[tid] && chosen[other] < chosen[tid])) {
        errors[tid] = errors[other];
        chosen[tid] = chosen[other];
        starts[tid] = starts[other];
        ends[tid] = ends[other];
      }
    }
    __syncthreads();
  }
  if (tid == 0) {
    const uchar *cut = cuts + chosen[0] * 3;
    uint start = starts[0], end = ends[0], steps = 0;
    for (int i = 0; i < PIXELS; i++) {
      uint step = (rank[i] >= cut[0]) + (rank[i] >= cut[1]) + (rank[i] >= cut[2]);
      // the format numbers the ends 0 and 1, what lies between them 2 and 3, and wants the greater
      // colour first
      uint code = step == 0 ? 0 : step == 3 ? 1 : step + 1;
      if (start < end) code ^= 1;
      steps |= code << 2 * i;
    }
    if (start == end) steps = 0;
    blocks[blockIdx.y * gridDim.x + blockIdx.x] = {max(start, end) | min(start, end) << 16, steps};
  }
}
