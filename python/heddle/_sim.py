"""`heddle.sim`: workloads on a whole GPU, cycle by cycle."""

from __future__ import annotations

import os
import tempfile
import warnings
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, overload

from . import _command
from ._errors import Mismatch
from ._frame import frame
from ._profile import Profile, profiles


@dataclass(frozen=True)
class Run:
    """A workload under a policy.

    Attributes:
        workload: The workload's name.
        policy: The policy's name.
        config: The name of the GPU's configuration.
        set: The changes of the configuration.
        scale: The scale of the workload.
        version: The version of heddle that made the run.
        result: The memory at the end beside the expected: `as expected`, `not checked`, `partial`.
        cycles: Core cycles.
        instructions: Warp instructions.
        thread_instructions: Thread instructions.
        ipc: Thread instructions a core cycle.
        speedup: Cycles under the first policy in the first configuration over those of this run;
            None where a run was cut short.
        stats: Every statistic, by name; `Results.stats` has units and meanings.
        event: All that the command says of the run.
    """

    workload: str
    policy: str
    config: str
    set: tuple[str, ...]
    scale: str
    version: str
    result: str
    cycles: int
    instructions: int
    thread_instructions: int
    ipc: float
    speedup: float | None
    stats: dict[str, int]
    event: dict[str, Any]

    def row(self) -> dict[str, Any]:
        """Returns the run as a row of `--stats`: the same columns in the same order."""
        words = {"workload": self.workload, "policy": self.policy, "config": self.config, "set": " ".join(self.set)}
        more = {"scale": self.scale, "version": self.version, "result": self.result}
        counts = {
            "cycles": self.cycles,
            "instructions": self.instructions,
            "thread_instructions": self.thread_instructions,
        }
        return {**words, **more, **counts, **self.stats}


@dataclass(frozen=True)
class Refused:
    """A run that was refused: the workload does not fit the GPU or the policy.

    Attributes:
        workload: The workload's name.
        policy: The policy's name.
        set: The changes of the configuration.
        reason: Why it was refused.
    """

    workload: str
    policy: str
    set: tuple[str, ...]
    reason: str


@dataclass(frozen=True)
class Statistic:
    """A statistic of all runs.

    Attributes:
        name: Its name, as in `l1.hits`.
        unit: Its unit.
        meaning: What it counts.
        values: Its value in each run, in the order of the runs.
    """

    name: str
    unit: str
    meaning: str
    values: tuple[int, ...]


class Results(Sequence[Run]):
    """The runs of a call of `sim`, in the order of workloads, configurations and policies.

    Attributes:
        runs: The runs.
        refused: The runs that were refused.
        notes: What the command said beside them.
    """

    def __init__(self, answer: _command.Answer, words: list[str], progress: bool | None) -> None:
        self.runs = tuple(_run(event) for event in answer.events if event["event"] == "run")
        self.refused = tuple(_refused(event) for event in answer.events if event["event"] == "refused")
        self.notes = tuple(answer.notes)
        self._words = words
        self._progress = progress

    @overload
    def __getitem__(self, index: int) -> Run: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Run, ...]: ...
    def __getitem__(self, index: int | slice) -> Run | tuple[Run, ...]:
        return self.runs[index]

    def __len__(self) -> int:
        return len(self.runs)

    def __iter__(self) -> Iterator[Run]:
        return iter(self.runs)

    def __repr__(self) -> str:
        refused = f", {len(self.refused)} refused" if self.refused else ""
        return f"<{len(self)} runs{refused}: .frame(), .stats, .profile()>"

    def frame(self) -> Any:
        """Returns a row for each run, equal to those of `heddle sim --stats`.

        Returns:
            A `pandas.DataFrame`; a list of dicts where pandas is not installed.
        """
        return frame([run.row() for run in self])

    @property
    def stats(self) -> dict[str, Statistic]:
        """Every statistic by name, with its unit, its meaning, and its value in each run."""
        known = _statistics()
        return {name: Statistic(name, *known[name], tuple(run.stats[name] for run in self)) for name in known}

    def profile(self) -> tuple[Profile, ...]:
        """Makes the runs again with a profile, which takes as long as the runs did.

        Returns:
            For each run, where its cycles went: by line of PTX and source, and over time.
        """
        with tempfile.TemporaryDirectory(prefix="heddle-") as folder:
            file = Path(folder) / "profile.json"
            _command.run([*self._words, f"--html={file}"], self._progress, (0, 4))
            return profiles(file.read_text("utf-8"))

    def page(self, file: str | os.PathLike[str]) -> None:
        """Makes the runs again, and writes a page that shows where the cycles went (HTML)."""
        _command.run([*self._words, f"--html={os.fspath(file)}"], self._progress, (0, 4))


