// Nearest neighbours: the distance of each record from a place, after Rodinia's; the nearest are
// found by the host.
#include "../cuda.h"

struct Place {
  float latitude;
  float longitude;
};

KERNEL void nn(const Place *places, float *distance, int count, float latitude, float longitude) {
  int id = blockDim.x * (gridDim.x * blockIdx.y + blockIdx.x) + threadIdx.x;
  if (id < count) {
    float down = latitude - places[id].latitude;
    float along = longitude - places[id].longitude;
    distance[id] = sqrtf(fmaf(down, down, along * along));
  }
}
