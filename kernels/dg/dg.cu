// A nodal discontinuous Galerkin solver of Maxwell's equations on tetrahedra of order 6: an element
// a CTA, a node a thread. Derivatives within the element, fluxes through its faces, a stage of a
// low-storage Runge-Kutta method.
#include "../cuda.h"

// nodes of an element (and rounded up, as they lie in memory), of a face, of its four faces;
// fields: H and E
#define NODES 84
#define PITCH 96
#define FACE 28
#define FACES (4 * FACE)
#define FIELDS 6
#define AHEAD 3

CONSTANT float stage_a[5];
CONSTANT float stage_b[5];

// `derivative[m * PITCH + n]`: what node m gives to the derivatives at node n along the reference
// axes. `geometry`: nine derivatives of reference by physical coordinates an element, r, s, t by x,
// y, z, in rows of twelve.
KERNEL void dg_volume(float *rhs, const float *q, const float4 *derivative, const float *geometry) {
  SHARED static float field[FIELDS][PITCH];
  SHARED static float metric[12];
  int n = threadIdx.x, element = blockIdx.x, at = element * FIELDS * PITCH + n;
  if (n < 12) metric[n] = geometry[element * 12 + n];
#pragma unroll
  for (int f = 0; f < FIELDS; f++) field[f][n] = q[at + f * PITCH];
  __syncthreads();

  float by_r[FIELDS] = {}, by_s[FIELDS] = {}, by_t[FIELDS] = {};
  for (int m = 0; m < NODES; m += AHEAD) {
    // several nodes ahead are loaded before the first is used: the latency is hidden by registers
    float4 d[AHEAD];
    float value[AHEAD][FIELDS];
#pragma unroll
    for (int k = 0; k < AHEAD; k++) d[k] = derivative[(m + k) * PITCH + n];
#pragma unroll
    for (int k = 0; k < AHEAD; k++)
#pragma unroll
      for (int f = 0; f < FIELDS; f++) value[k][f] = field[f][m + k];
#pragma unroll
    for (int k = 0; k < AHEAD; k++)
#pragma unroll
      for (int f = 0; f < FIELDS; f++) {
        by_r[f] = fmaf(d[k].x, value[k][f], by_r[f]);
        by_s[f] = fmaf(d[k].y, value[k][f], by_s[f]);
        by_t[f] = fmaf(d[k].z, value[k][f], by_t[f]);
      }
  }
  // the derivative of a field by a physical axis
#define BY(axis, f) fmaf(metric[6 + axis], by_t[f], fmaf(metric[3 + axis], by_s[f], metric[axis] * by_r[f]))
#define CURL(first, u, v) (BY((first + 1) % 3, v) - BY((first + 2) % 3, u))
  rhs[at] = -CURL(0, 4, 5);
  rhs[at + PITCH] = -CURL(1, 5, 3);
  rhs[at + 2 * PITCH] = -CURL(2, 3, 4);
  rhs[at + 3 * PITCH] = CURL(0, 1, 2);
  rhs[at + 4 * PITCH] = CURL(1, 2, 0);
  rhs[at + 5 * PITCH] = CURL(2, 0, 1);
}

// A face node a thread: the jump to the neighbour's node becomes a flux; then a node a thread
// gathers the fluxes. `inside` and `outside` tell where the first field of a face node lies in q;
// `surface` is scale, sign of the boundary, and normal, in rows of six words.
KERNEL void dg_surface(float *rhs, const float *q, const float4 *lift, const int *inside, const int *outside, const float *surface) {
  SHARED static float flux[FIELDS][FACES];
  int n = threadIdx.x, element = blockIdx.x, face_node = element * FACES + n;
  int own = inside[face_node], other = outside[face_node];
  const float *s = surface + face_node * 6;
  float scale = s[0], boundary = s[1], nx = s[2], ny = s[3], nz = s[4];
  float jump[FIELDS];
#pragma unroll
  for (int f = 0; f < FIELDS; f++) {
    float mine = q[own + f * PITCH], theirs = q[other + f * PITCH];
    // a conducting wall mirrors the electric field
    jump[f] = f < 3 ? theirs - mine : fmaf(boundary, theirs, -mine);
  }
  float h = fmaf(nz, jump[2], fmaf(ny, jump[1], nx * jump[0]));
  float e = fmaf(nz, jump[5], fmaf(ny, jump[4], nx * jump[3]));
  flux[0][n] = scale * (fmaf(nz, jump[4], -ny * jump[5]) + fmaf(-h, nx, jump[0]));
  flux[1][n] = scale * (fmaf(nx, jump[5], -nz * jump[3]) + fmaf(-h, ny, jump[1]));
  flux[2][n] = scale * (fmaf(ny, jump[3], -nx * jump[4]) + fmaf(-h, nz, jump[2]));
  flux[3][n] = scale * (fmaf(ny, jump[2], -nz * jump[1]) + fmaf(-e, nx, jump[3]));
  flux[4][n] = scale * (fmaf(nz, jump[0], -nx * jump[2]) + fmaf(-e, ny, jump[4]));
  flux[5][n] = scale * (fmaf(nx, jump[1], -ny * jump[0]) + fmaf(-e, nz, jump[5]));
  __syncthreads();

  if (n < NODES) {
    int at = element * FIELDS * PITCH + n;
    float sum[FIELDS];
#pragma unroll
    for (int f = 0; f < FIELDS; f++) sum[f] = rhs[at + f * PITCH];
#pragma unroll 2
    for (int m = 0; m < FACE; m++) {
      // a word a face
      float4 l = lift[m * PITCH + n];
#pragma unroll
      for (int f = 0; f < FIELDS; f++) {
        sum[f] = fmaf(l.x, flux[f][m], sum[f]);
        sum[f] = fmaf(l.y, flux[f][m + FACE], sum[f]);
        sum[f] = fmaf(l.z, flux[f][m + 2 * FACE], sum[f]);
        sum[f] = fmaf(l.w, flux[f][m + 3 * FACE], sum[f]);
      }
    }
#pragma unroll
    for (int f = 0; f < FIELDS; f++) rhs[at + f * PITCH] = sum[f];
  }
}

// A word a thread.
KERNEL void dg_step(float *q, float *residual, const float *rhs, int count, int stage, float dt) {
  int n = blockIdx.x * blockDim.x + threadIdx.x;
  if (n < count) {
    float r = fmaf(stage_a[stage], residual[n], dt * rhs[n]);
    residual[n] = r;
    q[n] = fmaf(stage_b[stage], r, q[n]);
  }
}
