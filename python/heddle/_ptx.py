"""`heddle.run_ptx`: PTX on arrays, executed functionally."""

from __future__ import annotations

import json
import os
import struct
import tempfile
from array import array
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from . import _command

KINDS = {"b": "s", "h": "s", "i": "s", "l": "s", "q": "s", "n": "s", "f": "f", "d": "f"}
"""The kinds of numbers, by the letter of a buffer's format."""
UNSIGNED = "BHILQNc?"
"""The letters of unsigned numbers."""


@dataclass(frozen=True)
class Launch:
    """A launch of a kernel.

    Attributes:
        kernel: The kernel's name in the PTX.
        grid: CTAs of the grid: one number, or up to three for x, y, z.
        block: Threads of a CTA: one number, or up to three for x, y, z.
        args: The kernel's arguments in order. An array, of numpy or any other that can be read as a
            buffer, is a buffer in global memory, and its address is passed. A number of numpy or
            ctypes has its own type; an `int` of Python is passed as `s32`, a `float` as `f32`.
        shared: Bytes of dynamic shared memory of each CTA.
    """

    kernel: str
    grid: int | Sequence[int]
    block: int | Sequence[int]
    args: Sequence[Any]
    shared: int = 0


@dataclass(frozen=True)
class PtxRun:
    """What a run of PTX leaves.

    Attributes:
        arrays: What each array holds at the end, in the order in which the launches name them
            first: numpy's for numpy's, else `array.array`. What was passed in is as it was.
        warp_instructions: Warp instructions that were executed.
        thread_instructions: Thread instructions that were executed.
        simd_efficiency: Threads that took part in an instruction, of all that a warp has: 0 to 1.
    """

    arrays: tuple[Any, ...]
    warp_instructions: int
    thread_instructions: int
    simd_efficiency: float


def run_ptx(
    text: str | os.PathLike[str],
    launch: Launch | Iterable[Launch],
    *,
    warp_size: int = 32,
    limit: int | None = None,
    progress: bool | None = None,
) -> PtxRun:
    """Executes kernels on arrays, functionally: what they compute, without time.

    Args:
        text: The text of the PTX, or the path of a file of it.
        launch: The launches, in order. An array that several name is one buffer.
        warp_size: Threads of a warp: 1, 2, 4, 8, 16 or 32.
        limit: Warp instructions after which the run is an error.
        progress: Whether the time is shown; on a terminal and in a notebook if None.

    Raises:
        BadInput: The PTX, a launch or an argument makes no sense, or a kernel reaches outside of
            its buffers; the text names the line, the CTA and the thread.
        Interrupted: Ctrl-C.
    """
    launches = [launch] if isinstance(launch, Launch) else list(launch)
    with tempfile.TemporaryDirectory(prefix="heddle-") as name:
        folder, buffers = Path(name), Buffers()
        ptx = Path(text).read_text("utf-8") if isinstance(text, os.PathLike) else text
        (folder / "kernel.ptx").write_text(ptx, "utf-8")
        described = "".join(_launch(one, buffers) for one in launches)
        (folder / "kernel.toml").write_text(f'name = "kernel"\n{buffers.write(folder)}[[run]]\n{described}', "utf-8")
        words = ["kernel", "run", str(folder / "kernel.ptx"), f"--contents={folder / 'after'}"]
        events = _command.run([*words, *_command.options(warp_size=warp_size, limit=limit)], progress).events
        counts = {name: events[0][name] for name in ("warp_instructions", "thread_instructions", "simd_efficiency")}
        return PtxRun(buffers.read(folder / "after"), **counts)


class Buffers:
    """The arrays of a run, each once."""

    def __init__(self) -> None:
        self.arrays: list[Any] = []

    def name(self, value: Any) -> str:
        """Returns the name of an array's buffer."""
        at = next((n for n, known in enumerate(self.arrays) if known is value), len(self.arrays))
        if at == len(self.arrays):
            self.arrays.append(value)
        return f"b{at}"

    def write(self, folder: Path) -> str:
        """Writes a file for each array, and returns the buffers of the launch description."""
        text = ""
        for value in self.arrays:
            view, name = memoryview(value), self.name(value)
            (folder / f"{name}.bin").write_bytes(view.tobytes())
            described = {"name": name, "type": _type(view), "count": view.nbytes // view.itemsize}
            text += "[[buffer]]\n" + "".join(f"{key} = {json.dumps(it)}\n" for key, it in described.items())
            text += f'fill = {{ file = "{name}.bin" }}\n'
        return text

    def read(self, folder: Path) -> tuple[Any, ...]:
        """Reads what the arrays hold at the end."""
        return tuple(_like(value, (folder / f"{self.name(value)}.bin").read_bytes()) for value in self.arrays)


def _like(value: Any, data: bytes) -> Any:
    """Returns elements in an array of the same kind."""
    if hasattr(value, "dtype"):
        import numpy

        return numpy.frombuffer(data, dtype=value.dtype).reshape(value.shape).copy()
    return array(memoryview(value).format.strip("<=@").replace("?", "B").replace("c", "B"), data)


def _type(view: memoryview) -> str:
    """Returns the PTX type of a buffer's elements."""
    letter = view.format.strip("<=@")
    kind = "u" if letter in UNSIGNED else KINDS.get(letter)
    if kind is None or len(letter) != 1:
        raise TypeError(f"elements of format `{view.format}`: numbers of 8 to 64 bits, f32 or f64 are expected")
    return f"{kind}{8 * view.itemsize}"


def _launch(launch: Launch, buffers: Buffers) -> str:
    """Returns a launch as a table of the launch description."""
    args = "".join(f"  {_argument(value, buffers)},\n" for value in launch.args)
    shape = {"kernel": launch.kernel, "grid": _numbers(launch.grid), "block": _numbers(launch.block)}
    lines = [f"{key} = {json.dumps(it, ensure_ascii=False)}" for key, it in {**shape, "shared": launch.shared}.items()]
    return "[[run.launch]]\n" + "\n".join(lines) + f"\nargs = [\n{args}]\n"


def _numbers(shape: int | Sequence[int]) -> list[int]:
    return [int(shape)] if not isinstance(shape, Sequence) else [int(size) for size in shape]


def _argument(value: Any, buffers: Buffers) -> str:
    """Returns an argument as an inline table."""
    if isinstance(value, bool | int):
        return f"{{ s32 = {int(value)} }}"
    if isinstance(value, float):
        return f"{{ f32 = {value!r} }}"
    try:
        view = memoryview(value)
    except TypeError as error:
        raise TypeError(f"an argument is an array or a number, not {type(value).__name__}") from error
    if view.ndim:
        return f"{{ buffer = {json.dumps(buffers.name(value))} }}"
    kind, [number] = _type(view), struct.unpack(view.format.replace("c", "B"), view.tobytes())
    # TOML's numbers have a sign, and an element is cut to its bits
    whole = int(number) - (1 << 64) if kind == "u64" and number >= 1 << 63 else number
    return f"{{ {kind} = {float(number)!r} }}" if kind.startswith("f") else f"{{ {kind} = {int(whole)} }}"
