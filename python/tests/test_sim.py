"""`heddle.sim`: frames are `--stats`, errors are exceptions, Ctrl-C ends it."""

import csv
import os
import signal
import subprocess
import sys
import tempfile
import unittest
import warnings
from pathlib import Path

import heddle
from heddle import _command

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "docs" / "examples"
LOOP = """.version 6.0
.target sm_35
.address_size 64
.visible .entry loop() {
    .reg .u32 %r<2>;
    .reg .pred %p<2>;
    mov.u32 %r1, 0;
AGAIN:
    add.u32 %r1, %r1, 1;
    setp.lt.u32 %p1, %r1, 4000000000;
    @%p1 bra AGAIN;
    ret;
}
"""


def rows(results):
    """The rows of a frame as text, whatever kind of frame it is."""
    frame = results.frame()
    found = frame if isinstance(frame, list) else frame.to_dict("records")
    return [{name: str(value) for name, value in row.items()} for row in found]


class Sim(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def test_a_frame_is_what_stats_writes(self):
        results = heddle.sim(["va", "bs"], policy=["simt", "vt"], config="vt", set={"core.count": [1, 2]})
        words = "sim va bs --policy simt,vt --config vt --set core.count=1,2 --stats".split()
        subprocess.run([_command.find(), *words, self.folder / "s.csv"], check=True, capture_output=True)
        with open(self.folder / "s.csv", newline="") as file:
            stats = list(csv.DictReader(file))
        self.assertEqual(len(stats), 8)
        self.assertEqual(rows(results), stats)
        self.assertEqual([list(row) for row in rows(results)], [list(row) for row in stats])
        stats[3]["l1.hits"] += "1"
        self.assertNotEqual(rows(results), stats)

    def test_statistics_have_units_and_a_profile_has_every_cycle(self):
        results = heddle.sim("va", "simt", set={"core.count": 2})
        statistic = results.stats["core.instructions"]
        self.assertEqual((statistic.unit, statistic.values), ("warp instructions", (results[0].instructions,)))
        [profile] = results.profile()
        self.assertEqual(profile.cycles, results[0].cycles)
        self.assertEqual(sum(line.issued for line in profile.lines), results[0].instructions)
        self.assertEqual(len(profile.history["ipc"]), len(profile.history["cycle"]))
        self.assertGreater(sum(profile.hottest(1)[0].lost.values()), 0)
        results.page(self.folder / "page.html")
        self.assertIn("<html", (self.folder / "page.html").read_text())

    def test_wrong_words_are_exceptions_that_suggest_the_nearest(self):
        for call, near in [
            (lambda: heddle.sim("hotspt", "simt"), "did you mean `HOTSP`?"),
            (lambda: heddle.sim("va", "simtt"), "did you mean `simt`?"),
            (lambda: heddle.sim("va", "simt", config="vtt"), "did you mean `vt`?"),
            (lambda: heddle.sim("va", "simt", set={"core.cuont": 1}), "did you mean `core.count`?"),
            (lambda: heddle.sim("va", "simt", scale="tset"), "there is no scale `tset`"),
            (lambda: heddle.sim("va", "simt", jobs=0), "0 is not in 1..=256"),
        ]:
            with self.assertRaises(heddle.BadInput) as raised:
                call()
            self.assertIn(near, str(raised.exception))
            self.assertEqual(raised.exception.status, 2)

    def test_a_refused_run_is_a_warning_and_a_wrong_memory_an_exception(self):
        with warnings.catch_warnings(record=True) as said:
            warnings.simplefilter("always")
            results = heddle.sim("bwc", ["ws32", "ws8"], config="vws")
        self.assertEqual((len(results), len(results.refused), len(said)), (1, 1, 1))
        self.assertIn("warp_synchronous", str(said[0].message))
        (self.folder / "saxpy.ptx").write_text((EXAMPLES / "saxpy.ptx").read_text())
        launch = (EXAMPLES / "saxpy.toml").read_text()
        wrong = launch.partition("[[expect]]")[0] + '[[expect]]\nbuffer = "y"\nvalues = [7]\n'
        (self.folder / "saxpy.toml").write_text(wrong)
        with self.assertRaises(heddle.Mismatch) as raised:
            heddle.sim(str(self.folder / "saxpy.ptx"), "simt")
        self.assertIn("y[0] is", str(raised.exception))

    def test_an_interruption_ends_the_command(self):
        (self.folder / "loop.ptx").write_text(LOOP)
        (self.folder / "loop.toml").write_text(
            'name = "loop"\n[[run]]\n[[run.launch]]\nkernel = "loop"\ngrid = [1]\nblock = [32]\n'
        )
        call = "import heddle\ntry:\n  heddle.sim('loop.ptx', 'simt', progress=True)\n"
        call += "except heddle.Interrupted as error:\n  print('ended:', error)\n"
        words = [sys.executable, "-c", call]
        for together in [False, True]:
            # to Python alone as a notebook sends it, and to both as a terminal does
            environment = {**os.environ, "PYTHONPATH": str(Path(heddle.__file__).parents[1])}
            pipes = {"env": environment, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
            # the tests may have been started where interrupts are ignored
            pipes["preexec_fn"] = lambda: signal.signal(signal.SIGINT, signal.SIG_DFL)
            child = subprocess.Popen(words, cwd=self.folder, start_new_session=True, **pipes)
            self.addCleanup(lambda child=child: child.poll() is None and os.killpg(child.pid, signal.SIGKILL))
            err = ""
            while "sim [" not in err and child.poll() is None:
                err += child.stderr.read(1)
            self.assertIn("sim [", err)
            send = os.killpg if together else os.kill
            send(child.pid, signal.SIGINT)
            out, err = child.communicate(timeout=60)
            self.assertIn("ended: interrupted: 0 of 1 runs had ended", out, err)

    def test_a_command_that_fails_otherwise_says_what_it_said(self):
        fake = self.folder / "heddle"
        fake.write_text("#!/bin/sh\necho '{not JSON'\necho 'out of paper' >&2\nexit 77\n")
        fake.chmod(0o755)
        find, _command.find = _command.find, lambda: str(fake)
        self.addCleanup(setattr, _command, "find", find)
        with self.assertRaises(heddle.HeddleError) as raised:
            heddle.sim("va", "simt")
        self.assertIn("out of paper", str(raised.exception))
        self.assertEqual((raised.exception.status, type(raised.exception)), (77, heddle.HeddleError))
        fake.write_text("#!/bin/sh\nexit 0\n")
        self.assertEqual(len(heddle.sim("va", "simt")), 0)
