// HotSpot in the operations of Rodinia's, whose 2.0 makes most of a cell's sum double precision.
#define STEP \
  float c = here[ty][tx]; \
  double sum = watts[ty][tx]; \
  sum = fma(fma(-2.0, c, here[s][tx] + here[n][tx]), ry1, sum); \
  sum = fma(fma(-2.0, c, here[ty][e] + here[ty][w]), rx1, sum); \
  sum = sum + (AMBIENT - c) * rz1; \
  next[ty][tx] = fma(scale, sum, c);
#include "../hotsp.h"
