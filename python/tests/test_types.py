"""The module's types, by mypy; and that every name it exports has a text."""

import importlib.util
import inspect
import subprocess
import sys
import unittest
from pathlib import Path

import heddle


class Types(unittest.TestCase):
    @unittest.skipUnless(importlib.util.find_spec("mypy"), "mypy is not installed")
    def test_types_are_right_and_a_wrong_call_is_found(self):
        folder = Path(__file__).parents[1]

        def check(*words):
            mypy = [sys.executable, "-m", "mypy", "--no-error-summary", "--cache-dir=/dev/null", *words]
            return subprocess.run(mypy, cwd=folder, capture_output=True, text=True)

        found = check()
        self.assertEqual(found.returncode, 0, found.stdout + found.stderr)
        wrong = check("--config-file=", "--ignore-missing-imports", "-c", "import heddle; heddle.sim('va', 1).frame(2)")
        self.assertIn("arg-type", wrong.stdout)
        self.assertIn("call-arg", wrong.stdout)

    def test_every_name_has_a_text(self):
        for name in heddle.__all__:
            it = getattr(heddle, name)
            self.assertTrue(inspect.getdoc(it), name)
            inner = vars(it).items() if inspect.isclass(it) else []
            for method, value in inner:
                if inspect.isfunction(value) and not method.startswith("_"):
                    self.assertTrue(inspect.getdoc(value), f"{name}.{method}")
