// Rays in lists of many lengths, each against the spheres of its own list: a list a warp, a ray a
// thread. A ray ends at the first sphere that it hits, so that rays of a list part; the nearest hit
// of each list is found together.
#include "../cuda.h"

KERNEL void rays_warp(const int *rays, const int *spheres, const float *ray, const float *sphere, float *depth, float *nearest) {
  int wid = blockIdx.x, tid = threadIdx.x, ntids = blockDim.x;
  int at = rays[wid] + tid, end = spheres[wid + 1];
  float dx = ray[2 * at], dy = ray[2 * at + 1];
  float hit = 1000.0f;
#pragma unroll 1
  for (int s = spheres[wid]; s < end; s++) {
    // a ray from the origin along (dx, dy, 1); the sphere's centre and the square of its radius
    float cx = sphere[4 * s], cy = sphere[4 * s + 1], cz = sphere[4 * s + 2], r2 = sphere[4 * s + 3];
    float a = dx * dx + dy * dy + 1.0f;
    float h = dx * cx + dy * cy + cz;
    float c = cx * cx + cy * cy + cz * cz - r2;
    float discriminant = h * h - a * c;
    if (discriminant >= 0.0f) {
      hit = (h - sqrtf(discriminant)) / a;
      break;
    }
  }
  depth[at] = hit;
#pragma unroll 1
  for (int d = 1; d < ntids; d *= 2) {
    float other = shfl_down(hit, d);
    if (tid + d < ntids) hit = fminf(hit, other);
  }
  if (tid == 0) nearest[wid] = hit;
}
