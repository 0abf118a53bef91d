"""Kernels of Triton (tried: 3.9.0, without torch), compiled by itself to PTX, against numpy.

heddle run --functional -- python cuda/of_triton.py

Compiler, launcher and driver are Triton's own. One thing is replaced, by the hook that Triton has
for it: the stage that makes machine code of PTX (`ptxas`) hands the PTX on, and the CUDA driver
gets that to load. Memory is of the driver API by ctypes, as there is no torch.
"""

import ctypes
import os
import sys
import tempfile

CACHE = tempfile.TemporaryDirectory()
os.environ["TRITON_CACHE_DIR"] = CACHE.name

import numpy as np
import triton
import triton.language as tl
from triton.runtime.driver import driver


def hands_on(backend=None, stages=None, *_):
    """Changes the stages; called without any, returns its part of a key and a hash of the cache."""
    if stages is None:
        return "PTX", "PTX"
    stages["cubin"] = lambda ptx, metadata: ptx.encode() + b"\0"


triton.knobs.runtime.add_stages_inspection_hook = hands_on
driver.active.get_current_device()
CUDA = ctypes.CDLL("libcuda.so.1")


def call(name, *arguments):
    status = getattr(CUDA, name)(*arguments)
    if status:
        sys.exit(f"{name} returns {status}")


class Array:
    """Numbers in the device's memory, as Triton takes them."""

    def __init__(self, numbers):
        self.host, self.dtype, self.at = np.array(numbers, order="C"), numbers.dtype, ctypes.c_uint64()
        call("cuMemAlloc_v2", ctypes.byref(self.at), ctypes.c_size_t(self.host.nbytes))
        call("cuMemcpyHtoD_v2", self.at, self.host.ctypes.data_as(ctypes.c_void_p), ctypes.c_size_t(self.host.nbytes))

    def data_ptr(self):
        return self.at.value

    def numpy(self):
        call("cuMemcpyDtoH_v2", self.host.ctypes.data_as(ctypes.c_void_p), self.at, ctypes.c_size_t(self.host.nbytes))
        return self.host


@triton.jit
def add(x, y, out, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out + at, tl.load(x + at, mask=at < n) + tl.load(y + at, mask=at < n), mask=at < n)


