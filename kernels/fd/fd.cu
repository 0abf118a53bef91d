// Finite-difference time domain in two dimensions: the two electric fields, then the magnetic one,
// a cell a thread.
#include "../cuda.h"

DEVICE int column() { return blockIdx.x * blockDim.x + threadIdx.x; }
DEVICE int row() { return blockIdx.y * blockDim.y + threadIdx.y; }

KERNEL void fdtd_ey(float *ey, const float *hz, float source, int nx, int ny) {
  int i = row(), j = column();
  if (i < nx && j < ny) {
    if (i == 0) ey[j] = source;
    else ey[i * ny + j] = fmaf(-0.5f, hz[i * ny + j] - hz[(i - 1) * ny + j], ey[i * ny + j]);
  }
}

KERNEL void fdtd_ex(float *ex, const float *hz, int nx, int ny) {
  int i = row(), j = column();
  if (i < nx && j < ny && j > 0) ex[i * (ny + 1) + j] = fmaf(-0.5f, hz[i * ny + j] - hz[i * ny + j - 1], ex[i * (ny + 1) + j]);
}

KERNEL void fdtd_hz(const float *ex, const float *ey, float *hz, int nx, int ny) {
  int i = row(), j = column();
  if (i < nx && j < ny) {
    float curl = ex[i * (ny + 1) + j + 1] - ex[i * (ny + 1) + j] + ey[(i + 1) * ny + j] - ey[i * ny + j];
    hz[i * ny + j] = fmaf(-0.7f, curl, hz[i * ny + j]);
  }
}
