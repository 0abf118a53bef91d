// Bitonic sorting network on pairs of key and value, two pairs a thread: what fits is sorted in
// shared memory, strides beyond it go through global memory.
#include "../cuda.h"

#define LIMIT 1024

SHARED static uint s_key[LIMIT];
SHARED static uint s_value[LIMIT];

// Exchanges the pairs at a and b where their order is not `up`.
DEVICE void compare(uint a, uint b, uint up) {
  uint ka = s_key[a], kb = s_key[b];
  if ((ka > kb) == up) {
    uint va = s_value[a];
    s_key[a] = kb;
    s_key[b] = ka;
    s_value[a] = s_value[b];
    s_value[b] = va;
  }
}

DEVICE void load(const uint *key, const uint *value) {
  uint at = blockIdx.x * LIMIT + threadIdx.x;
  s_key[threadIdx.x] = key[at];
  s_value[threadIdx.x] = value[at];
  s_key[threadIdx.x + LIMIT / 2] = key[at + LIMIT / 2];
  s_value[threadIdx.x + LIMIT / 2] = value[at + LIMIT / 2];
}

DEVICE void store(uint *key, uint *value) {
  uint at = blockIdx.x * LIMIT + threadIdx.x;
  key[at] = s_key[threadIdx.x];
  value[at] = s_value[threadIdx.x];
  key[at + LIMIT / 2] = s_key[threadIdx.x + LIMIT / 2];
  value[at + LIMIT / 2] = s_value[threadIdx.x + LIMIT / 2];
}

DEVICE void merge(uint size, uint up) {
  for (uint stride = size / 2; stride > 0; stride >>= 1) {
    __syncthreads();
    uint at = 2 * threadIdx.x - (threadIdx.x & (stride - 1));
    compare(at, at + stride, up);
  }
}

// Sorts each tile, odd ones downwards, so that pairs of tiles are bitonic.
KERNEL void sort_shared(uint *key, uint *value) {
  load(key, value);
  for (uint size = 2; size < LIMIT; size <<= 1) merge(size, (threadIdx.x & (size / 2)) == 0);
  merge(LIMIT, (blockIdx.x + 1) & 1);
  __syncthreads();
  store(key, value);
}

// One step of a merge whose stride is too long for a tile.
KERNEL void merge_global(uint *key, uint *value, uint length, uint size, uint stride) {
  uint thread = blockIdx.x * blockDim.x + threadIdx.x;
  uint comparator = thread & (length / 2 - 1);
  uint up = (comparator & (size / 2)) == 0;
  uint at = 2 * thread - (thread & (stride - 1));
  uint ka = key[at], kb = key[at + stride], va = value[at], vb = value[at + stride];
  if ((ka > kb) == up) {
    uint k = ka, v = va;
    ka = kb, kb = k, va = vb, vb = v;
  }
  key[at] = ka;
  key[at + stride] = kb;
  value[at] = va;
  value[at + stride] = vb;
}

// The rest of the merge, whose strides fit a tile.
KERNEL void merge_shared(uint *key, uint *value, uint length, uint size) {
  load(key, value);
  uint comparator = (blockIdx.x * blockDim.x + threadIdx.x) & (length / 2 - 1);
  merge(LIMIT, (comparator & (size / 2)) == 0);
  __syncthreads();
  store(key, value);
}
