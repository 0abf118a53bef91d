// Haar wavelets: a CTA takes twice as many values as it has threads and decomposes them over as
// many levels as it can. Half of the threads that worked on a level work on the next.
#include "../cuda.h"

#define ROOT_HALF 0.70710678118654752f

// Details of level k of n values go to out[n >> k ..]; what is left of each CTA's values to
// approximation.
KERNEL BOUNDS(512) void haar(const float *in, float *out, float *approximation, int levels, int n) {
  extern SHARED float values[];
  int tid = threadIdx.x, half = blockDim.x;
  int first = blockIdx.x * 2 * half;
  values[tid] = in[first + tid];
  values[tid + half] = in[first + tid + half];
  __syncthreads();
  int details = n >> 1;
  for (int level = 0; level < levels; level++) {
    float sum = 0.0f;
    if (tid < half) {
      float a = values[2 * tid], b = values[2 * tid + 1];
      out[details + blockIdx.x * half + tid] = (a - b) * ROOT_HALF;
      sum = (a + b) * ROOT_HALF;
    }
    __syncthreads();
    if (tid < half) values[tid] = sum;
    __syncthreads();
    half >>= 1;
    details >>= 1;
  }
  int left = 2 * blockDim.x >> levels;
  if (tid < left) approximation[blockIdx.x * left + tid] = values[tid];
}
