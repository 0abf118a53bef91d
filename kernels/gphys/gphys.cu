// A step of a game's physics: a body a thread. Bodies come in islands of 32: sixteen parts, which
// touch each other, and sixteen splinters, which touch nothing but the ground. All of them fly and
// bounce; then the threads of splinters end, and parts are pushed out of those that they touch.
// Parts are the first half of every island, or with `turn` 1 the second half of every other one.
#include "../cuda.h"

#define ISLAND 32
#define SUBSTEPS 12
#define CONTACTS 8
#define GRAVITY 9.81f
#define DRAG 0.02f
#define BOUNCE 0.6f
#define STIFFNESS 0.25f

// A place is x, height, z and the radius; the fourth word of a velocity means nothing.
KERNEL BOUNDS(128)
void step(const float4 *places, const float4 *velocities, const int *contacts, float4 *to_places, float4 *to_velocities, float time, int bodies, int turn) {
  int body = blockIdx.x * blockDim.x + threadIdx.x;
  if (body >= bodies) return;
  float4 place = places[body], velocity = velocities[body];
#pragma unroll 1
  for (int i = 0; i < SUBSTEPS; i++) {
    float kept = fmaf(-DRAG, time, 1.0f);
    velocity.x *= kept;
    velocity.y = fmaf(-GRAVITY, time, velocity.y * kept);
    velocity.z *= kept;
    place.x = fmaf(velocity.x, time, place.x);
    place.y = fmaf(velocity.y, time, place.y);
    place.z = fmaf(velocity.z, time, place.z);
    bool below = place.y < place.w;
    velocity.y = below ? fabsf(velocity.y) * BOUNCE : velocity.y;
    place.y = fmaxf(place.y, place.w);
  }
  to_velocities[body] = velocity;
  to_places[body] = place;
  int half = body / (ISLAND / 2) & 1, parts = body / ISLAND & turn;
  if (half != parts) return;

  float4 pushed = place;
#pragma unroll 1
  for (int i = 0; i < CONTACTS; i++) {
    // where it was before this step: other threads write what comes after it
    float4 other = places[contacts[i * bodies + body]];
    float x = place.x - other.x, y = place.y - other.y, z = place.z - other.z;
    float length = sqrtf(fmaf(z, z, fmaf(y, y, x * x)) + 1e-6f);
    float push = fmaxf(place.w + other.w - length, 0.0f) * STIFFNESS / length;
    pushed.x = fmaf(x, push, pushed.x);
    pushed.y = fmaf(y, push, pushed.y);
    pushed.z = fmaf(z, push, pushed.z);
  }
  pushed.y = fmaxf(pushed.y, pushed.w);
  to_places[body] = pushed;
}
