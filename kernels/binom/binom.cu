// Binomial options: an option a CTA. The tree's leaves lie in global memory; a tile of them is
// taken to shared memory and brought back as many steps towards the root as it is wider than what
// it leaves.
#include "../cuda.h"

#define TILE 256
// Steps that a tile makes, and so how many of its nodes it can not finish.
#define DELTA 32

// What the option is worth at the end, after `ups` of `steps` moves were up.
NOINLINE float at_expiry(float price, float strike, float move, int ups, int steps) {
  float worth = fmaf(price, expf(move * (2.0f * ups - steps)), -strike);
  return worth > 0.0f ? worth : 0.0f;
}

KERNEL BOUNDS(TILE) void binomial(float *call, float *nodes, const float4 *options, const float2 *weights, int steps) {
  SHARED float even[TILE + 1], odd[TILE + 1];
  int tid = threadIdx.x;
  nodes += blockIdx.x * (steps + 16);
  float4 option = options[blockIdx.x];
  float up = weights[blockIdx.x].x, down = weights[blockIdx.x].y;
  for (int i = tid; i <= steps; i += TILE) nodes[i] = at_expiry(option.x, option.y, option.z, i, steps);
  for (int i = steps; i > 0; i -= DELTA) {
    for (int base = 0; base < i; base += TILE - DELTA) {
      int start = min(TILE - 1, i - base), end = start - DELTA;
      __syncthreads();
      if (tid <= start) even[tid] = nodes[base + tid];
      for (int k = start - 1; k >= end;) {
        __syncthreads();
        odd[tid] = fmaf(up, even[tid + 1], down * even[tid]);
        k--;
        __syncthreads();
        even[tid] = fmaf(up, odd[tid + 1], down * odd[tid]);
        k--;
      }
      __syncthreads();
      if (tid <= end) nodes[base + tid] = even[tid];
    }
  }
  if (tid == 0) call[blockIdx.x] = even[0];
}
