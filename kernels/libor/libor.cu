// LIBOR market model, after Giles' code in the GPGPU-Sim set: Monte Carlo paths of forward rates
// and the value of a portfolio of swaptions on each. The first kernel goes backward too, for the
// derivative by the last rate; it keeps every step of its path in local memory.
#include "../cuda.h"

enum { MOST = 80, STEPS = 40, OPTIONS = 15 };

CONSTANT int N, Nmat, Nopt;
CONSTANT float delta;
CONSTANT int maturities[OPTIONS];
CONSTANT float swaprates[OPTIONS];
CONSTANT float lambda[MOST];

DEVICE void step(float *L, float z, int n) {
  float sqez = sqrtf(delta) * z;
  float v = 0;
  for (int i = n + 1; i < N; i++) {
    float lam = lambda[i - n - 1];
    float con1 = delta * lam;
    v += (con1 * L[i]) / fmaf(delta, L[i], 1.0f);
    L[i] *= expf(fmaf(con1, v, lam * fmaf(-0.5f, con1, sqez)));
  }
}

// A real call: the rates come through a generic pointer into local memory. Writes the derivatives
// over them if asked to.
NOINLINE float portfolio(float *L, bool backward) {
  float B[MOST], S[MOST], B_b[MOST], S_b[MOST];
  float b = 1, s = 0;
  for (int n = Nmat; n < N; n++) {
    b = b / fmaf(delta, L[n], 1.0f);
    s = fmaf(delta, b, s);
    B[n] = b;
    S[n] = s;
    B_b[n] = 0;
    S_b[n] = 0;
  }
  float v = 0;
  for (int i = 0; i < Nopt; i++) {
    int m = maturities[i] + Nmat - 1;
    float swap = fmaf(swaprates[i], S[m], B[m]) - 1.0f;
    if (swap < 0) {
      v = fmaf(-100.0f, swap, v);
      S_b[m] = fmaf(-100.0f, swaprates[i], S_b[m]);
      B_b[m] -= 100.0f;
    }
  }
  b = 1;
  for (int n = 0; n < Nmat; n++) b = b / fmaf(delta, L[n], 1.0f);
  v *= b;
  if (backward) {
    for (int n = N - 1; n >= Nmat; n--) {
      float growth = fmaf(delta, L[n], 1.0f);
      B_b[n] = fmaf(delta, S_b[n], B_b[n]);
      if (n > Nmat) {
        S_b[n - 1] += S_b[n];
        B_b[n - 1] += B_b[n] / growth;
      }
      L[n] = b * (-B_b[n] * B[n] * (delta / growth));
    }
    for (int n = 0; n < Nmat; n++) L[n] = -v * delta / fmaf(delta, L[n], 1.0f);
  }
  return v;
}

KERNEL BOUNDS(64) void lib_greeks(const float *shocks, float *value, float *last, int paths) {
  int tid = blockDim.x * blockIdx.x + threadIdx.x;
  int threads = blockDim.x * gridDim.x;
  float L[MOST], kept[(STEPS + 1) * MOST];
  for (int path = tid; path < paths; path += threads) {
    for (int i = 0; i < N; i++) L[i] = kept[i] = 0.05f;
    for (int n = 0; n < Nmat; n++) {
      step(L, shocks[n * paths + path], n);
      for (int i = n + 1; i < N; i++) kept[(n + 1) * N + i] = L[i];
    }
    value[path] = portfolio(L, true);
    for (int n = Nmat - 1; n >= 0; n--) {
      float v = 0;
      for (int i = N - 1; i > n; i--) {
        float lam = lambda[i - n - 1];
        float before = kept[n * N + i], after = kept[(n + 1) * N + i];
        v = fmaf(lam * after, L[i], v);
        float factor = delta / fmaf(delta, before, 1.0f);
        L[i] = fmaf(v * lam, factor * factor, L[i] * (after / before));
      }
    }
    last[path] = L[N - 1];
  }
}

KERNEL BOUNDS(64) void lib_value(const float *shocks, float *value, int paths) {
  int tid = blockDim.x * blockIdx.x + threadIdx.x;
  int threads = blockDim.x * gridDim.x;
  float L[MOST];
  for (int path = tid; path < paths; path += threads) {
    for (int i = 0; i < N; i++) L[i] = 0.05f;
    for (int n = 0; n < Nmat; n++) step(L, shocks[n * paths + path], n);
    value[path] = portfolio(L, false);
  }
}
