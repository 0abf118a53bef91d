// HotSpot, after Rodinia's, in single precision.
#define STEP \
  float c = here[ty][tx]; \
  float sum = watts[ty][tx]; \
  sum = fmaf(fmaf(-2.0f, c, here[s][tx] + here[n][tx]), ry1, sum); \
  sum = fmaf(fmaf(-2.0f, c, here[ty][e] + here[ty][w]), rx1, sum); \
  sum = fmaf(AMBIENT - c, rz1, sum); \
  next[ty][tx] = fmaf(scale, sum, c);
#include "../hotsp.h"
