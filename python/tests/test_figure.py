"""`heddle.figure`: numbers, statements and a picture."""

import importlib.util
import tempfile
import unittest
from pathlib import Path

import heddle
from heddle import _figure

PAPERS = Path(__file__).parents[2] / "docs" / "papers"


class Figures(unittest.TestCase):
    def test_a_figure_of_data_has_numbers_and_statements(self):
        figure = heddle.figure("vt/8", PAPERS / "vt" / "study.json")
        rows = {row["application"]: row["speedup"] for row in figure.rows if "application" in row}
        self.assertEqual(figure.chart["kind"], "bars")
        drawn = dict(figure.chart["series"])
        self.assertAlmostEqual(drawn["vt"][figure.chart["groups"].index("HI")], rows["HI"]["vt"], places=9)
        stated = next(it for it in figure.statements if it.what.startswith("vt over the baseline, mean"))
        self.assertEqual((stated.paper, stated.direction), ("+23.9 (V.B)", True))
        self.assertIn("scale study", figure.study)
        self.assertEqual(len(figure.frame()), len(figure.rows))

    def test_a_wrong_name_suggests_the_nearest(self):
        with self.assertRaisesRegex(heddle.BadInput, "did you mean `vt/8`"):
            heddle.figure("vt/88")
        with self.assertRaisesRegex(heddle.BadInput, "`vt` is no figure"):
            heddle.figure("vt")

    def test_runs_are_made_where_they_are_asked_for(self):
        figure = heddle.figure("stsimt/8", only=["va", "nn"], set={"core.count": 2})
        self.assertEqual([row["workload"] for row in figure.rows if row.get("address") == 64 and "workload" in row], ["VA", "NN"])

    def test_data_of_the_package_are_taken_where_a_figure_takes_them(self):
        with tempfile.TemporaryDirectory() as folder:
            self.addCleanup(setattr, _figure, "DATA", _figure.DATA)
            _figure.DATA = Path(folder)
            (_figure.DATA / "vt.json").write_bytes((PAPERS / "vt" / "study.json").read_bytes())
            self.assertIn("scale study", heddle.figure("vt/8").study)
            self.assertTrue(heddle.figure("vt/eq2").rows)

    @unittest.skipUnless(importlib.util.find_spec("matplotlib"), "matplotlib is not installed")
    def test_figures_are_drawn(self):
        with tempfile.TemporaryDirectory() as folder:
            for name, data in [("vt/8", "vt"), ("vws/18", "vws"), ("simt-simd/4b", "simt-simd"), ("slp/14", "slp")]:
                file = Path(folder) / "figure.png"
                figure = heddle.figure(name, PAPERS / data / "study.json")
                drawn = figure.plot(file)
                self.assertEqual(file.read_bytes()[:4], b"\x89PNG")
                self.assertEqual(len(drawn.axes), len(figure.chart.get("panels", [0])))
                self.assertTrue(figure._repr_png_().startswith(b"\x89PNG"))
