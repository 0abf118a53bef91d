// Stream clustering: what opening a centre at a point would save. Every other point either changes
// to it or adds what it gains to its own centre's account.
#include "../cuda.h"

KERNEL BOUNDS(512) void pgain(const float *planes, const float *weight, const float *cost, const int *centre, const int *account, float *lower,
                              int *switches, int n, int dimensions, int candidate, int centres) {
  extern SHARED float position[];
  int tid = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x < dimensions) position[threadIdx.x] = planes[threadIdx.x * n + candidate];
  __syncthreads();
  if (tid >= n) return;
  float distance = 0.0f;
  for (int i = 0; i < dimensions; i++) {
    float difference = planes[i * n + tid] - position[i];
    distance = fmaf(difference, difference, distance);
  }
  float here = distance * weight[tid], now = cost[tid];
  float *row = lower + tid * (centres + 1);
  if (here < now) {
    switches[tid] = 1;
    row[centres] += here - now;
  } else {
    row[account[centre[tid]]] += now - here;
  }
}
