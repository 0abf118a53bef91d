// AES-128 encryption of independent blocks, a column of four bytes a thread: each round looks four
// bytes up in tables in shared memory.
#include "../cuda.h"

#define ROUNDS 10

CONSTANT uint t0[256];
CONSTANT uint t1[256];
CONSTANT uint t2[256];
CONSTANT uint t3[256];
CONSTANT uint key[4 * (ROUNDS + 1)];

#define B0(word) ((word) & 255)
#define B1(word) ((word) >> 8 & 255)
#define B2(word) ((word) >> 16 & 255)
#define B3(word) ((word) >> 24)

// Columns are little-endian words. 256 threads, so that each brings one entry of each table.
KERNEL void aes(const uint *in, uint *out) {
  SHARED static uint s0[256], s1[256], s2[256], s3[256];
  SHARED static uint even[256], odd[256];
  uint tid = threadIdx.x, at = blockIdx.x * 256 + tid;
  s0[tid] = t0[tid];
  s1[tid] = t1[tid];
  s2[tid] = t2[tid];
  s3[tid] = t3[tid];
  uint column = tid & 3, block = tid & ~3u;
  // the columns whose bytes the row shift brings here
  uint c1 = block | ((column + 1) & 3), c2 = block | ((column + 2) & 3), c3 = block | ((column + 3) & 3);
  even[tid] = in[at] ^ key[column];
  __syncthreads();
#pragma unroll
  for (int round = 1; round < ROUNDS; round++) {
    const uint *from = round & 1 ? even : odd;
    uint *to = round & 1 ? odd : even;
    uint a = from[tid], b = from[c1], c = from[c2], d = from[c3];
    to[tid] = s0[B0(a)] ^ s1[B1(b)] ^ s2[B2(c)] ^ s3[B3(d)] ^ key[4 * round + column];
    __syncthreads();
  }
  // the last round mixes no columns: the substituted byte itself stands in the second byte of the
  // first table, and so on around
  uint a = odd[tid], b = odd[c1], c = odd[c2], d = odd[c3];
  uint last = B1(s0[B0(a)]) | B1(s0[B1(b)]) << 8 | B1(s0[B2(c)]) << 16 | B1(s0[B3(d)]) << 24;
  out[at] = last ^ key[4 * ROUNDS + column];
}
