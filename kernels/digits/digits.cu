// Recognition of handwritten digits by a convolutional network, after GPGPU-Sim's benchmark: two
// layers of convolutions that keep every second position, two layers in which every neuron sees all
// of the layer before. A launch a layer, a CTA a map (or a neuron) and image; weights of a neuron
// begin with its bias.
#include "../cuda.h"

enum { KERNEL_SIZE = 5, STRIDE = 2, INPUT = 29, SIZE_1 = 13, MAPS_1 = 6, SIZE_2 = 5, MAPS_2 = 50 };

// LeCun's activation, 1.7159 tanh(2 x / 3), where tanh(y) = 1 - 2 / (1 + exp(2 y)).
DEVICE float activation(float x) { return fmaf(-2.0f * 1.7159f, 1.0f / (1.0f + expf(x * (4.0f / 3.0f))), 1.7159f); }

// The sum with the part of a map that lies under the kernel.
DEVICE float under_kernel(const float *map, int width, const float *weights, float sum) {
#pragma unroll
  for (int i = 0; i < KERNEL_SIZE; i++) {
#pragma unroll
    for (int j = 0; j < KERNEL_SIZE; j++) sum = fmaf(weights[i * KERNEL_SIZE + j], map[i * width + j], sum);
  }
  return sum;
}

KERNEL void digits_first(const float *images, const float *weights, float *maps) {
  int map = blockIdx.x, image = blockIdx.y, x = threadIdx.x, y = threadIdx.y;
  const float *window = images + image * INPUT * INPUT + (y * INPUT + x) * STRIDE;
  const float *w = weights + map * (1 + KERNEL_SIZE * KERNEL_SIZE);
  float sum = under_kernel(window, INPUT, w + 1, w[0]);
  maps[((image * MAPS_1 + map) * SIZE_1 + y) * SIZE_1 + x] = activation(sum);
}

KERNEL void digits_second(const float *maps_1, const float *weights, float *maps) {
  int map = blockIdx.x, image = blockIdx.y, x = threadIdx.x, y = threadIdx.y;
  const float *window = maps_1 + image * MAPS_1 * SIZE_1 * SIZE_1 + (y * SIZE_1 + x) * STRIDE;
  const float *w = weights + map * (1 + MAPS_1 * KERNEL_SIZE * KERNEL_SIZE);
  float sum = *w++;
#pragma unroll 1
  for (int i = 0; i < MAPS_1; i++) {
    sum = under_kernel(window, SIZE_1, w, sum);
    window += SIZE_1 * SIZE_1;
    w += KERNEL_SIZE * KERNEL_SIZE;
  }
  maps[((image * MAPS_2 + map) * SIZE_2 + y) * SIZE_2 + x] = activation(sum);
}

// A neuron that sees all of `inputs` values.
DEVICE void neuron(const float *layer, const float *weights, float *out, int inputs) {
  int unit = blockIdx.x, image = blockIdx.y;
  layer += image * inputs;
  weights += unit * (1 + inputs);
  float sum = *weights++;
#pragma unroll 10
  for (int i = 0; i < inputs; i++) sum = fmaf(weights[i], layer[i], sum);
  out[image * gridDim.x + unit] = activation(sum);
}

KERNEL void digits_third(const float *maps, const float *weights, float *neurons) { neuron(maps, weights, neurons, MAPS_2 * SIZE_2 * SIZE_2); }

KERNEL void digits_fourth(const float *neurons, const float *weights, float *digits, int inputs) { neuron(neurons, weights, digits, inputs); }
