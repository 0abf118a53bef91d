// Quasirandom numbers: Niederreiter's sequence in base 2, and the inverse of the cumulative normal
// distribution by Moro's approximation.
#include "../cuda.h"

#define DIMENSIONS 3
#define RESOLUTION 31

CONSTANT uint directions[DIMENSIONS][RESOLUTION];

// threadIdx.y is the dimension; element i is the sum over GF(2) of the directions of i's set bits.
KERNEL void niederreiter(float *out, uint seed, uint count) {
  const uint *direction = directions[threadIdx.y];
  for (uint at = blockIdx.x * blockDim.x + threadIdx.x; at < count; at += blockDim.x * gridDim.x) {
    uint result = 0, rest = seed + at;
    for (int bit = 0; bit < RESOLUTION; bit++, rest >>= 1)
      if (rest & 1) result ^= direction[bit];
    out[threadIdx.y * count + at] = (float)(result + 1) * (1.0f / 2147483648.0f);
  }
}

DEVICE float moro(float p) {
  float y = p - 0.5f, z;
  if (fabsf(y) < 0.42f) {
    z = y * y;
    float above = fmaf(fmaf(fmaf(-25.44106049637f, z, 41.39119773534f), z, -18.61500062529f), z, 2.50662823884f);
    float below = fmaf(fmaf(fmaf(fmaf(3.13082909833f, z, -21.06224101826f), z, 23.08336743743f), z, -8.4735109309f), z, 1.0f);
    z = y * above / below;
  } else {
    z = y > 0 ? logf(-logf(1.0f - p)) : logf(-logf(p));
    float sum = fmaf(z, 3.960315187e-7f, 2.888167364e-7f);
    sum = fmaf(z, sum, 3.21767881768e-5f);
    sum = fmaf(z, sum, 3.951896511919e-4f);
    sum = fmaf(z, sum, 3.8405729373609e-3f);
    sum = fmaf(z, sum, 2.76438810333863e-2f);
    sum = fmaf(z, sum, 0.160797971491821f);
    sum = fmaf(z, sum, 0.976169019091719f);
    z = fmaf(z, sum, 0.337475482272615f);
    if (y < 0) z = -z;
  }
  return z;
}

// Of equally spaced probabilities.
KERNEL void inverse_normal(float *out, uint count) {
  float distance = 1.0f / (float)(count + 1);
  for (uint at = blockIdx.x * blockDim.x + threadIdx.x; at < count; at += blockDim.x * gridDim.x)
    out[at] = moro((float)(at + 1) * distance);
}
