"""Heddle: published GPU mechanisms as cycle-level models, from Python.

Every function runs the command `heddle`, which comes with this package, and returns what it finds.
An error of the command is an exception with the command's text; Ctrl-C ends what runs.

    import heddle
    runs = heddle.sim(["bfs", "hotspot"], policy=["simt", "vt"], config="vt")
    print(runs.frame())
"""

from ._errors import BadInput, HeddleError, Interrupted, Mismatch, MissingTool
from ._figure import Figure, Statement, figure
from ._lockstep import Lockstep, Verdict, lockstep
from ._profile import Line, Profile
from ._ptx import Launch, PtxRun, run_ptx
from ._sim import Refused, Results, Run, Statistic, sim

__all__ = [
    "BadInput",
    "Figure",
    "HeddleError",
    "Interrupted",
    "Launch",
    "Line",
    "Lockstep",
    "Mismatch",
    "MissingTool",
    "Profile",
    "PtxRun",
    "Refused",
    "Results",
    "Run",
    "Statement",
    "Statistic",
    "Verdict",
    "figure",
    "lockstep",
    "run_ptx",
    "sim",
]
