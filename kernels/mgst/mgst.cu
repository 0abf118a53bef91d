// Merge sort of pairs, after the CUDA SDK's: blocks sort 1024 pairs each in shared memory; then, a
// doubling a stage, every 128th key of two sorted halves is ranked in the other, the ranks are
// merged to limits, and the intervals between the limits are merged, a block each.
#include "../cuda.h"

enum { SORTED = 1024, SAMPLE = 128 };

// How many of `length` sorted elements come before `value`: those that are less, or those that are
// not greater.
template <bool EQUAL> DEVICE uint rank(uint value, const uint *data, uint length, uint stride) {
  if (length == 0) return 0;
  uint pos = 0;
  for (; stride > 0; stride >>= 1) {
    uint next = min(pos + stride, length);
    uint key = data[next - 1];
    if (EQUAL ? key <= value : key < value) pos = next;
  }
  return pos;
}

DEVICE uint power_above(uint x) { return x > 1 ? 1u << (32 - __builtin_clz(x - 1)) : 1; }
DEVICE uint samples(uint length) { return (length + SAMPLE - 1) / SAMPLE; }

KERNEL BOUNDS(SORTED / 2) void mgst_shared(uint *to_key, uint *to_value, const uint *from_key, const uint *from_value) {
  // one behind the other: a key and its value share an address
  SHARED uint keys[2 * SORTED];
  uint *values = keys + SORTED;
  // not needed before the end: two registers fewer each
  SHARED uint *volatile to[2];
  int tid = threadIdx.x;
  int at = blockIdx.x * SORTED + tid;
  to[0] = to_key;
  to[1] = to_value;
  keys[tid] = from_key[at];
  values[tid] = from_value[at];
  keys[tid + SORTED / 2] = from_key[at + SORTED / 2];
  values[tid + SORTED / 2] = from_value[at + SORTED / 2];

#pragma unroll 1
  for (uint stride = 1; stride < SORTED; stride <<= 1) {
    uint low = tid & (stride - 1);
    uint *key = keys + 2 * (tid - low);
    uint *value = key + SORTED;
    __syncthreads();
    uint key_a = key[low], value_a = value[low];
    uint key_b = key[low + stride], value_b = value[low + stride];
    uint to_a = rank<false>(key_a, key + stride, stride, stride) + low;
    uint to_b = rank<true>(key_b, key, stride, stride) + low;
    __syncthreads();
    key[to_a] = key_a;
    value[to_a] = value_a;
    key[to_b] = key_b;
    value[to_b] = value_b;
  }
  __syncthreads();
  to_key = to[0];
  to_value = to[1];
  to_key[at] = keys[tid];
  to_value[at] = values[tid];
  to_key[at + SORTED / 2] = keys[tid + SORTED / 2];
  to_value[at + SORTED / 2] = values[tid + SORTED / 2];
}

KERNEL void mgst_ranks(uint *ranks_a, uint *ranks_b, const uint *keys, uint stride, uint n, uint threads) {
  uint pos = blockIdx.x * blockDim.x + threadIdx.x;
  if (pos >= threads) return;
  uint i = pos & (stride / SAMPLE - 1);
  uint base = (pos - i) * (2 * SAMPLE);
  keys += base;
  ranks_a += base / SAMPLE;
  ranks_b += base / SAMPLE;
  uint length_a = stride;
  uint length_b = min(stride, n - base - stride);
  if (i < samples(length_a)) {
    ranks_a[i] = i * SAMPLE;
    ranks_b[i] = rank<false>(keys[i * SAMPLE], keys + stride, length_b, power_above(length_b));
  }
  if (i < samples(length_b)) {
    ranks_b[stride / SAMPLE + i] = i * SAMPLE;
    ranks_a[stride / SAMPLE + i] = rank<true>(keys[stride + i * SAMPLE], keys, length_a, power_above(length_a));
  }
}

KERNEL void mgst_limits(uint *limits, const uint *ranks, uint stride, uint n, uint threads) {
  uint pos = blockIdx.x * blockDim.x + threadIdx.x;
  if (pos >= threads) return;
  uint i = pos & (stride / SAMPLE - 1);
  uint base = (pos - i) * (2 * SAMPLE);
  ranks += (pos - i) * 2;
  limits += (pos - i) * 2;
  uint count_a = samples(stride);
  uint count_b = samples(min(stride, n - base - stride));
  if (i < count_a) limits[rank<false>(ranks[i], ranks + count_a, count_b, power_above(count_b)) + i] = ranks[i];
  if (i < count_b) {
    uint rank_b = ranks[count_a + i];
    limits[rank<true>(rank_b, ranks, count_a, power_above(count_a)) + i] = rank_b;
  }
}

KERNEL BOUNDS(SAMPLE) void mgst_merge(uint *to_key, uint *to_value, const uint *from_key, const uint *from_value, const uint *limits_a,
                                      const uint *limits_b, uint stride, uint n) {
  SHARED uint keys[2 * SAMPLE];
  SHARED uint values[2 * SAMPLE];
  SHARED uint start_a, start_b, length_a, length_b, start_to;
  uint tid = threadIdx.x;
  uint interval = blockIdx.x & (2 * stride / SAMPLE - 1);
  uint base = (blockIdx.x - interval) * SAMPLE;
  from_key += base;
  from_value += base;
  to_key += base;
  to_value += base;

  if (tid == 0) {
    uint all_a = stride;
    uint all_b = min(stride, n - base - stride);
    bool last = interval + 1 >= samples(all_a) + samples(all_b);
    start_a = limits_a[blockIdx.x];
    start_b = limits_b[blockIdx.x];
    length_a = (last ? all_a : limits_a[blockIdx.x + 1]) - start_a;
    length_b = (last ? all_b : limits_b[blockIdx.x + 1]) - start_b;
    start_to = start_a + start_b;
  }
  __syncthreads();

  if (tid < length_a) {
    keys[tid] = from_key[start_a + tid];
    values[tid] = from_value[start_a + tid];
  }
  if (tid < length_b) {
    keys[SAMPLE + tid] = from_key[stride + start_b + tid];
    values[SAMPLE + tid] = from_value[stride + start_b + tid];
  }
  __syncthreads();

  uint key_a, value_a, to_a, key_b, value_b, to_b;
  if (tid < length_a) {
    key_a = keys[tid];
    value_a = values[tid];
    to_a = tid + rank<false>(key_a, keys + SAMPLE, length_b, SAMPLE);
  }
  if (tid < length_b) {
    key_b = keys[SAMPLE + tid];
    value_b = values[SAMPLE + tid];
    to_b = tid + rank<true>(key_b, keys, length_a, SAMPLE);
  }
  __syncthreads();
  if (tid < length_a) {
    keys[to_a] = key_a;
    values[to_a] = value_a;
  }
  if (tid < length_b) {
    keys[to_b] = key_b;
    values[to_b] = value_b;
  }
  __syncthreads();

  if (tid < length_a) {
    to_key[start_to + tid] = keys[tid];
    to_value[start_to + tid] = values[tid];
  }
  if (tid < length_b) {
    to_key[start_to + length_a + tid] = keys[length_a + tid];
    to_value[start_to + length_a + tid] = values[length_a + tid];
  }
}
