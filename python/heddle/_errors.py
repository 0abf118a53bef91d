"""Errors: what the command says, by its exit status."""

from __future__ import annotations


class HeddleError(Exception):
    """The command failed; the text says what is wrong, where, and what to do.

    Attributes:
        status: The command's exit status.
    """

    def __init__(self, text: str, status: int) -> None:
        super().__init__(text)
        self.status = status


class BadInput(HeddleError, ValueError):
    """A name, a value or a file makes no sense; where one is near, the text suggests it."""


class Mismatch(HeddleError):
    """A run's memory is wrong, or a run did not come to its end, as in a deadlock."""


class MissingTool(HeddleError):
    """A tool that the function needs, such as Verilator, is missing or broken."""


class Interrupted(HeddleError, KeyboardInterrupt):
    """The command was interrupted; finished runs are kept, and the same call goes on from there."""


WITHOUT_TOOLS = (
    "sim, figure and run_ptx need no further tool; lockstep, and rtl= of sim and figure, need Verilator"
    " and a C++ compiler"
)


def error(status: int, text: str) -> HeddleError:
    """Returns the error of a command that ended with this status and said this."""
    kinds = {1: Mismatch, 2: BadInput, 3: MissingTool, 130: Interrupted}
    if status == 3:
        text = f"{text}\n{WITHOUT_TOOLS}"
    return kinds.get(status, HeddleError)(text, status)
