// Histograms of bytes, of 64 and of 256 bins: partial ones a CTA, then merged by a tree, a CTA a
// bin.
#include "../cuda.h"

#define BINS64 64
#define THREADS64 64
#define BINS256 256
#define WARPS256 6
#define MERGE 256

// Counters of a byte, one set a thread: bin b of thread t lies at t + b * THREADS64, so a thread
// can not count beyond 255.
KERNEL void histogram64(uint *partial, const uint4 *data, uint count) {
  SHARED static uint words[THREADS64 * BINS64 / 4];
  uchar *counters = (uchar *)words;
  // threads whose number differs in the low bits lie in different banks
  uint base = (threadIdx.x & ~(uint)63) | ((threadIdx.x & 15) << 2) | ((threadIdx.x & 48) >> 4);
#pragma unroll
  for (uint i = 0; i < BINS64 / 4; i++) words[threadIdx.x + i * THREADS64] = 0;
  __syncthreads();
  for (uint at = blockIdx.x * THREADS64 + threadIdx.x; at < count; at += THREADS64 * gridDim.x) {
    uint4 four = data[at];
#define BYTE(word, shift) counters[base + (((word) >> (shift)) & 63) * THREADS64]++;
#define WORD(word) BYTE(word, 2) BYTE(word, 10) BYTE(word, 18) BYTE(word, 26)
    WORD(four.x) WORD(four.y) WORD(four.z) WORD(four.w)
  }
  __syncthreads();
  const uchar *bin = counters + threadIdx.x * THREADS64;
  uint sum = 0, start = (threadIdx.x & 15) * 4;
#pragma unroll 4
  for (uint i = 0, at = start; i < THREADS64; i++, at = (at + 1) & (THREADS64 - 1)) sum += bin[at];
  partial[blockIdx.x * BINS64 + threadIdx.x] = sum;
}

// A histogram a warp in shared memory, counted atomically.
KERNEL void histogram256(uint *partial, const uint *data, uint count) {
  SHARED static uint bins[WARPS256 * BINS256];
  uint *mine = bins + (threadIdx.x >> 5) * BINS256;
#pragma unroll
  for (uint i = 0; i < BINS256 / 32; i++) bins[threadIdx.x + i * WARPS256 * 32] = 0;
  __syncthreads();
  for (uint at = blockIdx.x * blockDim.x + threadIdx.x; at < count; at += blockDim.x * gridDim.x) {
    uint four = data[at];
    atomicAdd(mine + (four & 255), 1u);
    atomicAdd(mine + (four >> 8 & 255), 1u);
    atomicAdd(mine + (four >> 16 & 255), 1u);
    atomicAdd(mine + (four >> 24), 1u);
  }
  __syncthreads();
  for (uint bin = threadIdx.x; bin < BINS256; bin += WARPS256 * 32) {
    uint sum = 0;
#pragma unroll
    for (uint i = 0; i < WARPS256; i++) sum += bins[bin + i * BINS256];
    partial[blockIdx.x * BINS256 + bin] = sum;
  }
}

// A CTA sums its bin over all partial histograms.
KERNEL void merge(uint *histogram, const uint *partial, uint partials, uint bins) {
  SHARED static uint sums[MERGE];
  uint sum = 0;
  for (uint i = threadIdx.x; i < partials; i += MERGE) sum += partial[blockIdx.x + i * bins];
  sums[threadIdx.x] = sum;
  for (uint stride = MERGE / 2; stride > 0; stride >>= 1) {
    __syncthreads();
    if (threadIdx.x < stride) sums[threadIdx.x] += sums[threadIdx.x + stride];
  }
  if (threadIdx.x == 0) histogram[blockIdx.x] = sums[0];
}
