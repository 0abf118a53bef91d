// Molecular dynamics in boxes: each particle of a box meets those of its box and of the boxes
// around. A box a CTA, which keeps the neighbour in shared memory.
#include "../cuda.h"

#define PARTICLES 100
#define THREADS 128

KERNEL BOUNDS(THREADS) void lavamd(const int *neighbours, const int *counts, const float4 *positions, const float *charges, float4 *forces,
                                 float alpha) {
  SHARED float4 home[PARTICLES], other[PARTICLES];
  SHARED float charge[PARTICLES];
  int box = blockIdx.x;
  float a2 = 2.0f * alpha * alpha;
  for (int i = threadIdx.x; i < PARTICLES; i += THREADS) home[i] = positions[box * PARTICLES + i];
  __syncthreads();
  for (int k = 0; k < counts[box]; k++) {
    int first = neighbours[box * 27 + k] * PARTICLES;
    for (int i = threadIdx.x; i < PARTICLES; i += THREADS) {
      other[i] = positions[first + i];
      charge[i] = charges[first + i];
    }
    __syncthreads();
    for (int i = threadIdx.x; i < PARTICLES; i += THREADS) {
      float4 a = home[i], force = forces[box * PARTICLES + i];
      for (int j = 0; j < PARTICLES; j++) {
        float4 b = other[j];
        // w is half of the square of the distance from the origin, so this is half of the square of
        // theirs
        float r2 = a.w + b.w - fmaf(a.z, b.z, fmaf(a.y, b.y, a.x * b.x));
        float v = expf(-a2 * r2), strength = 2.0f * v, q = charge[j];
        force.w = fmaf(q, v, force.w);
        force.x = fmaf(q, strength * (a.x - b.x), force.x);
        force.y = fmaf(q, strength * (a.y - b.y), force.y);
        force.z = fmaf(q, strength * (a.z - b.z), force.z);
      }
      forces[box * PARTICLES + i] = force;
    }
    __syncthreads();
  }
}
