// Lighting of a landscape seen from above: a pixel a thread. Each cluster of pixels has a list of
// the lights that may reach it. A pixel keeps those that do, and adds up what each of them gives: a
// lamp, a spot or a tube. A walk over the landscape towards the light tells whether the pixel is in
// shadow.
#include "../cuda.h"

// From one pixel to the next there are four points of the landscape; lengths are in points.
#define POINTS 4
// A cluster has 4 x 2 pixels.
#define WIDE 4
#define HIGH 2
// No list of lights is longer.
#define MOST 24
// A CTA has 16 x 6 pixels.
#define COLUMNS 16
#define ROWS 6
#define AMBIENT 0.1f
// A walk towards a light has an eighth of a step for each point of the light's range.
#define STEPS 0.125f

enum Kind { LAMP, SPOT, TUBE };

struct float3 { float x, y, z; };
// A spot shines along its axis, into a cone of this cosine; a tube is four lamps along its axis.
struct Light {
  float3 place;
  float range;
  float3 colour;
  int kind;
  float3 axis;
  float cone;
} __attribute__((aligned(16)));

DEVICE float3 operator-(float3 a, float3 b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
DEVICE float3 operator*(float3 a, float s) { return {a.x * s, a.y * s, a.z * s}; }
// a + b * s
DEVICE float3 along(float3 a, float3 b, float s) { return {fmaf(b.x, s, a.x), fmaf(b.y, s, a.y), fmaf(b.z, s, a.z)}; }
DEVICE float dot(float3 a, float3 b) { return fmaf(a.z, b.z, fmaf(a.y, b.y, a.x * b.x)); }

// Whether the landscape rises above the way from a point to a light. Its height is looked up after
// each step but the last.
DEVICE bool shadowed(const float *heights, int pitch, float3 point, float3 to, int steps) {
  for (int i = 1; i < steps; i++) {
    float3 at = along(point, to, (float)i / (float)steps);
    if (heights[(int)at.y * pitch + (int)at.x] > at.z) return true;
  }
  return false;
}

KERNEL BOUNDS(COLUMNS * ROWS)
void light(const float *heights, const int *first, const int *members, const Light *lights, uint *pixels, int width, int height) {
  SHARED int kept[MOST][COLUMNS * ROWS];
  int x = blockIdx.x * COLUMNS + threadIdx.x, y = blockIdx.y * ROWS + threadIdx.y, thread = threadIdx.y * COLUMNS + threadIdx.x;
  if (x >= width || y >= height) return;
  int pitch = width * POINTS, column = x * POINTS, row = y * POINTS, right = pitch - 1, bottom = height * POINTS - 1;
  float3 point = {(float)column, (float)row, heights[row * pitch + column]};
  float west = heights[row * pitch + max(column - 1, 0)], east = heights[row * pitch + min(column + 1, right)];
  float north = heights[max(row - 1, 0) * pitch + column], south = heights[min(row + 1, bottom) * pitch + column];
  float3 normal = {west - east, north - south, 2.0f};
  normal = normal * (1.0f / sqrtf(dot(normal, normal)));

  int cluster = y / HIGH * ((width + WIDE - 1) / WIDE) + x / WIDE, count = 0;
  for (int i = first[cluster]; i < first[cluster + 1]; i++) {
    const Light &light = lights[members[i]];
    float3 to = light.place - point;
    if (dot(to, to) < light.range * light.range) kept[count++][thread] = members[i];
  }

  float3 colour = {AMBIENT, AMBIENT, AMBIENT};
  for (int i = 0; i < count; i++) {
    const Light &light = lights[kept[i][thread]];
    int samples = light.kind == TUBE ? 4 : 1;
    for (int sample = 0; sample < samples; sample++) {
      float3 to = light.place - point;
      if (light.kind == TUBE) to = along(to, light.axis, (float)sample - 1.5f);
      float square = dot(to, to);
      float3 towards = to * (1.0f / sqrtf(square));
      float cosine = dot(normal, towards), strength = 1.0f - square / (light.range * light.range);
      if (cosine <= 0 || strength <= 0) continue;
      if (light.kind == SPOT) {
        float inside = -dot(light.axis, towards);
        if (inside <= light.cone) continue;
        strength *= (inside - light.cone) / (1.0f - light.cone);
      }
      if (shadowed(heights, pitch, point, to, (int)(light.range * STEPS))) continue;
      colour = along(colour, light.colour, cosine * strength / (float)samples);
    }
  }
  uint red = fminf(colour.x, 1.0f) * 255.0f, green = fminf(colour.y, 1.0f) * 255.0f, blue = fminf(colour.z, 1.0f) * 255.0f;
  pixels[y * width + x] = red | green << 8 | blue << 16;
}
