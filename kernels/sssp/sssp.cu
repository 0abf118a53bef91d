// Shortest paths from node 0: rounds of relaxation, a node a thread, then a parent for every node
// that was reached.
#include "../cuda.h"

DEVICE int weight(int a, int b) { return ((a ^ b) & 7) + 1; }

KERNEL void sssp_relax(const int *rows, const int *edges, int *distance, int n) {
  int node = blockIdx.x * blockDim.x + threadIdx.x;
  if (node >= n) return;
  int here = distance[node];
  if (here < 0) return;
  for (int e = rows[node]; e < rows[node + 1]; e++) {
    int next = edges[e];
    // unreached nodes hold -1, the greatest unsigned number
    atomicMin((uint *)&distance[next], (uint)(here + weight(node, next)));
  }
}

// Whoever writes last is the parent: any node on a shortest path is right.
KERNEL void sssp_parents(const int *rows, const int *edges, const int *distance, int *parent, int n) {
  int node = blockIdx.x * blockDim.x + threadIdx.x;
  if (node >= n) return;
  int here = distance[node];
  if (here < 0) return;
  for (int e = rows[node]; e < rows[node + 1]; e++) {
    int next = edges[e];
    if (next != 0 && distance[next] == here + weight(node, next)) parent[next] = node;
  }
}
