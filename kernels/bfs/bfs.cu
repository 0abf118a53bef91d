// Breadth-first search, two kernels a level, a node a thread: the frontier marks its unseen
// neighbours, then the marks become the next frontier. After Rodinia's: all threads that find a
// node write the same cost, so the race is harmless.
#include "../cuda.h"

struct Node {
  int first;
  int degree;
};

KERNEL BOUNDS(512) void bfs_expand(const Node *nodes, const int *edges, uchar *frontier, uchar *next, const uchar *visited, int *cost, int n) {
  int tid = blockIdx.x * blockDim.x + threadIdx.x;
  if (tid < n && frontier[tid]) {
    frontier[tid] = 0;
    for (int i = nodes[tid].first; i < nodes[tid].first + nodes[tid].degree; i++) {
      int to = edges[i];
      if (!visited[to]) {
        cost[to] = cost[tid] + 1;
        next[to] = 1;
      }
    }
  }
}

KERNEL BOUNDS(512) void bfs_update(uchar *frontier, uchar *next, uchar *visited, uchar *again, int n) {
  int tid = blockIdx.x * blockDim.x + threadIdx.x;
  if (tid < n && next[tid]) {
    frontier[tid] = 1;
    visited[tid] = 1;
    *again = 1;
    next[tid] = 0;
  }
}
