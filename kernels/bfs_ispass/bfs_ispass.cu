// Breadth-first search, one kernel a level, a node a thread, after Harish and Narayanan's in the
// GPGPU-Sim set: whoever is in the frontier marks its neighbours. There a node that is marked may
// be expanded in the same launch, and its level depends on the order of warps; here marks are the
// numbers of launches, from 1 on, so that all threads of a launch are of one level.
#include "../cuda.h"

struct Node {
  int first;
  int degree;
};

// `mask` has the launch that expands a node, `visited` the launch from which on it is seen.
KERNEL BOUNDS(256) void bfs_level(const Node *nodes, const int *edges, uchar *mask, uchar *visited, int *cost, uchar *again, int n, int launch) {
  int tid = blockIdx.x * blockDim.x + threadIdx.x;
  if (tid < n && mask[tid] == launch) {
    mask[tid] = 0;
    for (int i = nodes[tid].first; i < nodes[tid].first + nodes[tid].degree; i++) {
      int to = edges[i];
      // whoever else finds the node in this launch has found it at the same level
      if (visited[to] == 0 || visited[to] > launch) {
        cost[to] = cost[tid] + 1;
        mask[to] = launch + 1;
        visited[to] = launch + 1;
        *again = 1;
      }
    }
  }
}
