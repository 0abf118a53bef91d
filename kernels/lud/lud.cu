// LU decomposition in place, after Rodinia's: three kernels a block column of 16. The diagonal
// block; the blocks right of and below it, half a warp each; then all the rest.
#include "../cuda.h"

enum { B = 16 };

KERNEL BOUNDS(16) void lud_diagonal(float *m, int n, int offset) {
  SHARED float s[B][B];
  int tx = threadIdx.x;
  float *block = m + offset * n + offset;
  for (int i = 0; i < B; i++) s[i][tx] = block[i * n + tx];
  __syncthreads();
  for (int i = 0; i < B - 1; i++) {
    if (tx > i) {
      for (int j = 0; j < i; j++) s[tx][i] = fmaf(-s[tx][j], s[j][i], s[tx][i]);
      s[tx][i] /= s[i][i];
    }
    __syncthreads();
    if (tx > i) {
      for (int j = 0; j < i + 1; j++) s[i + 1][tx] = fmaf(-s[i + 1][j], s[j][tx], s[i + 1][tx]);
    }
    __syncthreads();
  }
  for (int i = 1; i < B; i++) block[i * n + tx] = s[i][tx];
}

KERNEL BOUNDS(32) void lud_perimeter(float *m, int n, int offset) {
  SHARED float diagonal[B][B];
  SHARED float row[B][B];
  SHARED float column[B][B];
  float *block = m + offset * n + offset;
  int away = (blockIdx.x + 1) * B;
  int half = threadIdx.x / B;
  int t = threadIdx.x % B;

  if (half == 0) {
    for (int i = 0; i < B / 2; i++) diagonal[i][t] = block[i * n + t];
    for (int i = 0; i < B; i++) row[i][t] = block[i * n + t + away];
  } else {
    for (int i = B / 2; i < B; i++) diagonal[i][t] = block[i * n + t];
    for (int i = 0; i < B; i++) column[i][t] = block[(i + away) * n + t];
  }
  __syncthreads();

  if (half == 0) {
    for (int i = 1; i < B; i++) {
      for (int j = 0; j < i; j++) row[i][t] = fmaf(-diagonal[i][j], row[j][t], row[i][t]);
    }
  } else {
    for (int i = 0; i < B; i++) {
      for (int j = 0; j < i; j++) column[t][i] = fmaf(-column[t][j], diagonal[j][i], column[t][i]);
      column[t][i] /= diagonal[i][i];
    }
  }
  __syncthreads();

  if (half == 0) {
    for (int i = 1; i < B; i++) block[i * n + t + away] = row[i][t];
  } else {
    for (int i = 0; i < B; i++) block[(i + away) * n + t] = column[i][t];
  }
}

KERNEL BOUNDS(256) void lud_internal(float *m, int n, int offset) {
  SHARED float row[B][B];
  SHARED float column[B][B];
  int tx = threadIdx.x, ty = threadIdx.y;
  int r = offset + (blockIdx.y + 1) * B;
  int c = offset + (blockIdx.x + 1) * B;
  row[ty][tx] = m[(offset + ty) * n + c + tx];
  column[ty][tx] = m[(r + ty) * n + offset + tx];
  __syncthreads();
  float sum = 0;
  for (int i = 0; i < B; i++) sum = fmaf(column[ty][i], row[i][tx], sum);
  m[(r + ty) * n + c + tx] -= sum;
}
