"""Kernels of tinygrad (tried: 0.14.0) as its own renderer writes them in PTX, against numpy.

DEV=CUDA:PTX heddle run --functional -- python cuda/of_tinygrad.py
"""

import sys

import numpy as np
from tinygrad import Tensor, dtypes

RANDOM = np.random.default_rng(7)
A, B = (RANDOM.standard_normal((33, 40)).astype(np.float32) for _ in range(2))
TA, TB = Tensor(A), Tensor(B)
SHIFTED = np.exp(A - A.max(1, keepdims=True))

KERNELS = {
    "add": (TA + TB, A + B),
    "multiply and subtract": (TA * TB - 2, A * B - 2),
    "sum": (TA.sum(), A.sum()),
    "greatest of each row": (TA.max(axis=1), A.max(axis=1)),
    "product of matrices": (TA @ TB.T, A @ B.T),
    "relu": (TA.relu(), np.maximum(A, 0)),
    "exponential": (TA.exp(), np.exp(A)),
    "softmax": (TA.softmax(), SHIFTED / SHIFTED.sum(1, keepdims=True)),
    "sums up to each row": (TA.cumsum(axis=0), A.cumsum(axis=0)),
    "where": ((TA > TB).where(TA, TB), np.where(A > B, A, B)),
    "integers": ((TA * 100).cast(dtypes.int32) // 7, (A * 100).astype(np.int32) // 7),
    "variance": (TA.var(axis=0), A.var(axis=0, ddof=1)),
}

wrong = [name for name, (got, want) in KERNELS.items() if not np.allclose(got.numpy(), want, rtol=1e-4, atol=1e-4)]
print(f"tinygrad: {len(KERNELS) - len(wrong)} of {len(KERNELS)} kernels are right", *wrong, sep="\n  WRONG ")
sys.exit(bool(wrong))
