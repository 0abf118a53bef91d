// Molecular dynamics with a cutoff: an atom a thread looks at the atoms of its cell and of the 26
// around, and takes those that are near enough.
#include "../cuda.h"

#define CAPACITY 16

// Positions by cell and slot; w is not used. Lengths are in units of the atoms' size, energies in
// those of their bond.
KERNEL BOUNDS(128) void lennard_jones(const float4 *positions, const int *counts, const int *neighbours, float4 *forces, float size, float cutoff2,
                                      int cells) {
  int thread = blockIdx.x * blockDim.x + threadIdx.x, cell = thread / CAPACITY, slot = thread % CAPACITY;
  if (cell >= cells || slot >= counts[cell]) return;
  float inverse = 1.0f / size;
  float4 here = positions[thread], force = {0.0f, 0.0f, 0.0f, 0.0f};
  for (int k = 0; k < 27; k++) {
    int other = neighbours[cell * 27 + k], count = counts[other];
    for (int j = 0; j < count; j++) {
      int at = other * CAPACITY + j;
      float4 there = positions[at];
      float dx = here.x - there.x, dy = here.y - there.y, dz = here.z - there.z;
      // the nearest of the images of a box that goes on on the other side
      dx = fmaf(-size, rintf(dx * inverse), dx);
      dy = fmaf(-size, rintf(dy * inverse), dy);
      dz = fmaf(-size, rintf(dz * inverse), dz);
      float r2 = fmaf(dz, dz, fmaf(dy, dy, dx * dx));
      if (r2 <= cutoff2 && at != thread) {
        float i2 = 1.0f / r2, i6 = i2 * i2 * i2;
        force.w = fmaf(i6, i6 - 1.0f, force.w);
        float strength = i6 * i2 * fmaf(48.0f, i6, -24.0f);
        force.x = fmaf(strength, dx, force.x);
        force.y = fmaf(strength, dy, force.y);
        force.z = fmaf(strength, dz, force.z);
      }
    }
  }
  force.w *= 2.0f;
  forces[thread] = force;
}
