// AES-128 encryption of independent blocks as in the GPGPU-Sim set, a column of four bytes a
// thread. The round keys are texels; the tables come from constant memory into shared memory, where
// columns are read byte by byte; where each byte's column is, a table in constant memory says.
#include "../cuda.h"

#define ROUNDS 10

GLOBAL texture<uint, 1, 0> key;
CONSTANT uint t0[256];
CONSTANT uint t1[256];
CONSTANT uint t2[256];
CONSTANT uint t3[256];
CONSTANT uchar place[16]; // for each column four places of columns, by byte

union Column {
  uint word;
  uchar byte[4];
};

DEVICE uint fetch_key(int at) {
  uint4 v;
  asm("tex.1d.v4.u32.s32 {%0, %1, %2, %3}, [key, {%4}];" : "=r"(v.x), "=r"(v.y), "=r"(v.z), "=r"(v.w) : "r"(at));
  return v.x;
}

#define BYTE(of, k) of[block + place[4 * column + k]].byte[k]

// 256 threads, so that each brings one entry of each table.
KERNEL void aes_ispass(uint *out, const uint *in) {
  SHARED static Column even[256], odd[256];
  SHARED static Column s0[256], s1[256], s2[256], s3[256];
  uint tid = threadIdx.x, at = blockIdx.x * 256 + tid;
  uint column = tid % 4, block = tid / 4 * 4;
  odd[tid].word = in[at];
  s0[tid].word = t0[tid];
  s1[tid].word = t1[tid];
  s2[tid].word = t2[tid];
  s3[tid].word = t3[tid];
  __syncthreads();
  even[tid].word = odd[tid].word ^ fetch_key(column);
  __syncthreads();
#pragma unroll
  for (int round = 1; round < ROUNDS; round++) {
    const Column *from = round & 1 ? even : odd;
    Column *to = round & 1 ? odd : even;
    uint a = BYTE(from, 0), b = BYTE(from, 1), c = BYTE(from, 2), d = BYTE(from, 3);
    to[tid].word = s0[a].word ^ s1[b].word ^ s2[c].word ^ s3[d].word ^ fetch_key(4 * round + column);
    __syncthreads();
  }
  // the last round mixes no columns: byte 3 of the second table is the substituted byte itself
  uint a = BYTE(odd, 0), b = BYTE(odd, 1), c = BYTE(odd, 2), d = BYTE(odd, 3);
  uint last = fetch_key(4 * ROUNDS + column);
  volatile uchar *byte = even[tid].byte;
  byte[3] = s1[d].byte[3] ^ last >> 24;
  byte[2] = s1[c].byte[3] ^ (last >> 16 & 255);
  byte[1] = s1[b].byte[3] ^ (last >> 8 & 255);
  byte[0] = s1[a].byte[3] ^ (last & 255);
  __syncthreads();
  out[at] = even[tid].word;
}
