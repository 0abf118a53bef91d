"""`heddle.figure`: a figure of a paper, from the data that come with the package or from runs."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from . import _command
from ._errors import BadInput
from ._frame import frame

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Drawn

DATA = Path(__file__).parent / "data"
"""The data of the papers' studies, `PAPER.json`, where the package has them."""
PANEL = (5.5, 3.6)
"""Width and height of a panel in inches."""


@dataclass(frozen=True)
class Statement:
    """A statement of the paper beside what comes out here.

    Attributes:
        what: The quantity, with its unit.
        paper: What the paper states, with the section.
        ours: What comes out here.
        direction: Whether the direction agrees; None where it cannot be compared.
        size: Whether the size agrees; None where it cannot be compared.
        cause: Why it differs, as far as experiments have shown it.
    """

    what: str
    paper: str
    ours: str
    direction: bool | None
    size: bool | None
    cause: str


@dataclass(frozen=True)
class Figure:
    """A figure of a paper, regenerated.

    Attributes:
        name: The figure, as in `vt/8`.
        study: The GPU and the scale that it is made of; empty where the figure has several.
        rows: The numbers of the figure.
        statements: The paper's statements about it beside ours.
        notes: Notes that explain it.
        chart: What is drawn: bars in groups, or panels of curves; empty where nothing is.
    """

    name: str
    study: str
    rows: tuple[dict[str, Any], ...]
    statements: tuple[Statement, ...]
    notes: tuple[str, ...]
    chart: dict[str, Any]

    def frame(self) -> Any:
        """Returns the numbers of the figure.

        Returns:
            A `pandas.DataFrame`; a list of dicts where pandas is not installed.
        """
        return frame(list(self.rows))

    def plot(self, file: str | os.PathLike[str] | None = None) -> Drawn:
        """Draws the figure with matplotlib.

        Args:
            file: Where it is written, too, as in `vt-8.png` or `vt-8.pdf`.
        """
        from matplotlib.figure import Figure as Canvas

        panels = self.chart.get("panels", [self.chart])
        columns = self.chart.get("columns", 1)
        rows = -(-len(panels) // columns)
        width = max(PANEL[0], 0.3 * len(self.chart.get("groups", []))) * columns
        drawn = Canvas(figsize=(width, PANEL[1] * rows), layout="constrained")
        for at, panel in enumerate(panels):
            axes = drawn.add_subplot(rows, columns, at + 1)
            if self.chart.get("kind") == "bars":
                _bars(axes, panel)
            elif panel:
                _curves(axes, panel, self.chart["horizontal"])
        if file is not None:
            drawn.savefig(file)
        return drawn

    def _repr_png_(self) -> bytes | None:
        """Returns the figure for a notebook; None where matplotlib is not installed."""
        from io import BytesIO

        try:
            drawn = self.plot()
        except ImportError:
            return None
        text = BytesIO()
        drawn.savefig(text, format="png")
        return text.getvalue()


def figure(
    name: str,
    data: str | os.PathLike[str] | None = None,
    *,
    scale: str | None = None,
    only: Iterable[str] = (),
    set: _command.Settings | None = None,  # noqa: A002: as the command names it
    rtl: bool = False,
    jobs: int | None = None,
    threads: int = 1,
    keep: str | os.PathLike[str] | None = None,
    progress: bool | None = None,
) -> Figure:
    """Makes a figure of a paper.

    It is made from `data`; else from runs, if `scale`, `only`, `set` or `rtl` is given; else from
    the data of the paper's study that come with the package, where this has the figure.

    Args:
        name: The paper and the figure's number, as in `vt/8`.
        data: A file that `heddle figure --data` has written.
        scale: The sizes of the workloads: `test` (minutes), `study`, or `paper` (hours).
        only: Only these workloads.
        set: Changes of the GPU, as in `{"core.count": 4}`.
        rtl: Whether Verilated units are used in place of the golden models; needs Verilator.
        jobs: Runs at a time; as many as there are processors if None.
        threads: Threads of the host for each run, which change no result.
        keep: The folder of finished runs.
        progress: Whether a bar is drawn; on a terminal and in a notebook if None.

    Raises:
        BadInput: There is no such figure, or it does not take an option.
        Interrupted: Ctrl-C; finished runs are kept.
    """
    if "/" not in name:
        raise BadInput(f"`{name}` is no figure: name the paper and the figure's number, as in `vt/8`", 2)
    runs = _command.options(scale=scale, rtl=rtl, jobs=jobs, threads=threads, keep=keep)
    runs += [f"--only={one}" for one in _command.listed(only)] + _command.settings(set)
    shipped = DATA / f"{name.partition('/')[0]}.json"
    sources = [runs] if data is None else [[f"--from={os.fspath(data)}"]]
    if data is None and shipped.is_file() and not (scale or set or rtl or list(only)):
        # some figures are made of short runs of their own, and take no data
        sources = [[f"--from={shipped}"], runs]
    events = _events(name, sources, progress)
    return _figure(name, events)


def _events(name: str, sources: list[list[str]], progress: bool | None) -> list[dict[str, Any]]:
    """Returns what the command says of a figure from the first source that it takes."""
    with tempfile.TemporaryDirectory(prefix="heddle-") as folder:
        words = ["figure", name, f"--plot={Path(folder) / 'plot.svg'}"]
        for source in sources[:-1]:
            try:
                return _command.run([*words, *source], progress, (0, 1)).events
            except BadInput:
                pass
        return _command.run([*words, *sources[-1]], progress, (0, 1)).events


def _figure(name: str, events: list[dict[str, Any]]) -> Figure:
    """Returns the figure that the command's lines describe."""
    own = [event for event in events if event.get("figure") == name]
    numbers = [event for event in own if not {"check", "note", "chart"} & event.keys()]
    rows = [{key: value for key, value in event.items() if key not in ("figure", "study")} for event in numbers]
    return Figure(
        name=name,
        study=next((event["study"] for event in own if "study" in event), ""),
        rows=tuple(rows),
        statements=tuple(_statement(event) for event in own if "check" in event),
        notes=tuple(event["note"] for event in own if "note" in event),
        chart=next((event["chart"] for event in own if "chart" in event), {}),
    )


def _statement(event: dict[str, Any]) -> Statement:
    names = {"what": "check", "paper": "paper", "ours": "ours", "direction": "direction", "size": "size"}
    return Statement(**{to: event[name] for to, name in names.items()}, cause=event.get("cause") or "")


def _bars(axes: Axes, chart: dict[str, Any]) -> None:
    """Draws bars in groups."""
    groups, series = range(len(chart["groups"])), chart["series"]
    width = 0.8 / max(1, len(series))
    for at, (name, values) in enumerate(series):
        left = [group + (at - (len(series) - 1) / 2) * width for group in groups]
        axes.bar(left, [value or 0.0 for value in values], width, label=name)
    if chart["line"] is not None:
        axes.axhline(chart["line"], color="black", linewidth=0.8)
    for group in chart["divides"]:
        axes.axvline(group - 0.5, color="grey", linestyle=":")
    axes.set_xticks(list(groups), chart["groups"], rotation=60, ha="right")
    _labels(axes, chart)


def _curves(axes: Axes, panel: dict[str, Any], horizontal: str) -> None:
    """Draws a panel of curves."""
    curves = [(name, [x for x, _ in points], [y for _, y in points]) for name, points in panel["curves"]]
    if panel["form"] == "bands" and curves:
        axes.stackplot(curves[0][1], *(ys for _, _, ys in curves), labels=[name for name, _, _ in curves])
    else:
        dots: dict[str, Any] = {"linestyle": "none", "marker": "o", "markersize": 3}
        style = dots if panel["form"] == "points" else {}
        for name, xs, ys in curves:
            axes.plot(xs, ys, label=name, **style)
    axes.set_xlabel(horizontal)
    _labels(axes, panel)


def _labels(axes: Axes, panel: dict[str, Any]) -> None:
    axes.set_title(panel["title"], fontsize="medium")
    axes.set_ylabel(panel["vertical"])
    axes.legend(fontsize="x-small", loc="best")
