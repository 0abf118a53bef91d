// Leukocytes in a video of blood vessels are found and outlined, after Rodinia's. GICOV: how evenly
// the gradient points outward along circles around a pixel, the square of its mean over its
// variance; a dilation, whose result equals GICOV at local maxima; and the motion gradient vector
// flow of Ray and Acton around each cell, which an outline then follows.
#include "../cuda.h"

enum { MARGIN = 22, POINTS = 150, CIRCLES = 7, ELEMENT = 25, DILATE_THREADS = 176, CELL_ROWS = 41, CELL_COLUMNS = 81, FLOW_THREADS = 320 };
enum { CELL = CELL_ROWS * CELL_COLUMNS, TURNS = (CELL + FLOW_THREADS - 1) / FLOW_THREADS };

CONSTANT float sines[POINTS], cosines[POINTS];
CONSTANT int down[CIRCLES * POINTS], right[CIRCLES * POINTS];
CONSTANT uchar element[ELEMENT * ELEMENT];

// A CTA is a column of pixels and a thread a row; images lie column by column.
KERNEL void le_gicov(const float *gradient_x, const float *gradient_y, float *gicov, int rows, int circles, int points) {
  int at = (blockIdx.x + MARGIN) * rows + threadIdx.x + MARGIN;
  float greatest = 0.0f;
  for (int k = 0; k < circles; k++) {
    float sum = 0.0f, squares = 0.0f;
    for (int n = 0; n < points; n++) {
      int pixel = at + right[k * POINTS + n] * rows + down[k * POINTS + n];
      // the gradient along the radius
      float outward = fmaf(gradient_y[pixel], sines[n], gradient_x[pixel] * cosines[n]);
      sum += outward;
      squares = fmaf(outward, outward, squares);
    }
    float mean = sum / points;
    float variance = fmaf(-sum, mean, squares) / (points - 1);
    float score = variance > 0.0f ? mean * mean / variance : 0.0f;
    greatest = fmaxf(greatest, score);
  }
  gicov[at] = greatest;
}

// The greatest value under a structuring element of `width` x `width`.
KERNEL BOUNDS(DILATE_THREADS) void le_dilate(const float *image, float *dilated, int rows, int columns, int width) {
  int at = blockIdx.x * DILATE_THREADS + threadIdx.x;
  if (at >= rows * columns) return;
  int column = at / rows - width / 2, row = at % rows - width / 2;
  float greatest = 0.0f;
  for (int j = 0; j < width; j++) {
    if (column + j < 0 || column + j >= columns) continue;
    for (int i = 0; i < width; i++) {
      if (row + i >= 0 && row + i < rows && element[j * width + i]) greatest = fmaxf(greatest, image[(column + j) * rows + row + i]);
    }
  }
  dilated[at] = greatest;
}

// A neighbour's part in the flow: all of the difference where it lies ahead, none where it lies
// behind, half of it between.
DEVICE float flow(float here, float there, float ahead, float sum) {
  float difference = there - here, along = difference * ahead;
  float share = along > 1e-4f ? 1.0f : along > -1e-4f ? 0.5f : 0.0f;
  return fmaf(share, difference, sum);
}

// A CTA makes the field of a cell, in shared memory, until it hardly changes. Eleven times a round
// each thread has a pixel. Its next value waits in a register until the pixels of the next turn,
// the last ones beside it, have theirs: a turn has more pixels than a row and one more.
KERNEL BOUNDS(FLOW_THREADS) void le_flow(const float *edges, float *fields, int *rounds, int most, float vx, float vy, float enough) {
  SHARED float field[CELL];
  SHARED float changes[FLOW_THREADS];
  int tid = threadIdx.x;
  edges += blockIdx.x * CELL;
  fields += blockIdx.x * CELL;
  for (int i = tid; i < CELL; i += FLOW_THREADS) field[i] = edges[i];
  __syncthreads();

  int round = 0;
  while (round < most) {
    float last = 0.0f, change = 0.0f;
#pragma unroll 1
    for (int at = tid; at < TURNS * FLOW_THREADS; at += FLOW_THREADS) {
      float next = 0.0f;
      if (at < CELL) {
        int row = at / CELL_COLUMNS, column = at % CELL_COLUMNS;
        // beyond the cut-out lies its border
        int north = row > 0 ? -CELL_COLUMNS : 0, south = row < CELL_ROWS - 1 ? CELL_COLUMNS : 0;
        int west = column > 0 ? -1 : 0, east = column < CELL_COLUMNS - 1 ? 1 : 0;
        float here = field[at], sum = 0.0f;
        sum = flow(here, field[at + north], -vy, sum);
        sum = flow(here, field[at + south], vy, sum);
        sum = flow(here, field[at + west], -vx, sum);
        sum = flow(here, field[at + east], vx, sum);
        sum = flow(here, field[at + north + west], -vx - vy, sum);
        sum = flow(here, field[at + north + east], vx - vy, sum);
        sum = flow(here, field[at + south + west], vy - vx, sum);
        sum = flow(here, field[at + south + east], vx + vy, sum);
        // mu is 0.5, lambda is 8 mu + 1: smoothness against faithfulness to the edges
        float edge = edges[at], moved = fmaf(0.1f, sum, here);
        next = fmaf(-0.2f * edge, moved - edge, moved);
        change += fabsf(next - here);
      }
      __syncthreads();
      if (at >= FLOW_THREADS) field[at - FLOW_THREADS] = last;
      last = next;
    }
    if (tid < CELL - (TURNS - 1) * FLOW_THREADS) field[(TURNS - 1) * FLOW_THREADS + tid] = last;
    changes[tid] = change;
    __syncthreads();
    for (int half = 256; half > 0; half /= 2) {
      if (tid < half && tid + half < FLOW_THREADS) changes[tid] += changes[tid + half];
      __syncthreads();
    }
    round++;
    bool done = changes[0] < enough * CELL;
    __syncthreads();
    if (done) break;
  }
  for (int i = tid; i < CELL; i += FLOW_THREADS) fields[i] = field[i];
  if (tid == 0) rounds[blockIdx.x] = round;
}
