"""Kernels of Taichi (tried: 1.7.4), which it compiles to PTX itself, against numpy.

heddle run --functional -- python cuda/of_taichi.py
"""

import sys

import numpy as np
import taichi as ti

ti.init(arch=ti.cuda, device_memory_GB=0.25, offline_cache=False, log_level=ti.WARN)
if ti.cfg.arch != ti.cuda:
    sys.exit(f"Taichi runs on {ti.cfg.arch}, and not on CUDA")

N, SIDE = 200, 12
RANDOM = np.random.default_rng(7)
A, B = (RANDOM.standard_normal(N).astype(np.float32) for _ in range(2))
M = RANDOM.standard_normal((SIDE, SIDE)).astype(np.float32)
x, y, z = (ti.field(ti.f32, N) for _ in range(3))
numbers = ti.field(ti.i32, N)
m, product = ti.field(ti.f32, (SIDE, SIDE)), ti.field(ti.f32, (SIDE, SIDE))
one = ti.field(ti.f32, ())
x.from_numpy(A)
y.from_numpy(B)
m.from_numpy(M)


@ti.kernel
def add():
    for k in x:
        z[k] = x[k] + y[k]


@ti.kernel
def saxpy(factor: ti.f32):
    for k in x:
        z[k] = factor * x[k] + y[k]


@ti.kernel
def total():
    one[None] = 0
    for k in x:
        one[None] += x[k]


@ti.kernel
def greatest():
    one[None] = -1e9
    for k in x:
        ti.atomic_max(one[None], x[k])


@ti.kernel
def multiply():
    for i, j in product:
        sum = 0.0
        for k in range(SIDE):
            sum += m[i, k] * m[k, j]
        product[i, j] = sum


@ti.kernel
def waves():
    for k in x:
        z[k] = ti.sin(x[k]) * ti.exp(-y[k])


@ti.kernel
def roots():
    for k in x:
        z[k] = ti.sqrt(ti.abs(x[k]))


@ti.kernel
def collatz():
    for k in numbers:
        value, steps = k + 1, 0
        while value != 1:
            value = value // 2 if value % 2 == 0 else 3 * value + 1
            steps += 1
        numbers[k] = steps


@ti.kernel
def choose():
    for k in x:
        if x[k] > y[k]:
            z[k] = x[k]
        else:
            z[k] = y[k]


@ti.kernel
def stencil():
    for k in range(1, N - 1):
        z[k] = (x[k - 1] + x[k] + x[k + 1]) / 3


def steps(value):
    count = 0
    while value != 1:
        value, count = value // 2 if value % 2 == 0 else 3 * value + 1, count + 1
    return count


KERNELS = {
    "add": (add, z, A + B),
    "saxpy": (lambda: saxpy(2.5), z, np.float32(2.5) * A + B),
    "total": (total, one, A.sum()),
    "greatest": (greatest, one, A.max()),
    "multiply": (multiply, product, M @ M),
    "waves": (waves, z, np.sin(A) * np.exp(-B)),
    "roots": (roots, z, np.sqrt(np.abs(A))),
    "collatz": (collatz, numbers, np.array([steps(n + 1) for n in range(N)])),
    "choose": (choose, z, np.maximum(A, B)),
    "stencil": (stencil, z, None),
}

wrong = []
for name, (kernel, field, want) in KERNELS.items():
    if want is None:
        want = field.to_numpy()
        want[1:-1] = (A[:-2] + A[1:-1] + A[2:]) / 3
    kernel()
    if not np.allclose(field.to_numpy(), want, rtol=1e-4, atol=1e-3):
        wrong.append(name)
print(f"Taichi: {len(KERNELS) - len(wrong)} of {len(KERNELS)} kernels are right", *wrong, sep="\n  WRONG ")
sys.exit(bool(wrong))
