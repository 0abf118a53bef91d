// Lower triangular systems of many sizes, forward substitution: a system a warp, a row a thread. A
// solved unknown goes to the threads of the rows below.
#include "../cuda.h"

KERNEL void trsv_warp(const int *matrices, const int *vectors, const float *l, const float *b, float *x) {
  int wid = blockIdx.x, tid = threadIdx.x, n = blockDim.x;
  const float *row = l + matrices[wid] + tid * n;
  int at = vectors[wid] + tid;
  float rest = b[at];
#pragma unroll 1
  for (int j = 0; j < n; j++) {
    // read by all: threads that branched around it would lie behind the others in the text, and
    // miss their next shuffle where the lowest place goes first
    float element = row[j];
    if (tid == j) rest = rest / element;
    float solved = shfl(rest, j);
    float next = rest - element * solved;
    if (tid > j) rest = next;
  }
  x[at] = rest;
}
