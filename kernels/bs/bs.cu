// Black-Scholes: call and put prices of European options; the threads of a fixed grid stride over
// them.
#include "../cuda.h"

// The cumulative normal distribution, by the polynomial of Abramowitz and Stegun, 26.2.17.
DEVICE float cnd(float d) {
  float k = fdividef(1.0f, fmaf(0.2316419f, fabsf(d), 1.0f));
  float sum = fmaf(k, 1.330274429f, -1.821255978f);
  sum = fmaf(k, sum, 1.781477937f);
  sum = fmaf(k, sum, -0.356563782f);
  sum = k * fmaf(k, sum, 0.31938153f);
  float tail = 0.39894228040143267794f * expf(-0.5f * d * d) * sum;
  return d > 0.0f ? 1.0f - tail : tail;
}

KERNEL void black_scholes(float *call, float *put, const float *price, const float *strike, const float *years, float riskless,
                          float volatility, int n) {
  int threads = blockDim.x * gridDim.x;
  for (int option = blockDim.x * blockIdx.x + threadIdx.x; option < n; option += threads) {
    float s = price[option], x = strike[option], t = years[option];
    float root = sqrtf(t);
    float d1 = fdividef(fmaf(fmaf(0.5f * volatility, volatility, riskless), t, logf(fdividef(s, x))), volatility * root);
    float d2 = fmaf(-volatility, root, d1);
    float cnd1 = cnd(d1), cnd2 = cnd(d2);
    float discounted = x * expf(-riskless * t);
    call[option] = fmaf(s, cnd1, -discounted * cnd2);
    put[option] = fmaf(discounted, 1.0f - cnd2, -s * (1.0f - cnd1));
  }
}
