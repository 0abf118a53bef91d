"""The page on Python: its code runs as it stands."""

import contextlib
import importlib.util
import io
import os
import re
import shutil
import tempfile
import unittest
from pathlib import Path

from heddle import _figure

ROOT = Path(__file__).parents[2]
NEEDED = ("numpy", "pandas", "matplotlib")
MISSING = [name for name in NEEDED if not importlib.util.find_spec(name)]


class Page(unittest.TestCase):
    @unittest.skipIf(MISSING or not shutil.which("verilator"), f"{MISSING or 'Verilator'} is not installed")
    def test_the_code_of_the_page_runs(self):
        page = (ROOT / "docs/howto/python.md").read_text()
        code = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
        self.assertGreater(len(code), 4)
        self.addCleanup(os.chdir, os.getcwd())
        self.addCleanup(setattr, _figure, "DATA", _figure.DATA)
        with tempfile.TemporaryDirectory() as folder, contextlib.redirect_stdout(io.StringIO()) as said:
            os.chdir(folder)
            shutil.copy(ROOT / "docs/examples/saxpy.ptx", folder)
            shutil.copy(ROOT / "docs/papers/vt/study.json", "vt.json")
            _figure.DATA = Path(folder)
            names: dict[str, object] = {}
            for block in code:
                exec(block, names)
            self.assertTrue(Path("vt-8.png").is_file())
        for text in ["HOTSP", "transactions - ", "+23.9 (V.B)", "True 100000"]:
            self.assertIn(text, said.getvalue())
