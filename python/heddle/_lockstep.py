"""`heddle.lockstep`: golden models and their RTL, port by port and cycle by cycle."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from . import _command
from ._frame import frame


@dataclass(frozen=True)
class Verdict:
    """The comparison of a preset of a unit with its RTL.

    Attributes:
        unit: The unit.
        preset: Its preset.
        variant: The variant of the RTL: `gates` or `fpga`.
        cycles: Clock cycles that were compared.
        result: `equal`, or what was found.
        event: All that the command says of it, times in seconds among it.
    """

    unit: str
    preset: str
    variant: str
    cycles: int
    result: str
    event: dict[str, Any]

    @property
    def equal(self) -> bool:
        """Whether all ports were equal in all cycles, in the traces of the corpus, too."""
        return self.result == "equal" and not self.event["corpus_failed"] and not self.event["kernels_failed"]


@dataclass(frozen=True)
class Lockstep:
    """What a call of `lockstep` finds.

    Attributes:
        verdicts: A verdict for each preset.
        mismatches: All that the command says of each mismatch: the shrunk trace, its file, the
            port, the cycle.
    """

    verdicts: tuple[Verdict, ...]
    mismatches: tuple[dict[str, Any], ...]

    @property
    def equal(self) -> bool:
        """Whether all presets are equal."""
        return not self.mismatches and all(verdict.equal for verdict in self.verdicts)

    def frame(self) -> Any:
        """Returns a row for each verdict.

        Returns:
            A `pandas.DataFrame`; a list of dicts where pandas is not installed.
        """
        return frame([verdict.event for verdict in self.verdicts])


def lockstep(
    units: str | Iterable[str],
    cycles: int | None = None,
    *,
    seed: int | None = None,
    dut: str | os.PathLike[str] | None = None,
    fpga: bool = False,
    jobs: int | None = None,
    out: str | os.PathLike[str] = "failures",
    progress: bool | None = None,
) -> Lockstep:
    """Compares golden models with their RTL under Verilator. A mismatch is a result, not an error.

    Args:
        units: Units, or presets of units, as in `slp/tiny`; an empty list is all of them.
        cycles: Clock cycles of each preset; 1.5 million if None.
        seed: The seed of the random stimulus.
        dut: A Verilog file in place of the RTL.
        fpga: Whether the RTL's variant for FPGAs is compared.
        jobs: Threads, which change no result.
        out: The folder for traces and waveforms of mismatches.
        progress: Whether a bar is drawn; on a terminal and in a notebook if None.

    Raises:
        BadInput: A unit or preset is unknown, or a file makes no sense.
        MissingTool: Verilator or a C++ compiler is missing.
        Interrupted: Ctrl-C.
    """
    words = _command.options(cycles=cycles, seed=seed, dut=dut, fpga=fpga, jobs=jobs, out=out)
    events = _command.run(["check", *_command.listed(units), *words], progress, (0, 1)).events
    verdicts = [_verdict(event) for event in events if event["event"] == "verdict"]
    return Lockstep(tuple(verdicts), tuple(event for event in events if event["event"] == "mismatch"))


def _verdict(event: dict[str, Any]) -> Verdict:
    names = ("unit", "preset", "variant", "cycles", "result")
    return Verdict(**{name: event[name] for name in names}, event=event)
