// Breadth-first search, one kernel a level, a node a thread, after Harish and Narayanan's in the
// GPGPU-Sim set: whoever is in the frontier marks its neighbours. There a node that is marked may
// be expanded in the same launch, and its level depends on the order of warps; here marks are the
// numbers of launches, from 1 on, so that all threads of a launch are of one level.
#include "../cuda.h"

struct Node {
  int first;
  int degree;
};

// `mask` has the launch that expands a node, `visited` the launch from which on it is seen, and
// `next` is the launch after this one.
KERNEL BOUNDS(256) void bfs_level(const Node *nodes, const int *edges, uchar *mask, uchar *visited, int *cost, uchar *again, int n, uchar next) {
  int tid = blockIdx.x * blockDim.x + threadIdx.x;
  if (tid < n && mask[tid] + 1 == next) {
    mask[tid] = 0;
    for (int i = nodes[tid].first; i < nodes[tid].first + nodes[tid].degree; i++) {
      int to = edges[i];
      // whoever else finds the node in this launch has found it at the same level
      if (visited[to] == 0 || visited[to] >= next) {
        cost[to] = cost[tid] + 1;
        mask[to] = next;
        visited[to] = next;
        *again = 1;
      }
    }
  }
}
