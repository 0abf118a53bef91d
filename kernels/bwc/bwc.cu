// Breadth-first search, warp-centric (Hong et al. 2011): a virtual warp of 8 lanes takes 64 nodes;
// all its lanes go through them together, and share out the neighbours of those that are in the
// current level. The lanes of a virtual warp meet in lockstep alone, without a barrier.
#include "../cuda.h"

enum { BLOCK = 128, LANES = 8, CHUNK = 64 };

struct Own {
  int levels[CHUNK];
  int rows[CHUNK + 1];
};

KERNEL BOUNDS(BLOCK) void bwc(const int *rows, const int *edges, int *levels, int *again, int n, int level) {
  SHARED Own all[BLOCK / LANES];
  int lane = threadIdx.x % LANES;
  int warp = threadIdx.x / LANES;
  int first = (blockIdx.x * (BLOCK / LANES) + warp) * CHUNK;
  int count = min(CHUNK, n - first);
  Own *own = &all[warp];

  for (int i = lane; i < count; i += LANES) own->levels[i] = levels[first + i];
  for (int i = lane; i <= count; i += LANES) own->rows[i] = rows[first + i];
  __threadfence_block();

  for (int i = 0; i < count; i++) {
    if (own->levels[i] == level) {
      int begin = own->rows[i];
      int degree = own->rows[i + 1] - begin;
      for (int e = lane; e < degree; e += LANES) {
        int to = edges[begin + e];
        if (levels[to] < 0) {
          levels[to] = level + 1;
          *again = 1;
        }
      }
      __threadfence_block();
    }
  }
}
