// Coulombic potential of point charges on a plane of a grid, after Parboil's: a thread has eight
// points, a block's width apart; the charges come from constant memory.
#include "../cuda.h"

enum { MOST = 4000, POINTS = 8 };

struct __attribute__((aligned(16))) Atom {
  float x, y;
  float dz2; // squared distance to the plane
  float charge;
};

CONSTANT Atom atoms[MOST];

KERNEL BOUNDS(128) void cp(int count, float spacing, float *energy) {
  int width = gridDim.x * blockDim.x * POINTS;
  int column = blockIdx.x * blockDim.x * POINTS + threadIdx.x;
  int row = blockIdx.y * blockDim.y + threadIdx.y;
  float x = spacing * column;
  float y = spacing * row;
  float apart = spacing * blockDim.x;
  float sum[POINTS] = {};

  for (int i = 0; i < count; i++) {
    float dy = y - atoms[i].y;
    float dyz2 = fmaf(dy, dy, atoms[i].dz2);
    float charge = atoms[i].charge;
    float dx = x - atoms[i].x;
#pragma unroll
    for (int p = 0; p < POINTS; p++) {
      sum[p] = fmaf(charge, rsqrtf(fmaf(dx, dx, dyz2)), sum[p]);
      dx += apart;
    }
  }
#pragma unroll
  for (int p = 0; p < POINTS; p++) energy[width * row + column + p * blockDim.x] += sum[p];
}
