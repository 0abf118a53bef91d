// Laplace's equation on a grid of three dimensions, one Jacobi step, after Giles' laplace3d in the
// GPGPU-Sim set. A block of 32 x 4 goes up through the planes; shared memory holds three of them
// with a halo, which the first threads load beside their own point.
#include "../cuda.h"

enum { X = 32, Y = 4, ROW = X + 2, PLANE = ROW * (Y + 2) };

KERNEL BOUNDS(128) void lps(int nx, int ny, int nz, int pitch, const float *from, float *to) {
  SHARED float u[3 * PLANE];
  int tx = threadIdx.x, ty = threadIdx.y;

  // which point of the halo is this thread's: two rows first, then pairs to the left and to the
  // right
  int k = tx + ty * X;
  bool halo = k < 2 * (X + Y + 2);
  int halo_at = 0, halo_from = 0;
  if (halo) {
    int i, j;
    if (ty < 2) {
      i = tx;
      j = ty * (Y + 1) - 1;
    } else {
      i = (k % 2) * (X + 1) - 1;
      j = k / 2 - X - 1;
    }
    halo_at = i + 1 + (j + 1) * ROW + PLANE;
    i += blockIdx.x * X;
    j += blockIdx.y * Y;
    halo_from = i + j * pitch;
    halo = i >= 0 && i < nx && j >= 0 && j < ny;
  }

  int at = tx + 1 + (ty + 1) * ROW + PLANE;
  int i = tx + blockIdx.x * X;
  int j = ty + blockIdx.y * Y;
  int own = i + j * pitch;
  bool active = i < nx && j < ny;

  if (active) u[at + PLANE] = from[own];
  if (halo) u[halo_at + PLANE] = from[halo_from];

  for (int plane = 0; plane < nz; plane++) {
    int out = own;
    if (active) {
      own += ny * pitch;
      u[at - PLANE] = u[at];
      u[at] = u[at + PLANE];
      if (plane < nz - 1) u[at + PLANE] = from[own];
    }
    if (halo) {
      halo_from += ny * pitch;
      u[halo_at - PLANE] = u[halo_at];
      u[halo_at] = u[halo_at + PLANE];
      if (plane < nz - 1) u[halo_at + PLANE] = from[halo_from];
    }
    __syncthreads();
    if (active) {
      float next;
      if (i == 0 || i == nx - 1 || j == 0 || j == ny - 1 || plane == 0 || plane == nz - 1) {
        next = u[at];
      } else {
        next = (u[at - 1] + u[at + 1] + u[at - ROW] + u[at + ROW] + u[at - PLANE] + u[at + PLANE]) * (1.0f / 6.0f);
      }
      to[out] = next;
    }
    __syncthreads();
  }
}
