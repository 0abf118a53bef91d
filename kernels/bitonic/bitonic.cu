// Bitonic sort of a CTA's keys in shared memory, a key a thread.
#include "../cuda.h"

extern SHARED int keys[];

KERNEL void bitonic(int *values) {
  const unsigned int tid = threadIdx.x, count = blockDim.x;
  values += blockIdx.x * count;
  keys[tid] = values[tid];
  __syncthreads();
  for (unsigned int k = 2; k <= count; k *= 2) {
    for (unsigned int j = k / 2; j > 0; j /= 2) {
      unsigned int other = tid ^ j;
      if (other > tid) {
        int mine = keys[tid], theirs = keys[other];
        if ((tid & k) == 0) {
          if (mine > theirs) {
            keys[tid] = theirs;
            keys[other] = mine;
          }
        } else {
          if (mine < theirs) {
            keys[tid] = theirs;
            keys[other] = mine;
          }
        }
      }
      __syncthreads();
    }
  }
  values[tid] = keys[tid];
}
