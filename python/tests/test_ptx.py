"""`heddle.run_ptx`: arrays in and out, equal to what Python and numpy compute."""

import ctypes
import importlib.util
import unittest
from array import array
from pathlib import Path

import heddle

SAXPY = Path(__file__).parents[2] / "docs" / "examples" / "saxpy.ptx"


class Ptx(unittest.TestCase):
    def test_arrays_of_the_standard_library(self):
        x, y = array("f", range(300)), array("f", [1.0] * 300)
        launch = heddle.Launch("saxpy", grid=3, block=128, args=[300, 2.0, x, y])
        run = heddle.run_ptx(SAXPY, launch)
        self.assertEqual(run.arrays[1], array("f", [2.0 * n + 1.0 for n in range(300)]))
        self.assertEqual((run.arrays[0], y[5]), (x, 1.0))
        self.assertGreater(run.thread_instructions, 300)
        self.assertTrue(0.0 < run.simd_efficiency <= 1.0)
        # an array of several launches is one buffer
        twice = heddle.run_ptx(SAXPY.read_text(), [launch, launch])
        self.assertEqual(twice.arrays[1][5], 2 * 10.0 + 1.0)
        self.assertEqual(len(twice.arrays), 2)

    @unittest.skipUnless(importlib.util.find_spec("numpy"), "numpy is not installed")
    def test_arrays_of_numpy(self):
        import numpy

        random = numpy.random.default_rng(1)
        x, y = random.random((2, 500), numpy.float32)
        a, n = numpy.float32(0.1), numpy.int32(500)
        run = heddle.run_ptx(SAXPY, heddle.Launch("saxpy", (4, 1), (128,), [n, a, x, y]))
        numpy.testing.assert_array_equal(run.arrays[1], a * x + y)
        self.assertEqual((run.arrays[1].dtype, run.arrays[1].shape), (y.dtype, y.shape))
        with self.assertRaisesRegex(TypeError, "elements of format"):
            heddle.run_ptx(SAXPY, heddle.Launch("saxpy", 1, 32, [n, a, x.astype(numpy.float16), y]))

    def test_what_makes_no_sense_is_named(self):
        x, y = array("f", range(32)), array("f", range(32))

        def launch(*args, kernel="saxpy"):
            return heddle.Launch(kernel, 1, 64, args)

        for one, error, text in [
            (launch(64, 2.0, x, y), heddle.BadInput, "kernel.ptx:"),
            (launch(32, 2.0, x), heddle.BadInput, "3 arguments, but `saxpy` takes 4"),
            (launch(32, ctypes.c_double(2.0), x, y), heddle.BadInput, "8 bytes, but parameter"),
            (launch(32, 2.0, x, y, kernel="daxpy"), heddle.BadInput, "there are: saxpy"),
            (launch(32, "2.0", x, y), TypeError, "not str"),
        ]:
            with self.assertRaisesRegex(error, text):
                heddle.run_ptx(SAXPY, one)
        with self.assertRaisesRegex(heddle.BadInput, "kernel.ptx:1"):
            heddle.run_ptx("no PTX", launch(32, 2.0, x, y))

    def test_numbers_of_every_size_reach_the_kernel(self):
        for number in [
            ctypes.c_uint64(2**64 - 1),
            ctypes.c_int64(-(2**63)),
            ctypes.c_double(float("-inf")),
            ctypes.c_double(1e-310),
            ctypes.c_uint64(2**63 - 1),
        ]:
            run = heddle.run_ptx(STORE, heddle.Launch("store", 1, 1, [array("Q", [0]), number]))
            self.assertEqual(run.arrays[0].tobytes(), bytes(number))


STORE = """.version 6.0
.target sm_35
.address_size 64
.visible .entry store(.param .u64 to, .param .u64 what) {
    .reg .u64 %rd<3>;
    ld.param.u64 %rd1, [to];
    ld.param.u64 %rd2, [what];
    st.global.u64 [%rd1], %rd2;
    ret;
}
"""
