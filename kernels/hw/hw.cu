// Heart wall: points on the walls of a beating heart are followed through the frames of an
// ultrasound film, after Rodinia's. A CTA follows one point, a launch a frame. The first frame
// gives the point's template, the square around it. In every other frame the CTA looks where, in
// the search window around the point's last place, the normalised cross-correlation with the
// template is greatest.
#include "../cuda.h"

enum { THREADS = 256, MOST_WIDTH = 51 };

// Sums over a CTA; each thread gives a value and a square, and gets the sums.
DEVICE float2 sums_of_all(float value, float square, float *values, float *squares) {
  int tid = threadIdx.x;
  values[tid] = value;
  squares[tid] = square;
  __syncthreads();
  for (int half = THREADS / 2; half > 0; half /= 2) {
    if (tid < half) {
      values[tid] += values[tid + half];
      squares[tid] += squares[tid + half];
    }
    __syncthreads();
  }
  return make_float2(values[0], squares[0]);
}

// Running sums of the search window and of its squares, down the columns and then along the rows,
// behind a row and a column of zeros: a thread a column, and then a thread a row.
DEVICE void running_sums(const float *corner, int columns, float *sums, float *squares, int window) {
  int tid = threadIdx.x, pitch = window + 1;
  if (tid < window) {
    float sum = 0.0f, square = 0.0f;
    for (int i = 0; i < window; i++) {
      float value = corner[i * columns + tid];
      sum += value;
      square = fmaf(value, value, square);
      sums[(i + 1) * pitch + tid + 1] = sum;
      squares[(i + 1) * pitch + tid + 1] = square;
    }
  }
  __syncthreads();
  if (tid < window) {
    float sum = 0.0f, square = 0.0f;
    for (int i = (tid + 1) * pitch + 1; i <= (tid + 1) * pitch + window; i++) {
      sum += sums[i];
      square += squares[i];
      sums[i] = sum;
      squares[i] = square;
    }
  }
  __syncthreads();
}

// What a square of the window holds, from the running sums at its corners.
DEVICE float of_square(const float *sums, int pitch, int width) {
  return (sums[width * pitch + width] - sums[width]) - (sums[width * pitch] - sums[0]);
}

// The window reaches `reach` pixels beyond the template at each side; in a frame a point moves
// `move` pixels at most in each direction. If `first` is set, this is the first frame; if `renew`
// is, the template becomes a mean of itself, with the weight `keep`, and the frame around the new
// place.
KERNEL BOUNDS(THREADS) void hw_track(const float *frame, int rows, int columns, int *rows_at, int *columns_at, float *scores, float *templates, float *sums,
                                     float *squares, int half, int reach, int move, int first, int renew,
                                     float keep) {
  SHARED float pattern[MOST_WIDTH * MOST_WIDTH];
  SHARED float values[THREADS], others[THREADS];
  SHARED int places[THREADS];
  int tid = threadIdx.x, point = blockIdx.x;
  int width = 2 * half + 1, pixels = width * width, window = width + 2 * reach, pitch = window + 1;
  templates += point * pixels;
  sums += point * pitch * pitch;
  squares += point * pitch * pitch;
  int row = rows_at[point] - half - reach, column = columns_at[point] - half - reach;
  const float *corner = frame + row * columns + column;
  if (first) {
    corner += reach * columns + reach;
    for (int i = tid; i < pixels; i += THREADS) templates[i] = corner[i / width * columns + i % width];
    return;
  }

  // the template, its mean and its deviation
  float sum = 0.0f, square = 0.0f;
  for (int i = tid; i < pixels; i += THREADS) {
    float value = templates[i];
    pattern[i] = value;
    sum += value;
    square = fmaf(value, value, square);
  }
  float2 all = sums_of_all(sum, square, values, others);
  float mean = all.x / pixels;
  float deviation = sqrtf(fmaf(-all.x, mean, all.y));
  running_sums(corner, columns, sums, squares, window);

  // the correlation at every place of the template in the window, several places a thread
  int across = 2 * reach + 1, best = 0;
  float greatest = -2.0f;
  for (int place = tid; place < across * across; place += THREADS) {
    int down = place / across, right = place % across;
    const float *under = corner + down * columns + right;
    float product = 0.0f;
    for (int i = 0; i < width; i++) {
      for (int j = 0; j < width; j++) product = fmaf(pattern[i * width + j], under[i * columns + j], product);
    }
    float local = of_square(sums + down * pitch + right, pitch, width);
    float spread = fmaf(-local / pixels, local, of_square(squares + down * pitch + right, pitch, width));
    // where all is of one grey there is no correlation
    float match = spread > 1e-3f ? fmaf(-local, mean, product) / (sqrtf(spread) * deviation) : -1.0f;
    if (abs(down - reach) <= move && abs(right - reach) <= move && match > greatest) {
      greatest = match;
      best = place;
    }
  }

  // the greatest of all, the first of equals
  values[tid] = greatest;
  places[tid] = best;
  __syncthreads();
  for (int upper = THREADS / 2; upper > 0; upper /= 2) {
    if (tid < upper) {
      float match = values[tid + upper];
      int place = places[tid + upper];
      if (match > values[tid] || (match == values[tid] && place < places[tid])) {
        values[tid] = match;
        places[tid] = place;
      }
    }
    __syncthreads();
  }

  // the point goes there; its next window lies within the frame
  best = places[0];
  row = min(max(row + half + best / across, half + reach), rows - 1 - half - reach);
  column = min(max(column + half + best % across, half + reach), columns - 1 - half - reach);
  if (tid == 0) {
    rows_at[point] = row;
    columns_at[point] = column;
    scores[point] = values[0];
  }
  if (renew) {
    corner = frame + (row - half) * columns + column - half;
    for (int i = tid; i < pixels; i += THREADS) {
      templates[i] = fmaf(keep, pattern[i], (1.0f - keep) * corner[i / width * columns + i % width]);
    }
  }
}
