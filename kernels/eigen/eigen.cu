// Eigenvalues of symmetric tridiagonal matrices by bisection, a matrix a CTA, an interval a thread.
// An interval whose halves both hold eigenvalues gives its upper half to a new thread; the new ones
// are found by a prefix sum.
#include "../cuda.h"

#define MOST 256

// Eigenvalues below x: how often the pivots of the matrix less x change their sign.
DEVICE int below(const float *diagonal, const float *squares, float x, int n) {
  float pivot = diagonal[0] - x;
  int count = pivot < 0.0f;
  for (int i = 1; i < n; i++) {
    if (pivot == 0.0f) pivot = 1e-30f;
    pivot = diagonal[i] - x - squares[i] / pivot;
    if (pivot < 0.0f) count++;
  }
  return count;
}

KERNEL BOUNDS(MOST) void bisect(const float *diagonals, const float *squares_of_sides, const float *bounds, float *values, float precision) {
  SHARED float diagonal[MOST], squares[MOST], left[MOST], right[MOST];
  SHARED int left_count[MOST], right_count[MOST], prefix[MOST];
  SHARED int intervals, open;
  int tid = threadIdx.x, n = blockDim.x;
  diagonal[tid] = diagonals[blockIdx.x * n + tid];
  squares[tid] = squares_of_sides[blockIdx.x * n + tid];
  if (tid == 0) {
    left[0] = bounds[2 * blockIdx.x];
    right[0] = bounds[2 * blockIdx.x + 1];
    left_count[0] = 0;
    right_count[0] = n;
    intervals = 1;
    open = 1;
  }
  __syncthreads();
  while (open) {
    int before = intervals;
    __syncthreads();
    if (tid == 0) open = 0;
    float low, high, middle;
    int low_count, high_count, middle_count, split = 0, done = 1;
    if (tid < before) {
      low = left[tid], high = right[tid];
      low_count = left_count[tid], high_count = right_count[tid];
      middle = low + 0.5f * (high - low);
      done = high - low <= precision * fmaxf(fabsf(low), fabsf(high)) || middle == low || middle == high;
      if (!done) {
        middle_count = below(diagonal, squares, middle, n);
        split = middle_count > low_count && middle_count < high_count;
      }
    }
    prefix[tid] = split;
    __syncthreads();
    for (int step = 1; step < n; step *= 2) {
      int sum = prefix[tid];
      if (tid >= step) sum += prefix[tid - step];
      __syncthreads();
      prefix[tid] = sum;
      __syncthreads();
    }
    if (!done) {
      open = 1;
      if (split) {
        int upper = before + prefix[tid] - 1;
        left[upper] = middle;
        right[upper] = high;
        left_count[upper] = middle_count;
        right_count[upper] = high_count;
      }
      if (middle_count > low_count) {
        right[tid] = middle;
        right_count[tid] = middle_count;
      } else {
        left[tid] = middle;
        left_count[tid] = middle_count;
      }
    }
    if (tid == n - 1) intervals = before + prefix[tid];
    __syncthreads();
  }
  if (tid < intervals) {
    for (int k = left_count[tid]; k < right_count[tid]; k++) values[blockIdx.x * n + k] = left[tid] + 0.5f * (right[tid] - left[tid]);
  }
}
