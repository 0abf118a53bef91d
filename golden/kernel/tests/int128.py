#!/usr/bin/env python3
"""Divisions of 128 bits: int128.py NVRTC [COUNT]: COUNT (10000) random ones, whose code NVIDIA's compiler makes, executed here.

NVRTC is the path of a libnvrtc.so.12; PyPI has it (nvidia-cuda-nvrtc-cu12). What PTX it makes, `heddle kernel run` executes, and compares
the quotients and remainders, signed and unsigned, with those of Python.
"""

import ctypes
import random
import subprocess
import sys
import tempfile
from pathlib import Path

HEDDLE = Path(__file__).resolve().parents[3] / "target/release/heddle"
SOURCE = b"""
extern "C" __global__ void divide(const unsigned long long *in, unsigned long long *out, unsigned count) {
    unsigned n = blockIdx.x * blockDim.x + threadIdx.x;
    if (n >= count) return;
    unsigned __int128 a = (unsigned __int128)in[4 * n + 1] << 64 | in[4 * n], b = (unsigned __int128)in[4 * n + 3] << 64 | in[4 * n + 2];
    __int128 results[4] = {(__int128)(a / b), (__int128)(a % b), (__int128)a / (__int128)b, (__int128)a % (__int128)b};
    for (int i = 0; i < 4; i++) {
        out[8 * n + 2 * i] = results[i];
        out[8 * n + 2 * i + 1] = results[i] >> 64;
    }
}
"""
ONES = (1 << 128) - 1


def compiled(library):
    """The PTX that NVRTC makes of the source."""
    nvrtc = ctypes.CDLL(library)
    program, size = ctypes.c_void_p(), ctypes.c_size_t()
    options = [b"--gpu-architecture=compute_75", b"--device-int128"]
    checked = lambda status: status and sys.exit(f"{library}: error {status}")
    checked(nvrtc.nvrtcCreateProgram(ctypes.byref(program), SOURCE, b"divide.cu", 0, None, None))
    checked(nvrtc.nvrtcCompileProgram(program, len(options), (ctypes.c_char_p * len(options))(*options)))
    checked(nvrtc.nvrtcGetPTXSize(program, ctypes.byref(size)))
    text = ctypes.create_string_buffer(size.value)
    checked(nvrtc.nvrtcGetPTX(program, text))
    return text.value


def signed(number, bits=128):
    return number - (1 << bits) if number >> bits - 1 else number


def quotient(a, b):
    """C's: cut towards zero."""
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


def operand(draw):
    """A number of any length, one near a power of two, or the negative of one."""
    number = draw.getrandbits(draw.randrange(1, 129))
    if draw.randrange(4) == 0:
        number = (1 << draw.randrange(128)) + draw.randrange(-1, 2)
    return (-number if draw.randrange(3) == 0 else number) & ONES


def main():
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 10000
    draw = random.Random(1)
    operands, results = [], []
    while len(operands) < count:
        a, b = operand(draw), operand(draw) or 1
        # the only quotient that does not fit
        if (signed(a), signed(b)) != (-1 << 127, -1):
            q = quotient(signed(a), signed(b))
            operands.append((a, b))
            results.append((a // b, a % b, q, signed(a) - q * signed(b)))
    # TOML's numbers have a sign
    words = lambda rows: [signed(x >> shift & (1 << 64) - 1, 64) for row in rows for x in row for shift in (0, 64)]
    with tempfile.TemporaryDirectory() as folder:
        ptx, launch = Path(folder, "divide.ptx"), Path(folder, "divide.toml")
        ptx.write_bytes(compiled(sys.argv[1]))
        launch.write_text(f'''name = "divide"
[[buffer]]
name = "in"
type = "s64"
count = {4 * count}
fill = {{ values = {words(operands)} }}
[[buffer]]
name = "out"
type = "s64"
count = {8 * count}
[[run]]
[[run.launch]]
kernel = "divide"
grid = [{-(-count // 128)}]
block = [128]
args = [{{ buffer = "in" }}, {{ buffer = "out" }}, {{ u32 = {count} }}]
[[expect]]
buffer = "out"
values = {words(results)}
''')
        status = subprocess.run([HEDDLE, "kernel", "run", ptx, "--launch", launch, "--check"]).returncode
    print(f"{count} divisions of 128 bits: {'all right' if status == 0 else 'some are wrong'}")
    sys.exit(status)


main()
