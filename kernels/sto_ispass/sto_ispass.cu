// StoreGPU's direct hashing in the GPGPU-Sim set: MD5 of the chunks of a stream, a chunk a thread,
// which reads it alone and 64 bytes at a time. They wait in shared memory, word by word of all
// threads of a warp, and each round reads its word there. Of a digest the first word is kept.
#include "../cuda.h"

DEVICE uint upper(uint x) {
  // a rotation of its own is an instruction that GPUs of that time did not have
  asm("" : "+r"(x));
  return x;
}

#define WORD(k) word[WARP * (k)]
#define ROTATE(x, by) (x << by | upper(x) >> (32 - by))
#include "../md5.h"

enum { WARP = 32, BLOCK = 16 }; // threads; words

// `chunk` is 12 bytes less than a multiple of 64: the mark of the end and the length in bits fill
// the last block.
KERNEL void sto_ispass(const uchar *stream, int chunk, int count, uchar *hashes) {
  SHARED static uint words[4 * 1024 - 32];
  int id = blockIdx.x * blockDim.x + threadIdx.x;
  if (id >= count) return;
  const uint *from = (const uint *)(stream + id * chunk);
  volatile uint *word = words + threadIdx.x / WARP * WARP * BLOCK + threadIdx.x % WARP;

  int blocks = chunk / 64 + 1;
  uint h0 = 0x67452301, h1 = 0xefcdab89, h2 = 0x98badcfe, h3 = 0x10325476;
#pragma unroll 1
  for (int block = 0; block < blocks; block++, from += BLOCK) {
#pragma unroll
    for (int k = 0; k < BLOCK - 3; k++) WORD(k) = from[k];
    if (block == blocks - 1) {
      WORD(13) = 0x80;
      WORD(14) = chunk << 3;
      WORD(15) = chunk >> 29;
    } else {
      WORD(13) = from[13];
      WORD(14) = from[14];
      WORD(15) = from[15];
    }
    // the order of the bytes does not depend on the machine's
#pragma unroll
    for (int k = 0; k < BLOCK; k++) {
      volatile uchar *bytes = (volatile uchar *)&WORD(k);
      WORD(k) = bytes[0] | bytes[1] << 8 | bytes[2] << 16 | bytes[3] << 24;
    }
    uint a = h0, b = h1, c = h2, d = h3;
    MD5_ROUNDS(a, b, c, d)
    h0 += a;
    h1 += b;
    h2 += c;
    h3 += d;
  }
#pragma unroll
  for (int k = 0; k < 4; k++) hashes[4 * id + k] = h0 >> (8 * k);
}
