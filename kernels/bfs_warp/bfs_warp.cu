// Breadth-first search, a level a launch, a node a warp, whose threads are as many as the node has
// neighbours, or fewer that go round. All threads that find a node write the same cost, so the race
// is harmless.
#include "../cuda.h"

KERNEL void bfs_warp(const int *first, const int *edges, int *cost, int level) {
  int wid = blockIdx.x, tid = threadIdx.x, ntids = blockDim.x;
  if (cost[wid] != level) return;
  int end = first[wid + 1];
#pragma unroll 1
  for (int i = first[wid] + tid; i < end; i += ntids) {
    int to = edges[i];
    if (cost[to] < 0) cost[to] = level + 1;
  }
}
