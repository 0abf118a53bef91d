"""The one way to the command: it is found and run, and its events, errors and progress are read."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import sysconfig
import threading
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any

from . import _errors

Event = dict[str, Any]
"""A line of the command's output: a JSON object."""

Settings = Mapping[str, object] | Iterable[str]
"""Changes of a configuration: values by key, as in `{"core.count": 4}`, where a list of values is a
sweep; or words as `--set` takes them, among them names of corners, as in `["low"]`."""

GRACE = 1.0
"""Seconds in which a command ends after Ctrl-C, or says that it does, before it is sent another."""

BAR = 24
"""Columns of the progress bar."""


@dataclass
class Answer:
    """What a command answers.

    Attributes:
        status: The exit status: 0, or one of those that the caller allows.
        events: The lines on standard output.
        notes: What it says beside them, on standard error.
    """

    status: int
    events: list[Event] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def find() -> str:
    """Returns the path of the command: beside the interpreter, else on the PATH."""
    schemes = ("scripts", sysconfig.get_path("scripts")), ("user", _user_scripts())
    folders = [folder for _, folder in schemes if folder]
    for folder in [*folders, str(Path(sys.executable).parent)]:
        path = Path(folder) / "heddle"
        if os.access(path, os.X_OK):
            return str(path)
    found = shutil.which("heddle")
    if found is None:
        looked = ", ".join(dict.fromkeys(folders))
        text = f"the command `heddle` is not in {looked}, nor on the PATH: install the wheel again, or set the PATH"
        raise _errors.MissingTool(text, 3)
    return found


def _user_scripts() -> str | None:
    scheme = f"{os.name}_user"
    return sysconfig.get_path("scripts", scheme) if scheme in sysconfig.get_scheme_names() else None


def options(**values: object) -> list[str]:
    """Returns the options of a command: no word for None and False, one for True, else two."""
    words = []
    for name, value in values.items():
        option = f"--{name.replace('_', '-')}"
        if value is True:
            words.append(option)
        elif value is not None and value is not False:
            words.append(f"{option}={os.fspath(value) if isinstance(value, os.PathLike) else value}")
    return words


def settings(changes: Settings | None) -> list[str]:
    """Returns the options `--set` of a configuration's changes."""
    if changes is None:
        return []
    if isinstance(changes, Mapping):
        changes = [f"{key}={_value(value)}" for key, value in changes.items()]
    return [f"--set={change}" for change in listed(changes)]


def _value(value: object) -> str:
    several = isinstance(value, Iterable) and not isinstance(value, str)
    return ",".join(str(one) for one in value) if several else str(value)  # type: ignore[attr-defined]


def listed(words: str | Iterable[str]) -> list[str]:
    """Returns a list of words; one word is a list of one."""
    return [words] if isinstance(words, str) else list(words)


def run(words: Sequence[str], progress: bool | None, allowed: Sequence[int] = (0,)) -> Answer:
    """Runs the command with `--json`, and returns its answer.

    Args:
        words: The verb and its arguments.
        progress: Whether a bar is drawn; None for a bar on a terminal and in a notebook.
        allowed: Exit statuses that are no error.

    Raises:
        HeddleError: The command ended with another status.
    """
    environment = {**os.environ, "HEDDLE_PROGRESS": "json"}
    pipes: dict[str, Any] = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    pipes |= {"encoding": "utf-8", "errors": "replace"}
    answer, bar, interrupted = Answer(0), Bar(progress), False
    with subprocess.Popen([find(), *words, "--json"], env=environment, **pipes) as child:
        readers = [
            threading.Thread(target=_read, args=(child.stdout, answer.events, answer.notes, bar), daemon=True),
            threading.Thread(target=_read, args=(child.stderr, None, answer.notes, bar), daemon=True),
        ]
        for reader in readers:
            reader.start()
        try:
            child.wait()
        except KeyboardInterrupt:
            interrupted = True
            _end(child, answer.notes)
        finally:
            if child.poll() is None:
                child.kill()
            for reader in readers:
                reader.join()
            bar.clear()
        answer.status = child.returncode
    if interrupted or answer.status not in allowed:
        raise _errors.error(130 if interrupted else answer.status, _text(answer)) from None
    return answer


def _end(child: subprocess.Popen[str], notes: list[str]) -> None:
    """Waits for a command that was interrupted. A terminal sends Ctrl-C to the command, too, which
    says at once that it stops; a notebook sends it to this process alone, which passes it on."""
    said = len(notes)
    try:
        child.wait(GRACE)
    except subprocess.TimeoutExpired:
        if len(notes) == said:
            child.send_signal(signal.SIGINT)
        child.wait()


def _read(stream: IO[str], events: list[Event] | None, notes: list[str], bar: Bar) -> None:
    for line in stream:
        event = _event(line)
        if event is None:
            notes.append(line.rstrip())
        elif event.get("event") == "progress":
            bar.draw(event)
        elif events is not None:
            events.append(event)


def _event(line: str) -> Event | None:
    if not line.startswith("{"):
        return None
    try:
        event = json.loads(line)
    except ValueError:
        return None
    return event if isinstance(event, dict) else None


def _text(answer: Answer) -> str:
    """Returns what a command says of its error: by its event, else on standard error."""
    for event in answer.events:
        if event.get("event") == "error":
            parts = [event["error"], event.get("help"), event.get("template")]
            return "\n".join(part for part in parts if part)
    return "\n".join(answer.notes).strip() or f"`heddle` ended with status {answer.status}"


class Bar:
    """A line on standard error that shows how far a command is."""

    def __init__(self, wanted: bool | None) -> None:
        in_notebook = "ipykernel" in sys.modules
        self.shown = (sys.stderr.isatty() or in_notebook) if wanted is None else wanted
        self.columns = 0

    def draw(self, event: Event) -> None:
        """Draws the bar of an event: `part` is from 0 to 1."""
        if not self.shown:
            return
        done = round(BAR * min(1.0, float(event["part"])))
        self._write(f"{event['what']} [{'#' * done}{' ' * (BAR - done)}] {event['text']}")

    def clear(self) -> None:
        """Takes the bar away."""
        if self.columns:
            self._write("")
            print("\r", end="", file=sys.stderr, flush=True)

    def _write(self, text: str) -> None:
        text = text[: shutil.get_terminal_size().columns - 1]
        print(f"\r{text.ljust(self.columns)}", end="", file=sys.stderr, flush=True)
        self.columns = len(text)
