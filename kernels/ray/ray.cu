// A ray tracer of spheres over a chequered plane: a pixel a thread, a light that throws shadows,
// and mirrors up to five reflections deep.
#include "../cuda.h"

#define DEPTH 5
#define FAR 1e20f
#define NEAR 1e-3f
#define MOST 16

struct float3 { float x, y, z; };
struct Sphere { float3 centre; float radius; float3 colour; float mirror; };
struct Camera { float3 eye; float zoom; int width, height; };

// four words of place, four of looks
CONSTANT Sphere spheres[MOST];

DEVICE float3 operator+(float3 a, float3 b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
DEVICE float3 operator-(float3 a, float3 b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
DEVICE float3 operator*(float3 a, float s) { return {a.x * s, a.y * s, a.z * s}; }
// a + b * s
DEVICE float3 along(float3 a, float3 b, float s) { return {fmaf(b.x, s, a.x), fmaf(b.y, s, a.y), fmaf(b.z, s, a.z)}; }
DEVICE float dot(float3 a, float3 b) { return fmaf(a.z, b.z, fmaf(a.y, b.y, a.x * b.x)); }
DEVICE float3 normal(float3 a) { return a * (1.0f / sqrtf(dot(a, a))); }

// The distance along a ray of unit length to a sphere, FAR without a hit.
DEVICE float distance(const Sphere &sphere, float3 from, float3 towards) {
  float3 to = sphere.centre - from;
  float middle = dot(to, towards);
  float square = fmaf(sphere.radius, sphere.radius, fmaf(middle, middle, -dot(to, to)));
  if (square < 0) return FAR;
  float root = sqrtf(square);
  if (middle - root > NEAR) return middle - root;
  if (middle + root > NEAR) return middle + root;
  return FAR;
}

DEVICE bool shadowed(int count, float3 from, float3 towards, float limit) {
  for (int i = 0; i < count; i++)
    if (distance(spheres[i], from, towards) < limit) return true;
  return false;
}

KERNEL void ray(uint *pixels, Camera camera, float3 light, int count) {
  int column = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
  if (column >= camera.width || row >= camera.height) return;
  float3 from = camera.eye;
  float step = camera.zoom / (float)camera.height;
  float3 towards = normal({(float)(2 * column - camera.width) * step, (float)(camera.height - 2 * row) * step, 1.0f});
  float3 colour = {0, 0, 0};
  float weight = 1.0f;
  for (int depth = 0; depth <= DEPTH; depth++) {
    float nearest = FAR;
    int hit = -1;
    for (int i = 0; i < count; i++) {
      float at = distance(spheres[i], from, towards);
      if (at < nearest) {
        nearest = at;
        hit = i;
      }
    }
    // the plane at height 0
    if (towards.y < 0) {
      float at = -from.y / towards.y;
      if (at > NEAR && at < nearest) {
        nearest = at;
        hit = count;
      }
    }
    if (hit < 0) {
      // the sky, brighter towards the horizon
      float height = fmaxf(towards.y, 0.0f);
      colour = along(colour, {0.6f - 0.4f * height, 0.7f - 0.3f * height, 0.9f}, weight);
      break;
    }
    float3 point = along(from, towards, nearest), up, own;
    float mirror;
    if (hit == count) {
      up = {0, 1, 0};
      float shade = ((int)floorf(point.x) + (int)floorf(point.z)) & 1 ? 0.2f : 0.8f;
      own = {shade, shade, shade};
      mirror = 0.1f;
    } else {
      up = normal(point - spheres[hit].centre);
      own = spheres[hit].colour;
      mirror = spheres[hit].mirror;
    }
    float3 to_light = light - point;
    float length = sqrtf(dot(to_light, to_light));
    to_light = to_light * (1.0f / length);
    float diffuse = dot(up, to_light), shine = 0;
    float3 reflected = along(towards, up, -2.0f * dot(towards, up));
    if (diffuse <= 0 || shadowed(count, point, to_light, length)) {
      diffuse = 0;
    } else {
      shine = fmaxf(dot(reflected, to_light), 0.0f);
      // to the power of 32
#pragma unroll
      for (int i = 0; i < 5; i++) shine *= shine;
    }
    float3 here = own * fmaf(0.8f, diffuse, 0.2f) + float3{shine, shine, shine};
    colour = along(colour, here, weight * (1.0f - mirror));
    weight *= mirror;
    if (weight < 0.02f) break;
    from = point;
    towards = reflected;
  }
  uint red = fminf(colour.x, 1.0f) * 255.0f, green = fminf(colour.y, 1.0f) * 255.0f, blue = fminf(colour.z, 1.0f) * 255.0f;
  pixels[row * camera.width + column] = red | green << 8 | blue << 16;
}
