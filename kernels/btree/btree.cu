// Searches in a B+ tree, a query a CTA, a key a thread: one for a record, one for a range of
// records.
#include "../cuda.h"

// A node has a key more than children; a leaf's children are records.
KERNEL void find_record(const int *keys, const int *children, const int *records, const int *queries, int *answers, int height, int order) {
  SHARED int node;
  int tid = threadIdx.x, query = queries[blockIdx.x];
  if (tid == 0) node = 0;
  __syncthreads();
  for (int level = 0; level < height; level++) {
    int at = node * (order + 1) + tid, next = -1;
    if (keys[at] <= query && keys[at + 1] > query) next = children[node * order + tid];
    __syncthreads();
    if (next >= 0) node = next;
    __syncthreads();
  }
  if (keys[node * (order + 1) + tid] == query) answers[blockIdx.x] = records[children[node * order + tid]];
}

KERNEL void find_range(const int *keys, const int *children, const int *starts, const int *ends, int *first, int *length, int height, int order) {
  SHARED int node, last;
  int tid = threadIdx.x, start = starts[blockIdx.x], end = ends[blockIdx.x];
  if (tid == 0) node = last = 0;
  __syncthreads();
  for (int level = 0; level < height; level++) {
    int at = node * (order + 1) + tid, other = last * (order + 1) + tid, next = -1, next_last = -1;
    if (keys[at] <= start && keys[at + 1] > start) next = children[node * order + tid];
    if (keys[other] <= end && keys[other + 1] > end) next_last = children[last * order + tid];
    __syncthreads();
    if (next >= 0) node = next;
    if (next_last >= 0) last = next_last;
    __syncthreads();
  }
  if (keys[node * (order + 1) + tid] == start) first[blockIdx.x] = children[node * order + tid];
  __syncthreads();
  if (keys[last * (order + 1) + tid] == end) length[blockIdx.x] = children[last * order + tid] - first[blockIdx.x] + 1;
}
