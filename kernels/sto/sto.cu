// StoreGPU's hashing of a stream: MD5 of windows that start `offset` bytes apart, a window a
// thread. With an offset as long as the window it is the direct hashing of segments. A CTA's part
// of the stream waits in shared memory.
#include "../cuda.h"

#define WORD(k) x[k]
#define ROTATE(x, by) (x << by | x >> (32 - by))
#include "../md5.h"

extern SHARED uint stream[];

// `window` is a multiple of 64 bytes.
KERNEL void sto(const uint *data, uint4 *digests, uint count, uint window, uint offset) {
  uint first = blockIdx.x * blockDim.x;
  uint here = min((uint)blockDim.x, count - first);
  uint start = first * offset;
  uint words = ((start & 3) + (here - 1) * offset + window + 3) / 4;
  for (uint i = threadIdx.x; i < words; i += blockDim.x) stream[i] = data[start / 4 + i];
  __syncthreads();
  if (threadIdx.x >= here) return;

  uint at = (start & 3) + threadIdx.x * offset;
  // selects four of the eight bytes of two words
  uint select = 0x3210 + 0x1111 * (at & 3);
  const uint *word = stream + at / 4;
  uint h0 = 0x67452301, h1 = 0xefcdab89, h2 = 0x98badcfe, h3 = 0x10325476;
  for (uint block = 0; block <= window / 64; block++) {
    uint x[16];
    if (block < window / 64) {
#pragma unroll
      for (int k = 0; k < 16; k++) x[k] = __nvvm_prmt(word[k], at & 3 ? word[k + 1] : 0, select);
      word += 16;
    } else {
      // the mark of the end, and the length in bits
#pragma unroll
      for (int k = 0; k < 16; k++) x[k] = 0;
      x[0] = 0x80;
      x[14] = window * 8;
    }
    uint a = h0, b = h1, c = h2, d = h3;
    MD5_ROUNDS(a, b, c, d)
    h0 += a;
    h1 += b;
    h2 += c;
    h3 += d;
  }
  digests[first + threadIdx.x] = {h0, h1, h2, h3};
}
