// Batcher's odd-even merge sort of structures in shared memory, two a thread.
#include "../cuda.h"

#define RECORDS 512

struct Record {
  uint key, number, value, check;
} __attribute__((aligned(16)));

DEVICE void swap(uint &a, uint &b) {
  uint c = a;
  a = b;
  b = c;
}
DEVICE void order(Record &a, Record &b) {
  if (a.key > b.key) {
    swap(a.key, b.key);
    swap(a.number, b.number);
    swap(a.value, b.value);
    swap(a.check, b.check);
  }
}

KERNEL BOUNDS(RECORDS / 2) void sort_records(Record *records) {
  SHARED Record part[RECORDS];
  int tid = threadIdx.x;
  records += blockIdx.x * RECORDS;
  part[tid] = records[tid];
  part[tid + RECORDS / 2] = records[tid + RECORDS / 2];
  for (int size = 2; size <= RECORDS; size *= 2) {
    int stride = size / 2, offset = tid & (stride - 1);
    __syncthreads();
    int at = 2 * tid - offset;
    order(part[at], part[at + stride]);
    for (stride /= 2; stride > 0; stride /= 2) {
      __syncthreads();
      at = 2 * tid - (tid & (stride - 1));
      if (offset >= stride) order(part[at - stride], part[at]);
    }
  }
  __syncthreads();
  records[tid] = part[tid];
  records[tid + RECORDS / 2] = part[tid + RECORDS / 2];
}
