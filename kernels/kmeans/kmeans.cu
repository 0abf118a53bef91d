// K-means: features are turned from points to planes; every point finds its nearest centre and says
// whether that is another one than before.
#include "../cuda.h"

#define MOST_CENTRES 16
#define MOST_FEATURES 34

CONSTANT float centres[MOST_CENTRES * MOST_FEATURES];

KERNEL void kmeans_planes(const float *points, float *planes, int n, int features) {
  int point = blockIdx.x * blockDim.x + threadIdx.x;
  if (point < n) {
    for (int i = 0; i < features; i++) planes[i * n + point] = points[point * features + i];
  }
}

KERNEL void kmeans_assign(const float *planes, int *membership, int *changed, int n, int features, int clusters) {
  int point = blockIdx.x * blockDim.x + threadIdx.x;
  if (point < n) {
    int nearest = -1;
    float least = 3.40282347e+38f;
    for (int i = 0; i < clusters; i++) {
      float distance = 0.0f;
      for (int j = 0; j < features; j++) {
        float difference = planes[j * n + point] - centres[i * features + j];
        distance = fmaf(difference, difference, distance);
      }
      if (distance < least) {
        least = distance;
        nearest = i;
      }
    }
    if (membership[point] != nearest) atomicAdd(changed, 1);
    membership[point] = nearest;
  }
}
