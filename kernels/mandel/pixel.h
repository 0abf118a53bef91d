// A pixel of the Mandelbrot set, for both ways of assigning tiles to CTAs.
#pragma once
#include "../cuda.h"

// Turns left when the orbit of c has left the circle of radius two.
DEVICE int orbit(float cx, float cy, int turns) {
  float x = 0.0f, y = 0.0f, xx = 0.0f, yy = 0.0f;
  while (--turns && xx + yy < 4.0f) {
    y = fmaf(x * y, 2.0f, cy);
    x = xx - yy + cx;
    yy = y * y;
    xx = x * x;
  }
  return turns;
}

DEVICE uint blended(uint before, uint now, uint frame) { return (before * frame + now + frame / 2) / (frame + 1); }
