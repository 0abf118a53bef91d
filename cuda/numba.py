"""What users of Numba begin with, each judged by NumPy: run it by `heddle run MODE -- python cuda/numba.py`, or by `make numba` under three modes."""
import sys

# the folder of this file has its name, too
sys.path = [path for path in sys.path if not path.rstrip("/").endswith("cuda")]
import numpy
from numba import cuda, float32

TILE = 8


@cuda.jit
def add(x, y, out):
    i = cuda.grid(1)
    if i < out.size:
        out[i] = x[i] + y[i]


@cuda.jit
def product(a, b, out):
    """A tile of the product a CTA, by tiles of both matrices in shared memory."""
    left, right = cuda.shared.array((TILE, TILE), float32), cuda.shared.array((TILE, TILE), float32)
    x, y = cuda.grid(2)
    column, row = cuda.threadIdx.x, cuda.threadIdx.y
    total = float32(0)
    for tile in range(a.shape[1] // TILE):
        left[row, column] = a[y, tile * TILE + column]
        right[row, column] = b[tile * TILE + row, x]
        cuda.syncthreads()
        for n in range(TILE):
            total += left[row, n] * right[n, column]
        cuda.syncthreads()
    out[y, x] = total


@cuda.jit
def total(x, out):
    """Sums a CTA in shared memory, and all CTAs by atomics."""
    sums = cuda.shared.array(1, numpy.int64)
    i = cuda.grid(1)
    if cuda.threadIdx.x == 0:
        sums[0] = 0
    cuda.syncthreads()
    if i < x.size:
        cuda.atomic.add(sums, 0, x[i])
    cuda.syncthreads()
    if cuda.threadIdx.x == 0:
        cuda.atomic.add(out, 0, sums[0])


def adds():
    x, y = numpy.arange(1000, dtype=numpy.float32), numpy.linspace(0, 1, 1000, dtype=numpy.float32)
    out = numpy.zeros_like(x)
    add[8, 128](x, y, out)
    return numpy.array_equal(out, x + y)


def multiplies():
    random = numpy.random.default_rng(1)
    a, b = random.random((24, 32), dtype=numpy.float32), random.random((32, 16), dtype=numpy.float32)
    out = cuda.device_array((24, 16), numpy.float32)
    product[(2, 3), (TILE, TILE)](cuda.to_device(a), cuda.to_device(b), out)
    return numpy.allclose(out.copy_to_host(), a @ b, rtol=1e-5)


def reduces():
    x, out = numpy.arange(3000, dtype=numpy.int64), numpy.zeros(1, numpy.int64)
    total[24, 128](x, out)
    return out[0] == x.sum()


def streams():
    """Two streams with pinned memory; events have times that grow with what ran between them."""
    parts, results = [cuda.pinned_array(512, numpy.float32) for _ in range(2)], []
    start, end = cuda.event(), cuda.event()
    start.record()
    for n, part in enumerate(parts):
        stream = cuda.stream()
        part[:] = n + 1
        there = cuda.to_device(part, stream=stream)
        add[4, 128, stream](there, there, there)
        there.copy_to_host(part, stream=stream)
        results.append(stream)
    end.record()
    end.synchronize()
    [stream.synchronize() for stream in results]
    return all((part == 2 * n + 2).all() for n, part in enumerate(parts)) and cuda.event_elapsed_time(start, end) > 0


if __name__ == "__main__":
    wrong = [check.__name__ for check in (adds, multiplies, reduces, streams) if not check()]
    print("wrong: " + ", ".join(wrong) if wrong else "all right")
    sys.exit(bool(wrong))
