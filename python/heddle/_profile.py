"""Where the cycles of runs went: by line, and over time."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from ._frame import frame


@dataclass(frozen=True)
class Line:
    """A line of PTX in a run.

    Attributes:
        kernel: The kernel.
        line: The number of the line in the PTX file.
        text: The text of the line.
        file: The source file that it comes from; None where the PTX does not say.
        source_line: The line of that file.
        issued: Warp instructions that issued.
        threads: Thread instructions.
        transactions: Transactions of memory.
        diverged: Branches whose threads took both ways.
        lost: Issue slots, or cycles, lost by a warp that waited at this line, by reason.
    """

    kernel: str
    line: int
    text: str
    file: str | None
    source_line: int | None
    issued: int
    threads: int
    transactions: int
    diverged: int
    lost: dict[str, int]


@dataclass(frozen=True)
class Profile:
    """Where the cycles of a run went.

    Attributes:
        workload: The workload's name.
        policy: The policy's name.
        set: The changes of the configuration.
        cycles: Core cycles.
        unit: What `lost` counts: issue slots, or cycles.
        lines: The lines of every kernel.
        history: Values over time, each between one snapshot and the next: `cycle` (core cycles),
            `time` (shares of `unit` by class), `ipc` (thread instructions a core cycle), `cores` (warp
            instructions a core cycle, by core), `l1` and `l2` (rate of hits, from 0 to 1), `dram`
            (transfers a thousand core cycles).
        classes: The names of the classes of `history["time"]`.
    """

    workload: str
    policy: str
    set: tuple[str, ...]
    cycles: int
    unit: str
    lines: tuple[Line, ...]
    history: dict[str, list[Any]]
    classes: tuple[str, ...]

    def frame(self) -> Any:
        """Returns a row for each line, with a column for each reason of `lost`.

        Returns:
            A `pandas.DataFrame`; a list of dicts where pandas is not installed.
        """
        return frame([{**{k: v for k, v in vars(line).items() if k != "lost"}, **line.lost} for line in self.lines])

    def hottest(self, count: int = 10) -> tuple[Line, ...]:
        """Returns the lines at which most was lost, the worst first."""
        return tuple(sorted(self.lines, key=lambda line: -sum(line.lost.values()))[:count])


def profiles(text: str) -> tuple[Profile, ...]:
    """Returns the profiles of a page's data, one for each run that came to its end."""
    return tuple(_profile(run) for run in json.loads(text)["runs"] if "kernels" in run)


def _profile(run: dict[str, Any]) -> Profile:
    time = run["time"]
    lines = [_line(kernel["kernel"], line, time["lost"]) for kernel in run["kernels"] for line in kernel["lines"]]
    named = {"workload": run["workload"], "policy": run["policy"], "set": tuple(run["set"]), "cycles": run["cycles"]}
    return Profile(
        **named,
        unit=time["unit"],
        lines=tuple(lines),
        history=run["history"] or {},
        classes=tuple(time["classes"]),
    )


def _line(kernel: str, line: list[Any], reasons: list[str]) -> Line:
    number, text, source, issued, threads, transactions, diverged, lost = line
    file, source_line = source or (None, None)
    counts = {"issued": issued, "threads": threads, "transactions": transactions, "diverged": diverged}
    return Line(kernel, number, text, file, source_line, **counts, lost=dict(zip(reasons, lost, strict=True)))