def sim(
    workloads: str | Iterable[str],
    policy: str | Iterable[str],
    config: str = "stsimt",
    set: _command.Settings | None = None,  # noqa: A002: as the command names it
    *,
    scale: str = "test",
    launch: str | os.PathLike[str] | None = None,
    matrix: str | os.PathLike[str] | None = None,
    address: int | None = None,
    jobs: int | None = None,
    threads: int = 1,
    limit: int | None = None,
    sample: bool = False,
    rtl: str | None = None,
    keep: str | os.PathLike[str] | None = None,
    afresh: bool = False,
    progress: bool | None = None,
) -> Results:
    """Simulates workloads on a GPU under each policy, several runs at a time.

    A finished run is kept, and a call that asks for it again gets it at once.

    Args:
        workloads: Names of workloads, or PTX files with a launch description beside them.
        policy: Names of policies; speedups are relative to the first.
        config: The GPU: stsimt, slp, vws, vt, simt-simd, or a TOML file.
        set: Changes of the configuration, as in `{"core.count": 4}`; a list of values is a sweep.
        scale: The sizes of the workloads: `test` takes seconds, `study` minutes, `paper` hours.
        launch: The launch description of the only workload (TOML).
        matrix: A Matrix Market file in place of the workload's matrix.
        address: The size of addresses, 32 or 64 bits.
        jobs: Runs at a time; as many as there are processors if None.
        threads: Threads of the host for each run, which change no result.
        limit: Core cycles after which each run ends.
        sample: Whether cycles are estimated from some launches and CTAs.
        rtl: The unit whose Verilated RTL is used in the cores; needs Verilator.
        keep: The folder of finished runs.
        afresh: Whether finished runs are repeated.
        progress: Whether a bar is drawn; on a terminal and in a notebook if None.

    Raises:
        BadInput: A name, key or value is unknown, or every run was refused.
        Mismatch: A run's memory is not as expected, or a run did not come to its end.
        Interrupted: Ctrl-C; finished runs are kept.
    """
    words = ["sim", *_command.options(config=config, scale=scale, launch=launch, matrix=matrix, address=address)]
    words += [f"--policy={name}" for name in _command.listed(policy)]
    words += _command.options(jobs=jobs, threads=threads, limit=limit, sample=sample, rtl=rtl)
    words += [*_command.settings(set), *_command.listed(workloads)]
    answer = _command.run([*words, *_command.options(keep=keep, afresh=afresh)], progress, (0, 1, 4))
    results = Results(answer, words, progress)
    wrong = [f"{_named(event)}: {why}" for event in answer.events for why in _wrong(event)]
    if answer.status == 1:
        raise Mismatch("\n".join(wrong or answer.notes), answer.status)
    for refused in results.refused:
        warnings.warn(f"refused: {refused.workload}, {refused.policy}: {refused.reason}", stacklevel=2)
    return results


@lru_cache(maxsize=1)
def _statistics() -> dict[str, tuple[str, str]]:
    """Returns the unit and the meaning of every statistic."""
    events = _command.run(["sim", "--list-statistics"], False).events
    return {event["name"]: (event["unit"], event["meaning"]) for event in events}


def _run(event: dict[str, Any]) -> Run:
    words = {name: event[name] for name in ("workload", "policy", "config", "scale", "version", "result")}
    counts = {name: event[name] for name in ("cycles", "instructions", "thread_instructions", "ipc", "speedup")}
    return Run(**words, set=tuple(event["set"]), **counts, stats=event["statistics"], event=event)


def _refused(event: dict[str, Any]) -> Refused:
    return Refused(event["workload"], event["policy"], tuple(event["set"]), event["reason"])


def _wrong(event: dict[str, Any]) -> list[str]:
    """Returns what is wrong with a run."""
    return [event["reason"]] if event["event"] == "trouble" else event.get("wrong", [])


def _named(event: dict[str, Any]) -> str:
    return ", ".join([event["workload"], event["policy"], *event["set"]])