@triton.jit
def masked(x, out, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    inside = (at < n) & (at % 3 != 1)
    tl.store(out + at, tl.load(x + at, mask=inside, other=-1.0), mask=at < n)


@triton.jit
def softmax(x, out, columns, BLOCK: tl.constexpr):
    at = tl.arange(0, BLOCK)
    row = tl.load(x + tl.program_id(0) * columns + at, mask=at < columns, other=-float("inf"))
    power = tl.exp(row - tl.max(row, axis=0))
    tl.store(out + tl.program_id(0) * columns + at, power / tl.sum(power, axis=0), mask=at < columns)


@triton.jit
def layer_norm(x, weight, bias, out, columns, epsilon, BLOCK: tl.constexpr):
    row = tl.program_id(0) * columns
    total = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(0, columns, BLOCK):
        at = start + tl.arange(0, BLOCK)
        total += tl.load(x + row + at, mask=at < columns, other=0.0)
    mean = tl.sum(total, axis=0) / columns
    squares = tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(0, columns, BLOCK):
        at = start + tl.arange(0, BLOCK)
        apart = tl.where(at < columns, tl.load(x + row + at, mask=at < columns, other=0.0) - mean, 0.0)
        squares += apart * apart
    scale = 1 / tl.sqrt(tl.sum(squares, axis=0) / columns + epsilon)
    for start in range(0, columns, BLOCK):
        at = start + tl.arange(0, BLOCK)
        inside = at < columns
        value = (tl.load(x + row + at, mask=inside) - mean) * scale
        tl.store(out + row + at, value * tl.load(weight + at, mask=inside) + tl.load(bias + at, mask=inside), mask=inside)


@triton.jit
def total(x, out, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.atomic_add(out, tl.sum(tl.load(x + at, mask=at < n, other=0.0), axis=0))


@triton.jit
def greatest_at(x, out, columns, BLOCK: tl.constexpr):
    at = tl.arange(0, BLOCK)
    row = tl.load(x + tl.program_id(0) * columns + at, mask=at < columns, other=-float("inf"))
    tl.store(out + tl.program_id(0), tl.argmax(row, axis=0))


@triton.jit
def dropout(x, out, n, p, seed, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    kept = tl.rand(seed, at) > p
    tl.store(out + at, tl.where(kept, tl.load(x + at, mask=at < n) / (1 - p), 0.0), mask=at < n)


@triton.jit
def transpose(x, out, rows, columns, BLOCK: tl.constexpr):
    i, j = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK), tl.program_id(1) * BLOCK + tl.arange(0, BLOCK)
    tile = tl.load(x + i[:, None] * columns + j[None, :], mask=(i[:, None] < rows) & (j[None, :] < columns))
    tl.store(out + j[:, None] * rows + i[None, :], tl.trans(tile), mask=(j[:, None] < columns) & (i[None, :] < rows))


@triton.jit
def gelu(x, out, n, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    value = tl.load(x + at, mask=at < n)
    tl.store(out + at, 0.5 * value * (1 + tl.erf(value * 0.7071067811865476)), mask=at < n)


@triton.jit
def matrix_by_vector(a, x, out, rows, columns, BLOCK: tl.constexpr):
    i, sum = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK), tl.zeros([BLOCK], dtype=tl.float32)
    for start in range(0, columns, BLOCK):
        j = start + tl.arange(0, BLOCK)
        tile = tl.load(a + i[:, None] * columns + j[None, :], mask=(i[:, None] < rows) & (j[None, :] < columns), other=0.0)
        sum += tl.sum(tile * tl.load(x + j, mask=j < columns, other=0.0)[None, :], axis=1)
    tl.store(out + i, sum, mask=i < rows)


@triton.jit
def product(a, b, out, SIDE: tl.constexpr):
    i, j = tl.arange(0, SIDE)[:, None], tl.arange(0, SIDE)[None, :]
    tl.store(out + i * SIDE + j, tl.dot(tl.load(a + i * SIDE + j), tl.load(b + i * SIDE + j)))


@triton.jit
def sums_up_to(x, out, columns, BLOCK: tl.constexpr):
    at = tl.arange(0, BLOCK)
    row = tl.load(x + tl.program_id(0) * columns + at, mask=at < columns, other=0.0)
    tl.store(out + tl.program_id(0) * columns + at, tl.cumsum(row, axis=0), mask=at < columns)


@triton.jit
def histogram(x, out, n, BLOCK: tl.constexpr, BINS: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    counts = tl.histogram(tl.load(x + at, mask=at < n, other=0), BINS, mask=at < n)
    tl.atomic_add(out + tl.arange(0, BINS), counts)


@triton.jit
def sort(x, out, BLOCK: tl.constexpr):
    at = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    tl.store(out + at, tl.sort(tl.load(x + at)))


def philox(seed, counters):
    """The first word of Philox 4x32-10 for each counter."""
    c = [counters.astype(np.uint64)] + [np.zeros(len(counters), np.uint64)] * 3
    keys = [seed & 0xFFFFFFFF, seed >> 32]
    for _ in range(10):
        products = c[0] * np.uint64(0xD2511F53), c[2] * np.uint64(0xCD9E8D57)
        (low0, high0), (low1, high1) = ((p & np.uint64(0xFFFFFFFF), p >> np.uint64(32)) for p in products)
        c = [high1 ^ c[1] ^ np.uint64(keys[0]), low1, high0 ^ c[3] ^ np.uint64(keys[1]), low0]
        keys = [(keys[0] + 0x9E3779B9) & 0xFFFFFFFF, (keys[1] + 0xBB67AE85) & 0xFFFFFFFF]
    return c[0].astype(np.uint32).view(np.int32)


def uniform(seed, n):
    """What `tl.rand` draws."""
    words = philox(seed, np.arange(n)).astype(np.int64)
    return np.where(words < 0, -words - 1, words) * 4.6566127342e-10


RANDOM = np.random.default_rng(7)
N, ROWS, COLUMNS, BINS, SEED = 1000, 33, 100, 16, 123
X, Y = (RANDOM.standard_normal(N).astype(np.float32) for _ in range(2))
M = RANDOM.standard_normal((ROWS, COLUMNS)).astype(np.float32)
S = RANDOM.standard_normal((32, 32)).astype(np.float32)
WEIGHT, BIAS = (RANDOM.standard_normal(COLUMNS).astype(np.float32) for _ in range(2))
NUMBERS = RANDOM.integers(0, BINS, N).astype(np.int32)
POWER = np.exp(M - M.max(1, keepdims=True))
NORMAL = (M - M.mean(1, keepdims=True)) / np.sqrt(M.var(1, keepdims=True) + 1e-5)
ERF = np.vectorize(__import__("math").erf)
FLAT, WIDE = (triton.cdiv(N, 256),), (ROWS,)
TILES = triton.cdiv(ROWS, 32), triton.cdiv(COLUMNS, 32)

# a kernel, its grid, what it reads, what is there at first, further arguments, and what is right
KERNELS = {
    "add": (add, FLAT, [X, Y], 0 * X, [N, 256], X + Y),
    "masked copy": (masked, FLAT, [X], 0 * X, [N, 256], np.where(np.arange(N) % 3 == 1, -1, X)),
    "softmax": (softmax, WIDE, [M], 0 * M, [COLUMNS, 128], POWER / POWER.sum(1, keepdims=True)),
    "layer norm": (layer_norm, WIDE, [M, WEIGHT, BIAS], 0 * M, [COLUMNS, 1e-5, 64], NORMAL * WEIGHT + BIAS),
    "sum": (total, FLAT, [X], 0 * X[:1], [N, 256], X.sum()),
    "greatest of each row": (greatest_at, WIDE, [M], NUMBERS[:ROWS], [COLUMNS, 128], M.argmax(1)),
    "dropout": (dropout, FLAT, [X], 0 * X, [N, 0.3, SEED, 256], np.where(uniform(SEED, N) > 0.3, X / 0.7, 0)),
    "transpose": (transpose, TILES, [M], 0 * M.T, [ROWS, COLUMNS, 32], M.T),
    "gelu": (gelu, FLAT, [X], 0 * X, [N, 256], X / 2 * (1 + ERF(X / np.sqrt(2)))),
    "matrix by vector": (matrix_by_vector, TILES[:1], [M, WEIGHT], 0 * X[:ROWS], [ROWS, COLUMNS, 32], M @ WEIGHT),
    "product of matrices": (product, (1,), [S, S.T], 0 * S, [32], S @ S.T),
    "sums up to": (sums_up_to, WIDE, [M], 0 * M, [COLUMNS, 128], M.cumsum(1)),
    "histogram": (histogram, FLAT, [NUMBERS], 0 * NUMBERS[:BINS], [N, 256, BINS], np.bincount(NUMBERS, minlength=BINS)),
    "sort": (sort, (2,), [X[:512]], 0 * X[:512], [256], np.sort(X[:512].reshape(2, 256)).ravel()),
}

wrong = []
for name, (kernel, grid, read, written, further, right) in KERNELS.items():
    out = Array(written)
    kernel[grid](*map(Array, read), out, *further)
    if not np.allclose(out.numpy(), right, rtol=1e-4, atol=1e-4):
        wrong.append(name)
print(f"Triton: {len(KERNELS) - len(wrong)} of {len(KERNELS)} kernels are right", *wrong, sep="\n  WRONG ")
sys.exit(bool(wrong))
