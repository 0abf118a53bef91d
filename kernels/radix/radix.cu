// Radix sort, four bits a pass: CTAs sort their part, then say how many keys of each digit they
// have; after a prefix sum each key knows its place.
#include "../cuda.h"

#define THREADS 256
#define DIGITS 16

// Of all values of the CTA, in place; every thread gets the sum of those before its own.
DEVICE uint before(uint *sums, uint value) {
  int tid = threadIdx.x;
  sums[tid] = value;
  __syncthreads();
  for (int step = 1; step < THREADS; step *= 2) {
    uint sum = tid >= step ? sums[tid - step] : 0;
    __syncthreads();
    sums[tid] += sum;
    __syncthreads();
  }
  return sums[tid] - value;
}

KERNEL BOUNDS(THREADS) void radix_sort_parts(uint *keys, uint *starts, uint *counts, int shift) {
  SHARED uint sums[THREADS], part[THREADS], start[DIGITS], end[DIGITS];
  int tid = threadIdx.x;
  uint *mine = keys + blockIdx.x * THREADS + tid;
  uint key = *mine;
  for (int bit = shift; bit < shift + 4; bit++) {
    uint zero = !(key >> bit & 1), zeros_before = before(sums, zero), zeros = sums[THREADS - 1];
    part[zero ? zeros_before : zeros + tid - zeros_before] = key;
    __syncthreads();
    key = part[tid];
    __syncthreads();
  }
  *mine = key;
  if (tid < DIGITS) start[tid] = end[tid] = 0;
  __syncthreads();
  uint digit = key >> shift & (DIGITS - 1);
  if (tid == 0 || digit != (part[tid - 1] >> shift & (DIGITS - 1))) start[digit] = tid;
  if (tid == THREADS - 1 || digit != (part[tid + 1] >> shift & (DIGITS - 1))) end[digit] = tid + 1;
  __syncthreads();
  if (tid < DIGITS) {
    starts[blockIdx.x * DIGITS + tid] = start[tid];
    counts[tid * gridDim.x + blockIdx.x] = end[tid] - start[tid];
  }
}

// One CTA; places get the sums of the counts before them.
KERNEL BOUNDS(THREADS) void radix_scan(const uint *counts, uint *places, int n) {
  SHARED uint sums[THREADS];
  uint so_far = 0;
  for (int base = 0; base < n; base += THREADS) {
    int i = base + threadIdx.x;
    uint sum = before(sums, i < n ? counts[i] : 0);
    if (i < n) places[i] = so_far + sum;
    so_far += sums[THREADS - 1];
    __syncthreads();
  }
}

KERNEL BOUNDS(THREADS) void radix_scatter(const uint *keys, uint *sorted, const uint *starts, const uint *places, int shift) {
  SHARED uint start[DIGITS], place[DIGITS];
  int tid = threadIdx.x;
  uint key = keys[blockIdx.x * THREADS + tid];
  if (tid < DIGITS) {
    start[tid] = starts[blockIdx.x * DIGITS + tid];
    place[tid] = places[tid * gridDim.x + blockIdx.x];
  }
  __syncthreads();
  uint digit = key >> shift & (DIGITS - 1);
  sorted[place[digit] + tid - start[digit]] = key;
}
