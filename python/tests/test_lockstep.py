"""`heddle.lockstep`: equal RTL, wrong RTL, and a machine without Verilator."""

import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path
from unittest import mock

import heddle
from heddle import _command


class Lockstep(unittest.TestCase):
    @unittest.skipUnless(shutil.which("verilator"), "Verilator is not installed")
    def test_equal_and_wrong_rtl(self):
        found = heddle.lockstep("slp/tiny", cycles=20_000)
        self.assertTrue(found.equal)
        [verdict] = found.verdicts
        self.assertEqual((verdict.unit, verdict.preset, verdict.cycles), ("slp", "tiny", 20_000))
        emitted = subprocess.run([_command.find(), "emit", "mul32/paper"], capture_output=True, text=True, check=True)
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "wrong.v"
            file.write_text(emitted.stdout.replace("high = sum$high;", "high = sum$high + a[31];"))
            found = heddle.lockstep([], cycles=20_000, dut=file, out=folder)
            self.assertFalse(found.equal)
            self.assertEqual(found.mismatches[0]["unit"], "mul32")
            self.assertTrue(list(Path(folder).glob("*.trace")))

    def test_without_verilator_it_says_what_works(self):
        with mock.patch.dict(os.environ, {"VERILATOR": "/none/verilator"}):
            with self.assertRaises(heddle.MissingTool) as raised:
                heddle.lockstep("slp/tiny", cycles=1000)
            self.assertIn("/none/verilator", str(raised.exception))
            self.assertIn("sim, figure and run_ptx need no further tool", str(raised.exception))
            self.assertEqual(len(heddle.sim("va", "simt")), 1)

    def test_a_wrong_preset_suggests_the_nearest(self):
        with self.assertRaisesRegex(heddle.BadInput, "did you mean `tiny`"):
            heddle.lockstep("slp/tny")
