// Asian options by Monte Carlo: each thread makes its random numbers, walks a price along paths,
// and sums what the options on its average are worth.
#include "../cuda.h"

#define THREADS 128

// Marsaglia's xorwow: five words of history and a counter.
struct Random {
  uint x, y, z, w, v, d;
};
DEVICE uint next(Random &r) {
  uint t = r.x ^ r.x >> 2;
  r.x = r.y, r.y = r.z, r.z = r.w, r.w = r.v;
  r.v = r.v ^ r.v << 4 ^ (t ^ t << 1);
  r.d += 362437;
  return r.d + r.v;
}
// In (0, 1].
DEVICE float uniform(Random &r) { return fmaf((float)(next(r) >> 8), 1.0f / 16777216.0f, 0.5f / 16777216.0f); }

KERNEL void asian_seed(uint *states, uint seed, int n) {
  int thread = blockIdx.x * blockDim.x + threadIdx.x;
  if (thread >= n) return;
  for (int k = 0; k < 5; k++) {
    uint x = seed + (thread * 5 + k) * 0x9E3779B9u;
    x = (x ^ x >> 16) * 0x85EBCA6Bu;
    x = (x ^ x >> 13) * 0xC2B2AE35u;
    states[k * n + thread] = (x ^ x >> 16) | 1;
  }
}

// Drift and volatility are those of a step of a path.
KERNEL BOUNDS(THREADS) void asian_price(const uint *states, float *sums, float spot, float strike, float drift, float volatility, int steps, int paths) {
  SHARED float partial[THREADS];
  int tid = threadIdx.x, thread = blockIdx.x * THREADS + tid, n = gridDim.x * THREADS;
  Random r = {states[thread], states[n + thread], states[2 * n + thread], states[3 * n + thread], states[4 * n + thread], 6615241};
  float sum = 0.0f;
  for (int path = 0; path < paths; path++) {
    float price = spot, average = 0.0f;
    for (int step = 0; step < steps; step += 2) {
      // Box and Muller make two normal numbers at a time
      float radius = sqrtf(-2.0f * logf(uniform(r))), angle = 6.2831853f * uniform(r);
      price *= expf(fmaf(volatility, radius * cosf(angle), drift));
      average += price;
      price *= expf(fmaf(volatility, radius * sinf(angle), drift));
      average += price;
    }
    float payoff = average / steps - strike;
    if (payoff > 0.0f) sum += payoff;
  }
  partial[tid] = sum;
  __syncthreads();
  for (int half = THREADS / 2; half > 0; half /= 2) {
    if (tid < half) partial[tid] += partial[tid + half];
    __syncthreads();
  }
  if (tid == 0) sums[blockIdx.x] = partial[0];
}
