// Needleman-Wunsch alignment, after Rodinia's: tiles of 16 x 16, an anti-diagonal of tiles a
// launch; within a tile 16 threads sweep its anti-diagonals. One kernel goes to the longest
// diagonal of tiles, the other one on from there.
#include "../cuda.h"

enum { B = 16 };

DEVICE int most(int a, int b, int c) {
  int k = a <= b ? b : a;
  return k <= c ? c : k;
}

DEVICE void tile(const int *similarity, int *score, int cols, int penalty, int column, int row) {
  SHARED int s[B + 1][B + 1];
  SHARED int like[B][B];
  int tx = threadIdx.x;
  int corner = cols * B * row + B * column;

  if (tx == 0) s[0][0] = score[corner];
  for (int i = 0; i < B; i++) like[i][tx] = similarity[corner + cols * (i + 1) + tx + 1];
  __syncthreads();
  s[tx + 1][0] = score[corner + cols * (tx + 1)];
  __syncthreads();
  s[0][tx + 1] = score[corner + tx + 1];
  __syncthreads();

  for (int m = 0; m < B; m++) {
    if (tx <= m) {
      int x = tx + 1, y = m - tx + 1;
      s[y][x] = most(s[y - 1][x - 1] + like[y - 1][x - 1], s[y][x - 1] - penalty, s[y - 1][x] - penalty);
    }
    __syncthreads();
  }
  for (int m = B - 2; m >= 0; m--) {
    if (tx <= m) {
      int x = tx + B - m, y = B - tx;
      s[y][x] = most(s[y - 1][x - 1] + like[y - 1][x - 1], s[y][x - 1] - penalty, s[y - 1][x] - penalty);
    }
    __syncthreads();
  }
  for (int i = 0; i < B; i++) score[corner + cols * (i + 1) + tx + 1] = s[i + 1][tx + 1];
}

KERNEL BOUNDS(16) void nw_grow(const int *similarity, int *score, int cols, int penalty, int i) {
  tile(similarity, score, cols, penalty, blockIdx.x, i - 1 - blockIdx.x);
}

KERNEL BOUNDS(16) void nw_shrink(const int *similarity, int *score, int cols, int penalty, int i, int tiles) {
  tile(similarity, score, cols, penalty, blockIdx.x + tiles - i, tiles - blockIdx.x - 1);
}
